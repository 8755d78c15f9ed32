import Client
import Foundation
import Identifiers
import Schema
import Testing
import WarSchema
import Wire

@testable import Store

@Suite struct StoreTests {
  private func withHome<T>(_ body: (String) throws -> T) throws -> T {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-store-\(UInt64.random(in: 0 ... .max))").path
    defer { try? FileManager.default.removeItem(atPath: home) }
    return try body(home)
  }

  @Test func theWriterCommitsWithSynchronousFull() throws {
    try withHome { home in
      let store = try Store(home: home, .empty)
      #expect(try store.synchronous() == 2)
      try store.turn { try $0.setSetting("name", "Ada") }
      #expect(try store.synchronous() == 2)
      try store.close()
    }
  }

  @Test func aClosedStoreGivesErrorsAndCanBeClosedAgain() throws {
    try withHome { home in
      let store = try Store(home: home, .empty)
      #expect(try store.read { try $0.settings() }.isEmpty)
      try store.close()
      #expect(throws: StoreError.self) { try store.read { try $0.settings() } }
      #expect(throws: StoreError.self) { try store.turn { try $0.setSetting("name", "Ada") } }
      store.checkpointIfDue { $0() }
      try store.close()
    }
  }

  @Test func whatATurnReturnedIsThereAfterwards() throws {
    try withHome { home in
      var store: Store? = try Store(home: home, .empty)
      try store?.turn { try $0.setSetting("name", "Ada") }
      store = nil
      let again = try Store(home: home, .empty)
      #expect(try again.read { try $0.settings() } == ["name": "Ada"])
      try again.close()
    }
  }

  @Test("G-67: what an older program stored of a match of War is in War's own part of its view")
  func olderTable() throws {
    try withHome { home in
      // The phase; and what an older TableView had of War: battle, pot, one decided round, wars.
      let stored: [UInt8] = [
        0x10, 6, 0x58, 0, 0x60, 0, 0x8a, 1, 6, 0x08, 3, 0x20, 1, 0x28, 2, 0xc0, 1, 7,
      ]
      let room = try #require(RoomID(Data(repeating: 7, count: 16)))
      let store = try Store(home: home, .empty)
      try store.turn { try $0.setTable(room, Coding.decode(TableView.self, from: Data(stored))) }
      let view = try #require(try store.read { try $0.table(room) })
      #expect(view.phase == .finished && view.unknownFields.data.isEmpty)
      #expect(view.war.hasPot && view.war.battle == 0 && view.war.pot == 0 && view.war.wars == 7)
      let round = RoundView.with { ($0.round, $0.winner, $0.cards) = (3, .host, 2) }
      #expect(view.war.lastRounds == [round])
      // A view of today is left as it is.
      try store.turn { try $0.setTable(room, view) }
      #expect(try store.read { try $0.table(room) } == view)
      try store.close()
    }
  }

  @Test("P-37: a copy is of the last committed turn and waits for no turn")
  func copyBesideATurn() throws {
    try withHome { home in
      let store = try Store(home: home, .empty)
      let other = home + "/copy"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
      try store.turn { try $0.setSetting("name", "Ada") }
      try store.turn { transaction in
        try transaction.setSetting("name", "Berta")
        try store.copy(to: other + "/parlor.sqlite")
      }
      #expect(throws: StoreError.self) { try store.copy(to: other + "/parlor.sqlite") }
      try store.close()
      let copy = try Store(home: other, .empty)
      #expect(try copy.read { try $0.settings() } == ["name": "Ada"])
      try copy.close()
    }
  }

