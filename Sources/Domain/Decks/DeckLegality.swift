import DeckSchema
import Feature
import Schema

/// The check of a deck's cards against its format, by the card database (row D-53).
enum DeckLegality {
  /// Formats whose rules ask for no list of cards.
  private static let openFormats: Set<String> = ["limited", "sealed", "draft"]

  /// Returns the breaches of the format's rules by the cards of a deck, and the checks that could not be made.
  static func sentences(
    _ list: DeckList, _ rules: DeckFormatRules, _ cards: CardDatabase?
  ) -> (failures: [String], unknown: [Advice]) {
    guard !list.format.isEmpty else {
      return (
        [],
        ["The library has no format, so nothing was checked about which cards are allowed."]
      )
    }
    guard !openFormats.contains(rules.key) else { return ([], []) }
    guard let cards else {
      return (
        [],
        [
          Advice(
            "Which cards \(list.format) allows is not known: there is no card database here.",
            .importCards)
        ]
      )
    }
    var (failures, unknown): ([String], [Advice]) = ([], [])
    var (isCardKnown, isFormatKnown) = (false, false)
    // Databases of MTGJSON and Cockatrice have no word for "not legal": they leave the format out.
    var silent: [String] = []
    // Cards of the deck itself that the database has not as common ones.
    var uncertain: [String] = []
    let places = DeckCheck.commanding(list, cards)
    for (name, count) in DeckCheck.counts(list, cards) where DeckRules.basicLand(name) == nil {
      guard let card = cards.card(name) else {
        unknown.append(
          "\(name) is not in the card database: whether \(list.format) allows it is not known.")
        continue
      }
      isCardKnown = true
      guard let legality = rules.legality(of: card) else {
        silent.append(name)
        let isInDeck = count > places[DeckCheck.key(name, cards)] ?? 0
        if isInDeck, !card.rarities.contains("common") { uncertain.append(name) }
        continue
      }
      isFormatKnown = true
      switch legality {
      case .legal: break
      case .banned: failures.append("\(name) is banned in \(list.format).")
      case .notLegal: failures.append("\(name) is not legal in \(list.format).")
      case .restricted:
        let commanding = places[DeckCheck.key(name, cards)] ?? 0
        failures += restricted(name, count, commanding: commanding, list.format, rules)
      }
    }
    if isFormatKnown {
      failures += silent.map {
        "\($0) is not legal in \(list.format): the card database has no word of it there."
      }
    } else if isCardKnown {
      unknown.append("The card database says nothing about the format \(list.format).")
      if rules.restriction == .commanderOnly { unknown += commons(uncertain) }
    }
    return (failures, unknown)
  }

  /// The most cards that one sentence names.
  private static let mostNamed = 5

  /// Returns which cards were not found to be common, in a format of cards that were once printed so.
  private static func commons(_ uncertain: [String]) -> [Advice] {
    guard !uncertain.isEmpty else {
      return [
        "By the rarities in the card database, all cards but the commander were once printed as common ones: whether one is banned was not checked."
      ]
    }
    let more = uncertain.count - mostNamed
    let names =
      uncertain.prefix(mostNamed).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return [
      "The card database does not have these as common cards, and whether they were ever printed so was not checked: \(names)."
    ]
  }

  /// Returns the breach of a restriction, which means another thing in some formats with commanders.
  ///
  /// - Parameter commanding: the copies that command the deck.
  private static func restricted(
    _ name: String, _ count: Int, commanding: Int, _ format: String, _ rules: DeckFormatRules
  ) -> [String] {
    switch rules.restriction {
    case .single where count > 1:
      ["There are \(count) \(name), and it is restricted in \(format): at most one."]
    case .commanderOnly where count > commanding:
      ["\(name) is legal in \(format) as the commander alone, and not in the deck."]
    case .neverCommander where commanding > 0:
      ["\(name) is banned as a commander in \(format)."]
    default: []
    }
  }
}
