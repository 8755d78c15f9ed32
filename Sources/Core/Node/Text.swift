/// Text from people and peers, made harmless.
public enum Text {
  /// Drops control and direction characters and cuts to `limit` bytes of UTF-8 at a character.
  public static func clean(_ text: String, limit: Int) -> String {
    var kept = ""
    var size = 0
    for character in text.prefix(limit) where isHarmless(character) {
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
