import Glibc

/// Small text files that only their owner may read, each replaced as a whole.
public enum PrivateFile {
  /// A problem of the system, in its own words.
  public struct Problem: Error {
    /// A reason, as it follows "because".
    public let reason: String

    init() { reason = String(cString: strerror(errno)) }

    init(_ reason: String) { self.reason = reason }
  }

  /// Longest file read, in bytes.
  public static let sizeLimit = 64 << 10

  /// The whole text of a file; nil when there is none. Takes other users' rights away.
  public static func read(_ path: String) throws(Problem) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw Problem()
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Problem() }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Problem("it is not a file") }
    if status.st_mode & 0o077 != 0 {
      guard fchmod(descriptor, 0o600) == 0 else { throw Problem() }
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Problem() }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
      guard bytes.count <= sizeLimit else { throw Problem("it is too long") }
    }
  }

  /// Replaces a file; when this returns, the new text survives a power cut, and never half of it.
  public static func write(_ text: String, to path: String) throws(Problem) {
    let fresh = path + ".new"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Problem() }
    do {
      defer { close(descriptor) }
      guard fchmod(descriptor, 0o600) == 0 else { throw Problem() }
      try writeAll(Array(text.utf8), to: descriptor)
      guard fsync(descriptor) == 0 else { throw Problem() }
    }
    guard rename(fresh, path) == 0 else { throw Problem() }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { throw Problem() }
    defer { close(parent) }
    guard fsync(parent) == 0 else { throw Problem() }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Problem() }
      rest = rest.dropFirst(count)
    }
  }
}
