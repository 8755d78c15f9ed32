import Foundation
import GRDB
import GRDBSQLite
import Wire

/// A statement that runs for every entry or record, bound and stepped by SQLite's own functions: wrapping each
/// argument costs more than the statement does.
struct HotStatement {
  private let db: Database
  private let statement: Statement

  /// Takes the connection's compiled statement, or compiles it.
  init(_ db: Database, _ sql: String) throws {
    self.db = db
    statement = try db.cachedStatement(sql: sql)
  }

  /// Runs it once.
  ///
  /// - Parameter bind: gives the parameters their values; what it points at must live until this returns.
  /// - Returns: how many rows it wrote.
  /// - Throws: `DatabaseError`.
  func run(_ bind: (inout Binder) -> Void) throws -> Int {
    let raw = statement.sqliteStatement
    var binder = Binder(raw)
    bind(&binder)
    if binder.code == SQLITE_OK { binder.code = sqlite3_step(raw) }
    guard binder.code == SQLITE_DONE else {
      let code = sqlite3_extended_errcode(db.sqliteConnection)
      let error = DatabaseError(
        resultCode: ResultCode(rawValue: code == SQLITE_OK ? binder.code : code),
        message: String(cString: sqlite3_errmsg(db.sqliteConnection)), sql: statement.sql)
      release(raw)
      throw error
    }
    release(raw)
    return Int(sqlite3_changes(db.sqliteConnection))
  }

  /// Nothing may point at values that are gone.
  private func release(_ raw: OpaquePointer) {
    sqlite3_reset(raw)
    sqlite3_clear_bindings(raw)
  }
}

/// The statements that a turn may run thousands of times, looked up once in it.
final class HotStatements {
  private var append: HotStatement?
  private var addRecord: HotStatement?
  /// Rows that were asked for in this turn.
  private(set) var rows = 0
  /// Records were made whose words the index does not have yet.
  private(set) var hasNewWords = false
  /// Words of deleted records must be erased from the index.
  var erasesWords = false

  /// Stores an entry.
  func append(_ db: Database) throws -> HotStatement {
    rows += 1
    if let append { return append }
    let statement = try HotStatement(
      db,
      """
      INSERT INTO entry (arrival, log, sequence, position, causal_order, hash, header, payload, payload_hash, signature)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    append = statement
    return statement
  }

  /// Makes a record's row where its room has none with that id.
  func addRecord(_ db: Database) throws -> HotStatement {
    rows += 1
    hasNewWords = true
    if let addRecord { return addRecord }
    let statement = try HotStatement(
      db,
      """
      INSERT INTO record (room, id, kind, parent, log, sequence, entry, causal_order, wall, changed, state, body, body_at, body_size,
        item, about, writers, sort_key, name)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room, id) DO NOTHING
      """)
    addRecord = statement
    return statement
  }
}

/// Gives the parameters of a statement their values, one after the other.
struct Binder {
  private let statement: OpaquePointer
  private var index: Int32 = 0
  /// SQLite's word on the values so far.
  var code = SQLITE_OK

  init(_ statement: OpaquePointer) { self.statement = statement }

  /// A number.
  mutating func bind(_ value: Int64) {
    index += 1
    note(sqlite3_bind_int64(statement, index, value))
  }

  /// Bytes that stay where they are until the statement has run; nil for NULL.
  mutating func bind(_ bytes: UnsafeRawBufferPointer?) {
    index += 1
    guard let bytes else { return note(sqlite3_bind_null(statement, index)) }
    // Without an address SQLite would take no bytes for NULL.
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return note(sqlite3_bind_zeroblob(statement, index, 0))
    }
    note(sqlite3_bind_blob(statement, index, start, Int32(clamping: bytes.count), nil))
  }

  /// A number; nil for NULL.
  mutating func bind(optional value: Int64?) {
    index += 1
    note(
      value.map { sqlite3_bind_int64(statement, index, $0) } ?? sqlite3_bind_null(statement, index))
  }

  /// A text, which is copied; nil for NULL.
  mutating func bind(text: String?) {
    index += 1
    guard var text else { return note(sqlite3_bind_null(statement, index)) }
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    note(
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, index, $0.baseAddress, Int32(clamping: $0.count), transient)
        }
      })
  }

  private mutating func note(_ result: Int32) {
    if code == SQLITE_OK { code = result }
  }
}

extension Optional<Data> {
  /// The bytes in place; nil for none.
  func withBytes<T>(_ body: (UnsafeRawBufferPointer?) throws -> T) rethrows -> T {
    switch self {
    case .some(let data): try data.withUnsafeBytes { try body($0) }
    case .none: try body(nil)
    }
  }
}
