import CSQLite

/// A connection to a database, for one thread at a time.
///
/// Foreign keys hold. A schema may call only what is harmless, even one that was tampered with. Who finds the database locked by
/// another process waits for five seconds.
package final class Database {
  /// The moment at which a transaction takes the write lock: its first statement that writes, or its beginning.
  package enum Begin: String {
    case deferred = "BEGIN DEFERRED"
    case immediate = "BEGIN IMMEDIATE"
  }

  private static let busyMilliseconds: Int32 = 5_000
  /// Compiled statements that are kept. A few have lists of numbers in their texts, so their number has no end.
  private static let mostStatements = 512

  /// The path that SQLite was given to open.
  let path: String
  /// SQLite's own; nil once it is closed.
  private(set) var connection: OpaquePointer?
  private var statements: [String: CompiledStatement] = [:]

  /// Opens a file; without a path, a database in memory. A missing file is made unless it is only read.
  ///
  /// - Throws: `DatabaseError`.
  package init(_ path: String = ":memory:", isReadOnly: Bool = false) throws {
    self.path = path
    let access =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    // Without locks in SQLite: no two threads use one connection at once.
    let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK else { throw DatabaseError(connection, code) }
    sqlite3_busy_timeout(connection, Self.busyMilliseconds)
    parlor_configure(connection)
    try execute(sql: "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(connection)
  }

  /// Closes it now. The last connection that closes deletes the write-ahead log.
  ///
  /// - Throws: `DatabaseError` where a statement is still being read.
  package func close() throws {
    statements = [:]
    let code = sqlite3_close(connection)
    guard code == SQLITE_OK else { throw DatabaseError(connection, code) }
    connection = nil
  }

  private func open() throws -> OpaquePointer {
    guard let connection else { throw DatabaseError.closed }
    return connection
  }

  /// Runs the statements of a script, one after the other.
  ///
  /// - Throws: `DatabaseError`.
  package func execute(sql: String) throws {
    try sql.withCString { text in
      var rest: UnsafePointer<CChar>? = text
      while let next = rest, next.pointee != 0 {
        if let statement = try compile(next, rest: &rest) { try statement.run { _ in } }
      }
    }
  }

  /// The compiled statement of a text, for one use; one that is being read already is left alone.
  ///
  /// - Throws: `DatabaseError`.
  func statement(_ sql: String) throws -> CompiledStatement {
    let known = statements[sql]
    if let known, !known.isBusy { return known }
    var rest: UnsafePointer<CChar>?
    guard let made = try compile(sql, SQLITE_PREPARE_PERSISTENT, rest: &rest) else {
      throw DatabaseError(code: SQLITE_ERROR, message: "empty statement", sql: sql)
    }
    if known == nil {
      if statements.count >= Self.mostStatements { statements = [:] }
      statements[sql] = made
    }
    return made
  }

  /// Compiles the first statement of a text; nil where there is none.
  private func compile(
    _ text: UnsafePointer<CChar>, _ flags: Int32 = 0, rest: inout UnsafePointer<CChar>?
  ) throws -> CompiledStatement? {
    let connection = try open()
    var raw: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, text, -1, UInt32(flags), &raw, &rest)
    guard code == SQLITE_OK else {
      throw DatabaseError(connection, code, sql: String(cString: text))
    }
    return raw.map { CompiledStatement($0) }
  }

  /// The row that the last statement which made one has made.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection) }

  /// Whether a transaction was begun and has not ended, of its own accord or by an error.
  var isInsideTransaction: Bool { connection != nil && sqlite3_get_autocommit(connection) == 0 }

  /// Rolls a transaction back; some errors have ended it already.
  func rollBack() {
    if isInsideTransaction { _ = try? run("ROLLBACK") }
  }

  /// Runs one transaction: all of it is in the database when this returns, or nothing is.
  ///
  /// - Throws: `DatabaseError`; what `body` throws.
  package func transaction<T>(_ begin: Begin, _ body: () throws -> T) throws -> T {
    try run(begin.rawValue)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Copies all of the write-ahead log into the database, and empties it.
  ///
  /// - Throws: `DatabaseError` where others are in the way.
  package func checkpoint() throws {
    let connection = try open()
    let code = sqlite3_wal_checkpoint_v2(
      connection, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(connection, code) }
  }

  /// Copies the database in place of another one.
  ///
  /// - Throws: `DatabaseError`.
  func copy(to other: Database) throws {
    let (connection, target) = try (open(), other.open())
    guard let copy = sqlite3_backup_init(target, "main", connection, "main") else {
      throw DatabaseError(target, sqlite3_errcode(target))
    }
    let code = sqlite3_backup_step(copy, -1)
    sqlite3_backup_finish(copy)
    guard code == SQLITE_DONE else { throw DatabaseError(target, code) }
  }
}
