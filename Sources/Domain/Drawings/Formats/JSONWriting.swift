import FoundationEssentials
import Schema

/// JSON with long lists of numbers, which are written as text and not encoded one by one.
enum JSONWriting {
  /// A value as JSON, with the elements of some of its lists.
  ///
  /// - Parameter lists: names of fields that are empty lists in the value, and the text between their brackets.
  static func text(_ value: some Encodable, with lists: [(name: String, elements: String)])
    -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value),
      var rest = String(data: data, encoding: .utf8).map({ Substring($0) })
    else { return "" }
    var text = ""
    // A quotation mark within a text has a backslash before it, so this is found at the field alone.
    for list in lists {
      guard let place = rest.place(of: "\"\(list.name)\":[]") else { continue }
      text += rest[..<place.lowerBound]
      text += "\"\(list.name)\":["
      text += list.elements
      text += "]"
      rest = rest[place.upperBound...]
    }
    text += rest
    return text
  }

  /// A number of parts as a decimal number without zeros behind.
  ///
  /// - Parameter parts: a power of ten to the whole, at least 10.
  static func decimal(_ count: Int, of parts: Int) -> String {
    var text = ""
    write(count, of: parts, to: &text)
    return text
  }

  /// Writes a number of parts as a decimal number without zeros behind.
  ///
  /// - Parameter parts: a power of ten to the whole, at least 10.
  static func write(_ count: Int, of parts: Int, to text: inout String) {
    if count < 0 { text += "-" }
    let (whole, remainder) = count.magnitude.quotientAndRemainder(dividingBy: UInt(parts))
    text += String(whole)
    var rest = remainder
    guard rest > 0 else { return }
    text += "."
    var part = UInt(parts) / 10
    while rest > 0 {
      text += String(rest / part)
      (rest, part) = (rest % part, part / 10)
    }
  }
}
