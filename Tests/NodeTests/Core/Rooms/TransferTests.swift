import Feature
import Foundation
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// A room that was handed over stays with its new owner, whatever the old one signs later.
@Suite struct TransferTests {
  /// Ada makes a room with Bob and Cyd and hands it over to Bob; the pens stand where her log was before each step.
  fileprivate struct Boat {
    let world: RoomWorld
    let room: String
    let id: RoomID
    var pens: [Pen] = []

    init() throws {
      world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"])
      for (one, other) in [(0, 1), (0, 2), (1, 2), (1, 3)] { try world.pair(one, other) }
      room = try world.make(0, "boat", ["Bob", "Cyd"]).id
      id = try #require(Base32.decode(room).flatMap { RoomID($0) })
      pens.append(try Pen(of: 0, in: id, world))
      try world.say(0, "all aboard", in: room)
      pens.append(try Pen(of: 0, in: id, world))
    }

    func handOver() throws {
      try world.change(0, room, "Bob", .owner)
      world.network.run(milliseconds: 130_000)
    }

    func owner(_ number: Int) throws -> String? {
      try world.room(number, room).members.first(where: \.owner)?.name
    }

    func names(_ number: Int) throws -> [String] {
      try world.room(number, room).members.map(\.name).sorted()
    }

    /// Sends what a pen wrote to Bob and Cyd, and lets it spread.
    func send(_ pen: Pen) throws {
      for other in 1...2 { try world.send(pen.batch, from: 0, to: other) }
      world.network.run(milliseconds: 130_000)
    }

    /// Sends Bob and Cyd the proof that a pen wrote another entry than Bob has.
    func prove(_ pen: Pen) throws {
      guard case .batch(var batch) = try pen.batch else { return }
      let other = batch.slices[0]
      batch.slices = []
      batch.forks = try world.network.nodes[1].store.read { reader in
        let log = try #require(try Room.load(id, reader)?.logs[pen.log])
        let slice = try #require(try reader.slice(of: log, room: id, from: other.first))
        let previous = try reader.known(log: log.number, sequence: other.first - 1)?.hash
        return [
          .with {
            $0.room = id.data
            $0.previous = (previous ?? .zero).data
            ($0.left, $0.right) = (slice, other)
          }
        ]
      }
      for number in 1...2 { try world.send(.batch(batch), from: 0, to: number) }
      world.network.run(milliseconds: 130_000)
    }

    /// All who are asked see the same, also when it is made again from the logs.
    func agree(_ numbers: [Int]) throws {
      for number in numbers {
        #expect(try world.state(number, room).hash == world.state(1, room).hash, "\(number)")
        let kept = try world.network.nodes[number].store.read { try $0.room(id)?.members }
        try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(id, $0) }
        let again = try world.network.nodes[number].store.read { try $0.room(id)?.members }
        #expect(kept == again, "\(number)")
      }
    }

