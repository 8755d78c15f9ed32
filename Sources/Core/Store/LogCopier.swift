import CSQLite
import Dispatch
import Synchronization

/// Copies the write-ahead log into the database on a thread of its own, while turns go on.
///
/// SQLite begins the log anew only where all of it was copied before a transaction began. So whoever writes copies the little that has
/// come in the meantime (`CommitMark.nextCopy`).
// The compiler cannot check this: the connection is used on `queue` only.
final class LogCopier: @unchecked Sendable {
  private let open: @Sendable () throws -> Database
  private let queue = DispatchQueue(label: "parlor.log")
  private let state = Mutex((isCopying: false, copied: Int32(0)))
  private var db: Database?

  /// - Parameter open: opens a connection to the same database.
  init(_ open: @escaping @Sendable () throws -> Database) { self.open = open }

  /// Begins to copy what is in the log now; to be called where nothing is copied yet.
  ///
  /// What fails is tried again with the next copying.
  func begin() {
    state.withLock { $0.isCopying = true }
    queue.async { [self] in
      if db == nil { db = try? open() }
      var copied: Int32 = 0
      if let db {
        sqlite3_wal_checkpoint_v2(db.connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &copied)
      }
      state.withLock { $0 = (false, max(0, copied)) }
    }
  }

  /// How many pages of the log were copied when the last copying ended; nil while one goes on.
  var copied: Int32? { state.withLock { $0.isCopying ? nil : $0.copied } }

  /// Waits for its end and closes the connection.
  func close() { queue.sync { db = nil } }
}
