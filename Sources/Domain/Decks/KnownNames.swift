import DeckSchema
import Feature
import Schema

/// Cards by their names and by their faces, found as `CardName.isSame` compares names: at the price of one look, however many there
/// are.
struct NameTable {
  /// All of them.
  let cards: [CardFacts]
  private var whole: [String: CardFacts] = [:]
  private var faces: [String: CardFacts] = [:]

  /// Of two cards of one name the first counts.
  init(_ cards: [CardFacts]) {
    self.cards = cards
    for card in cards {
      let folded = CardName.fold(card.name)
      if whole[folded] == nil { whole[folded] = card }
      let parts = CardName.faces(card.name)
      for part in parts where parts.count > 1 && faces[part] == nil { faces[part] = card }
    }
  }

  /// The card with a name, or with a face of that name, or that is a face of what the name says.
  func card(_ name: String) -> CardFacts? {
    if let card = whole[CardName.fold(name)] { return card }
    let parts = CardName.faces(name)
    if parts.count == 1 { return faces[parts[0]] }
    return parts.lazy.compactMap { whole[$0] }.first
  }
}

/// The cards that are known in a home: those of the card database and the catalogue, and those that people have answered for in its
/// rooms.
final class KnownNames {
  private let home: any Snapshot
  private var answers: NameTable?
  /// The newest answers of each room are looked at.
  private static let mostAnswers = 500

  init(_ home: any Snapshot) { self.home = home }

  /// The card with a name, or with a face of that name; nil for a card that is not known.
  func card(_ name: String) throws -> CardFacts? {
    if let known = home.cards?.card(name)?.facts ?? Catalogue.card(name) { return known }
    return try answered().card(name)
  }

  /// The cards with a half or face of that name, where no card has it as its whole name; empty where at most one card is meant.
  func meanings(of name: String) throws -> [String] {
    let folded = CardName.fold(name)
    guard CardName.faces(name).count == 1, let known = try card(name),
      CardName.fold(known.name) != folded
    else { return [] }
    let others =
      (home.cards?.named(name) ?? [])
      + (Catalogue.cards + (try answered().cards)).map(\.name).filter {
        CardName.faces($0).contains(folded)
      }
    let all = Dictionary(([known.name] + others).map { (CardName.fold($0), $0) }) { one, _ in one }
    return all.count > 1 ? all.values.sorted() : []
  }

  /// The cards of people's answers with a text in their names, folded, by name.
  func answered(holding text: String) throws -> [CardFacts] {
    try answered().cards.filter { !text.isEmpty && CardName.fold($0.name).holds(text) }
      .sorted { $0.name < $1.name }
  }

  /// The most copies of a card in a deck of a format.
  func most(_ name: String, _ rules: DeckFormatRules) -> Int {
    if DeckFormatRules.isUnlimited(name) { return .max }
    return max(rules.copies, home.cards?.card(name)?.most ?? 0)
  }

  private func answered() throws -> NameTable {
    if let answers { return answers }
    let found = try home.rooms().flatMap {
      try home.records(of: [.cardFacts], in: $0, limit: Self.mostAnswers)
    }
    .map { CardRequests.cleaned(DeckKinds.facts.decode($0.body)) }
    let table = NameTable(found)
    answers = table
    return table
  }
}
