import DuelSchema
import Schema

/// One word by which a person acts at a duel.
struct DuelWord: Sendable {
  /// The word.
  let name: String
  /// The whole line: "draw [N] [bottom]".
  let usage: String
  /// The effect, in short.
  let help: String
  /// The moves that a line makes.
  let moves: @Sendable (inout DuelReading) throws(DuelMistake) -> [DuelMove]

  init(
    _ usage: String, _ help: String,
    _ moves: @escaping @Sendable (inout DuelReading) throws(DuelMistake) -> [DuelMove]
  ) {
    name = String(usage.prefix { $0 != " " })
    (self.usage, self.help, self.moves) = (usage, help, moves)
  }

  /// All words that make moves, in the order in which people read of them.
  static let all = library + cards + objects + players + chance + agreement

  /// The words by themselves.
  static let named = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Words that answer the other player or speak: they wait for nothing.
  static let answers: Set<String> = [
    "yes", "no", "phrase", "concede-game", "accept-draw", "complain", "enough", "pass", "hold",
    "stop",
  ]

  /// The words for lists, with what they show.
  static let lists: [(usage: String, help: String)] =
    DuelListing.allCases.map { ($0.words[0], $0.title("the other player", own: "your")) } + [
      ("players", "life, counters and numbers of cards of both"),
      ("phases", "the phases of a turn"), ("log [N]", "the last N lines of the log (10)"),
      ("state", "all that is on the table"), ("words", "these words"),
    ]

  /// The lines that tell of all words.
  static var lines: [String] {
    let rows = all.map { ($0.usage, $0.help) } + lists.map { ($0.usage, $0.help) }
    return rows.map { Columns.fit($0.0, to: 34) + "  " + $0.1 }
  }
}

extension DuelMove.Place {
  /// Moves cards to a place.
  init(_ items: [DuelItem], to target: DuelMove.Target) {
    self.init()
    cards = items.compactMap(\.card)
    to = target
  }
}

extension DuelMove {
  /// Moves cards to a zone of the table.
  static func place(_ items: [DuelItem], in zone: DuelStep.Zone, column: UInt32 = 0) -> DuelMove {
    let target = Target.with {
      $0.spot.zone = zone
      $0.spot.x = column
    }
    return .with { $0.place = Place(items, to: target) }
  }
}
