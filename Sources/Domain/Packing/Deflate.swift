import CDeflate
import FoundationEssentials

/// Raw deflate (RFC 1951), as browsers have it, too, and files of gzip; zlib does the work.
public enum Deflate {
  /// Compresses bytes.
  public static func pack(_ bytes: [UInt8]) -> Data { Data(run(bytes, Z_FINISH)) }

  /// Compresses bytes with the head and the check sum of zlib (RFC 1950), as PDF has them.
  public static func packForPDF(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_FINISH, bits: 15) }

  /// Compresses bytes behind which others follow: it ends with a whole byte, and is not yet a file.
  public static func begin(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Z_SYNC_FLUSH) }

  /// The last bytes, stored as they are (RFC 1951, section 3.2.4): at most 65,535.
  public static func end(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    return [1] + [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } + bytes
  }

  private static func run(_ bytes: [UInt8], _ flush: Int32, bits: Int32 = -15) -> [UInt8] {
    var stream = z_stream()
    guard parlor_deflate_begin(&stream, bits) == Z_OK else { return [] }
    defer { deflateEnd(&stream) }
    // The mark of a whole byte takes some bytes more than zlib counts.
    let most = Int(deflateBound(&stream, UInt(bytes.count))) + 16
    var packed = [UInt8](repeating: 0, count: most)
    var source = bytes
    let written = source.withUnsafeMutableBufferPointer { source in
      packed.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        _ = deflate(&stream, flush)
        return target.count - Int(stream.avail_out)
      }
    }
    return Array(packed.prefix(written))
  }

  /// Unpacks bytes that anybody may have made.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that may come out; memory grows with what comes out and never above it.
  ///   - goesOn: is given each piece that comes out; false ends it.
  /// - Returns: nil if the bytes are not deflate, do not end, continue behind their end, or exceed the limit, and after `end`.
  public static func unpack(
    _ packed: Data, limit: Int, while goesOn: (ArraySlice<UInt8>) -> Bool = { _ in true }
  ) -> [UInt8]? {
    unpack(packed, bits: -15, limit: limit, while: goesOn)
  }

  /// Unpacks a file of gzip (RFC 1952) in the same way; of several behind each other the first alone is one.
  public static func unpackFile(_ packed: Data, limit: Int) -> [UInt8]? {
    unpack(packed, bits: 31, limit: limit) { _ in true }
  }

  /// Whether bytes begin as a file of gzip does.
  public static func isFile(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: [0x1f, 0x8b])
  }

  /// - Parameter bits: of zlib's window, negative for raw deflate and 16 more for gzip.
  private static func unpack(
    _ packed: Data, bits: Int32, limit: Int, while goesOn: (ArraySlice<UInt8>) -> Bool
  ) -> [UInt8]? {
    var stream = z_stream()
    guard parlor_inflate_begin(&stream, bits) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var source = [UInt8](packed)
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var bytes: [UInt8] = []
    let isWhole = source.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      while true {
        let (code, count) = chunk.withUnsafeMutableBufferPointer { target in
          stream.next_out = target.baseAddress
          stream.avail_out = UInt32(target.count)
          let code = inflate(&stream, Z_NO_FLUSH)
          return (code, target.count - Int(stream.avail_out))
        }
        guard bytes.count + count <= limit, goesOn(chunk[..<count]) else { return false }
        bytes += chunk[..<count]
        if code == Z_STREAM_END { return stream.avail_in == 0 }
        guard code == Z_OK, count > 0 || stream.avail_in > 0 else { return false }
      }
    }
    return isWhole ? bytes : nil
  }
}
