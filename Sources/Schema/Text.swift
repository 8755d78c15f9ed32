/// Text from people and peers, made harmless.
public enum Text {
  /// Drops control and direction characters and cuts to `limit` bytes of UTF-8 at a character.
  ///
  /// - Parameter lines: whether line feeds stay, and tabs as spaces.
  public static func clean(_ text: String, limit: Int, lines: Bool = false) -> String {
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
