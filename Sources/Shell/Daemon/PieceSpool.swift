import Feature
import FoundationEssentials
import Identifiers

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The pieces of a room's file in a file without a name, until all of them were looked at.
struct PieceSpool: ~Copyable {
  private let descriptor: Int32
  private var end = 0
  private var place = 0

  /// Makes an empty one in a directory; it is gone when this value is.
  init(in directory: String) throws {
    var pattern = Array((directory + "/import." + String(repeating: "X", count: 6)).utf8CString)
    descriptor = mkstemp(&pattern)
    guard descriptor >= 0 else { throw Self.failure() }
    unlink(pattern)
  }

  deinit { close(descriptor) }

  /// Adds a piece.
  mutating func append(_ piece: Data) throws {
    var bytes = UInt64(piece.count).bigEndianBytes + piece
    while !bytes.isEmpty {
      let count = pwrite(descriptor, bytes, bytes.count, off_t(end))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure() }
      end += count
      bytes.removeFirst(count)
    }
  }

  /// The next piece, from the first; nil after the last.
  mutating func next() throws -> Data? {
    guard place < end else { return nil }
    let length = try read(8).reduce(0) { $0 << 8 | Int($1) }
    return Data(try read(length))
  }

  private mutating func read(_ length: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    var done = 0
    while done < length {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: done), length - done, off_t(place + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure() }
      done += count
    }
    place += length
    return bytes
  }

  private static func failure() -> Refused {
    Refused(
      .storage,
      "The file cannot be kept while it is checked (\(String(cString: strerror(errno)))): make room in the home and try again."
    )
  }
}
