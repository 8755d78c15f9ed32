import Discovery
import Glibc

/// Programs of the system that are asked for facts.
enum Tool {
  /// Directories that are searched beside those of PATH, where people other than root do not have them.
  private static let systemDirectories = ["/usr/local/sbin", "/usr/sbin", "/sbin"]
  /// More output is cut off, in bytes.
  private static let outputLimit = 4 << 20

  /// The directories of PATH and of the system's tools.
  static var path: String {
    let own = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return ([own] + systemDirectories).joined(separator: ":")
  }

  /// Whether there is such a program.
  static func exists(_ name: String) -> Bool {
    path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// What a program prints, in English; nil when it is not there or does not end in time.
  static func output(_ words: [String], within limit: Duration) -> String? {
    guard let name = words.first, exists(name),
      let child = try? Child("env", arguments: ["LC_ALL=C", "PATH=\(path)"] + words)
    else { return nil }
    defer { child.end(within: .zero) }
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    var octets: [UInt8] = []
    while octets.count < outputLimit {
      let rest = (deadline - clock.now) / .milliseconds(1)
      guard rest > 0 else { return nil }
      var entry = pollfd(fd: child.socket, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, Int32(rest.rounded(.up)))
      guard let more = child.read() else { break }
      octets += more
    }
    return String(decoding: octets, as: UTF8.self)
  }
}
