import FoundationEssentials
import Synchronization

/// The entries that arrived last, of which the table `run` says nothing yet.
///
/// Entries are stored in the order of their arrival, so that a turn writes to one place, whatever the number of logs.
/// The table `run` says where the entries of a log are. It is written after many entries, sorted; until then the places are known
/// in memory, and read again from the entries themselves when the database is opened.
///
/// Thread-safe: shared by the connections of a store.
final class RecentEntries: Sendable {
  /// Runs in memory from which on they are written down.
  static let mostRuns = 2_048
  /// Entries from which on their runs are written down, so that a start need not read more.
  static let mostEntries: Int64 = 16_384
  /// The value of the node itself that says up to which arrival the table `run` knows all entries.
  static let key = "runs"

  /// The runs of the entries between two arrivals.
  struct Part {
    /// The arrival up to which the table `run` knows all entries.
    var after: Int64 = 0
    /// The arrival of the next entry.
    var next: Int64 = 1
    /// The places of the entries between the two.
    var runs = EntryRuns()

    init() {}

    /// Reads them from the entries.
    ///
    /// - Throws: `DatabaseError`; `StoreError.damaged`.
    init(_ db: Database) throws {
      (after, next) = try Self.bounds(db)
      try db.visit(
        "SELECT arrival, log, sequence FROM entry WHERE arrival > ? ORDER BY arrival", after
      ) { row in
        runs.append(log: try row.value(1), sequence: try row.count(2), arrival: try row.value(0))
        return true
      }
    }

    /// The arrival up to which the table `run` knows all entries, and the one behind the newest entry.
    static func bounds(_ db: Database) throws -> (after: Int64, next: Int64) {
      let newest: Int64? = try db.value("SELECT max(arrival) FROM entry")
      let noted: Data? = try db.value(
        "SELECT value FROM meta WHERE key = ?", RecentEntries.key)
      let after = noted?.reduce(0) { $0 &<< 8 | Int64($1) } ?? 0
      let last = max(newest ?? 0, after)
      guard after >= 0, last <= EntryRun.lastArrival else { throw StoreError.ofAnotherForm }
      return (after, last + 1)
    }
  }

  private let part: Mutex<Part>

  /// Those of a database that was just opened.
  init(_ part: Part) { self.part = Mutex(part) }

  /// The part as of the last commit, or of the one after it.
  var present: Part { part.withLock { $0 } }

  /// Takes over what a turn has stored, after its commit.
  ///
  /// - Parameter isWritten: the turn has also written the runs down.
  func take(_ turn: TurnEntries, isWritten: Bool) {
    part.withLock { part in
      part.next = turn.next
      guard !isWritten else {
        part.after = turn.next - 1
        part.runs = EntryRuns()
        return
      }
      for log in turn.removed { part.runs.remove(log) }
      part.runs.append(turn.runs)
    }
  }
}
