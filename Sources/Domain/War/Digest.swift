import Crypto

/// The number of bytes of every hash, tip and link.
let digestByteCount = 32

/// SHA-256 over a tag, a zero byte and the parts one after another.
///
/// The tag keeps a hash made for one purpose from standing for another.
func digest(_ tag: String, _ parts: [UInt8]...) -> [UInt8] {
  var hash = SHA256()
  var tag = tag + "\0"
  tag.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
  for part in parts { part.withUnsafeBytes { hash.update(bufferPointer: $0) } }
  return hash.finalize().withUnsafeBytes { Array($0) }
}

extension UInt32 {
  /// Four bytes, the highest first.
  var bigEndianBytes: [UInt8] {
    [UInt8(self >> 24 & 255), UInt8(self >> 16 & 255), UInt8(self >> 8 & 255), UInt8(self & 255)]
  }
}
