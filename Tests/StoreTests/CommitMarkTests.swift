import Foundation
import Testing

@testable import Store

/// A write-ahead log that lost something of what was committed is noticed, and nothing else is taken for that.
@Suite struct CommitMarkTests {
  /// A home in which turns were taken, as it is after kill -9; `again` is what opens it.
  private func withCrash(
    turns: Int, _ body: (_ home: String, _ log: String) throws -> Void
  ) throws {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-mark-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let home = place + "/home"
    let crashed = place + "/crashed"
    // The log of the first run goes with it; the second one has a database in its place.
    try Store(home: home, .empty).close()
    let store = try Store(home: home, .empty)
    for number in 0..<turns {
      try store.turn { try $0.setSetting("name", "Ada \(number)") }
      store.checkpointIfDue { $0() }
    }
    try FileManager.default.copyItem(atPath: home, toPath: crashed)
    try store.close()
    try body(crashed, crashed + "/parlor.sqlite-wal")
  }

  private func name(_ home: String) throws -> String? {
    let store = try Store(home: home, .empty)
    defer { try? store.close() }
    return try store.read { try $0.settings()["name"] }
  }

  private func isDamaged(_ home: String) -> Bool {
    do {
      _ = try name(home)
      return false
    } catch StoreError.damaged {
      return true
    } catch {
      return false
    }
  }

  /// Bytes of the log that are not the zeros behind it.
  private func used(_ log: String) throws -> Data {
    let bytes = try #require(FileManager.default.contents(atPath: log))
    return bytes.prefix(1 + (bytes.lastIndex { $0 != 0 } ?? -1))
  }

  @Test func aWholeLogIsTaken() throws {
    try withCrash(turns: 20) { home, _ in
      let found = try name(home)
      #expect(found == "Ada 19")
    }
  }

  @Test("the log grows beside turns, and each turn before and after that is there after a crash")
  func growth() throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-mark-\(UInt64.random(in: 0 ... .max))").path
    let (log, crashed) = (home + "/parlor.sqlite-wal", home + "-crashed")
    defer { for place in [home, crashed] { try? FileManager.default.removeItem(atPath: place) } }
    let store = try Store(home: home, .empty)
    try store.turn { try $0.setSetting("name", "Ada") }
    let before = try used(log)
    store.growLog()
    let grown = try #require(FileManager.default.contents(atPath: log))
    #expect(grown.count == WriteAheadLog.bytes)
    #expect(grown.starts(with: before))
    try store.turn { try $0.setSetting("colour", "#112233") }
    try FileManager.default.copyItem(atPath: home, toPath: crashed)
    try store.close()
    #expect(!FileManager.default.fileExists(atPath: log))
    let again = try Store(home: crashed, .empty)
    let settings = try again.read { try $0.settings() }
    #expect(settings["name"] == "Ada" && settings["colour"] == "#112233")
    try again.close()
  }

  @Test("what was begun and not committed when the power went is no damage")
  func tornEnd() throws {
    try withCrash(turns: 20) { home, log in
      try (used(log) + Data(repeating: 7, count: 5_000)).write(to: URL(fileURLWithPath: log))
      let found = try name(home)
      #expect(found == "Ada 19")
    }
  }

  @Test(arguments: [0, 20, 40, 5_000, 30_000])
  func aLogThatWasCutIsNoticed(_ length: Int) throws {
    try withCrash(turns: 20) { home, log in
      try used(log).prefix(length).write(to: URL(fileURLWithPath: log))
      #expect(isDamaged(home))
    }
  }

  @Test(arguments: [0, 17, 25, 33, 60, 4_200, 20_000])
  func aLogOfWhichABitIsAnotherOneIsNoticed(_ place: Int) throws {
    try withCrash(turns: 20) { home, log in
      var bytes = try used(log)
      bytes[place] ^= 4
      try bytes.write(to: URL(fileURLWithPath: log))
      #expect(isDamaged(home))
    }
  }

  @Test("a log that was begun anew, and one that is gone with its database, are no damage")
  func begunAnew() throws {
    try withCrash(turns: 1_500) { home, log in
      let length = try used(log).count
      #expect(length < 1_500 * 4_096, "it was begun anew")
      let found = try name(home)
      #expect(found == "Ada 1499")
    }
    try withCrash(turns: 20) { home, log in
      for file in [log, home + "/parlor.sqlite"] {
        try FileManager.default.removeItem(atPath: file)
      }
      let found = try name(home)
      #expect(found == nil)
    }
  }
}
