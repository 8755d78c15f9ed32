import Feature
import Foundation
import Identifiers
import Schema

extension RecordKind {
  /// A competition: `Tournament`.
  public static let tournament: RecordKind = 0x601
  /// Who takes part: `Entrant`.
  public static let entrant: RecordKind = 0x602
  /// What one person says of one match: `ScoreReport`.
  public static let scoreReport: RecordKind = 0x603
  /// What an organiser decides: `ScoreReport`.
  public static let ruling: RecordKind = 0x604
  /// An entrant is out: `Withdrawal`.
  public static let withdrawal: RecordKind = 0x605
}

/// The kinds of records that tournaments are made of (specification section 20).
public enum TournamentKinds {
  /// Tournaments, found by their names.
  public static let tournament = Kind(
    .tournament, Tournament.self, noun: "tournament", lists: "parlor tournament list",
    title: \.name, name: \.name, words: \.name)
  /// Entrants.
  public static let entrant = Kind(
    .entrant, Entrant.self, parts, noun: "entrant", lists: "parlor tournament show",
    title: \.name, words: { $0.name + "\n" + $0.club })
  /// Reports of scores.
  public static let report = Kind(
    .scoreReport, ScoreReport.self, parts, noun: "score", lists: "parlor tournament show",
    title: { "the score of \($0.match)" })
  /// Decisions.
  public static let ruling = Kind(
    .ruling, ScoreReport.self, parts, noun: "ruling", lists: "parlor tournament show",
    title: { "the decision on \($0.match)" })
  /// Those who are out.
  public static let withdrawal = Kind(
    .withdrawal, Withdrawal.self, parts, noun: "withdrawal", lists: "parlor tournament show",
    title: { $0.disqualified ? "a disqualification" : "a withdrawal" })

  /// All of them.
  static let all: [AnyKind] = [
    tournament.erased, entrant.erased, report.erased, ruling.erased, withdrawal.erased,
  ]

  /// Anybody may add what belongs to a tournament: whose word counts is decided where it is read.
  private static let parts: KindRules = {
    var rules = KindRules(parents: [.tournament])
    // 4,950 matches of a league of 100, and as much again for what two people say of them.
    rules.limit.perParent = 20_000
    return rules
  }()
}
