import ChatSchema
import Decks
import DeckSchema
import Feature
import Features
import Foundation
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Records that others relied on stay what they were, whatever their author writes later (specification section 14).
@Suite struct PermanenceTests {
  @Test("42.a: an accepted trade stays the trade that was accepted", arguments: Forgery.allCases)
  private func trade(_ forgery: Forgery) throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    try world.own(0, "Spilled Ember")
    try world.own(1, "Attic Ghost")
    let offer = try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["Attic Ghost"])
    // Ada's node does not settle: it learns of nothing.
    world.network.tamper = { _ in [] }
    try world.accept(1, offer)
    let room = try #require(RoomID(Base32.decode(world.direct(1, "Ada")) ?? []))
    let made = try world.making(of: #require(RecordID(Base32.decode(offer.id) ?? [])), in: room, 1)
    var pen = try Pen(of: 0, in: room, world)
    var other = try TradeOffer(serializedBytes: made.put.body)
    other.gives[0].card.name = "Wet Sponge"
    try pen.forge(forgery, of: made, body: other.serializedData())
    try world.send(pen.batch, from: 0, to: 1)
    #expect(try world.trade(1, offer).gives.map(\.name) == ["Attic Ghost"])
    #expect(try world.trade(1, offer).gets.map(\.name) == ["Spilled Ember"])
    try world.network.nodes[1].store.turn { try RecordRebuild.rebuild(room, $0) }
    #expect(try world.trade(1, offer).gets.map(\.name) == ["Spilled Ember"])
  }

  /// Bob writes a record of each permanent kind and forges it in every way. Ada gets all of it; Cyd gets it first without the
  /// payload that Bob claims to have erased, and learns of it from Ada.
  @Test(
    "52.3: a permanent record of any kind is neither changed, erased nor made again",
    arguments: UInt64(1)...20)
  func anyKind(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], seed: seed)
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "attic", ["Bob", "Cyd"])
    let id = try #require(RoomID(Base32.decode(room.id) ?? []))
    world.network.run(milliseconds: 5_000)
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: id, world)
    let kinds = (1...4_096).compactMap { Registry.parlor.kind(RecordKind(rawValue: $0)) }
      .filter(\.rules.isPermanent).shuffled(using: &random)
    #expect(kinds.count > 8)
    var made: [Made] = []
    for (number, kind) in kinds.enumerated() {
      var put = PutRecord()
      put.nonce = Data(repeating: UInt8(number + 1), count: 16)
      put.kind = kind.number.rawValue
      // Whatever it belongs to: permanent records of the same author, or nothing that is here.
      if !kind.rules.mayStandAlone { put.parent = Data(repeating: 7, count: 16) }
      put.body = Data([0x0a, 1, UInt8(ascii: "a")])
      try pen.write([.with { $0.put = put }])
      made.append(Made(put: put, log: pen.log, sequence: pen.sequence))
    }
    let honest = pen.count
    for one in made {
      for forgery in Forgery.allCases.shuffled(using: &random) {
        try pen.forge(forgery, of: one, body: Data([0x0a, 1, UInt8(ascii: "b")]))
      }
    }
    try world.send(pen.batch(of: 0..<honest), from: 1, to: 0)
    let before = try made.map { try world.body(of: $0.id, in: id, 0) }
    #expect(before.allSatisfy { $0 == Data([0x0a, 1, UInt8(ascii: "a")]) })
    try world.send(pen.batch(of: honest..<pen.count), from: 1, to: 0)
    try world.send(pen.batch(of: 0..<pen.count, withheld: Set(0..<honest)), from: 1, to: 2)
    for (one, other) in [(0, 1), (1, 2)] { world.network.cutLinks(one, other) }
    world.network.tamper = nil
    world.network.run(milliseconds: 130_000)
    for number in [0, 2] {
      for _ in 0..<2 {
        #expect(
          try made.map { try world.body(of: $0.id, in: id, number) } == before, "node \(number)")
        try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(id, $0) }
      }
    }
    #expect(try world.state(0, "attic") == world.state(2, "attic"))
  }

  @Test("42.a: a delete erases only entries that hold nothing but the record that it deletes")
  func othersInTheEntry() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2)] { try world.pair(one, other) }
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: .lobby, world)
    let (one, two) = (pen.message("one"), pen.message("two"))
    try pen.write([one, two])
    let made = Made(put: one.put, log: pen.log, sequence: pen.sequence)
    try pen.write([.with { $0.delete = made.delete }])
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try world.texts(0) == ["(deleted)", "two"])
    // Cyd cannot tell what the entry held, and asks Ada once there is a link.
    try world.send(pen.batch(of: 0..<2, withheld: [0]), from: 1, to: 2)
    #expect(try world.texts(2) == ["(deleted)"])
    for (one, other) in [(0, 1), (1, 2)] { world.network.cutLinks(one, other) }
    world.network.tamper = nil
    world.network.crash(1)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 130_000)
    #expect(try world.texts(2) == ["(deleted)", "two"])
    #expect(try world.state(0) == world.state(2))
  }

  @Test("42.a: what was deleted never lives again, also for nodes that never had it") func again()
    throws
  {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2)] { try world.pair(one, other) }
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 1, in: .lobby, world)
    let first = pen.message("one")
    try pen.write([first])
    let made = Made(put: first.put, log: pen.log, sequence: pen.sequence)
    try pen.write([.with { $0.delete = made.delete }])
    var second = first
    second.put.body = try ChatMessage.with { $0.text = "another" }.serializedData()
    try pen.write([second])
    try world.send(pen.batch, from: 1, to: 0)
    try world.send(pen.batch(of: 0..<3, withheld: [0]), from: 1, to: 2)
    for number in [0, 2] {
      for _ in 0..<2 {
        #expect(try world.texts(number) == ["(deleted)"])
        try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(.lobby, $0) }
      }
    }
  }

  /// Dan makes a promise and a delete that names it. Ada reads the promise, others are told that it is erased.
  private func breakPromise(
    in room: RoomID, before others: ClosedRange<Int>, _ world: RoomWorld
  ) throws -> Made {
    world.network.tamper = { _ in [] }
    var pen = try Pen(of: 3, in: room, world)
    let put = PutRecord.with {
      $0.nonce = Data(repeating: 7, count: 16)
      $0.kind = RecordKind.deckCommitment.rawValue
      $0.body = Data([0x0a, 1, 1])
    }
    try pen.write([.with { $0.put = put }])
    let made = Made(put: put, log: pen.log, sequence: pen.sequence)
    try pen.forge(.deleteAsMessage, of: made, body: put.body)
    try world.send(pen.batch, from: 3, to: 0)
    for other in others {
      try world.send(pen.batch(of: 0..<2, withheld: [0]), from: 3, to: other)
    }
    world.network.tamper = nil
    world.network.crash(3)
    return made
  }

  @Test("52.3: a promise goes on to those who have asked each other for it in vain")
  func promisePassedOn() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"])
    for number in 0...2 { try world.pair(3, number) }
    world.network.partition(0, 2)
    let made = try breakPromise(in: .lobby, before: 1...2, world)
    world.network.connect(1, 2)
    world.network.run(milliseconds: 130_000)
    for number in 1...2 { #expect(try world.body(of: made.id, in: .lobby, number) == nil) }
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    for number in 0...2 {
      #expect(try world.body(of: made.id, in: .lobby, number) == made.put.body, "node \(number)")
      #expect(try world.state(number) == world.state(0))
    }
  }

  @Test("52.3: who lacks a promise asks a peer again that did not have the entry yet")
  func promiseOfLateEntry() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"])
    for (one, other) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)] { try world.pair(one, other) }
    let room = try world.make(0, "attic", ["Bob", "Cyd", "Dan"])
    let id = try #require(RoomID(Base32.decode(room.id) ?? []))
    world.network.run(milliseconds: 5_000)
    world.network.crash(2)
    let made = try breakPromise(in: id, before: 1...1, world)
    for other in 1...2 { world.network.partition(0, other) }
    // Bob and Cyd have the same in the lobby, and nothing of the room comes from Bob.
    world.network.tamper = { passing in
      let frame = try? Frame(serializedBytes: passing.bytes)
      if case .batch? = frame?.body, passing.from == 1 { return [] }
      return [passing.bytes]
    }
    try world.network.start(2)
    world.network.connect(1, 2)
    world.network.run(milliseconds: 10_000)
    world.network.heal(0, 2)
    world.network.connect(0, 2)
    world.network.run(milliseconds: 10_000)
    world.network.tamper = nil
    world.network.run(milliseconds: 130_000)
    for number in 0...2 {
      #expect(try world.body(of: made.id, in: id, number) == made.put.body, "node \(number)")
    }
  }

  @Test("E-52: a peer is asked once for what was erased rightly, and not again each minute")
  func askedOnce() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    for number in 1...5 {
      let said = try world.say(1, "message \(number)")
      _ = try world.call(1, Methods.Chat.delete) {
        $0.room = "lobby"
        $0.message = said.id
      }
    }
    var asks = 0
    world.network.tamper = { passing in
      if case .payloadAsk? = (try? Frame(serializedBytes: passing.bytes))?.body { asks += 1 }
      return [passing.bytes]
    }
    world.network.connect(0, 2)
    world.network.run(milliseconds: 400_000)
    #expect(asks == 1)
    #expect(try world.texts(2) == Array(repeating: "(deleted)", count: 5))
  }
}

