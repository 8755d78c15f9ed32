import Feature
import Schema

/// The forms of collection files: which columns they have, and what they call things (row D-47).
///
/// From what the programs themselves write; a file of another program is read where its columns have one of these names.
public enum CollectionDialect: String, CaseIterable, Sendable {
  case moxfield, archidekt, deckbox, manabox, dragonshield, tcgplayer, delver, cardsphere

  /// What a column holds.
  enum Field: Hashable, CaseIterable {
    case count, name, simpleName, set, setName, number, language, finish, condition
  }

  /// The columns in the order in which they are written; nil for one that has nothing to say here.
  var columns: [(title: String, field: Field?)] {
    switch self {
    case .moxfield:
      [
        ("Count", .count), ("Tradelist Count", nil), ("Name", .name), ("Edition", .set),
        ("Condition", .condition), ("Language", .language), ("Foil", .finish), ("Tags", nil),
        ("Last Modified", nil), ("Collector Number", .number), ("Alter", nil), ("Proxy", nil),
        ("Purchase Price", nil),
      ]
    case .archidekt:
      [
        ("Quantity", .count), ("Name", .name), ("Finish", .finish), ("Condition", .condition),
        ("Language", .language), ("Edition Name", .setName), ("Edition Code", .set),
        ("Collector Number", .number),
      ]
    case .deckbox:
      [
        ("Count", .count), ("Tradelist Count", nil), ("Name", .name), ("Edition", .setName),
        ("Edition Code", .set), ("Card Number", .number), ("Condition", .condition),
        ("Language", .language), ("Foil", .finish),
      ]
    case .manabox:
      [
        ("Name", .name), ("Set code", .set), ("Set name", .setName), ("Collector number", .number),
        ("Foil", .finish), ("Quantity", .count), ("Condition", .condition), ("Language", .language),
      ]
    case .dragonshield:
      [
        ("Folder Name", nil), ("Quantity", .count), ("Trade Quantity", nil), ("Card Name", .name),
        ("Set Code", .set), ("Set Name", .setName), ("Card Number", .number),
        ("Condition", .condition), ("Printing", .finish), ("Language", .language),
      ]
    case .tcgplayer:
      [
        ("Quantity", .count), ("Name", .name), ("Simple Name", .simpleName), ("Set", .setName),
        ("Card Number", .number), ("Set Code", .set), ("Printing", .finish),
        ("Condition", .condition), ("Language", .language),
      ]
    case .delver:
      [
        ("QuantityX", .count), ("Name", .name), ("Edition", .setName), ("Edition code", .set),
        ("Collector's number", .number), ("Foil", .finish), ("Condition", .condition),
        ("Language", .language),
      ]
    case .cardsphere:
      [
        ("Count", .count), ("Tradelist Count", nil), ("Name", .name), ("Edition", .set),
        ("Condition", .condition), ("Language", .language), ("Foil", .finish), ("Number", .number),
      ]
    }
  }

  /// Titles of columns that mean a field, folded, in any dialect.
  static let titles: [String: Field] = [
    "count": .count, "quantity": .count, "qty": .count, "quantityx": .count, "amount": .count,
    "total qty": .count,
    "name": .name, "card name": .name, "card": .name, "simple name": .simpleName,
    "edition code": .set, "set code": .set,
    "edition": .setName, "set": .setName, "edition name": .setName, "set name": .setName,
    "collector number": .number, "card number": .number, "collectors number": .number,
    "number": .number, "language": .language, "lang": .language, "foil": .finish,
    "finish": .finish, "printing": .finish, "condition": .condition,
  ]

  /// The dialect whose titles a file's first line has; nil for another one.
  static func of(_ titles: [String]) -> CollectionDialect? {
    let folded = Set(titles.map { CardName.fold($0) })
    func share(_ dialect: CollectionDialect) -> Int {
      dialect.columns.count { folded.contains(CardName.fold($0.title)) } * 100
        / dialect.columns.count
    }
    let best = allCases.max { (share($0), $1.rawValue) < (share($1), $0.rawValue) }
    return best.flatMap { share($0) >= 70 ? $0 : nil }
  }

