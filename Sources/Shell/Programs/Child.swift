import FoundationEssentials
import Glibc

/// A running program, with one socket as its standard input and output.
///
/// It has a process group of its own, so that Ctrl-C in a terminal reaches only the daemon, and
/// no other descriptor of ours. Belongs to one thread.
public final class Child {
  /// Poll it for what can be read and written.
  public let socket: Int32
  private let process: pid_t
  private var isEnded = false

  /// The reason why a program did not start.
  public typealias Failure = Spawn.Failure

  /// Starts a program; without a slash in its path it is looked for in PATH.
  ///
  /// Its standard error is lost unless `tellingErrors` sends it with the rest.
  public init(_ path: String, arguments: [String], tellingErrors: Bool = false) throws(Failure) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw Failure(code: errno) }
    defer { Glibc.close(pair[1]) }

    var spawn = Spawn(path, words: [path] + arguments)
    spawn.input = .descriptor(pair[1])
    spawn.output = .descriptor(pair[1])
    if !tellingErrors { spawn.errors = .nowhere }
    do {
      process = try spawn.start()
    } catch {
      Glibc.close(pair[0])
      throw error
    }
    socket = pair[0]
  }

  deinit { end(within: .zero) }

  /// Reads the available bytes: nil at the end, none when there are none yet.
  public func read() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
    return count == 0 ? nil : Array(chunk[..<count])
  }

  /// Writes as much as fits and returns how much that was; nil when the program reads no more.
  public func write(_ octets: ArraySlice<UInt8>) -> Int? {
    let flags = Int32(Int(MSG_DONTWAIT) | Int(MSG_NOSIGNAL))
    let count = octets.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, flags) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
    return count
  }

  /// Waits for a program that ends by itself; nil when it does not so soon, or died of a signal.
  public func exitCode(within patience: Duration) -> Int32? {
    let clock = ContinuousClock()
    let limit = clock.now + patience
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard clock.now < limit else { return nil }
      usleep(1_000)
    }
    isEnded = true
    Glibc.close(socket)
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }

  /// Asks the program to end, waits for it at most so long, then ends it and all that it started.
  public func end(within patience: Duration) {
    guard !isEnded else { return }
    isEnded = true
    shutdown(socket, Int32(SHUT_WR))
    let clock = ContinuousClock()
    let limit = clock.now + patience
    while read() != nil {
      let rest = (limit - clock.now).wholeMilliseconds
      guard rest > 0 else { break }
      var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, rest)
    }
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    Glibc.close(socket)
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, within what `poll` takes.
  public var wholeMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let whole = Double(seconds) * 1000 + Double(attoseconds) / 1e15
    return Int32(min(max(whole.rounded(.up), Double(Int32.min)), Double(Int32.max)))
  }
}
