/// Lowercase base32 without padding (RFC 4648 section 6): how ids are shown.
public enum Base32 {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Returns the value of a letter, 0 to 31; nil outside the alphabet.
  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(letter - UInt8(ascii: "2")) + 26
    default: nil
    }
  }

  /// Writes `bytes` as text, five bits a letter.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let alphabet = alphabet
    let count = (bytes.count * 8 + 4) / 5
    return String(unsafeUninitializedCapacity: count) { letters in
      var buffer: UInt32 = 0
      var bits: UInt32 = 0
      var written = 0
      for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= 5 {
          bits -= 5
          letters[written] = alphabet[Int(buffer >> bits & 31)]
          written += 1
        }
      }
      if bits > 0 { letters[written] = alphabet[Int(buffer << (5 - bits) & 31)] }
      return count
    }
  }

  /// Reads text back; nil for a letter outside the alphabet or left-over bits that are not zero.
  public static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for letter in text.utf8 {
      guard let value = value(of: letter) else { return nil }
      buffer = buffer << 5 | value
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
      buffer &= 0xff
    }
    guard bits < 5, buffer & ((1 << bits) - 1) == 0 else { return nil }
    return bytes
  }
}
