import Feature
import Schema

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

extension Recovery {
  /// The refusal of whatever would write an entry while what was lost comes back.
  static var refused: Refused {
    Refused(
      .busy,
      "This node was restored from a backup and fetches what it had written since from its peers: try again in a few seconds."
    )
  }
}

extension NodeContext {
  /// Refuses the commands that have waited too long for the end of a restore.
  ///
  /// - Returns: whether the restore has ended now.
  func tickRecovery() -> Bool {
    storage.recovery?.begin(at: now)
    for case .command(let id, _) in storage.recovery?.late(at: now) ?? [] {
      turn.tell(.answer(id, .failure(Recovery.refused)))
    }
    return storage.endRecovery(at: now)
  }
}
