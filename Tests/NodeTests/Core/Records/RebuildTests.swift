import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

/// The work that a member can cause in a large room by its entries: how much is rebuilt.
@Suite struct RebuildTests {
  private static let entries = 3_000

  private struct Attic {
    let world: RoomWorld
    let id: RoomID
    var pen: Pen
    private let connections: Connections

    /// A room of Bob's with thousands of messages, as Ada's node has it.
    init() throws {
      world = try RoomWorld(["Ada", "Bob"])
      try world.pair(0, 1)
      let room = try world.make(0, "attic", ["Bob"])
      id = try #require(RoomID(Base32.decode(room.id) ?? []))
      world.network.run(milliseconds: 5_000)
      world.network.tamper = { _ in [] }
      pen = try Pen(of: 1, in: id, world)
      connections = world.network.nodes[0].store.connections
      for number in 0..<RebuildTests.entries { try pen.write([pen.message("\(number)")]) }
      for first in stride(from: 0, to: RebuildTests.entries, by: 500) {
        try world.send(pen.batch(of: first..<first + 500), from: 1, to: 0)
      }
    }

    /// Writes a change of a message, and then the message.
    mutating func say(early text: String) throws {
      let making = pen.message(text)
      let id = RecordID(by: pen.log.author, nonce: making.put.nonce)
      try pen.write([
        .with {
          $0.put.record = id.data
          $0.put.body = Data([0x0a, 1, UInt8(ascii: "a")])
        }
      ])
      try pen.write([making])
    }

    /// The steps that SQLite takes on Ada's node while something is done.
    func steps(_ body: () throws -> Void) rethrows -> Int {
      _ = connections.write { $0.stepsTaken() }
      try body()
      return connections.write { $0.stepsTaken() }
    }

    /// The same for the newest entries, each sent by itself.
    func steps(sending part: Range<Int>) throws -> [Int] {
      try part.map { number in
        try steps { try world.send(pen.batch(of: number..<number + 1), from: 1, to: 0) }
      }
    }

    /// Whether Ada's node keeps what the logs say, in one set of records.
    var isAsTheLogsSay: Bool {
      get throws {
        let copy = try world.network.nodes[0].store.copy()
        let kept = try state(copy)
        try copy.turn { try RecordRebuild.rebuild(id, $0) }
        let built = try state(copy)
        let left: Int? = try world.network.nodes[0].store.read {
          try $0.db.value("SELECT count(*) FROM record_set")
        }
        return kept == built && left == 0
      }
    }

    private func state(_ store: Store) throws -> String? {
      try store.read { reader in
        let account = try #require(try reader.accounts().first)
        return try RoomViews(id, reader, own: account.author)?.state().hash
      }
    }

    /// Whether the room waits to be made again.
    var isOutdated: Bool {
      get throws { try world.network.nodes[0].store.read { try $0.outdatedRooms() }.contains(id) }
    }
  }

  @Test("42.d what shows no transfer of a room has nothing done again")
  func noTransfer() throws {
    var attic = try Attic()
    for _ in 0..<10 { try attic.pen.write([.with { $0.takeRoom = TakeRoom() }]) }
    let steps = try attic.steps(sending: Self.entries..<attic.pen.count)
    #expect(try #require(steps.max()) < 10_000, "\(steps)")
  }

  @Test("42.d a member has a large room made again in slices, while everything else goes on")
  func saidTooEarly() throws {
    var attic = try Attic()
    for number in 0..<10 { try attic.say(early: "early \(number)") }
    let steps = try attic.steps(sending: Self.entries..<attic.pen.count)
    // A slice reads 150 entries and writes as many records.
    #expect(try #require(steps.max()) < 60_000, "\(steps)")
    #expect(try attic.isOutdated)
    var slices: [Int] = []
    while try attic.isOutdated, slices.count < 10_000 {
      slices.append(attic.steps { attic.world.network.run(milliseconds: 20) })
    }
    #expect(slices.count > Self.entries / 150)
    #expect(try #require(slices.max()) < 60_000, "\(slices)")
    #expect(try !attic.isOutdated)
    let texts = try attic.world.texts(0, in: attic.id.description)
    for number in 0..<10 { #expect(texts.contains("early \(number)")) }
  }

  @Test("42.d what is written while a room is made again shows at once and stays", arguments: 0..<4)
  func meanwhile(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var attic = try Attic()
    try attic.say(early: "early")
    _ = try attic.steps(sending: Self.entries..<attic.pen.count)
    var number = 0
    while try attic.isOutdated, number < 60 {
      attic.world.network.run(milliseconds: Int64.random(in: 20..<300, using: &random))
      let first = attic.pen.count
      if Bool.random(using: &random) {
        try attic.say(early: "new \(number)")
      } else {
        try attic.pen.write([attic.pen.message("new \(number)")])
      }
      _ = try attic.steps(sending: first..<attic.pen.count)
      number += 1
    }
    attic.world.network.run(milliseconds: 120_000)
    #expect(number > 5, "seed \(seed)")
    #expect(try !attic.isOutdated)
    let texts = try attic.world.texts(0, in: attic.id.description)
    for number in 0..<number {
      #expect(texts.contains("new \(number)"), "seed \(seed)")
    }
    #expect(try attic.isAsTheLogsSay, "seed \(seed)")
  }
  @Test("42.d a room that was being made again when the node ended is made again")
  func ended() throws {
    var attic = try Attic()
    try attic.say(early: "early")
    _ = try attic.steps(sending: Self.entries..<attic.pen.count)
    attic.world.network.run(milliseconds: 100)
    #expect(try attic.isOutdated)
    attic.world.network.crash(0)
    try attic.world.network.start(0)
    #expect(try attic.isOutdated)
    attic.world.network.run(milliseconds: 60_000)
    #expect(try !attic.isOutdated)
    #expect(try attic.isAsTheLogsSay)
  }

  @Test("42.d a log that is given up while the lobby is made again does not hold it up")
  func givenUp() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    for number in 0..<2 { for text in ["one", "two"] { try world.say(number, text) } }
    world.network.run(milliseconds: 5_000)
    try world.network.nodes[0].store.turn { transaction in
      var room = try #require(try Room.load(.lobby, transaction.reader))
      var making = try RecordRebuild(room, transaction)
      #expect(try making.goOn(&room, most: 1, transaction) == false)
      let bob = try world.account(1)
      room.logs = RoomLogs(room.logs.values.filter { $0.state.key.author != bob })
      #expect(try making.goOn(&room, most: 1_000, transaction))
    }
  }
}