  /// The dialect of a name that somebody typed; that of Moxfield for none.
  ///
  /// - Throws: `Refused` for one that is not known.
  static func named(_ name: String) throws -> CollectionDialect {
    guard !name.isEmpty else { return .moxfield }
    guard let dialect = CollectionDialect(rawValue: name.lowercased()) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw Refused(.invalid, "There is no collection format \(name): choose one of \(names).")
    }
    return dialect
  }

  // MARK: Values

  /// What a dialect calls a finish.
  func text(_ finish: CardFinish) -> String {
    let isCapital = [.archidekt, .dragonshield, .tcgplayer].contains(self)
    switch finish {
    case .foil: return isCapital ? "Foil" : "foil"
    case .etched: return isCapital ? "Etched" : "etched"
    default:
      return isCapital ? "Normal" : self == .manabox ? "normal" : ""
    }
  }

  static func finish(_ text: String) -> CardFinish? {
    switch CardName.fold(text) {
    case "", "0", "n", "normal", "no", "false", "nonfoil", "non foil", "regular": .unspecified
    case "foil", "1", "y", "yes", "true", "holo", "premium": .foil
    case "etched", "foil etched", "etched foil", "etchedfoil": .etched
    // Surge Foil, Rainbow Foil and others: one is as much a foil as the next.
    case let name where name.hasSuffix(" foil") || name == "holofoil": .foil
    default: nil
    }
  }

  /// What a dialect calls a condition.
  func text(_ condition: CardCondition) -> String {
    let names: [CardCondition: (long: String, short: String)] = [
      .mint: ("Mint", "M"), .nearMint: ("Near Mint", "NM"),
      .lightlyPlayed: ("Lightly Played", "LP"), .moderatelyPlayed: ("Moderately Played", "MP"),
      .heavilyPlayed: ("Heavily Played", "HP"), .damaged: ("Damaged", "D"),
    ]
    guard let name = names[condition] else { return "" }
    switch (self, condition) {
    case (.archidekt, _): return name.short
    case (.manabox, _): return name.long.lowercased().replacing(" ", with: "_")
    case (.dragonshield, .lightlyPlayed): return "LightPlayed"
    case (.dragonshield, .moderatelyPlayed): return "Played"
    case (.dragonshield, .damaged): return "Poor"
    case (.dragonshield, _): return name.long.replacing(" ", with: "")
    case (.moxfield, .lightlyPlayed), (.deckbox, .lightlyPlayed): return "Good (Lightly Played)"
    case (.moxfield, .moderatelyPlayed), (.deckbox, .moderatelyPlayed): return "Played"
    default: return name.long
    }
  }

  static func condition(_ text: String) -> CardCondition? {
    let folded = CardName.fold(text)
    // TCGplayer says that a card is a foil here as well.
    let name = folded.hasSuffix(" foil") ? String(folded.dropLast(5)) : folded
    return switch name {
    case "": .unspecified
    case "mint", "m": .mint
    case "near mint", "nearmint", "nm": .nearMint
    case "lightly played", "lightlyplayed", "light played", "good lightly played", "good", "lp",
      "lightplayed", "slightly played", "slightlyplayed", "excellent", "ex", "sp":
      .lightlyPlayed
    case "moderately played", "moderatelyplayed", "played", "mp", "pl": .moderatelyPlayed
    case "heavily played", "heavilyplayed", "hp": .heavilyPlayed
    case "damaged", "poor", "d", "dmg": .damaged
    default: nil
    }
  }

  private static let languages = [
    ("en", "English"), ("de", "German"), ("fr", "French"), ("it", "Italian"), ("es", "Spanish"),
    ("pt", "Portuguese"), ("ja", "Japanese"), ("ko", "Korean"), ("ru", "Russian"),
    ("zhs", "Chinese Simplified"), ("zht", "Chinese Traditional"),
    // As others call the same; what is written is the name above.
    ("zhs", "Simplified Chinese"), ("zhs", "Chinese S"), ("zhs", "Chinese"), ("zhs", "CN"),
    ("zht", "Traditional Chinese"),
    ("zht", "Chinese T"), ("zht", "TW"), ("ja", "JP"), ("ko", "KR"), ("es", "SP"), ("zhs", "CS"),
    ("zht", "CT"),
  ]

  /// What a dialect calls a language.
  func text(language: String) -> String {
    let name = Self.languages.first { $0.0 == language }?.1 ?? language
    let chinese = ["zhs": "Simplified Chinese", "zht": "Traditional Chinese"]
    switch self {
    case .dragonshield, .deckbox: return chinese[language] ?? name
    case .archidekt: return language.uppercased()
    case .manabox: return language
    default: return name
    }
  }

  static func language(_ text: String) -> String {
    let folded = CardName.fold(text)
    return languages.first { $0.0 == folded || $0.1.lowercased() == folded }?.0 ?? folded
  }
}
