import CSQLite

/// A refusal of SQLite, with its reason.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
  /// The code with its reason in the upper bits (`SQLITE_IOERR_FSYNC`).
  package let extendedCode: Int32
  /// In SQLite's words.
  package let message: String
  /// The statement that failed; nil where it was none.
  package let sql: String?

  /// The code without the reason (`SQLITE_IOERR`).
  package var code: Int32 { extendedCode & 0xFF }

  /// The disk takes no more, or the database may not grow further.
  package var isFull: Bool { code == SQLITE_FULL }

  init(code: Int32, message: String, sql: String? = nil) {
    (extendedCode, self.message, self.sql) = (code, message, sql)
  }

  /// Reads the error that a connection reports for the call that has just returned a code.
  init(_ connection: OpaquePointer?, _ code: Int32, sql: String? = nil) {
    let last = sqlite3_extended_errcode(connection)
    // A call that SQLite does not even begin leaves the words of an earlier one.
    let isOfThisCall = last & 0xFF == code & 0xFF
    self.init(
      code: isOfThisCall ? last : code,
      message: String(cString: isOfThisCall ? sqlite3_errmsg(connection) : sqlite3_errstr(code)),
      sql: sql)
  }

  /// `SQLITE_IOERR_FSYNC`, which is no constant in Swift.
  static let notDurable = SQLITE_IOERR | 4 << 8
  /// `SQLITE_IOERR_READ`.
  static let unread = SQLITE_IOERR | 1 << 8
  static let closed = DatabaseError(code: SQLITE_MISUSE, message: "Connection is closed")

  package var description: String {
    let failed = "SQLite error \(code): \(message)"
    guard let sql else { return failed }
    let isBeside = { (letter: Character) in letter.isWhitespace || letter == ";" }
    let trimmed = sql.drop(while: isBeside).reversed().drop(while: isBeside).reversed()
    return failed + " - while executing `\(String(trimmed))`"
  }
}
