import CDeflate
import FoundationEssentials

/// Raw deflate (RFC 1951), as browsers have it, too; zlib does the work.
public enum Deflate {
  /// Compresses bytes.
  public static func pack(_ bytes: [UInt8]) -> Data {
    var stream = z_stream()
    guard parlor_deflate_begin(&stream) == Z_OK else { return Data() }
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    var source = bytes
    let written = source.withUnsafeMutableBufferPointer { source in
      packed.withUnsafeMutableBufferPointer { target in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        _ = deflate(&stream, Z_FINISH)
        return target.count - Int(stream.avail_out)
      }
    }
    return Data(packed.prefix(written))
  }

  /// Unpacks bytes that anybody may have made.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that may come out; memory grows with what comes out and never above it.
  ///   - goesOn: is given each piece that comes out; false ends it.
  /// - Returns: nil for what is no deflate, does not end, has more behind its end, is longer than the limit, or was ended.
  public static func unpack(
    _ packed: Data, limit: Int, while goesOn: (ArraySlice<UInt8>) -> Bool = { _ in true }
  ) -> [UInt8]? {
    var stream = z_stream()
    guard parlor_inflate_begin(&stream) == Z_OK else { return nil }
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
