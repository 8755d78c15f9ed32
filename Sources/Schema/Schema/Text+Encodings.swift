extension Text {
  /// Reads a file as text, whatever program has written it: UTF-8, UTF-16 with a byte-order mark, or else Windows-1252.
  ///
  /// - Returns: the text, and whether its encoding is only likely: Windows-1252 has no mark that says so. Nil for bytes that are text
  ///   in none of them.
  public static func decoded(_ bytes: [UInt8]) -> (text: String, isLikely: Bool)? {
    if let text = unicode(bytes) { return (text, false) }
    return windows1252(bytes).map { ($0, true) }
  }

  /// The reason for which a file is refused that is text in none of these encodings.
  public static let unknownEncoding =
    "The file is text neither in UTF-8 nor in UTF-16 with a mark nor in Windows-1252: save it as UTF-8 in the program that wrote it."

  /// The words about a file whose encoding is only likely.
  public static let likelyEncoding =
    "The encoding: the file is not in UTF-8 and was read as Windows-1252. Look at the names; where they are wrong, save the file as UTF-8."

  /// A file as text: UTF-8 with or without a byte-order mark, or UTF-16 with one.
  ///
  /// - Returns: the text without the mark; nil for bytes in another encoding.
  public static func unicode(_ bytes: [UInt8]) -> String? {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xff?, 0xfe?): return utf16(bytes.dropFirst(2)) { UInt16($0) | UInt16($1) << 8 }
    case (0xfe?, 0xff?): return utf16(bytes.dropFirst(2)) { UInt16($0) << 8 | UInt16($1) }
    default:
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      return String(
        validating: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    }
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16
  ) -> String? {
    guard bytes.count % 2 == 0 else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
      unit(bytes[$0], bytes[$0 + 1])
    }
    return String(validating: units, as: UTF16.self)
  }

  /// A file of a program of Windows for the languages of western Europe.
  ///
  /// - Returns: the text; nil where a byte has no character in Windows-1252, or is a control character that texts do not have.
  public static func windows1252(_ bytes: [UInt8]) -> String? {
    var text = ""
    for byte in bytes {
      switch byte {
      case 0x09, 0x0a, 0x0d, 0x20...0x7e: text.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x80...0x9f:
        guard let scalar = Unicode.Scalar(upper[Int(byte - 0x80)]), scalar.value > 0 else {
          return nil
        }
        text.unicodeScalars.append(scalar)
      case 0xa0...0xff: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: return nil
      }
    }
    return text
  }

  /// The characters of the bytes from 0x80 to 0x9f, which Windows-1252 has and Latin-1 has not; 0 for none.
  private static let upper: [UInt16] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039,
    0x0152, 0, 0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc,
    0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
  ]
}
