import Schema

/// Lines of calendars whose value is encoded as in mail (vCalendar 1.0, section 2.1.3; RFC 2045, section 6.7), as lines of RFC 5545.
enum QuotedPrintable {
  /// With its name or without, as vCalendar 1.0 has it.
  private static let names: Set = ["ENCODING=QUOTED-PRINTABLE", "QUOTED-PRINTABLE"]
  /// Heads of lines are short.
  private static let longestHead = 512

  /// Whether the head of a line says that its value is encoded so.
  static func isLine(_ line: [UInt8]) -> Bool {
    guard let head = head(line), head.count > "QUOTED-PRINTABLE".utf8.count else { return false }
    return String(decoding: head, as: UTF8.self).uppercased().split(separator: ";").dropFirst()
      .contains { names.contains(String($0)) }
  }

  /// A line with its value as text; nil where it is not text in its character set.
  static func line(_ line: [UInt8]) -> String? {
    guard let head = head(line) else { return nil }
    let parts = String(decoding: head, as: UTF8.self).split(
      separator: ";", omittingEmptySubsequences: false)
    var (kept, charset): ([Substring], String) = ([], "UTF-8")
    for part in parts {
      let upper = part.uppercased()
      if names.contains(upper), !kept.isEmpty { continue }
      if upper.hasPrefix("CHARSET=") {
        charset = String(upper.dropFirst(8))
      } else {
        kept.append(part)
      }
    }
    let bytes = decoded(line[(head.count + 1)...])
    guard let text = text(bytes, charset) else { return nil }
    let value = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return kept.joined(separator: ";") + ":" + value.replacing("\n", with: "\\n")
  }

  private static func head(_ line: [UInt8]) -> ArraySlice<UInt8>? {
    var isQuoted = false
    for (place, byte) in line.prefix(longestHead).enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted { return line[..<place] }
    }
    return nil
  }

  /// The bytes that are meant; an equals sign without two digits of 16 stays as it is.
  private static func decoded(_ value: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, place): ([UInt8], Int) = ([], value.startIndex)
    func digit(_ at: Int) -> UInt8? {
      value.indices.contains(at)
        ? Character(UnicodeScalar(value[at])).hexDigitValue.map { UInt8($0) } : nil
    }
    while place < value.endIndex {
      if value[place] == UInt8(ascii: "="), let high = digit(place + 1), let low = digit(place + 2)
      {
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(value[place])
        place += 1
      }
    }
    return bytes
  }

  private static func text(_ bytes: [UInt8], _ charset: String) -> String? {
    switch charset {
    case "UTF-8", "US-ASCII": String(validating: bytes, as: UTF8.self)
    // Each byte is the character of its number.
    case "ISO-8859-1": String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    default: nil
    }
  }
}
