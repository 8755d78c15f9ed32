import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Whole files, with sentences for what goes wrong.
package enum FileBytes {
  /// Nothing that is read whole comes near this size; a larger file is something else.
  package static let largest = 256 * 1024 * 1024

  /// Reads a file; `-` is standard input.
  ///
  /// - Parameter otherwise: what to do about one that is larger than anything that can be meant.
  package static func read(
    _ path: String, otherwise: String = "name a file that `parlor war export` wrote."
  ) throws -> [UInt8] {
    let bytes = try FileSource.bytes(of: path, most: largest)
    guard bytes.count <= largest else {
      throw CommandFailure(
        SessionEnd.refused, "\(path) is larger than \(largest >> 20) MiB: \(otherwise)")
    }
    return bytes
  }

  /// Reads a file piece by piece, so that it is never whole in memory; `-` is standard input.
  ///
  /// - Parameters:
  ///   - otherwise: what to do about one that is larger than anything that can be meant.
  ///   - take: takes the next bytes.
  package static func read(
    _ path: String, otherwise: String = "name a file that `parlor war export` wrote.",
    _ take: ([UInt8]) throws -> Void
  ) throws {
    let source = try FileSource(path)
    var count = 0
    while let bytes = try source.next() {
      count += bytes.count
      guard count <= largest else {
        throw CommandFailure(
          SessionEnd.refused, "\(path.plain) is larger than \(largest >> 20) MiB: \(otherwise)")
      }
      try take(bytes)
    }
  }

  /// Writes a file whole or not at all; everybody may read it.
  package static func write(_ bytes: [UInt8], to path: String, over: Bool) throws {
    let sink = try FileSink(path, over: over, mode: 0o644)
    try sink.write(bytes)
    try sink.finish()
  }

  /// Writes to standard output.
  package static func print(_ bytes: [UInt8]) throws {
    guard !put(bytes, 1) else { return }
    let reason = String(cString: strerror(errno))
    throw CommandFailure(
      SessionEnd.refused,
      "The output cannot be written (\(reason)): make room there, or send it somewhere else.")
  }

  /// Writes all bytes; false with `errno` set where that fails.
  package static func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 { sent += count } else if errno != EINTR { return false }
    }
    return true
  }
}
