import Schema
import TournamentSchema

/// The tie-breaks between entrants with as many points, by the names that people type (row T-25).
enum TieBreaks {
  /// FIFA, regulations of the World Cup 2022, article 12: all matches first, then those between the tied, fair play, lots.
  static let fifa: [TieBreak] = [
    .difference, .for, .headPoints, .headDifference, .headFor, .fairPlay,
  ]
  /// UEFA, regulations of the Euro 2024, article 20: points, difference and goals in the matches between all who are level; the same
  /// again for those who still are, then all matches.
  static let uefa: [TieBreak] = [
    .headPoints, .headDifference, .headFor, .difference, .for, .wins, .fairPlay,
  ]
  /// The tie-breaks that FIDE recommends for Swiss tournaments: Handbook C.07.
  static let swiss: [TieBreak] = [.buchholzCut, .buchholz, .sonneborn, .wins]

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