/// Ways to take back what was said.
private enum Forgery: CaseIterable {
  case delete, deleteAsMessage, eraseWithAnother, change, clear, makeAgain
}

extension Pen {
  fileprivate mutating func forge(_ forgery: Forgery, of made: Made, body: Data) throws {
    var operation = Schema.Operation()
    switch forgery {
    case .delete: operation.delete = made.delete
    case .deleteAsMessage:
      operation.delete = made.delete
      operation.delete.kind = RecordKind.chatMessage.rawValue
    case .eraseWithAnother:
      let other = message("to delete")
      try write([other])
      operation.delete = Made(put: other.put, log: log, sequence: sequence).delete
      operation.delete.erased.append(made.log.place(made.sequence))
    case .change, .clear:
      operation.put.record = made.id.data
      if forgery == .change { operation.put.body = body } else { operation.put.cleared = [1] }
    case .makeAgain:
      operation.put = made.put
      operation.put.body = body
    }
    try write([operation])
  }
}

extension RoomWorld {
  /// Returns the making of a record, as a node has it.
  func making(of id: RecordID, in room: RoomID, _ number: Int) throws -> Made {
    try network.nodes[number].store.read { reader in
      let loaded = try #require(try Room.load(room, reader))
      let record = try #require(try reader.record(id, in: loaded.stored.records))
      let log = try #require(loaded.logs.values.first { $0.number == record.log })
      let entry = try #require(
        try reader.entry(of: log, in: room, sequence: record.sequence)?.payload)
      let put = try #require(try PlainDecoding.operations(entry).first?.put)
      return Made(put: put, log: log.state.key, sequence: record.sequence)
    }
  }

  /// The body of a record that is not deleted; nil where there is none.
  fileprivate func body(of id: RecordID, in room: RoomID, _ number: Int) throws -> Data? {
    try network.nodes[number].store.read { reader in
      let loaded = try #require(try Room.load(room, reader))
      guard let record = try reader.record(id, in: loaded.stored.records), record.state != .deleted
      else { return nil }
      return record.body
    }
  }
}
