import Identifiers
import Schema

/// Copies as people see them: equal ones as one line with their number.
enum CardLines {
  /// Folds copies into lines, by zone and name.
  ///
  /// - Parameter copies: cards, how many there are of each, and the id of one.
  static func fold(
    _ copies: some Sequence<(card: CardCopy, count: UInt32, item: ItemID)>
  ) -> [CardLine] {
    var lines: [CardCopy: (count: UInt32, item: ItemID)] = [:]
    for (card, count, item) in copies {
      var card = card
      card.library = .init()
      // How it came here is not what it is.
      (card.origin, card.settlement, card.settlementRoom) = (.init(), .init(), .init())
      card.held = card.held.isEmpty ? .init() : .init([1])
      card.borrowed = card.borrowed.isEmpty ? .init() : .init([1])
      let known = lines[card]
      lines[card] = ((known?.count ?? 0) + count, min(known?.item ?? item, item))
    }
    return sorted(
      lines.map { card, found in
        var line = CardLine(card, count: found.count)
        line.id = found.item.description
        return (card, line)
      })
  }

  /// Lines by zone, name and the rest.
  static func sorted(_ lines: [(CardCopy, CardLine)]) -> [CardLine] {
    lines.map { (key($0.0), $0.1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// What a card is, the first that it is sorted by first; a part that ends early comes before a longer one.
  private static func key(_ card: CardCopy) -> String {
    [
      "\(card.zone.rawValue)", CardName.fold(card.name), card.name, card.set, card.number,
      card.language, "\(card.finish.rawValue)", "\(card.condition.rawValue)",
      "\(card.held.count)\(card.borrowed.count)\(card.doubtful)",
    ].joined(separator: "\0")
  }
}

extension CardLine {
  /// So many copies of a card, cleaned for people.
  init(_ card: CardCopy, count: UInt32) {
    self = .with {
      $0.count = count
      $0.name = Text.clean(card.name, limit: CardName.most)
      $0.set = Text.clean(card.set, limit: DeckRules.set)
      $0.number = Text.clean(card.number, limit: DeckRules.number)
      $0.language = Text.clean(card.language, limit: DeckRules.number)
      $0.finish = card.finish
      $0.condition = card.condition
      $0.zone = card.zone
      $0.held = !card.held.isEmpty
      $0.borrowed = !card.borrowed.isEmpty
      $0.doubtful = card.doubtful
    }
  }

  /// So many cards of a list, cleaned for people.
  init(_ line: DeckLine) {
    self.init(CardCopy(line), count: line.count)
    zone = line.zone
  }
}
