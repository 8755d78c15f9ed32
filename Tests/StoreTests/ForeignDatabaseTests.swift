import Foundation
import Testing

@testable import Store

/// A database from somebody else: nothing in its schema may run.
@Suite final class ForeignDatabaseTests {
  private let place = NSTemporaryDirectory() + "/parlor-foreign." + UUID().uuidString
  private var path: String { place + "/parlor.sqlite" }

  init() throws {
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: place) }

  /// Makes a database of a version, and adds something.
  private func make(_ version: Int = Migrations.newest, adding sql: String = "") throws {
    let db = try Database(path)
    try Migrations.run(db, upTo: version)
    try db.execute(sql: sql)
    try db.close()
  }

  @Test(
    "P-37: each version that Parlor has made is taken",
    arguments: Migrations.first...Migrations.newest)
  func own(_ version: Int) throws {
    try make(version)
    try ForeignDatabase.check(path)
  }

  @Test(
    "P-37: what runs by itself, or was not made by Parlor, is refused",
    arguments: [
      "CREATE TRIGGER t AFTER INSERT ON meta BEGIN INSERT INTO meta VALUES ('x', x'00'); END",
      "CREATE VIEW v AS SELECT * FROM meta",
      "CREATE INDEX i ON meta (length(zeroblob(2000000000)))",
      "CREATE TABLE more (a)",
      "DROP TABLE setting; CREATE VIEW setting AS SELECT 'name' AS key, 'x' AS value",
      """
      DROP TABLE setting;
      CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT AS (hex(zeroblob(1000000000))))
      """,
      "DROP TABLE address", "DROP INDEX record_by_id", "ANALYZE",
      "PRAGMA user_version = -3", "PRAGMA user_version = 0",
    ]) func strange(_ sql: String) throws
  {
    try make(adding: sql)
    #expect {
      try ForeignDatabase.check(path)
    } throws: { error in
      if case StoreError.damaged = error { true } else { false }
    }
  }

  @Test("P-37: an empty file, another kind of file and a newer database are refused")
  func others() throws {
    _ = FileManager.default.createFile(atPath: path, contents: Data())
    #expect(throws: StoreError.damaged("it has no tables of Parlor")) {
      try ForeignDatabase.check(path)
    }
    _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 7, count: 5_000))
    #expect(throws: StoreError.self) { try ForeignDatabase.check(path) }
    try FileManager.default.removeItem(atPath: path)
    try make(adding: "PRAGMA user_version = 99")
    #expect(throws: StoreError.newer(found: 99, known: Migrations.newest)) {
      try ForeignDatabase.check(path)
    }
  }

  @Test("P-40: a database of the first protocol is refused with a sentence of its own")
  func older() throws {
    try make(adding: "PRAGMA user_version = 6")
    #expect(throws: StoreError.older(found: 6)) { try ForeignDatabase.check(path) }
  }

  @Test("P-37: no schema may call what has side effects") func untrusted() throws {
    let store = try Store(.empty)
    let isTrusted: Int? = try store.connections.write { try $0.value("PRAGMA trusted_schema") }
    #expect(isTrusted == 0)
  }
}
