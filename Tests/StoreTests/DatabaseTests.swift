import FoundationEssentials
import Glibc
import Testing

@testable import Store

/// One connection: its statements, its transactions, and what it says when SQLite refuses.
@Suite final class DatabaseTests {
  private let place: String
  private var path: String { place + "/some.db" }

  init() throws {
    place = FileManager.default.temporaryDirectory.path + "/parlor-database.\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: place) }

  private func error(_ body: () throws -> Void) -> DatabaseError? {
    #expect(throws: DatabaseError.self) { try body() }
  }

  @Test("what SQLite leaves open is set, as each connection has it for itself")
  func settings() throws {
    let db = try Database(path)
    let foreignKeys: Int? = try db.value("PRAGMA foreign_keys")
    let trust: Int? = try db.value("PRAGMA trusted_schema")
    let wait: Int? = try db.value("PRAGMA busy_timeout")
    #expect(foreignKeys == 1 && trust == 0 && wait == 5_000)
    let quoted = error { _ = try db.value("SELECT \"text\"") as String? }
    #expect(quoted?.message.hasPrefix("no such column: ") == true, "it is a name, not a text")
    let store = try Store.connection(path)
    let (synchronous, cache): (Int?, Int?) = try (
      store.value("PRAGMA synchronous"), store.value("PRAGMA cache_size")
    )
    #expect(synchronous == 2 && cache == -8_192)
  }

  @Test func anErrorNamesItsCodeItsReasonAndItsStatement() throws {
    let db = try Database()
    try db.execute(sql: "CREATE TABLE t (a INTEGER UNIQUE, b INTEGER REFERENCES t (a))")
    try db.run("INSERT INTO t (a) VALUES (?)", 1)
    let twice = error { try db.run("\n INSERT INTO t (a) VALUES (?);\n", 1) }
    #expect(
      twice?.description
        == "SQLite error 19: UNIQUE constraint failed: t.a - while executing `INSERT INTO t (a) VALUES (?)`"
    )
    #expect(twice?.code == 19 && twice?.extendedCode == 2_067)
    let orphan = error { try db.run("INSERT INTO t (a, b) VALUES (2, 3)") }
    #expect(orphan?.message == "FOREIGN KEY constraint failed")
    let unknown = error { try db.execute(sql: "SELECT 1; SELECT * FROM u") }
    #expect(
      unknown?.description
        == "SQLite error 1: no such table: u - while executing `SELECT * FROM u`")
    let empty = error { try db.run(" -- nothing") }
    #expect(empty?.description == "SQLite error 1: empty statement - while executing `-- nothing`")
  }

  @Test func whatCannotBeOpenedIsToldWithoutAStatement() throws {
    let found = error { _ = try Database(place + "/none/some.db") }
    #expect(found?.description == "SQLite error 14: unable to open database file")
    #expect(error { _ = try Database(path, isReadOnly: true) }?.code == 14, "it makes no file")
  }

  @Test func whoOnlyReadsCannotWrite() throws {
    try Database(path).execute(sql: "CREATE TABLE t (a)")
    let db = try Database(path, isReadOnly: true)
    let found = error { try db.run("INSERT INTO t VALUES (1)") }
    #expect(found?.message == "attempt to write a readonly database")
  }

  @Test("what is no database, and a schema that is none, are found before the first use")
  func damaged() throws {
    #expect(
      FileManager.default.createFile(atPath: path, contents: Data(repeating: 7, count: 5_000)))
    #expect(error { _ = try Store.connection(path) }?.message == "file is not a database")
    unlink(path)
    let db = try Database(path)
    try db.execute(
      sql: """
        CREATE TABLE t (a); PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE TABLE t (', rootpage = 99
        """)
    try db.close()
    let found = error { _ = try Store.connection(path) }
    #expect(
      found?.message.hasPrefix("malformed database schema") == true, "\(String(describing: found))")
  }

  @Test func aTransactionThatAnotherWriterHoldsUpFails() throws {
    let (one, other) = try (Database(path), Database(path))
    try other.execute(sql: "PRAGMA busy_timeout = 20")
    try one.transaction(.immediate) {
      let found = error { try other.transaction(.immediate) {} }
      #expect(
        found?.description
          == "SQLite error 5: database is locked - while executing `BEGIN IMMEDIATE`")
      #expect(!other.isInsideTransaction)
    }
    try other.transaction(.immediate) {}
  }

  @Test("a transaction that fails leaves nothing, whether its own error ended it or SQLite's")
  func failingTransactions() throws {
    struct Stop: Error {}
    let db = try Database()
    try db.execute(sql: "CREATE TABLE t (a)")
    #expect(throws: Stop.self) {
      try db.transaction(.deferred) {
        try db.run("INSERT INTO t VALUES (1)")
        #expect(db.isInsideTransaction)
        throw Stop()
      }
    }
    let pages: Int? = try db.value("PRAGMA page_count")
    try db.execute(sql: "PRAGMA max_page_count = \(try #require(pages))")
    let full = error {
      try db.transaction(.immediate) {
        try db.run("INSERT INTO t VALUES (2)")
        try db.run("INSERT INTO t VALUES (?)", Data(repeating: 1, count: 100_000))
      }
    }
    #expect(full?.isFull == true && full?.message == "database or disk is full")
    #expect(!db.isInsideTransaction)
    #expect(try db.value("SELECT count(*) FROM t") == 0)
  }

  @Test("a statement that is being read is not touched by another use of its text")
  func nestedStatements() throws {
    let db = try Database()
    try db.execute(sql: "CREATE TABLE t (a INTEGER)")
    for number in 1...3 { try db.run("INSERT INTO t VALUES (?)", number) }
    let sql = "SELECT a FROM t WHERE a >= ? ORDER BY a"
    var pairs: [[Int]] = []
    try db.visit(sql, 2) { outer in
      let first: Int = try outer.value(0)
      try db.visit(sql, 1) { inner in
        pairs.append([first, try inner.value(0)])
        return true
      }
      return true
    }
    #expect(pairs == [[2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]])
    let (one, again) = try (db.statement(sql), db.statement(sql))
    #expect(one === again, "it is compiled once")
  }

  @Test("texts of one length are different statements, and more of them than are kept can be used")
  func manyStatements() throws {
    let db = try Database()
    for _ in 0..<2 {
      for number in 1_000..<1_700 {
        #expect(try db.value("SELECT \(number)") == number)
      }
    }
    // What is kept no more can still be read.
    try db.visit("SELECT 1 UNION ALL SELECT 2") { row in
      for number in 1_000..<1_700 { _ = try db.value("SELECT \(number) + 1") as Int? }
      return true
    }
  }

  @Test func aCopyHasAllOfTheDatabase() throws {
    let (db, copy) = try (Database(path), Database())
    try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    try db.copy(to: copy)
    #expect(try copy.value("SELECT a FROM t") == 7)
    try copy.transaction(.immediate) {
      let found = error { try db.copy(to: copy) }
      #expect(found?.message.isEmpty == false, "it is in use")
    }
  }

  @Test func whatIsClosedGivesErrors() throws {
    let db = try Database(path)
    try db.execute(sql: "CREATE TABLE t (a)")
    try db.run("INSERT INTO t VALUES (?)", 1)
    try db.visit("SELECT a FROM t") { _ in
      #expect(error { try db.close() }?.code == 5, "a statement is being read")
      return true
    }
    try db.close()
    try db.close()
    #expect(
      error { try db.run("SELECT 1") }?.description == "SQLite error 21: Connection is closed")
    #expect(error { try db.execute(sql: "SELECT 1") } == DatabaseError.closed)
    #expect(error { try db.checkpoint() } == DatabaseError.closed)
    #expect(error { try db.copy(to: Database()) } == DatabaseError.closed)
    #expect(!db.isInsideTransaction)
    // It can be written by others at once.
    try Database(path).execute(sql: "PRAGMA busy_timeout = 0; DROP TABLE t")
  }
}