    /// Writes entries that only an owner may write, in a new incarnation of the old one.
    func usurp() throws {
      var pen = try Pen(of: 0, in: id, world, later: 1)
      let stranger = Data(repeating: 9, count: 32)
      let bob = try world.network.nodes[1].store.read { try $0.accounts().first?.author.data }
      try pen.write([
        .with { $0.removeMember.author = bob ?? Data() }, .with { $0.addMember.author = stranger },
      ])
      try send(pen)
    }
  }

  @Test(
    "P-27: a second entry at the place of a transfer, or before it, does not take the room back",
    arguments: [1, 0])
  func forked(before: Int) throws {
    let boat = try Boat()
    try boat.handOver()
    for number in 0...2 { #expect(try boat.owner(number) == "Bob") }
    var pen = boat.pens[before]
    try pen.write([pen.message("it is mine")])
    try boat.send(pen)
    #expect(try boat.world.texts(1, in: boat.room).contains("it is mine") == false)
    try boat.usurp()
    for number in 1...2 {
      #expect(try boat.owner(number) == "Bob" && boat.names(number) == ["Ada", "Bob", "Cyd"])
    }
    // The new owner goes on, and who comes now learns the same.
    try boat.world.change(1, boat.room, "Ada", .remove)
    try boat.world.change(1, boat.room, "Dan", .add)
    boat.world.network.run(milliseconds: 130_000)
    for number in 1...3 {
      #expect(try boat.owner(number) == "Bob" && boat.names(number) == ["Bob", "Cyd", "Dan"])
    }
    try boat.agree([1, 2, 3])
  }

  @Test("P-27: who was removed by the new owner does not come back by a fork")
  func forkedAfterRemoval() throws {
    let boat = try Boat()
    try boat.handOver()
    var pen = boat.pens[1]
    try boat.world.change(1, boat.room, "Ada", .remove)
    boat.world.network.run(milliseconds: 130_000)
    try pen.write([pen.message("it is mine")])
    try boat.send(pen)
    // Of one who was removed no entry is taken, but the proof of a fork is.
    try boat.prove(pen)
    for number in 1...2 { #expect(try boat.isForked(number, pen.log)) }
    try boat.usurp()
    for number in 1...2 {
      #expect(try boat.owner(number) == "Bob" && boat.names(number) == ["Bob", "Cyd"])
    }
    try boat.agree([1, 2])
  }

  @Test("P-27: a transfer is not taken back by erasing it")
  func erased() throws {
    let boat = try Boat()
    try boat.handOver()
    var pen = try Pen(of: 0, in: boat.id, boat.world)
    let place = EntryPlace.with {
      $0.log = pen.log.message
      $0.sequence = boat.handedOver(pen.log)
    }
    try pen.write([
      .with {
        $0.delete.record = Data(repeating: 5, count: 16)
        $0.delete.erased = [place]
      }
    ])
    try boat.send(pen)
    try boat.world.change(1, boat.room, "Dan", .add)
    boat.world.network.run(milliseconds: 130_000)
    for number in 1...3 {
      #expect(try boat.owner(number) == "Bob")
      let payload = try boat.payload(number, pen.log, place.sequence)
      #expect(payload != nil, "a delete erases nothing that says who belongs to a room")
    }
    try boat.agree([1, 2, 3])
  }

  @Test("P-27: an owner with a forked log owns nothing, in no incarnation")
  func nobody() throws {
    let boat = try Boat()
    var pen = boat.pens[1]
    try boat.world.say(0, "as I said", in: boat.room)
    try pen.write([pen.message("as I did not say")])
    try boat.send(pen)
    try boat.usurp()
    for number in 1...2 {
      #expect(try boat.owner(number) == nil && boat.names(number) == ["Ada", "Bob", "Cyd"])
    }
    #expect(throws: Refused.self) {
      try boat.world.call(0, Methods.Rooms.changeMember) {
        $0.room = boat.room
        $0.person = "Bob"
        $0.change = .remove
      }
    }
    try boat.world.say(1, "on without an owner", in: boat.room)
    boat.world.network.run(milliseconds: 130_000)
    let texts = try boat.world.texts(2, in: boat.room)
    #expect(texts.contains("on without an owner"), "\(texts)")
    try boat.agree([1, 2])
  }

  @Test("P-27: of two transfers that their new owners show neither is in force")
  func twoTransfers() throws {
    let boat = try Boat()
    try boat.handOver()
    // Cyd is in league with Ada, who signs another transfer at the same place.
    var pen = boat.pens[1]
    let cyd = try boat.world.network.nodes[2].store.read { try $0.accounts().first?.author.data }
    try pen.write([.with { $0.handOver.author = cyd ?? Data() }])
    guard case .batch(let batch) = try pen.batch else { return }
    var other = try Pen(of: 2, in: boat.id, boat.world)
    let place = boat.handedOver(pen.log)
    let previous = try boat.world.network.nodes[1].store.read { reader in
      try Room.load(boat.id, reader)?.logs[pen.log].flatMap {
        try reader.known(log: $0.number, sequence: place - 1)?.hash
      }
    }
    try other.write([
      .with {
        $0.takeRoom.previous = (previous ?? .zero).data
        $0.takeRoom.transfer = batch.slices[0]
      }
    ])
    try boat.world.send(other.batch, from: 2, to: 1)
    boat.world.network.run(milliseconds: 130_000)
    #expect(try boat.owner(1) == "Bob", "without a fork the log itself decides")
    try boat.send(pen)
    #expect(try boat.owner(1) == nil)
    try boat.agree([1])
  }
}

extension TransferTests.Boat {
  /// Returns the sequence of the transfer in the old owner's log, as the new owner has it.
  fileprivate func handedOver(_ log: LogKey) -> UInt64 {
    let owners = try? world.network.nodes[1].store.read {
      try $0.room(id)?.members?.message.owners
    }
    return owners?.first?.until.sequence(of: log.incarnation) ?? 0
  }

  fileprivate func isForked(_ number: Int, _ log: LogKey) throws -> Bool {
    try world.network.nodes[number].store.read { reader in
      try Room.load(id, reader)?.logs[log]?.isForked == true
    }
  }

  fileprivate func payload(_ number: Int, _ log: LogKey, _ sequence: UInt64) throws -> Data? {
    try world.network.nodes[number].store.read { reader in
      guard let stored = try Room.load(id, reader)?.logs[log] else { return nil }
      return try reader.entry(of: stored, in: id, sequence: sequence)?.payload
    }
  }
}