  @Test("a letter of the tables' own description that is another one is damage, not a failing disk")
  func damagedSchema() throws {
    try withHome { home in
      // Whoever opens a home holds it until the value goes.
      try {
        let store = try Store(home: home, .empty)
        try store.turn { try $0.setSetting("name", "Ada") }
        try store.close()
      }()
      let path = home + "/parlor.sqlite"
      var bytes = try #require(FileManager.default.contents(atPath: path))
      let range = try #require(bytes.range(of: Data("kept INTEGER NOT NULL".utf8)))
      bytes[range.lowerBound] = UInt8(ascii: "x")
      try bytes.write(to: URL(fileURLWithPath: path))
      let again = try Store(home: home, .empty)
      defer { try? again.close() }
      let found = #expect(throws: StoreError.self) { _ = try again.read { try $0.peers() } }
      #expect(found?.description.contains("parlor mend") == true, "\(String(describing: found))")
    }
  }

  @Test("Seam: choices at a table are kept in order beside its secret, which is forgotten alone")
  func keepsChoices() throws {
    let store = try Store(.empty)
    let (room, other) = (try room(1), try room(2))
    try store.turn { transaction in
      for (number, choice) in [[3], [1, 2], []].enumerated().reversed() {
        try transaction.setChoice(choice.map { UInt8($0) }, number: number, room: room)
      }
      try transaction.setChoice([9], number: 0, room: other)
    }
    #expect(try store.read { try $0.choices(room) } == [[3], [1, 2], []])
    #expect(try store.read { try $0.sessionKeep(room)?.secret } == nil)
    let secret = [UInt8](repeating: 7, count: 32)
    try store.turn { try $0.addChainSecret(secret, room: room) }
    let keep = try store.read { try $0.sessionKeep(room) }
    #expect(keep?.secret == secret && keep?.choices == [[3], [1, 2], []])
    try store.turn { try $0.removeChainSecret(room) }
    #expect(try store.read { try $0.chainSecret(room) } == nil)
    #expect(try store.read { try $0.choices(room) }.count == 3)
    try store.turn { try $0.removeChoices(room) }
    #expect(try store.read { try $0.choices(room) }.isEmpty)
    #expect(try store.read { try $0.choices(other) } == [[9]])
  }

  private func room(_ number: UInt8) throws -> RoomID {
    try #require(RoomID(Data(repeating: number, count: 16)))
  }

