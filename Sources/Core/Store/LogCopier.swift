import CSQLite
import Synchronization

/// Copies the write-ahead log into the database beside the turns, by a connection of its own.
///
/// SQLite starts a new log only if all of the old one was copied before a transaction began. So the writer itself copies the
/// few pages that have come in the meantime (`CommitMark.nextCopy`).
// The compiler cannot check this: the connection is used inside `using` only.
final class LogCopier: @unchecked Sendable {
  private let open: @Sendable () throws -> Database
  private let using = Mutex(())
  private var db: Database?
  private var isClosed = false
  private let state = Mutex((isCopying: false, copied: Int32(0)))

  /// - Parameter open: opens a connection to the same database.
  init(_ open: @escaping @Sendable () throws -> Database) { self.open = open }

  /// The number of log pages that the last copying had copied when it ended; nil during a copying.
  var copied: Int32? { state.withLock { $0.isCopying ? nil : $0.copied } }

  /// A copying is about to begin.
  func begin() { state.withLock { $0.isCopying = true } }

  /// Copies what is in the log now; on any thread, after `begin`. What fails is tried again with the next copying.
  func copy() {
    var copied: Int32 = 0
    using.withLock { _ in
      if db == nil, !isClosed { db = try? open() }
      guard let db else { return }
      sqlite3_wal_checkpoint_v2(db.connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, &copied)
    }
    state.withLock { $0 = (false, max(0, copied)) }
  }

  /// Waits for the end of a copying and closes the connection.
  func close() {
    using.withLock { _ in (db, isClosed) = (nil, true) }
  }
}
