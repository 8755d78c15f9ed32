/// Text from people and peers, made harmless.
public enum Text {
  /// Drops control and direction characters and cuts to `limit` bytes of UTF-8 at a character.
  ///
  /// - Parameter lines: whether line feeds stay, and tabs as spaces.
  public static func clean(_ text: String, limit: Int, lines: Bool = false) -> String {
    // Most text is plain, and lists have much of it.
    let isPlain = text.utf8.allSatisfy { 0x20...0x7e ~= $0 || lines && $0 == 0x0a }
    if isPlain, text.utf8.count <= limit { return text }
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

  private static func isHarmless(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        scalar == "\u{200d}"
      default: true
      }
    }
  }
}
