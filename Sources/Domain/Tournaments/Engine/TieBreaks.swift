import Schema
import TournamentSchema

/// The tie-breaks between entrants with as many points, by the names that people type (row T-25).
enum TieBreaks {
  /// An order that people call by a name.
  struct Order {
    let name: String
    let tieBreaks: [TieBreak]
    /// The head-to-head criteria begin again for those who are still tied.
    var reapply = false
  }

  /// FIFA, regulations of the World Cup 2022, article 12: all matches first, then those between the tied, fair play, lots.
  static let fifa2022: [TieBreak] = [
    .difference, .for, .headPoints, .headDifference, .headFor, .fairPlay,
  ]
  /// FIFA, regulations of the World Cup 2026, article 13: the matches between the tied first, and again for those who still are; then
  /// all matches, and fair play. FIFA's ranking, which comes last there, is not known here: lots decide.
  static let fifa2026: [TieBreak] = [
    .headPoints, .headDifference, .headFor, .difference, .for, .fairPlay,
  ]
  /// UEFA, regulations of the Euro 2024, article 20: points, difference and goals in the matches between all who are level; the same
  /// again for those who still are, then all matches.
  static let uefa2024: [TieBreak] = [
    .headPoints, .headDifference, .headFor, .difference, .for, .wins, .fairPlay,
  ]
  /// The tie-breaks that FIDE recommends for Swiss tournaments: Handbook C.07.
  static let swiss: [TieBreak] = [.buchholzCut, .buchholz, .sonneborn, .wins]

  /// The orders that have names, each with the year of the rules that it follows.
  static let orders = [
    Order(name: "fifa-2022", tieBreaks: fifa2022),
    Order(name: "fifa-2026", tieBreaks: fifa2026, reapply: true),
    Order(name: "uefa-2024", tieBreaks: uefa2024, reapply: true),
    Order(name: "swiss", tieBreaks: swiss),
  ]

  /// Names without a year, and the orders that they stand for.
  static let short = ["fifa": "fifa-2022", "uefa": "uefa-2024"]

  /// Returns the name of an order; empty for one that has none.
  static func name(of tieBreaks: [TieBreak], reapply: Bool) -> String {
    orders.first { $0.tieBreaks == tieBreaks && $0.reapply == reapply }?.name ?? ""
  }

  static let names: [(name: String, value: TieBreak)] = [
    ("head-points", .headPoints), ("head-difference", .headDifference), ("head-for", .headFor),
    ("difference", .difference), ("for", .for), ("wins", .wins), ("fair-play", .fairPlay),
    ("buchholz", .buchholz), ("buchholz-cut", .buchholzCut), ("sonneborn", .sonneborn),
    ("rating", .rating),
  ]

  static func name(_ value: TieBreak) -> String {
    names.first { $0.value == value }?.name ?? "?"
  }

  /// Whether it looks only at the matches between those who are tied.
  static func isHeadToHead(_ value: TieBreak) -> Bool {
    [.headPoints, .headDifference, .headFor].contains(value)
  }

  /// Returns its value as scores are shown, in thousandths: numbers of wins and of penalty points and ratings are whole.
  static func shown(_ criterion: TieBreak, _ value: Int64) -> Int64 {
    [.wins, .fairPlay, .rating].contains(criterion) ? value * 1_000 : value
  }
}
