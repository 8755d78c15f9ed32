import Feature
import Schema
import TournamentSchema

/// The rules for tournaments: names, limits, and the words that people type.
enum TournamentRules {
  /// Bytes of a name and of a club.
  static let name = 100
  /// Bytes of a reason.
  static let reason = 1 << 10
  /// Entrants of one tournament (row T-07).
  static let mostEntrants = 100
  /// Rounds that can be set.
  static let mostRounds = 200
  /// Games of a match.
  static let mostGames: UInt32 = 99
  /// Exchanges in a schedule.
  static let mostSwaps = 500
  /// Points for a win, in thousandths.
  static let mostPoints: Int64 = 1_000_000
  /// Groups.
  static let mostGroups = 50

  static let formats: [(name: String, value: TournamentFormat)] = TournamentStyles.all.map {
    ($0.name, $0.format)
  }
  static let scorers: [(name: String, value: TournamentScorers)] = [
    ("organisers", .organisers), ("helpers", .helpers), ("players", .players),
    ("everybody", .everybody),
  ]
  static let finals: [(name: String, value: DoubleFinal)] = [
    ("reset", .reset), ("single", .single), ("none", .none),
  ]

  /// A value by its name.
  ///
  /// - Throws: `Refused` with the names that there are.
  static func value<Value>(
    _ typed: String, of values: [(name: String, value: Value)], _ what: String
  ) throws -> Value {
    guard let found = values.first(where: { $0.name == typed.lowercased() }) else {
      let names = values.map(\.name)
      throw Refused(
        .invalid,
        "\(Text.preview(typed, characters: 30)) is no \(what): choose \(Count.list(names, "or"))."
      )
    }
    return found.value
  }

  static func name<Value: Equatable>(
    _ value: Value, of values: [(name: String, value: Value)]
  ) -> String {
    values.first { $0.value == value }?.name ?? "?"
  }

  /// A name with at least one character that is no space (rows T-05, T-08).
  static func checked(_ typed: String, _ what: String) throws -> String {
    guard !typed.trimmedSpaces.contains(where: \.isNewline) else {
      throw Refused(.invalid, "\(what) has a name of one line: leave out the others.")
    }
    let name = try Refused.line(typed, "The name", limit: name)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !name.isEmpty else {
      throw Refused(.invalid, "\(what) needs a name with at least one character that is no space.")
    }
    return name
  }

  /// A name without its case and its spaces.
  static func folded(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Points as `3,1,0`; nil for those of the format.
  static func points(_ typed: String) throws -> PointRules? {
    guard !typed.isEmpty else { return nil }
    let numbers = typed.split(separator: ",", omittingEmptySubsequences: false)
      .map { ScoreText.number($0.trimmedSpaces) }
    guard numbers.count == 3, let win = numbers[0], let tie = numbers[1], let loss = numbers[2],
      win >= tie, tie >= loss, win > loss, win <= mostPoints
    else {
      throw Refused(
        .invalid,
        "\(Text.preview(typed, characters: 30)) are not points: type those for a win, a tie and a loss, as 3,1,0, with at most \(ScoreText.text(mostPoints)) for a win."
      )
    }
    return .with {
      $0.win = win
      $0.tie = tie
      $0.loss = loss
    }
  }

  /// Tie-breaks as `difference,for` or a preset.
  static func tieBreaks(_ typed: String) throws -> (order: [TieBreak], reapply: Bool) {
    guard !typed.isEmpty else { return ([], false) }
    let name = typed.lowercased()
    if let order = TieBreaks.orders.first(where: { $0.name == TieBreaks.short[name] ?? name }) {
      return (order.tieBreaks, order.reapply)
    }
    let order = try typed.split(separator: ",").map {
      try value($0.trimmedSpaces, of: TieBreaks.names, "tie-break")
    }
    guard !order.isEmpty else {
      throw Refused(
        .invalid, "No tie-break was named: type some with commas between, as difference,for.")
    }
    guard Set(order).count == order.count else {
      throw Refused(.invalid, "A tie-break is there twice: name each once.")
    }
    return (order, false)
  }

  /// Returns a sentence about a name that does not say which year it means; nil for any other order.
  static func ambiguity(of typed: String) -> String? {
    guard typed.lowercased() == "fifa" else { return nil }
    return
      "fifa is FIFA's order of 2022, in which all matches come before those between the tied. In 2026 FIFA has turned them round: that order is fifa-2026."
  }
}

extension StringProtocol {
  /// Without spaces around it.
  var trimmedSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
