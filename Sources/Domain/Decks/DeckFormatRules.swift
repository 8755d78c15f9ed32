import DeckSchema
import Feature
import Schema

/// The rules of a format for a deck; card databases alone say which cards it allows (rows D-17, D-23, D-53).
struct DeckFormatRules {
  /// Cards without the sideboard.
  let least: Int
  /// The most; nil for no limit.
  let most: Int?
  /// Copies of one card, sideboard included.
  let copies: Int
  /// Cards of the sideboard.
  let sideboard: Int
  /// The kind of card that commands it; nil where none does.
  let command: DeckCommanders.Kind?

  /// Whether the rules are those of the format itself: a format that is not known has those of most formats.
  let isKnown: Bool
  /// The name of the format as card databases have it.
  let key: String

  /// Formats of sixty cards with four of each and a sideboard; the empty one is that of a library without a format.
  private static let usual: Set<String> = [
    "", "standard", "pioneer", "modern", "legacy", "vintage", "pauper", "premodern", "oldschool",
    "penny", "historic", "timeless", "explorer", "alchemy", "future",
  ]

  /// Formats with rules of their own.
  private static let others: Set<String> = [
    "commander", "duel", "predh", "paupercommander", "historicbrawl", "gladiator", "brawl",
    "standardbrawl", "oathbreaker", "limited", "sealed", "draft",
  ]

  /// Other names of formats.
  private static let synonyms = [
    "edh": "commander", "cedh": "commander", "commanderedh": "commander",
    "duelcommander": "duel", "pauperedh": "paupercommander", "pdh": "paupercommander",
    "brawlstandard": "standardbrawl", "brawlhistoric": "historicbrawl",
  ]

  /// Returns the name of a format as card databases have it: in small letters, and without what stands between its words.
  private static func key(_ format: String) -> String {
    let word = format.lowercased().filter { $0.isLetter || $0.isNumber }
    return synonyms[word] ?? word
  }

  /// Whether cards command it.
  var hasCommander: Bool { command != nil }

  /// The rules of a format by its name; those of most formats for one that is not known.
  init(_ format: String) {
    key = Self.key(format)
    isKnown = Self.usual.union(Self.others).contains(key) && (format.isEmpty || !key.isEmpty)
    switch key {
    case "commander", "duel", "predh", "paupercommander", "historicbrawl", "brawl", "gladiator":
      (least, most, copies, sideboard) = (100, 100, 1, 0)
    case "standardbrawl", "oathbreaker":
      (least, most, copies, sideboard) = (60, 60, 1, 0)
    case "limited", "sealed", "draft":
      (least, most, copies, sideboard) = (40, nil, .max, .max)
    default:
      (least, most, copies, sideboard) = (60, nil, 4, 15)
    }
    command =
      switch key {
      case "commander", "duel", "predh": .legend
      case "historicbrawl", "brawl", "standardbrawl": .legendOrPlaneswalker
      case "paupercommander": .uncommonCreature
      case "oathbreaker": .oathbreaker
      default: nil
      }
  }

  /// Whether the cards that command it are a planeswalker, whose colours count, and a spell of it.
  var isLedByPlaneswalker: Bool { command == .oathbreaker }

  /// The meaning of the word `restricted` in the lists of a format.
  enum Restriction {
    /// At most one copy is in a deck.
    case single
    /// The card may only command a deck.
    case commanderOnly
    /// The card may not command a deck.
    case neverCommander
  }

  /// The meaning of `restricted` in the lists of the format, as Scryfall writes them.
  var restriction: Restriction {
    switch key {
    case "paupercommander": .commanderOnly
    case "duel": .neverCommander
    default: .single
    }
  }

  /// Whether a commander without a colour may have basic lands of one type.
  var hasFreeBasicLand: Bool { key.hasSuffix("brawl") }

  /// The ruling of the format on a card; nil where its database says nothing.
  ///
  /// Databases have called Brawl with 100 cards `historicbrawl` and that with 60 cards `brawl`; now they call the first one `brawl`
  /// and the second one `standardbrawl`.
  func legality(of card: KnownCard) -> KnownCard.Legality? {
    let known = card.legalities
    switch key {
    case "brawl", "historicbrawl": return known["historicbrawl"] ?? known["brawl"]
    case "standardbrawl":
      return known[key] ?? (known["historicbrawl"] == nil ? nil : known["brawl"])
    default: return known[key]
    }
  }

  /// Any number of a card may be in a deck.
  static func isUnlimited(_ name: String) -> Bool {
    DeckRules.basicLand(name) != nil || Catalogue.card(name)?.unlimited == true
  }
}

/// Checks a deck by the rules of its format.
enum DeckCheck {
  static func view(_ request: ShowLibrary, _ home: any Snapshot) throws -> CheckView {
    let collection = try Collection(home)
    return try view(collection.list(of: collection.library(request.library)), home.cards)
  }

