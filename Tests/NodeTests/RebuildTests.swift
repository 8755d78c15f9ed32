import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

/// What a member can have done again in a large room, by what it writes there.
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

    /// The steps that SQLite takes on Ada's node for the newest entries, each sent by itself.
    func steps(sending part: Range<Int>) throws -> [Int] {
      try part.map { number in
        _ = connections.write { $0.stepsTaken() }
        try world.send(pen.batch(of: number..<number + 1), from: 1, to: 0)
        return connections.write { $0.stepsTaken() }
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

  @Test("42.d a member has a large room made again once, and then only in the member's time")
  func saidTooEarly() throws {
    var attic = try Attic()
    for number in 0..<10 {
      let making = attic.pen.message("early \(number)")
      let id = RecordID(by: attic.pen.log.author, nonce: making.put.nonce)
      try attic.pen.write([
        .with {
          $0.put.record = id.data
          $0.put.body = Data([0x0a, 1, UInt8(ascii: "a")])
        }
      ])
      try attic.pen.write([making])
    }
    let steps = try attic.steps(sending: Self.entries..<attic.pen.count)
    #expect(steps.count { $0 > 10 * Self.entries } <= 1, "\(steps)")
    #expect(try attic.isOutdated)
    attic.world.network.run(milliseconds: 60_000)
    #expect(try !attic.isOutdated)
    let texts = try attic.world.texts(0, in: attic.id.description)
    for number in 0..<10 { #expect(texts.contains("early \(number)")) }
  }
}
