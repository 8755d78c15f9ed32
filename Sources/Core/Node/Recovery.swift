import Feature
import Replication
import Schema
import Store
import Wire

/// The time after a restore in which a node writes no entry, so that what it had written after the backup comes back
/// from its peers first (specification section 5).
///
/// It ends 10 s after the first turn when nobody was linked until then; else 2 s after a link came up, or 1 s after the
/// last batch; at the latest after 30 s; and at once where a peer has nothing that is not here. So whatever a peer
/// that is there hands over without pausing for a second is here before the first entry is written. What comes later
/// does no harm: it belongs to an earlier incarnation. A node that is stopped meanwhile does not wait again.
struct Recovery {
  static let aloneMilliseconds: Int64 = 10_000
  static let linkedMilliseconds: Int64 = 2_000
  static let quietMilliseconds: Int64 = 1_000
  static let longestMilliseconds: Int64 = 30_000

  /// The time at which it ends (steady milliseconds); nil before the first turn.
  private(set) var until: Int64?
  private var latest: Int64 = .max
  /// Commands that would write, in the order in which they came, and until when their senders are kept waiting.
  private(set) var waiting: [(input: Input, until: Int64)] = []
  /// So many wait, and so long: whoever asks gives up on a daemon that is silent for ten seconds.
  private static let mostWaiting = 64
  private static let patienceMilliseconds: Int64 = 8_000

  /// The first turn.
  mutating func begin(at now: Moment) {
    guard until == nil else { return }
    until = now.steady + Self.aloneMilliseconds
    latest = now.steady + Self.longestMilliseconds
  }

  /// A link came up, or brought entries.
  mutating func wait(_ milliseconds: Int64, from now: Moment) {
    until = min(latest, now.steady + milliseconds)
  }

  /// A peer has nothing that is not here.
  mutating func end(at now: Moment) { until = now.steady }

  /// Keeps a command until entries may be written.
  ///
  /// - Returns: false when too many wait.
  mutating func keep(_ input: Input, at now: Moment) -> Bool {
    guard waiting.count < Self.mostWaiting else { return false }
    waiting.append((input, now.steady + Self.patienceMilliseconds))
    return true
  }

  /// The commands that have waited long enough.
  mutating func late(at now: Moment) -> [Input] {
    let late = waiting.filter { $0.until <= now.steady }.map(\.input)
    waiting.removeAll { $0.until <= now.steady }
    return late
  }

  /// The time at which something is to be done (steady milliseconds); nil for never.
  var nextWake: Int64? { [until, waiting.map(\.until).min()].compactMap { $0 }.min() }
}

extension Node {
  /// The refusal of whatever would write an entry while what was lost comes back.
  static var recovering: Refused {
    Refused(
      .busy,
      "This node was restored from a backup and fetches what it had written since from its peers: try again in a few seconds."
    )
  }

  /// Whether our node may write entries of its own now.
  var mayWriteNow: Bool { storage.mayWrite }

  /// Ends the wait after a restore, and does what our node owes since.
  func tickRecovery(_ transaction: Transaction) throws {
    recovery?.begin(at: now)
    for case .command(let id, _) in recovery?.late(at: now) ?? [] {
      turn.tell(.answer(id, .failure(Self.recovering)))
    }
    guard storage.endRecovery(at: now) else { return }
    try introduceAgain(transaction)
    for id in try Self.roomIDs(transaction.reader, own: account.author) {
      let kind = try room(id, transaction.reader)?.stored.kind
      if kind == .private || kind == .direct { try introduce(in: id, transaction) }
    }
    try sayRestored(transaction)
    for id in tables.keys { turn.settle(id) }
    try settleTouched(transaction)
  }

  /// Says at each match that was going on that our seat writes no more: an entry that no match counts.
  private func sayRestored(_ transaction: Transaction) throws {
    for (id, table) in tables.sorted(by: { $0.key < $1.key })
    where table.isPlaying && isCutOff(table) && rooms[id]?.logs[account.log] == nil {
      try write([.with { $0.step.left = LeaveTable() }], in: id, transaction)
    }
  }

  /// Tells our person that the other seat was restored, when the first entry of its new log has come.
  func noticeRestored(_ entry: VerifiedEntry, at table: Table) {
    let log = entry.place.log
    let seat = table.seat(of: log.author)
    guard entry.place.sequence == 1, table.isPlaying, seat == table.seat.other,
      let counted = table.logs[seat], counted < log
    else { return }
    let name = table.match.name(of: seat)
    var event = TableEvent()
    event.table = table.id.description
    event.number = table.steps
    event.seat = seat
    event.notice =
      "\(name)'s node was restored from a backup, so this match cannot go on: play your card and claim the match, or give it up."
    publish(.tableEvent(event))
  }

  /// Makes the refusal for people at a table whose match cannot continue.
  static func cutOff(_ table: Table) -> Refused {
    guard !table.secret.isMissing else {
      return Refused(
        .notNow,
        "Your node's home is an old copy without the secret of your cards in this match, so the other player can claim it: host a new one.",
        .bringHomeBack
      )
    }
    return Refused(
      .notNow,
      "This match began before your node was restored from a backup, and cannot go on with what the backup holds: the other player can claim it, so host a new one."
    )
  }
}