  @Test func aFailingTurnChangesNothing() throws {
    struct Stop: Error {}
    let store = try Store(.empty)
    #expect(throws: Stop.self) {
      try store.turn { transaction in
        try transaction.setSetting("name", "Ada")
        throw Stop()
      }
    }
    #expect(try store.read { try $0.settings() }.isEmpty)
  }

  @Test func aFailingInputIsUndoneAlone() throws {
    struct Stop: Error {}
    let store = try Store(.empty)
    try store.turn { transaction in
      try transaction.savepoint { try transaction.setSetting("name", "Ada") }
      try? transaction.savepoint {
        try transaction.setSetting("colour", "red")
        throw Stop()
      }
      try transaction.savepoint { try transaction.setSetting("bell", "off") }
    }
    #expect(try store.read { try $0.settings() } == ["name": "Ada", "bell": "off"])
  }

  @Test("52.8 a home that others could read is closed to them at the start")
  func openHome() throws {
    try withHome { home in
      mkdir(home, 0o755)
      chmod(home, 0o755)
      _ = try Store(home: home, .empty)
      var information = stat()
      #expect(stat(home, &information) == 0 && information.st_mode & 0o777 == 0o700)
    }
  }

  @Test("52.8 a file system without locks is named as the reason, and not another daemon")
  func withoutLocks() {
    #expect(HomeLock.refusal(EWOULDBLOCK, home: "/h") == .locked(home: "/h"))
    for reason in [EOPNOTSUPP, ENOLCK, EBADF] {
      let refusal = HomeLock.refusal(reason, home: "/h")
      #expect(refusal == .unlockable(home: "/h", reason: String(cString: strerror(reason))))
      #expect(!refusal.description.contains("another Parlor daemon"))
    }
  }

  @Test func aHomeInUseIsRefusedWithASentence() throws {
    try withHome { home in
      let store = try Store(home: home, .empty)
      #expect(throws: StoreError.locked(home: home)) { try Store(home: home, .empty) }
      try store.close()
    }
  }

  @Test("a home is held as long as its store is there, and asking takes nothing away")
  func aHomeIsHeld() throws {
    try withHome { home in
      #expect(!HomeDirectory.isHeld(home), "nothing is there yet")
      do {
        let store = try Store(home: home, .empty)
        #expect(HomeDirectory.isHeld(home))
        #expect(HomeDirectory.isHeld(home))
        try store.close()
      }
      #expect(!HomeDirectory.isHeld(home))
      try Store(home: home, .empty).close()
    }
  }

  @Test func aNewerDatabaseIsRefused() throws {
    try withHome { home in
      try Store(home: home, .empty).close()
      try Database(home + "/parlor.sqlite").execute(sql: "PRAGMA user_version = 999")
      #expect(throws: StoreError.newer(found: 999, known: Migrations.newest)) {
        try Store(home: home, .empty)
      }
    }
  }

  @Test("P-40: a home of the first protocol is refused with a sentence", arguments: [1, 6])
  func anOlderDatabaseIsRefused(_ version: Int) throws {
    try withHome { home in
      try Store(home: home, .empty).close()
      try Database(home + "/parlor.sqlite").execute(sql: "PRAGMA user_version = \(version)")
      #expect(throws: StoreError.older(found: version)) { try Store(home: home, .empty) }
    }
  }

  @Test func aDamagedDatabaseIsFoundAfterAnUncleanEnd() throws {
    try withHome { home in
      var store: Store? = try Store(home: home, .empty)
      try store?.turn { transaction in
        for number in 0..<3_000 { try transaction.setSetting("key \(number)", "value \(number)") }
      }
      try store?.close()
      store = nil
      let path = home + "/parlor.sqlite"
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes.replaceSubrange(20_480..<28_672, with: Data(repeating: 0x5a, count: 8_192))
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(FileManager.default.createFile(atPath: home + "/running", contents: nil))
      let error = #expect(throws: StoreError.self) { try Store(home: home, .empty) }
      guard case .damaged = error else {
        Issue.record("found \(String(describing: error))")
        return
      }
    }
  }

  @Test func aFullDiskTakesTheLastTurnInThePlaceOfTheBallast() throws {
    try withHome { home in
      let store = try Store(home: home, .empty)
      #expect(store.hasBallast)
      let size = try FileManager.default.attributesOfItem(atPath: home + "/ballast")[.size]
      #expect(size as? Int == ReserveFile.bytes)
      try store.turn { transaction in
        let pages: Int = try transaction.db.value("PRAGMA page_count") ?? 0
        try transaction.db.execute(sql: "PRAGMA max_page_count = \(pages)")
      }
      #expect(throws: StoreError.full) {
        try store.turn { try $0.setSetting("name", String(repeating: "a", count: 100_000)) }
      }
      #expect(!store.hasBallast)
      #expect(try store.read { try $0.settings() }.isEmpty)
      #expect(store.makeRoom() && store.hasBallast)
      try store.close()
    }
  }

  @Test func strangersBeyondTheLimitAreForgottenLeastRecentFirst() throws {
    let store = try Store(.empty)
    try store.turn { transaction in
      for number in 0..<10 {
        let node = try #require(NodeID([UInt8](repeating: UInt8(number), count: 32)))
        let view = PeerView.with {
          $0.id = node.description
          $0.lastSeenMilliseconds = Int64(number)
        }
        try transaction.setPeer(node, view, version: 1, kept: number == 0)
      }
      try transaction.keepStrangers(4)
    }
    let seen = try store.read { try $0.peers() }.map(\.view.lastSeenMilliseconds).sorted()
    #expect(seen == [0, 6, 7, 8, 9])
  }
}
