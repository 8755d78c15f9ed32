import DeckSchema
import Feature
import Schema

/// The words of programs for numbers, finishes, conditions and languages.
enum CollectionValues {
  /// The text in a formula that keeps a spreadsheet from taking it for a number, as `="001"`; another text as it is.
  static func unwrapped(_ text: String) -> String {
    guard text.utf8.count > 3, text.hasPrefix("=\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst(2).dropLast())
  }

  /// A number of cards: `4`, `4x`, `1.0`, `1,0`; nil for anything else, also for `1.000`, which is a thousand in some countries.
  static func count(_ text: String) -> UInt32? {
    var text = Substring(unwrapped(text)).trimmed.narrow
    if let sign = text.last, "xX×".contains(sign) { text = text.dropLast().trimmed }
    if let point = text.firstIndex(where: { $0 == "." || $0 == "," }) {
      let zeros = text[point...].dropFirst()
      guard zeros.count != 3, zeros.allSatisfy({ $0 == "0" }) else { return nil }
      text = text[..<point]
    }
    guard !text.isEmpty, text.allSatisfy(\.isDigit) else { return nil }
    return UInt32(text)
  }

  static func finish(_ text: String) -> CardFinish? {
    switch CardName.fold(text) {
    case "normal", "nonfoil", "non foil", "regular": .unspecified
    case let word where CollectionColumns.isNothing(word): .unspecified
    case "foil", "holo", "premium": .foil
    case let word where CollectionColumns.isYes(word): .foil
    case "etched", "foil etched", "etched foil", "etchedfoil": .etched
    // Surge Foil, Rainbow Foil and others.
    case let name where isKindOfFoil(name): .foil
    default: nil
    }
  }

  /// Whether a finish is one of the many kinds of foil, which are all the same here.
  static func isKindOfFoil(_ text: String) -> Bool {
    let folded = CardName.fold(text)
    let known = ["non foil", "etched foil"]
    return !known.contains(folded) && (folded.hasSuffix(" foil") || folded == "holofoil")
  }

  /// Whether a condition says that a card is a foil as well, as TCGplayer does: "Near Mint Foil".
  static func saysFoil(condition text: String) -> Bool { CardName.fold(text).hasSuffix(" foil") }

  /// A condition, and the word for it where that says more or otherwise; the condition is unspecified for a word that is not known.
  static func condition(_ text: String) -> (condition: CardCondition, grade: String) {
    let folded = CardName.fold(text)
    let name = saysFoil(condition: text) ? String(folded.dropLast(5)) : folded
    guard !name.isEmpty else { return (.unspecified, "") }
    if let condition = plain[name] { return (condition, "") }
    return (merged[name] ?? .unspecified, text)
  }

  /// Words that say no more than the condition.
  private static let plain: [String: CardCondition] = [
    "mint": .mint, "m": .mint, "near mint": .nearMint, "nearmint": .nearMint, "nm": .nearMint,
    "lightly played": .lightlyPlayed, "lightlyplayed": .lightlyPlayed,
    "light played": .lightlyPlayed, "lightplayed": .lightlyPlayed, "lp": .lightlyPlayed,
    "good lightly played": .lightlyPlayed, "slightly played": .lightlyPlayed,
    "slightlyplayed": .lightlyPlayed,
    "moderately played": .moderatelyPlayed, "moderatelyplayed": .moderatelyPlayed,
    "mp": .moderatelyPlayed, "played": .moderatelyPlayed,
    "heavily played": .heavilyPlayed, "heavilyplayed": .heavilyPlayed, "hp": .heavilyPlayed,
    "damaged": .damaged, "d": .damaged, "dmg": .damaged, "poor": .damaged,
  ]

  /// Words of scales with other steps, for example Cardmarket's seven: the step that is nearest, beside the word itself.
  private static let merged: [String: CardCondition] = [
    "mt": .mint, "gem mint": .mint, "mint near mint": .nearMint, "nm m": .nearMint,
    "excellent": .lightlyPlayed, "ex": .lightlyPlayed, "sp": .lightlyPlayed,
    "good": .lightlyPlayed, "gd": .lightlyPlayed, "pl": .moderatelyPlayed, "po": .damaged,
  ]

  private static let languages = [
    ("en", "English"), ("de", "German"), ("fr", "French"), ("it", "Italian"), ("es", "Spanish"),
    ("pt", "Portuguese"), ("ja", "Japanese"), ("ko", "Korean"), ("ru", "Russian"),
    ("zhs", "Chinese Simplified"), ("zht", "Chinese Traditional"),
    // As others call the same; what is written is the name above.
    ("zhs", "Simplified Chinese"), ("zhs", "Chinese S"), ("zhs", "Chinese"), ("zhs", "CN"),
    ("zht", "Traditional Chinese"),
    ("zht", "Chinese T"), ("zht", "TW"), ("ja", "JP"), ("ko", "KR"), ("es", "SP"), ("zhs", "CS"),
    ("zht", "CT"),
    // Cardmarket's numbers.
    ("en", "1"), ("fr", "2"), ("de", "3"), ("es", "4"), ("it", "5"), ("zhs", "6"), ("ja", "7"),
    ("pt", "8"), ("ru", "9"), ("ko", "10"), ("zht", "11"),
  ]

  /// Languages by their own names, and codes with a country.
  private static let others = [
    ("de", "Deutsch"), ("fr", "Français"), ("it", "Italiano"), ("es", "Español"),
    ("es", "Castellano"), ("pt", "Português"), ("ja", "日本語"), ("ko", "한국어"), ("ru", "Русский"),
    ("zhs", "简体中文"), ("zht", "繁體中文"), ("en", "en-US"), ("en", "en-GB"), ("de", "de-DE"),
    ("fr", "fr-FR"), ("it", "it-IT"), ("es", "es-ES"), ("pt", "pt-BR"), ("pt", "pt-PT"),
    ("pt", "Portuguese (Brazil)"), ("ja", "ja-JP"), ("ko", "ko-KR"), ("ru", "ru-RU"),
    ("zhs", "zh-CN"), ("zhs", "zh-Hans"), ("zht", "zh-TW"), ("zht", "zh-Hant"),
  ]

  /// The name of a language in English; the code itself for one that has none here.
  static func name(ofLanguage code: String) -> String {
    languages.first { $0.0 == code }?.1 ?? code
  }

  /// The code of a language; nil for one that is not known.
  static func language(_ text: String) -> String? {
    text.isEmpty ? "" : codes[CardName.fold(text)]
  }

  /// The code of a language that somebody has typed; empty for none.
  ///
  /// - Throws: `Refused` for one that is not known, and for a number, which only files have.
  static func language(typed: String) throws -> String {
    guard let code = language(typed), !typed.contains(where: \.isNumber) else {
      throw Refused(
        .invalid,
        "There is no language \(Text.preview(typed, characters: 20)) of cards: type a code such as en, de or ja; zhs and zht are Chinese."
      )
    }
    return code
  }

  private static let codes = Dictionary(
    (languages + others).flatMap {
      [(CardName.fold($0.0), $0.0), (CardName.fold($0.1), $0.0)]
    },
    uniquingKeysWith: { first, _ in first })
}
