import Schema

/// The width of text on a terminal, in columns.
public enum Columns {
  /// The width of text without control characters or escape sequences.
  public static func width(_ text: String) -> Int {
    Text.isPlain(text) ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  /// The longest beginning that fits, ending in an ellipsis when something is left out.
  public static func clip(_ text: String, to columns: Int) -> String {
    guard width(text) > columns else { return text }
    if Text.isPlain(text) { return clip(plain: text, to: columns) }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let more = width(character)
      guard used + more <= columns - 1 else { break }
      result.append(character)
      used += more
    }
    return result + "…"
  }

  /// The text clipped, or filled with spaces, to an exact number of columns.
  public static func fit(_ text: String, to columns: Int) -> String {
    var result = ""
    fit(text, to: columns, into: &result)
    return result
  }

  /// The same at the end of other text.
  static func fit(_ text: String, to columns: Int, into result: inout String) {
    let isPlain = Text.isPlain(text)
    let own = isPlain ? text.utf8.count : width(text)
    if own <= columns {
      result += text
      result += spaces(columns - own)
    } else if isPlain {
      result += clip(plain: text, to: columns)
    } else {
      let clipped = clip(text, to: columns)
      result += clipped
      // There may be a column left that a wide character did not fit into.
      result += spaces(columns - width(clipped))
    }
  }

  private static func clip(plain text: String, to columns: Int) -> String {
    columns > 0 ? String(Substring(text.utf8.prefix(columns - 1))) + "…" : ""
  }

  private static let manySpaces = String(repeating: " ", count: 64)

  /// Allocated only where they are many: lists fill each cell.
  private static func spaces(_ count: Int) -> Substring {
    if count <= 0 { return "" }
    guard count <= manySpaces.utf8.count else { return Substring(repeating: " ", count: count) }
    return Substring(manySpaces.utf8.prefix(count))
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let emoji =
      first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{fe0f}")
    return emoji || wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// Blocks whose characters take two columns (Unicode standard annex 11, W and F), roughly.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3,
    0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x17000...0x18cff,
    0x1b000...0x1b2ff, 0x20000...0x3fffd,
  ]
}
