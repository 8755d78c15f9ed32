import Feature
import Identifiers
import Replication
import Store
import Wire

/// The schedule for rebuilding the lobby after late entries: strangers can cause that, so it is not done too often.
struct LobbyOrder {
  /// The least time between two such makings. A large lobby waits longer: as long as an author waits for a room of its size (`Rebuilds`).
  static let milliseconds: Int64 = 60_000

  /// The entries that its entries cite and that are not here; nil before they were read from the store.
  private var citations: LateCitations?
  /// Some of it may have come.
  private var isDue = true
  /// A log was given up, or a fork has shown: what cites it has another order then.
  private var isLogGone = false
  /// It may be made again from then on (steady milliseconds).
  private var at: Int64 = 0

  /// Reads what is cited and not here, where that is not known.
  mutating func load(_ read: () throws -> [LogKey: UInt64]) rethrows {
    if citations == nil { citations = LateCitations(try read()) }
  }

  /// Forgets what was read: something of it was undone.
  mutating func forget() {
    citations = nil
    isDue = true
  }

  /// Forgets what is cited and not here, as it was found once more.
  mutating func readAgain() { citations = nil }

  /// An entry cites what is not here.
  mutating func add(_ log: LogKey, _ sequence: UInt64) { citations?.add(log, sequence) }

  /// A log was given up, or a fork has shown.
  mutating func loseLog() { isLogGone = true }

  /// Whether `isRemade` has to be asked also where the lobby was not touched.
  var mayHaveChanged: Bool { isDue || isLogGone }

  /// The cited entries that are not here, if the store does not know all of them; nil if it does.
  var unsaved: [LogKey: UInt64]? {
    citations.flatMap { $0.isChanged ? $0.missing : nil }
  }

  /// The store knows all of it.
  mutating func saved() { citations?.saved() }

  /// Whether the lobby is to be made again now; what is missing is read again after it was.
  ///
  /// - Parameter entries: the number of entries in the lobby.
  mutating func isRemade(
    with logs: RoomLogs, of entries: Int64, at now: Moment
  ) -> Bool {
    guard let citations else { return false }
    isDue = isLogGone || citations.haveCome(to: logs) || citations.isFull
    guard isDue, now.steady >= at else { return false }
    (isDue, isLogGone, self.citations) = (false, false, nil)
    at = now.steady + max(Self.milliseconds, entries * Rebuilds.everyMilliseconds)
    return true
  }

  /// The time from which it may be rebuilt (steady milliseconds); nil while nothing has come.
  var nextWake: Int64? { isDue ? at : nil }
}

/// Entries that others cite and that are not here. In the lobby they need not come. When one does, the causal orders above it are
/// made again (specification section 5), so that nodes with the same entries show the same. In a private room an entry is missing
/// only if its author had no part in the room for a while.
struct LateCitations {
  /// The lowest sequence of each log that is cited and was not here.
  private(set) var missing: [LogKey: UInt64] = [:]
  /// Whether something was added since it was stored.
  private(set) var isChanged = false

  init(_ missing: [LogKey: UInt64] = [:]) { self.missing = missing }

  /// More logs than there may be in a room are not looked after: whatever comes then may be one of them.
  var isFull: Bool { missing.count >= Limits.logsPerRoom }

  mutating func add(_ log: LogKey, _ sequence: UInt64) {
    guard missing[log].map({ sequence < $0 }) ?? !isFull else { return }
    missing[log] = sequence
    isChanged = true
  }

  mutating func saved() { isChanged = false }

  /// Whether something of it is here now.
  func haveCome(to logs: RoomLogs) -> Bool {
    missing.contains { log, sequence in logs[log].map { $0.state.next > sequence } ?? false }
  }
}
