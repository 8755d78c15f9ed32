import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Whole files, with sentences for what goes wrong.
enum FileBytes {
  /// No match comes near this size; a larger file is something else.
  static let largest = 256 * 1024 * 1024

  /// Reads a file; `-` is standard input.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("read", path, errno) }
    defer { if descriptor > 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 { count = 0 } else { errno = 0 }
      }
      if piece.isEmpty && errno == EINTR { continue }
      if piece.isEmpty {
        guard errno == 0 else { throw failure("read", path, errno) }
        return bytes
      }
      bytes += piece
      guard bytes.count <= largest else {
        throw CommandFailure(
          SessionEnd.refused,
          "\(path) is larger than any match: name a file that `parlor war export` wrote.")
      }
    }
  }

  /// Writes a file whole or not at all.
  static func write(_ bytes: [UInt8], to path: String, over: Bool) throws {
    if !over && access(path, F_OK) == 0 {
      throw CommandFailure(
        SessionEnd.refused, "\(path) is there already: choose another name, or add --force.")
    }
    let partial = path + ".partial"
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("written", path, errno) }
    let done = put(bytes, descriptor) && fsync(descriptor) == 0
    let reason = errno
    close(descriptor)
    guard done, rename(partial, path) == 0 else {
      unlink(partial)
      throw failure("written", path, done ? errno : reason)
    }
  }

  /// Writes to standard output.
  static func print(_ bytes: [UInt8]) { _ = put(bytes, 1) }

  /// Writes all bytes; false with `errno` set where that fails.
  static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { sent += count } else if errno != EINTR { return false }
    }
    return true
  }

  private static func failure(_ verb: String, _ path: String, _ reason: Int32) -> CommandFailure {
    CommandFailure(
      SessionEnd.refused,
      "\(path) cannot be \(verb) (\(String(cString: strerror(reason)))): check the name and who owns it."
    )
  }
}
