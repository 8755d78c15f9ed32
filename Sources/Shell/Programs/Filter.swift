import FoundationEssentials
import Glibc

/// Programs that make bytes out of bytes and end by themselves.
///
/// Both lie in files without a name meanwhile, so that neither side waits for the other.
public struct Filter {
  /// The result of a program that has ended.
  public struct Result: Sendable {
    /// The exit code; nil when it died of a signal.
    public let code: Int32?
    /// The bytes that it wrote.
    public let output: [UInt8]
    /// The beginning of its standard error, up to 4 KiB.
    public let complaints: String
  }

  /// The reason why there is no result.
  public enum Failure: Error, Equatable, Sendable {
    /// The program is not there, or does not start: an `errno`.
    case notStarted(Int32)
    /// It was not done in time, and was ended.
    case late
    /// It wrote more than was allowed, and was ended.
    case tooLong
    /// There is no room for its input or output: an `errno`.
    case disk(Int32)
  }

  private let path: String
  private let arguments: [String]
  private let patience: Duration
  private let limit: Int
  private let group: Spawn.Group
  private let name: String

  /// Describes a program; without a slash in its path it is looked for in PATH.
  ///
  /// - Parameters:
  ///   - patience: how long it may take.
  ///   - limit: how much it may write, in bytes.
  ///   - group: whose signals it gets; in a group of its own, its children end with it where it is late.
  ///   - name: its argument 0; its path when nil.
  public init(
    _ path: String, _ arguments: [String], within patience: Duration, limit: Int,
    group: Spawn.Group = .ours, name: String? = nil
  ) {
    (self.path, self.arguments, self.patience, self.limit) = (path, arguments, patience, limit)
    (self.group, self.name) = (group, name ?? path)
  }

  /// Runs it with some input.
  public func run(_ input: [UInt8]) throws(Failure) -> Result {
    let (source, sink, errors) = (try Self.file(), try Self.file(), try Self.file())
    defer { for descriptor in [source, sink, errors] { close(descriptor) } }
    try Self.write(input, to: source)
    var spawn = Spawn(path, words: [name] + arguments)
    spawn.input = .descriptor(source)
    spawn.output = .descriptor(sink)
    spawn.errors = .descriptor(errors)
    spawn.group = group
    let process: pid_t
    do {
      process = try spawn.start()
    } catch {
      throw .notStarted(error.code)
    }
    let status = try wait(for: process, writing: sink)
    return Result(
      code: status & 0x7f == 0 ? status >> 8 & 0xff : nil, output: Self.read(sink, limit),
      complaints: String(decoding: Self.read(errors, 4 << 10), as: UTF8.self))
  }

  private func wait(for process: pid_t, writing sink: Int32) throws(Failure) -> Int32 {
    let deadline = ContinuousClock.now + patience
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      let isTooLong = Self.length(sink) > limit
      if ended == process, !isTooLong { return status }
      guard !isTooLong, ContinuousClock.now < deadline else {
        if ended != process {
          if case .ours = group { kill(process, SIGKILL) } else { kill(-process, SIGKILL) }
          while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        }
        throw isTooLong ? .tooLong : .late
      }
      usleep(1_000)
    }
  }

  /// A file that is gone once it is closed.
  private static func file() throws(Failure) -> Int32 {
    let name =
      FileManager.default.temporaryDirectory.path + "/parlor." + String(repeating: "X", count: 6)
    var pattern = Array(name.utf8CString)
    let descriptor = mkstemp(&pattern)
    guard descriptor >= 0 else { throw .disk(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(pattern)
    return descriptor
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress?.advanced(by: place), bytes.count - place, off_t(place))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .disk(errno) }
      place += count
    }
  }

  private static func length(_ descriptor: Int32) -> Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func read(_ descriptor: Int32, _ limit: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(length(descriptor), limit))
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: place), $0.count - place, off_t(place))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      place += count
    }
    return Array(bytes.prefix(place))
  }
}
