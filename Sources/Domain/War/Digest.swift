import Crypto

/// How many bytes every hash, tip and link has.
let digestByteCount = 32

/// SHA-256 over a tag, a zero byte and the parts one after another.
///
/// The tag keeps a hash made for one purpose from standing for another.
func digest(_ tag: String, _ parts: [UInt8]...) -> [UInt8] {
  var hash = SHA256()
  hash.update(data: Array(tag.utf8) + [0])
  for part in parts { hash.update(data: part) }
  return Array(hash.finalize())
}

extension UInt32 {
  /// Four bytes, the highest first.
  var bigEndianBytes: [UInt8] {
    [UInt8(self >> 24 & 255), UInt8(self >> 16 & 255), UInt8(self >> 8 & 255), UInt8(self & 255)]
  }
}
