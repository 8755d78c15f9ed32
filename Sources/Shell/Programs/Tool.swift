import Glibc

/// Programs of the system that are asked for something and end by themselves.
public enum Tool {
  /// Directories that are searched beside those of PATH, where people other than root do not have them.
  private static let systemDirectories = ["/usr/local/sbin", "/usr/sbin", "/sbin"]
  /// More output is cut off, in bytes.
  private static let outputLimit = 4 << 20

  /// The result of a program that has ended.
  public struct Result: Equatable, Sendable {
    /// The exit code; nil when it died of a signal.
    public let code: Int32?
    /// The text that it wrote to both streams.
    public let output: String
  }

  /// The directories of PATH and of the system's tools.
  private static var path: String {
    let own = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ([own] + systemDirectories).joined(separator: ":")
  }

  /// Whether there is such a program.
  public static func exists(_ name: String) -> Bool {
    path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Returns the output of a program, in English, however it ends; nil when it is not there or not done in time.
  public static func output(_ words: [String], within limit: Duration) -> String? {
    guard let child = start(words, tellingErrors: false) else { return nil }
    return read(child, until: ContinuousClock.now + limit)
  }

  /// Runs a program and returns its exit code and output; nil when it is not there or not done in time.
  public static func run(_ words: [String], within limit: Duration) -> Result? {
    let deadline = ContinuousClock.now + limit
    guard let child = start(words, tellingErrors: true), let output = read(child, until: deadline)
    else { return nil }
    return Result(code: child.exitCode(within: deadline - ContinuousClock.now), output: output)
  }

  private static func start(_ words: [String], tellingErrors: Bool) -> Child? {
    guard let name = words.first, exists(name) else { return nil }
    return try? Child(
      "env", arguments: ["LC_ALL=C", "PATH=\(path)"] + words, tellingErrors: tellingErrors)
  }

  private static func read(_ child: Child, until deadline: ContinuousClock.Instant) -> String? {
    var octets: [UInt8] = []
    while octets.count < outputLimit {
      let rest = (deadline - ContinuousClock.now).wholeMilliseconds
      guard rest > 0 else { return nil }
      var entry = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, rest)
      guard let more = child.read() else { break }
      octets += more
    }
    return String(decoding: octets, as: UTF8.self)
  }
}
