import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

extension RecordKind {
  /// A competition: `Tournament`.
  public static let tournament: RecordKind = 0x601
  /// An entrant of a tournament: `Entrant`.
  public static let entrant: RecordKind = 0x602
  /// A report of one person on one match: `ScoreReport`.
  public static let scoreReport: RecordKind = 0x603
  /// A decision of an organiser: `ScoreReport`.
  public static let ruling: RecordKind = 0x604
  /// An entrant is out: `Withdrawal`.
  public static let withdrawal: RecordKind = 0x605
  /// An organiser asks for a draw: `DrawRequest`.
  public static let drawRequest: RecordKind = 0x606
  /// Somebody takes part in it: `DrawCommit`.
  public static let drawCommit: RecordKind = 0x607
  /// Nobody more may: `DrawClose`.
  public static let drawClose: RecordKind = 0x608
  /// The bytes that were promised, shown to all: `DrawReveal`.
  public static let drawReveal: RecordKind = 0x609
  /// The same bytes before they are shown: `DrawSecret`.
  public static let drawSecret: RecordKind = 0x60a
  /// One of two people says at which table of War they play: `MatchTable`.
  public static let matchTable: RecordKind = 0x60b
}

/// The kinds of records that tournaments are made of (specification section 20).
public enum TournamentKinds {
  /// Tournaments, found by their names.
  public static let tournament = Kind(
    .tournament, Tournament.self, noun: "tournament", lists: "parlor tournament list",
    title: \.name, name: { $0.deleted ? "" : $0.name }, indexVersion: 2,
    words: { $0.deleted ? "" : $0.name })
  /// Entrants.
  public static let entrant = Kind(
    .entrant, Entrant.self, parts, noun: "entrant", lists: "parlor tournament show",
    title: \.name, words: { $0.name + "\n" + $0.club })
  /// Reports of scores.
  public static let report = Kind(
    .scoreReport, ScoreReport.self, words, noun: "score", lists: "parlor tournament show",
    title: { "the score of \($0.match)" })
  /// Decisions.
  public static let ruling = Kind(
    .ruling, ScoreReport.self, words, noun: "ruling", lists: "parlor tournament show",
    title: { "the decision on \($0.match)" })
  /// Those who are out.
  public static let withdrawal = Kind(
    .withdrawal, Withdrawal.self, parts, noun: "withdrawal", lists: "parlor tournament show",
    title: { $0.disqualified ? "a disqualification" : "a withdrawal" })

  /// Draws.
  public static let drawRequest = Kind(
    .drawRequest, DrawRequest.self, drawn(.tournament), noun: "draw",
    lists: "parlor tournament draws", title: { _ in "a draw" },
    moving: MovedDraws.request)
  /// Those who take part.
  public static let drawCommit = Kind(
    .drawCommit, DrawCommit.self, drawn(.drawRequest), noun: "promise",
    lists: "parlor tournament draws", title: { _ in "a promise for a draw" },
    moving: MovedDraws.commit)
  /// The ends of the time for that.
  public static let drawClose = Kind(
    .drawClose, DrawClose.self, list, noun: "end of a draw",
    lists: "parlor tournament draws", title: { _ in "the end of a draw" },
    moving: MovedDraws.close)
  /// Bytes that were promised, shown to all.
  public static let drawReveal = Kind(
    .drawReveal, DrawReveal.self, list, noun: "part of a draw",
    lists: "parlor tournament draws", title: { _ in "a part of a draw" },
    moving: MovedDraws.reveal)
  /// The same bytes before they are shown.
  public static let drawSecret = Kind(
    .drawSecret, DrawSecret.self, noun: "secret", lists: "parlor tournament draws",
    title: { _ in "a secret of a draw" })

  /// Tables of War, found by their ids.
  public static let matchTable = Kind(
    .matchTable, MatchTable.self, words, noun: "table of a match", lists: "parlor tournament show",
    title: { "the table of \($0.match)" },
    name: { RoomID($0.table)?.description ?? "" })

  /// All of them.
  static let all: [AnyKind] = [
    tournament.erased, entrant.erased, report.erased, ruling.erased, withdrawal.erased,
    drawRequest.erased, drawCommit.erased, drawClose.erased, drawReveal.erased, drawSecret.erased,
    matchTable.erased,
  ]

  /// Attempts are seen forever: nobody takes one back that went wrong.
  private static func drawn(_ parent: RecordKind) -> KindRules {
    KindRules(parents: [parent], isPermanent: true)
  }

  /// Lists name everybody who takes part, and who shows bytes has the list with them.
  private static let list: KindRules = {
    var rules = drawn(.drawRequest)
    rules.limit.bytes = 60 << 10
    return rules
  }()

  /// Anybody may add what belongs to a tournament: whose word counts is decided where it is read.
  private static let parts: KindRules = {
    var rules = KindRules(parents: [.tournament])
    // Ten times as many as take part.
    rules.limit.perParent = 1_000
    return rules
  }()

  /// The rules for reports on matches: one person may report the 9,900 of a league of 100 that meet twice.
  private static let words: KindRules = {
    var rules = parts
    rules.limit.perParent = 10_000
    return rules
  }()
}
