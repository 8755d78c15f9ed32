/// Checks a database that came from elsewhere, as one in a backup does, before anything else reads it.
///
/// A schema can hold programs: triggers, views, generated columns, checks, and indexes over expressions run while others
/// read and write. So a foreign database is used only if its schema is the one that this program makes.
public enum ForeignDatabase {
  /// One entry of a schema.
  private struct Part: Hashable {
    let kind: String
    let name: String
    let table: String
    let sql: String
  }

  /// Checks that a file is a database with our tables and indexes and with nothing else.
  ///
  /// - Throws: `StoreError.damaged` with what is wrong; `StoreError.newer` or `.older` for one of another
  ///   program.
  public static func check(_ path: String) throws {
    do {
      let db = try Store.connection(path)
      let version: Int = try db.value("PRAGMA user_version") ?? 0
      try Migrations.check(version)
      guard version > 0 else { throw StoreError.damaged("it has no tables of Parlor") }
      guard try parts(of: db) == ownParts(version) else {
        throw StoreError.damaged("it holds tables, triggers or indexes that Parlor did not make")
      }
    } catch {
      throw Store.translate(error, home: path, nil)
    }
  }

  private static func ownParts(_ version: Int) throws -> [Part: Int] {
    let db = try Store.connection()
    try Migrations.run(db, upTo: version)
    return try parts(of: db)
  }

  /// Counts the parts of a schema. Versions of SQLite differ in how they quote and space a changed table.
  private static func parts(of db: Database) throws -> [Part: Int] {
    var parts: [Part: Int] = [:]
    try db.visit("SELECT type, name, tbl_name, sql FROM sqlite_schema") { row in
      let (kind, name, table): (String, String, String) = try (
        row.value(0), row.value(1), row.value(2)
      )
      let sql: String = try row.value(3) ?? ""
      let plain = sql.filter { !$0.isWhitespace && $0 != "\"" }
      parts[Part(kind: kind, name: name, table: table, sql: plain), default: 0] += 1
      return true
    }
    return parts
  }
}
