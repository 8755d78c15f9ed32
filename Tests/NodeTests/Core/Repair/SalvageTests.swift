import Feature
import Features
import Foundation
import Identifiers
import Schema
import Testing
import Wire

@testable import Node
@testable import Store

/// Salvage: everything that a damaged database still proves is kept, and nothing else.
@Suite struct SalvageTests {
  /// A directory, and in it the database of Ada, who shares a room with Berta.
  private final class Stage {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("parlor-salvage-\(UInt64.random(in: 0 ... .max))").path
    let world: RoomWorld
    let club: String
    var database: String { place + "/home/parlor.sqlite" }

    init(messages: Int = 12, hasRoster: Bool = false) throws {
      world = try RoomWorld(["Ada", "Berta"])
      try world.pair(0, 1)
      club = try world.make(0, "club", ["Berta"], roster: hasRoster).id
      for number in 0..<messages {
        try world.say(number % 2, "message \(number) of some length", in: club)
      }
      try world.say(0, "to everybody")
      try FileManager.default.createDirectory(
        atPath: place + "/home", withIntermediateDirectories: true)
      try world.network.nodes[0].store.copy(toHome: place + "/home")
    }

    deinit { try? FileManager.default.removeItem(atPath: place) }

    /// Writes another text over every place where one stands.
    func replace(_ text: String, with other: String) throws {
      var bytes = try #require(FileManager.default.contents(atPath: database))
      var found = 0
      while let range = bytes.range(of: Data(text.utf8)) {
        bytes.replaceSubrange(range, with: Data(other.utf8))
        found += 1
      }
      #expect(found > 0)
      try bytes.write(to: URL(fileURLWithPath: database))
    }

    /// The account that lives in the database.
    func own(_ store: Store) throws -> Author {
      try #require(try store.read { try $0.accounts().first?.author })
    }

    func inspected() throws {
      let store = try Store(home: place + "/home", .parlor)
      defer { try? store.close() }
      try Inspection.run(store, own: try own(store)) { true }
    }

    func mended() throws -> (store: Store, tally: Salvage.Tally) {
      let sifted = try Store.sifted(database, to: place + "/sifted.sqlite", .parlor)
      let new = try Store(.parlor)
      let tally = try sifted.read { try Salvage.fill(new, from: $0) }
      return (new, tally)
    }

    func state(_ store: Store, _ id: RoomID) throws -> RoomState? {
      let own = try own(store)
      return try store.read { try RoomViews(id, $0, own: own)?.state() }
    }
  }

  @Test("an inspection is broken off within a room, so that nobody waits for it") func brokenOff()
    throws
  {
    let stage = try Stage()
    let store = try Store(home: stage.place + "/home", .parlor)
    defer { try? store.close() }
    let own = try stage.own(store)
    var (asked, all) = (0, 0)
    try Inspection.run(store, own: own) {
      asked += 1
      return asked < 2
    }
    try Inspection.run(store, own: own) {
      all += 1
      return true
    }
    let rooms = try store.read { try $0.roomIDs() }.count
    #expect(all > 2 * rooms, "asked between entries as well")
    #expect(asked <= rooms + 4, "and nothing more was read")
  }

  @Test func aWholeDatabaseIsFoundWholeAndKeptWhole() throws {
    let stage = try Stage()
    try stage.inspected()
    let before = stage.world.network.nodes[0].store
    let (after, tally) = try stage.mended()
    let ids = try before.read { try $0.roomIDs() }
    for id in ids {
      let kept = try #require(try stage.state(before, id))
      if kept.entries > 0 { #expect(try stage.state(after, id) == kept) }
    }
    #expect(tally.entries > 12 && tally.peers == 1)
    let isMarked = try after.read { try $0.isRestored() }
    #expect(isMarked, "it goes on in a log of its own")
    #expect(try stage.own(after) == stage.own(before))
  }

  @Test("a letter that is another one is noticed, and from there on nothing of its log is kept")
  func changedText() throws {
    let stage = try Stage()
    try stage.replace("message 6 of", with: "message 7 of")
    #expect(throws: StoreError.self) { try stage.inspected() }
    let (after, _) = try stage.mended()
    let club = try #require(Base32.decode(stage.club).flatMap { RoomID($0) })
    let own = try stage.own(after)
    let texts = try after.read {
      try RoomViews(club, $0, own: own)?.messages(limit: 500).messages.map(\.text)
    }
    #expect(texts == (0..<6).map { "message \($0) of some length" })
  }

  @Test(
    "a row of a roster that is another one is noticed",
    arguments: [
      "roster_statement SET signatures = zeroblob(64)", "roster SET base = x'0a'",
    ])
  func changedRoster(change: String) throws {
    let stage = try Stage(hasRoster: true)
    try stage.inspected()
    let database = try Database(stage.database)
    let changed = try database.run("UPDATE \(change)")
    #expect(changed > 0)
    try database.close()
    #expect(throws: StoreError.self) { try stage.inspected() }
  }

  @Test(
    "a hash, an order or a place beside an entry below the head that is another one is noticed",
    arguments: [
      "hash = CAST(substr(hash, 1, 31) || x'00' AS BLOB)", "causal_order = causal_order + 1",
      "position = position + 64",
    ])
  func besideAnEntry(change: String) throws {
    let stage = try Stage()
    try stage.inspected()
    let database = try Database(stage.database)
    let log: Int64? = try database.value(
      "SELECT min(log.number) FROM log JOIN room ON room.number = log.room WHERE kind = ?",
      RoomKind.private.rawValue)
    let changed = try database.run(
      "UPDATE entry SET \(change) WHERE log = ? AND sequence = 2", log)
    #expect(changed == 1)
    try database.close()
    #expect(throws: StoreError.self) { try stage.inspected() }
  }

  @Test("whatever bytes are damaged, all that is kept is what was signed")
  func anyDamage() throws {
    let stage = try Stage()
    let whole = try #require(FileManager.default.contents(atPath: stage.database))
    let before = stage.world.network.nodes[0].store
    let places = try before.read { reader in
      try reader.roomIDs().flatMap { try Room.payloads(of: $0, reader) }
    }
    let signed = Set(places)
    var generator = RandomSource(SystemRandomNumberGenerator())
    var (mended, beyond) = (0, 0)
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 4_096..<bytes.count, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
      try bytes.write(to: URL(fileURLWithPath: stage.database))
      try? FileManager.default.removeItem(atPath: stage.place + "/sifted.sqlite")
      guard let (after, _) = try? stage.mended() else {
        beyond += 1
        continue
      }
      mended += 1
      try after.read { reader in
        for id in try reader.roomIDs() {
          for payload in try Room.payloads(of: id, reader) { #expect(signed.contains(payload)) }
        }
      }
    }
    #expect(mended > beyond, "\(mended) mended, \(beyond) not")
  }

  @Test func anAccountWhoseSecretIsAnotherOneIsNotTaken() throws {
    let stage = try Stage()
    let secret = try #require(
      try stage.world.network.nodes[0].store.read { try $0.accounts().first?.secret })
    var bytes = try #require(FileManager.default.contents(atPath: stage.database))
    let range = try #require(bytes.range(of: Data(secret)))
    bytes[range.lowerBound + 9] ^= 1
    try bytes.write(to: URL(fileURLWithPath: stage.database))
    #expect(throws: Refused.self) { try stage.mended() }
  }
}
