import DeckSchema
import Feature
import Schema

/// The check of the cards that command a deck, by their types and texts in the card database (rows D-51, D-53).
struct DeckCommanders {
  /// The kind of card that commands the decks of a format.
  enum Kind {
    /// A legendary creature.
    case legend
    /// The same, or a legendary planeswalker.
    case legendOrPlaneswalker
    /// A creature that was once printed as an uncommon card.
    case uncommonCreature
    /// A planeswalker with an instant or a sorcery of its own.
    case oathbreaker
  }

  /// The breaches of the rules.
  private(set) var failures: [String] = []
  /// The checks that could not be made.
  private(set) var unknown: [Advice] = []
  private let rules: DeckFormatRules
  private let kind: Kind

  /// Checks a deck; nil for a format without commanders.
  init?(_ list: DeckList, _ rules: DeckFormatRules, _ cards: CardDatabase?) {
    guard let kind = rules.command else { return nil }
    (self.rules, self.kind) = (rules, kind)
    var zone = list
    zone.lines = list.lines.filter { $0.zone == .commander && $0.count > 0 }
    let found = DeckCheck.counts(zone, cards)
    let count = found.reduce(0) { $0 + $1.count }
    let right = kind == .oathbreaker ? [2, 4] : [1, 2]
    if !right.contains(count) {
      let needed =
        kind == .oathbreaker ? "a planeswalker and its signature spell" : "one, or two partners"
      failures.append("The deck has \(Count.of(count, "commander")) and needs \(needed).")
    }
    guard count > 0 else { return }
    guard let cards else {
      unknown.append(
        Advice(
          "Whether \(Count.word(count, "the commander", "the commanders")) may command the deck was not checked: there is no card database here.",
          .importCards))
      return
    }
    // `DeckLegality` names those that are not in the database.
    let leaders = found.compactMap { card(named: $0.name, cards) }
    let isWhole = leaders.count == found.count && leaders.allSatisfy { $0.types != nil }
    for card in leaders where card.types == nil {
      unknown.append(
        "The card database does not have the type of \(card.name): whether it may command the deck was not checked."
      )
    }
    if kind == .oathbreaker {
      checkOathbreaker(leaders, isWhole: isWhole)
    } else {
      check(leaders, isWhole: isWhole)
    }
  }

  /// A card that commands.
  private struct Leader {
    let name: String
    /// Nil where the database does not have them.
    let types: CardTypes?
    /// Nil where the database does not have it.
    let text: CommandText?
    let legality: KnownCard.Legality?
    /// Whether the database has it as an uncommon card.
    var isUncommon = false
  }

  private func card(named name: String, _ cards: CardDatabase) -> Leader? {
    if let land = DeckRules.basicLand(name) {
      return Leader(
        name: land, types: CardTypes("Basic Land"), text: CommandText(words: []), legality: .legal)
    }
    guard let card = cards.card(name) else { return nil }
    return Leader(
      name: name, types: card.facts.type.isEmpty ? nil : CardTypes(card.facts.type),
      text: card.command, legality: rules.legality(of: card),
      isUncommon: card.rarities.contains("uncommon"))
  }

  // MARK: Legends

  private mutating func check(_ leaders: [Leader], isWhole: Bool) {
    let pair = isWhole && leaders.count == 2 ? (leaders[0], leaders[1]) : nil
    for leader in leaders {
      // A Background commands beside the card that chooses it.
      let other = pair.map { $0.0.name == leader.name ? $0.1 : $0.0 }
      if leader.types?.isBackground == true, let other, other.text?.choosesBackground != false {
        continue
      }
      check(leader)
    }
    if let (one, two) = pair { checkPair(one, two) }
  }

  private mutating func check(_ leader: Leader) {
    guard let types = leader.types else { return }
    let isRight =
      switch kind {
      case .legend: types.isLegendary && types.isCreature
      case .legendOrPlaneswalker:
        types.isLegendary && (types.isCreature || types.isPlaneswalker)
      case .uncommonCreature: types.isCreature
      case .oathbreaker: types.isPlaneswalker
      }
    // Those with another word are named by `DeckLegality`, and `restricted` is an uncommon card.
    let isOpen = leader.legality == nil || leader.legality == .legal
    if kind == .uncommonCreature, isRight, isOpen, !leader.isUncommon {
      unknown.append(
        "Whether \(leader.name) was ever printed as an uncommon card is not in the card database: whether it may command the deck was not checked."
      )
    }
    guard !isRight else { return }
    guard let text = leader.text else { return unknown.append(Self.notRead(leader.name)) }
    guard !text.leads else { return }
    let what =
      switch kind {
      case .legend: "legendary creature"
      case .legendOrPlaneswalker: "legendary creature or planeswalker"
      default: "creature"
      }
    failures.append(
      "\(leader.name) cannot command the deck: it is no \(what), and its text does not say that it can."
    )
  }

  private mutating func checkPair(_ one: Leader, _ two: Leader) {
    let names = "\(one.name) and \(two.name)"
    guard let first = one.text, let second = two.text else {
      unknown.append(Self.notRead("\(names) together"))
      return
    }
    let isPair =
      !first.partners.isDisjoint(with: second.partners)
      || first.names(two.name) && second.names(one.name)
      || first.choosesBackground && two.types?.isBackground == true
      || second.choosesBackground && one.types?.isBackground == true
      || first.isCompanion && two.types?.isDoctor == true
      || second.isCompanion && one.types?.isDoctor == true
    guard !isPair else { return }
    failures.append(
      "\(names) cannot command the deck together: their texts do not make them partners.")
  }

  private static func notRead(_ what: String) -> Advice {
    Advice(
      "Whether \(what) may command the deck was not checked: the card database here does not have the words for it.",
      .importCardTexts)
  }

  // MARK: Oathbreakers

  private mutating func checkOathbreaker(_ leaders: [Leader], isWhole: Bool) {
    let walkers = leaders.filter { $0.types?.isPlaneswalker == true }
    let spells = leaders.filter { $0.types?.isSpell == true }
    for leader in leaders {
      guard let types = leader.types, !types.isPlaneswalker, !types.isSpell else { continue }
      failures.append(
        "\(leader.name) cannot command the deck: it is neither a planeswalker nor an instant or a sorcery."
      )
    }
    guard isWhole, walkers.count + spells.count == leaders.count else { return }
    if walkers.isEmpty || walkers.count != spells.count {
      failures.append(
        "\(Count.of(walkers.count, "planeswalker commands", "planeswalkers command")) the deck with \(Count.of(spells.count, "signature spell")): each needs one of its own."
      )
    }
    if walkers.count == 2 { checkPair(walkers[0], walkers[1]) }
  }
}