  /// - Parameter cards: the card database; nil where there is none.
  static func view(_ list: DeckList, _ cards: CardDatabase? = nil) -> CheckView {
    let rules = DeckFormatRules(list.format)
    // A companion stands beside a deck that has no sideboard.
    let companions = list.lines.filter { $0.zone == .companion }.reduce(0) { $0 + Int($1.count) }
    let (main, sideboard) = (
      list.count, list.sideboardCount - (rules.hasCommander ? min(1, companions) : 0)
    )
    return .with {
      $0.count = UInt32(main)
      $0.sideboard = UInt32(list.sideboardCount)
      let legality = DeckLegality.sentences(list, rules, cards)
      let colours = DeckColours.sentences(list, rules, cards)
      let commanders = DeckCommanders(list, rules, cards)
      $0.failures =
        size(main, sideboard, rules) + (commanders?.failures ?? unwanted(list))
        + copies(list, rules, cards) + legality.failures + colours.failures
      $0.legal = $0.failures.isEmpty
      let unknown =
        notes(rules, list.format, main) + (commanders?.unknown ?? []) + colours.unknown
        + legality.unknown
      ($0.unknown, $0.remedies) = (unknown.map(\.text), Advice.remedies(of: unknown))
    }
  }

  /// Returns how the name of a format was understood, where it may mean something else.
  private static func notes(_ rules: DeckFormatRules, _ format: String, _ main: Int) -> [Advice] {
    guard rules.isKnown else {
      return [
        "The format \(format) is not known: only the numbers of most formats were checked, at least \(rules.least) cards and at most \(rules.copies) of one."
      ]
    }
    return rules.key == "brawl" && main != rules.least
      ? [
        "The format \(format) was taken for Brawl of \(rules.least) cards: `standardbrawl` is the one of 60."
      ] : []
  }

  /// Returns the reason why a deck has too few cards; nil where it has enough (row D-17).
  static func tooSmall(_ count: Int, _ format: String) -> String? {
    let least = DeckFormatRules(format).least
    guard count < least else { return nil }
    return
      "It has \(count) of the \(least) cards that \(name(format)) needs: add \(least - count) more."
  }

  private static func name(_ format: String) -> String {
    format.isEmpty ? "a deck" : "a deck for \(format)"
  }

  private static func size(
    _ main: Int, _ sideboard: Int, _ rules: DeckFormatRules
  ) -> [String] {
    var failures: [String] = []
    if main < rules.least {
      failures.append("The deck has \(Count.of(main, "card")) and needs at least \(rules.least).")
    }
    if let most = rules.most, main > most {
      failures.append("The deck has \(Count.of(main, "card")) and may have at most \(most).")
    }
    if sideboard > rules.sideboard {
      failures.append(
        rules.sideboard == 0
          ? "The sideboard has \(Count.of(sideboard, "card")), and the format has no sideboard."
          : "The sideboard has \(Count.of(sideboard, "card")) and may have at most \(rules.sideboard)."
      )
    }
    return failures
  }

  /// Returns the breach of a format without commanders by a deck that has one.
  private static func unwanted(_ list: DeckList) -> [String] {
    guard !list.format.isEmpty, list.lines.contains(where: { $0.zone == .commander }) else {
      return []
    }
    return ["The deck has a commander, and \(list.format) has none."]
  }

  private static func copies(
    _ list: DeckList, _ rules: DeckFormatRules, _ cards: CardDatabase?
  ) -> [String] {
    counts(list, cards).compactMap { name, count -> String? in
      guard count > rules.copies, !DeckFormatRules.isUnlimited(name) else { return nil }
      let most = max(rules.copies, cards?.card(name)?.most ?? 0)
      guard count > most else { return nil }
      return "There are \(count) \(name), and at most \(most) may be in a deck."
    }
  }

  /// Returns the number of each card in all zones, by name.
  static func counts(
    _ list: DeckList, _ cards: CardDatabase?
  ) -> [(name: String, count: Int)] {
    var counts: [String: (name: String, count: Int)] = [:]
    for line in list.lines {
      let key = key(line.name, cards)
      counts[key] = (counts[key]?.name ?? line.name, (counts[key]?.count ?? 0) + Int(line.count))
    }
    return counts.values.sorted { $0.name < $1.name }
  }

  /// Returns the number of copies of each card that commands a deck, by the key of its name.
  static func commanding(_ list: DeckList, _ cards: CardDatabase?) -> [String: Int] {
    var zone = list
    zone.lines = list.lines.filter { $0.zone == .commander }
    return Dictionary(
      counts(zone, cards).map { (key($0.name, cards), $0.count) }, uniquingKeysWith: +)
  }

  /// Returns the key by which the names of one card are counted together: its whole name where it is known, else its first face.
  static func key(_ name: String, _ cards: CardDatabase?) -> String {
    let known = cards?.card(name)?.facts.name ?? Catalogue.card(name)?.name
    return known.map { CardName.fold($0) } ?? CardName.faces(name).first ?? ""
  }
}

extension DeckList {
  /// Cards without the sideboard.
  var count: Int {
    lines.filter { $0.zone == .main || $0.zone == .commander }.reduce(0) { $0 + Int($1.count) }
  }

  /// Cards of the sideboard, a companion among them.
  var sideboardCount: Int { lines.reduce(0) { $0 + Int($1.count) } - count }
}
