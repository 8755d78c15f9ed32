import FoundationEssentials
import Testing

@testable import Store

/// The rows that are copied from a database that may be damaged.
@Suite struct SiftingTests {
  private func databases() throws -> (old: Database, new: Database) {
    let (old, new) = try (Store.connection(), Store.connection())
    for db in [old, new] { try Migrations.run(db) }
    return (old, new)
  }

  @Test("the columns of a table that is its key begin with the key, in its order")
  func keys() throws {
    // `quick_check` of SQLite 3.40 takes one column for another where they do not.
    let db = try databases().new
    let tables: [String] = try db.values(
      "SELECT name FROM pragma_table_list WHERE wr = 1 AND schema = 'main' ORDER BY name")
    #expect(tables.contains("merged_write") && tables.contains("contender"))
    for table in tables {
      let places: [Int] = try db.values(
        "SELECT pk FROM pragma_table_info(?) WHERE pk > 0 ORDER BY cid", table)
      let first: [Int] = try db.values(
        "SELECT pk FROM pragma_table_info(?) ORDER BY cid LIMIT ?", table, Int64(places.count))
      #expect(places == Array(1...places.count) && first == places, "\(table)")
    }
  }

  @Test("a row of another form is left out, and the rows around it are not")
  func anotherForm() throws {
    let (old, new) = try databases()
    try old.execute(
      sql: """
        PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON;
        UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'account'
        """)
    for (key, value) in [("a", "first"), ("b", ""), ("c", "third")] {
      try old.run("INSERT INTO setting (key, value) VALUES (?, ?)", key, value)
    }
    for (author, incarnation) in [(1, 0), (2, -1), (3, 7)] as [(UInt8, Int64)] {
      try old.run(
        "INSERT INTO account (author, secret, incarnation) VALUES (?, ?, ?)",
        Data(repeating: author, count: 32), Data(repeating: 9, count: 32), incarnation)
    }
    // One that has no secret of the right length.
    try old.run(
      "INSERT INTO account (author, secret, incarnation) VALUES (?, ?, 0)",
      Data(repeating: 4, count: 32), Data([1]))
    try new.transaction(.immediate) { try Sifting.sift(old, into: new) }
    let values: [String] = try new.values("SELECT value FROM setting ORDER BY key")
    #expect(values == ["first", "", "third"])
    let incarnations: [Int] = try new.values("SELECT incarnation FROM account ORDER BY author")
    #expect(incarnations == [0, 7])
  }

  @Test("a full disk is no row of another form")
  func fullDisk() throws {
    let (old, new) = try databases()
    let text = String(repeating: "a", count: 100_000)
    for number in 0..<20 {
      try old.run("INSERT INTO setting (key, value) VALUES (?, ?)", "key \(number)", text)
    }
    let pages: Int = try #require(try new.value("PRAGMA page_count"))
    try new.execute(sql: "PRAGMA max_page_count = \(pages + 100)")
    let found = #expect(throws: DatabaseError.self) {
      try new.transaction(.immediate) { try Sifting.sift(old, into: new) }
    }
    #expect(found?.isFull == true, "\(String(describing: found))")
    #expect(try new.value("SELECT count(*) FROM setting") == 0)
  }
}
