import Decks
import Events
import EventSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// The quota of one author's records below one parent (specification section 14).
@Suite struct QuotaTests {
  private static let making: [RecordKind: Int] = [.cardFacts: 20, .tradeHistory: 100]

  /// Four logs of Bob and Cleo: what they add to a request and to an offer, and what they delete again.
  private struct Writings {
    let pens: [Pen]
    let parents: [RecordKind: RecordID]

    init(_ world: RoomWorld, _ room: RoomID, _ random: inout SeededGenerator) throws {
      var pens = try [(1, 0), (1, 1), (2, 0), (2, 1)].map { number, later in
        try Pen(of: number, in: room, world, later: UInt64(later))
      }
      let request = try Self.write(&pens[0], .cardRequest, [0], nil)
      let offer = try Self.write(&pens[0], .tradeOffer, [0], nil)
      parents = [.cardFacts: request, .tradeHistory: offer]
      for _ in 0..<60 {
        let pen = Int.random(in: 0..<4, using: &random)
        let kind: RecordKind = Bool.random(using: &random) ? .cardFacts : .tradeHistory
        let count = Int.random(in: 1...(kind == .cardFacts ? 5 : 40), using: &random)
        try Self.write(
          &pens[pen], kind, (0..<count).map { _ in .random(in: 0...255, using: &random) },
          parents[kind])
        let facts = pens[pen].made.filter { $0.put.kind == RecordKind.cardFacts.rawValue }
        if Int.random(in: 0..<4, using: &random) == 0,
          let some = facts.randomElement(using: &random)
        {
          try pens[pen].write([.with { $0.delete = some.delete }])
        }
      }
      self.pens = pens
    }

    /// Writes records in one entry; two with one number are one record.
    @discardableResult
    private static func write(
      _ pen: inout Pen, _ kind: RecordKind, _ numbers: [UInt8], _ parent: RecordID?
    ) throws -> RecordID {
      let nonces = numbers.map { number in
        let seed = Array("\(kind) \(pen.sequence) \(number) \(pen.log.incarnation)".utf8)
        return Data(Hashing.digest(.record, seed).bytes.prefix(16))
      }
      try pen.write(
        nonces.map { nonce in
          .with {
            $0.put.nonce = nonce
            $0.put.kind = kind.rawValue
            $0.put.parent = parent?.data ?? Data()
          }
        })
      return RecordID(by: pen.log.author, nonce: nonces[0])
    }
  }

  /// Records that count below a parent, found one by one.
  private func counting(_ kind: RecordKind, below parent: RecordID, _ views: RoomViews) throws
    -> [RecordID]
  {
    let rules = try #require(Registry.parlor.kind(kind)?.rules)
    #expect(rules.limit.perParent == Self.making[kind])
    var all: [(order: UInt64, id: RecordID, owner: String)] = []
    try views.reader.visibleRecords(in: views.room.stored.records) { record in
      guard record.parent == parent, let log = views.logKeys[record.log] else { return }
      all.append((record.order, record.id, rules.isPermanent ? "\(log)" : "\(log.author)"))
    }
    let counting = all.filter { one in
      all.filter { $0.owner == one.owner && ($0.order, $0.id) < (one.order, one.id) }.count
        < rules.limit.perParent
    }
    #expect(counting.count < all.count, "more were written than count")
    return counting.sorted { ($0.order, $0.id) < ($1.order, $1.id) }.map(\.id)
  }

  @Test(
    "52.5: the same records count on all nodes, in whatever order they came",
    arguments: 1...UInt64(6))
  func anyOrder(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try RoomWorld(["Ada", "Bob", "Cleo", "Dora"])
    for (one, other) in [(0, 1), (0, 2), (3, 1), (3, 2), (0, 3), (1, 2)] {
      try world.pair(one, other)
    }
    let room = try world.make(1, "attic", ["Ada"]).id
    for person in ["Cleo", "Dora"] { try world.change(1, room, person, .add) }
    world.network.run(milliseconds: 10_000)
    world.network.tamper = { _ in [] }
    let id = try #require(RoomID(Base32.decode(room) ?? []))
    let writings = try Writings(world, id, &random)
    var counted: [[[RecordID]]] = []
    for node in [0, 3] {
      var sent = [0, 0, 0, 0]
      while let pen = (0..<4).filter({ sent[$0] < writings.pens[$0].count })
        .randomElement(using: &random)
      {
        let end = min(
          writings.pens[pen].count, sent[pen] + Int.random(in: 1...12, using: &random))
        try world.send(
          writings.pens[pen].batch(of: sent[pen]..<end), from: pen < 2 ? 1 : 2, to: node)
        sent[pen] = end
      }
      world.network.run(milliseconds: 2_000)
      counted.append(
        try world.read(node, room) { views in
          try writings.parents.sorted { $0.key < $1.key }.map { kind, parent in
            let found = try views.home.children(of: parent, in: id).map(\.id)
            #expect(try found == counting(kind, below: parent, views))
            return found
          }
        })
    }
    #expect(counted[0] == counted[1] && counted[0].allSatisfy { !$0.isEmpty })
  }

  @Test("52.5: a friend who fills an event with to-dos takes nobody else's places")
  func placesOfOurs() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "attic", ["Bob"]).id
    let event = try world.plan(0, EventDraft("Picnic", "in 5 days"), in: room)
    world.network.run(milliseconds: 5_000)
    var pen = try Pen(of: 1, in: #require(RoomID(Base32.decode(room) ?? [])), world)
    for number in 0..<21 {
      try pen.write(
        (0..<100).map { place in
          .with {
            $0.put.nonce = Data(
              Hashing.digest(.record, Array("\(number) \(place)".utf8)).bytes.prefix(16))
            $0.put.kind = RecordKind.toDo.rawValue
            $0.put.parent = Data(Base32.decode(event.id) ?? [])
            $0.put.body = Data([0x0a, 1, UInt8(ascii: "a")])
          }
        })
    }
    world.network.tamper = { _ in [] }
    try world.send(pen.batch, from: 1, to: 0)
    let view = try world.call(0, Methods.Events.addToDo) {
      ($0.room, $0.event) = (room, event.id)
      $0.toDo.text = "bread"
    }
    #expect(view.toDos.count == 2_001 && view.toDos.contains { $0.text == "bread" })
    let list = try world.call(0, Methods.ToDos.list) { $0.room = room }.toDos
    #expect(Set(list.map(\.id)) == Set(view.toDos.map(\.id)), "a list has what the event has")
  }
}
