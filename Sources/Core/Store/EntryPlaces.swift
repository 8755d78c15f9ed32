import FoundationEssentials
import Replication

/// Finds the entries of logs in one snapshot or turn.
///
/// Belongs to one connection, for as long as what is read or written there.
final class EntryPlaces {
  private let db: Database
  private let recent: RecentEntries
  private let isTurn: Bool
  private var loaded: RecentEntries.Part?
  /// The entries of this turn; nil in a snapshot.
  var turn: TurnEntries?

  /// - Parameter isTurn: this connection writes, so what is known in memory is what is stored.
  init(_ db: Database, _ recent: RecentEntries, isTurn: Bool) {
    (self.db, self.recent, self.isTurn) = (db, recent, isTurn)
    if isTurn {
      let part = recent.present
      turn = TurnEntries(next: part.next)
      loaded = part
    }
  }

  /// The runs that are not written down, as of this snapshot.
  func part() throws -> RecentEntries.Part {
    if let loaded { return loaded }
    var part = recent.present
    let (after, next) = try RecentEntries.Part.bounds(db)
    if part.after != after || part.next < next {
      // A turn was committed in this moment, or runs were written down since the snapshot was taken.
      part = try RecentEntries.Part(db)
    } else if part.next > next {
      part.runs.cut(from: next)
      part.next = next
    }
    loaded = part
    return part
  }

  /// Drops its copy, so that others can change theirs in place.
  func forget() { loaded = nil }

  /// An entry that a run names is not in the table. Where this connection does not write, a turn may have removed it since.
  ///
  /// - Throws: `StoreError.damaged` where it does.
  func missing<T>() throws -> T? {
    if isTurn { throw StoreError.damaged("an entry is missing") }
    return nil
  }

  /// The run of a log that holds a sequence; nil where the entry is not here.
  func run(of log: Int64, holding sequence: UInt64) throws -> EntryRun? {
    if let run = turn?.runs.run(of: log, holding: sequence) { return run }
    guard turn?.removed.contains(log) != true else { return nil }
    if let run = try part().runs.run(of: log, holding: sequence) { return run }
    let (low, high) = (EntryKey(log: log, sequence: 0), EntryKey(log: log, sequence: sequence))
    let run = try db.first(
      """
      SELECT key, count, arrival FROM run WHERE key > ? AND key <= ? ORDER BY key DESC LIMIT 1
      """, low.value, high.value
    ) { try EntryRun($0) }
    return run.flatMap { $0.next > sequence ? $0 : nil }
  }

  /// The arrival of an entry; nil where it is not here.
  func arrival(of sequence: UInt64, in log: Int64) throws -> Int64? {
    try run(of: log, holding: sequence)?.arrival(of: sequence)
  }

  /// The run with the newest entry of a log; nil where there is none.
  func newestRun(of log: Int64) throws -> EntryRun? {
    try newestRun(of: log) {
      try db.first(
        """
        SELECT key, count, arrival FROM run WHERE key > ? AND key < ? ORDER BY key DESC LIMIT 1
        """, EntryKey(log: log, sequence: 0).value, EntryKey.end(of: log)
      ) { try EntryRun($0) }
    }
  }

  /// The same.
  ///
  /// - Parameter written: the newest of its runs that are written down.
  func newestRun(of log: Int64, written: () throws -> EntryRun?) throws -> EntryRun? {
    if let run = turn?.runs.runs(of: log).last { return run }
    guard turn?.removed.contains(log) != true else { return nil }
    return try part().runs.runs(of: log).last ?? written()
  }

  /// All runs of a log, in order.
  func runs(of log: Int64) throws -> [EntryRun] {
    let fresh = turn?.runs.runs(of: log) ?? []
    guard turn?.removed.contains(log) != true else { return fresh }
    let written = try db.all(
      "SELECT key, count, arrival FROM run WHERE key > ? AND key < ? ORDER BY key",
      EntryKey(log: log, sequence: 0).value, EntryKey.end(of: log)
    ) { try EntryRun($0) }
    return try written + part().runs.runs(of: log) + fresh
  }
}
