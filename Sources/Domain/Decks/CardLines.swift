import DeckSchema
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
    var lines: [(line: CardLine, item: ItemID)] = []
    // Where the line of a card is.
    var places: [String: Int] = [:]
    for (card, count, item) in copies {
      let key = key(card)
      if let place = places[key] {
        lines[place].line.count += count
        lines[place].item = min(lines[place].item, item)
      } else {
        places[key] = lines.count
        lines.append((CardLine(card, count: count), item))
      }
    }
    return places.sorted { $0.key < $1.key }.map { _, place in
      var line = lines[place].line
      line.id = lines[place].item.description
      return line
    }
  }

  /// All that people see of a card, what lines are sorted by first; small and capital letters of a set are the same. How it came here is
  /// not what it is.
  private static func key(_ card: CardCopy) -> String {
    [
      "\(card.zone.rawValue)", CardName.fold(card.name), card.name, card.set.uppercased(),
      card.number,
      card.language, "\(card.finish.rawValue)", "\(card.condition.rawValue)", card.grade,
      card.price, card.binder, card.tags.joined(separator: "\u{1}"),
      card.marks.joined(separator: "\u{1}"),
      "\(!card.held.isEmpty) \(!card.borrowed.isEmpty) \(card.doubtful)",
    ].joined(separator: "\0")
  }
}

extension CardLine {
  /// A number of copies of a card, cleaned for people.
  package init(_ card: CardCopy, count: UInt32) {
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
      $0.price = Text.clean(card.price, limit: DeckRules.price)
      $0.tags = Self.words(card.tags)
      $0.binder = Text.clean(card.binder, limit: DeckRules.tag)
      $0.grade = Text.clean(card.grade, limit: DeckRules.price)
      $0.marks = Self.words(card.marks)
    }
  }

  /// Words of others, as many and as long as they may be.
  static func words(_ words: [String]) -> [String] {
    words.isEmpty
      ? [] : words.prefix(DeckRules.mostTags).map { Text.clean($0, limit: DeckRules.tag) }
  }

  /// A number of cards of a list, cleaned for people.
  init(_ line: DeckLine) {
    self.init(CardCopy(line), count: line.count)
    zone = line.zone
  }
}
