/// Text from people and peers, made harmless.
public enum Text {
  /// Drops control and direction characters and cuts to `limit` bytes of UTF-8 at a character.
  ///
  /// - Parameter lines: whether line feeds stay, and tabs as spaces.
  public static func clean(_ text: String, limit: Int, lines: Bool = false) -> String {
    if text.utf8.count <= limit, isPlain(text, lines: lines) { return text }
    var kept = ""
    var size = 0
    for var character in text.prefix(limit) {
      if lines, character == "\r\n" { character = "\n" }
      if lines, character == "\t" { character = " " }
      guard isHarmless(character) || lines && character == "\n" else { continue }
      size += character.utf8.count
      guard size <= limit else { break }
      kept.append(character)
    }
    return kept
  }

  /// Whether each byte is one visible character or a space: most text is like that, and lists have much of it.
  ///
  /// - Parameter lines: whether there may be line feeds as well.
  public static func isPlain(_ text: String, lines: Bool = false) -> Bool {
    func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { 0x20...0x7e ~= $0 || lines && $0 == 0x0a }
    }
    // Bytes in one piece are looked at several times as fast.
    return text.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(text.utf8)
  }

  private static func isHarmless(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      // Looking the rest up costs many times as much.
      if 0x20...0x7e ~= scalar.value { return true }
      return switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        scalar == "\u{200d}"
      default: true
      }
    }
  }
}
