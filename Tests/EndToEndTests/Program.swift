import Foundation
import Glibc
import Synchronization

/// A process that a test started. What it says goes to files, so that it never waits for a reader.
///
/// It does not outlive this value.
final class Program: Sendable {
  /// The end of a process.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// The destinations of its standard streams.
  enum Streams {
    /// Input from `say`, output to files in a directory.
    case files(String)
    /// All three on a terminal, which becomes the one that controls it.
    case terminal(String)
  }

  let id: pid_t
  let outputPath: String
  let errorPath: String
  private let words: [String]
  private let input: Mutex<Int32>
  private let ending = Mutex<Ending?>(nil)
  private static let count = Atomic<Int>(0)
  /// The variables that tell the programs where `scripts/sanitize` looks for reports.
  private static let sanitizing = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
  }

  init(_ words: [String], streams: Streams, environment: [String: String]) throws {
    self.words = words
    let number = Self.count.add(1, ordering: .relaxed).newValue
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var pair: [Int32] = [-1, -1]
    switch streams {
    case .files(let directory):
      outputPath = "\(directory)/\(number).out"
      errorPath = "\(directory)/\(number).err"
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
      posix_spawn_file_actions_adddup2(&actions, pair[1], 0)
      let flags = O_WRONLY | O_CREAT | O_APPEND
      posix_spawn_file_actions_addopen(&actions, 1, outputPath, flags, 0o600)
      posix_spawn_file_actions_addopen(&actions, 2, errorPath, flags, 0o600)
    case .terminal(let device):
      outputPath = "/dev/null"
      errorPath = "/dev/null"
      posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    defer { if pair[1] >= 0 { close(pair[1]) } }
    input = Mutex(pair[0])

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The last one is POSIX_SPAWN_SETSID, which glibc names for GNU sources only.
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | 0x80
    posix_spawnattr_setflags(&attributes, flags)

    var arguments = words.map { strdup($0) } + [nil]
    let all = environment.merging(Self.sanitizing) { own, _ in own }
    var variables = all.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else {
      throw Late(description: "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
    }
    id = process
  }

  deinit {
    closeInput()
    guard poll() == nil else { return }
    kill(id, SIGKILL)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
  }

  /// All that it printed so far.
  var output: String { Self.text(outputPath) }

  /// All that it complained about so far.
  var complaints: String { Self.text(errorPath) }

  /// The text to print about it when a test fails.
  var story: String {
    "`\(words.joined(separator: " "))` said: \(output.suffix(2_000)) \(complaints.suffix(2_000))"
  }

  /// Gives it a line; nothing happens when it listens no more.
  func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    input.withLock { descriptor in
      _ = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(Int(MSG_NOSIGNAL)))
      }
    }
  }

  /// No more lines will follow.
  func closeInput() {
    input.withLock { descriptor in
      if descriptor >= 0 { Glibc.close(descriptor) }
      descriptor = -1
    }
  }

  /// Sends a signal, unless it has ended.
  func signal(_ number: Int32) {
    if poll() == nil { kill(id, number) }
  }

  /// Kills it as `kill -9` does and waits until it is gone.
  func destroy() async throws {
    signal(SIGKILL)
    _ = try await end()
  }

  /// Returns its end, if it has ended.
  func poll() -> Ending? {
    ending.withLock { ending in
      if ending != nil { return ending }
      var status: Int32 = 0
      guard waitpid(id, &status, WNOHANG) == id else { return nil }
      ending = status & 0x7f == 0 ? .exit(status >> 8 & 0xff) : .signal(status & 0x7f)
      return ending
    }
  }

  /// Waits for its end.
  ///
  /// - Parameter limit: The longest time in which it says nothing: a long match takes a busy machine its time.
  @discardableResult
  func end(within limit: Duration = patience) async throws -> Ending {
    var said = saidBytes
    var deadline = ContinuousClock.now + limit
    while true {
      if let ending = poll() { return ending }
      let now = saidBytes
      if now != said { (said, deadline) = (now, ContinuousClock.now + limit) }
      guard ContinuousClock.now < deadline else {
        throw Late(description: "silent for \(limit), and not at its end. \(story)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// The bytes that it printed and complained so far.
  private var saidBytes: Int64 {
    [outputPath, errorPath].reduce(0) { sum, path in
      var information = stat()
      return stat(path, &information) == 0 ? sum + Int64(information.st_size) : sum
    }
  }

  private static func text(_ path: String) -> String {
    guard let data = FileManager.default.contents(atPath: path) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
