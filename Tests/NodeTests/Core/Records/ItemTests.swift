import ChatSchema
import EventSchema
import Feature
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Items: what people name, link to and move (specification section 14).
@Suite struct ItemTests {
  private let world: RoomWorld
  private let room: RoomView

  init() throws {
    world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    room = try world.make(0, "friends", ["Bob"])
  }

  private func move(_ item: String, _ from: String, _ to: String) throws {
    _ = try world.call(0, Methods.Rooms.move) {
      $0.room = from
      $0.record = item
      $0.to = to
    }
  }

  @Test("P-23, E-16: an item keeps its id, there and back, while its record is another one")
  func keepsItsID() throws {
    let event = try world.plan(0, EventDraft("Picnic"))
    let before = try world.record(0, event.id, in: "personal")
    for place in [room.id, "personal", room.id] {
      try move("picnic", place == room.id ? "personal" : room.id, place)
      #expect(try world.events(0, place).map(\.id) == [event.id])
    }
    #expect(try world.events(1, room.id).map(\.id) == [event.id])
    #expect(try world.record(0, event.id, in: room.id) != before)
    #expect(try world.edit(1, world.events(1, room.id)[0]) { $0.name = "Feast" }.id == event.id)
    #expect(try world.state(0, room.id) == world.state(1, room.id))
  }

  @Test("C-23: a link in a chat finds its item where it has gone")
  func linked() throws {
    let event = try world.plan(0, EventDraft("Picnic"))
    func post() throws -> MessageView {
      try world.call(0, Methods.Chat.post) {
        $0.room = room.id
        $0.itemRoom = "personal"
        $0.item = event.id
      }
    }
    let message = try post()
    #expect(message.item.available && message.item.id == event.id)
    func seen(_ number: Int) throws -> ItemView {
      try world.read(number, room.id) { try $0.messages(limit: 9) }.messages.last?.item
        ?? ItemView()
    }
    #expect(try !seen(1).available, "it is Ada's alone")
    try move(event.id, "personal", room.id)
    for number in 0...1 {
      let item = try seen(number)
      #expect(item.available && item.room == room.id && item.id == event.id, "\(number)")
    }
  }

  @Test("P-23: nobody makes a record that passes for an item of somebody else")
  func foreign() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    var pen = try Pen(of: 1, in: #require(RoomID(Base32.decode(room.id) ?? [])), world)
    let making = try world.network.nodes[0].store.read { reader in
      try world.making(0, event.id, in: room.id, reader)
    }
    var forged = PutRecord()
    forged.nonce = Data(repeating: 3, count: 16)
    forged.kind = making.kind
    forged.itemNonce = making.nonce
    forged.body = try EventSchema.Event.with { $0.name = "Forged" }.serializedData()
    try pen.write([.with { $0.put = forged }])
    try world.send(pen.batch, from: 1, to: 0)
    let seen = try world.events(0, room.id)
    #expect(Set(seen.map(\.name)) == ["Picnic", "Forged"])
    #expect(Set(seen.map(\.id)).count == 2)
    #expect(try world.event(0, event).name == "Picnic")
  }

  @Test(
    "P-30: a making with writers that its kind does not allow makes nothing", arguments: [3, 4, 77])
  func wrongWriters(_ writers: UInt32) throws {
    var pen = try Pen(of: 1, in: #require(RoomID(Base32.decode(room.id) ?? [])), world)
    var put = PutRecord()
    put.nonce = Data(repeating: 5, count: 16)
    put.kind = RecordKind.event.rawValue
    put.writers = writers
    put.body = try EventSchema.Event.with { $0.name = "Gala" }.serializedData()
    try pen.write([.with { $0.put = put }])
    put.writers = 1
    try pen.write([.with { $0.put = put }])
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try world.events(0, room.id).map(\.readOnly) == [true], "its id stayed free")
  }

  @Test("E-04: events are found by the name that they have now, and a deleted one by none")
  func names() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    func found(_ text: String) throws -> String {
      try world.read(1, room.id) { try $0.home.find(text, [.event], in: [$0.id]).item.description }
    }
    #expect(try found("pic") == event.id && found("PICNIC") == event.id)
    _ = try world.edit(0, event) { $0.name = "Äpfel & Birnen" }
    #expect(try found("äpfel") == event.id && found("ÄPFEL & BIRNEN") == event.id)
    #expect(refusal { _ = try found("picnic") }.contains("There is no event picnic"))
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room.id
      $0.event = event.id
    }
    #expect(refusal { _ = try found("äpfel") }.contains("There is no event"))
  }

  @Test("E-04: sorted kinds are read by their sort keys, over all rooms")
  func sorted() throws {
    for (name, date, place) in [
      ("c", "in 9 days", room.id), ("a", "in 2 days", ""), ("b", "in 5 days", room.id),
    ] {
      _ = try world.plan(0, EventDraft(name, date), in: place)
    }
    func names(_ query: SortQuery) throws -> [String] {
      try world.read(0, "personal") { views in
        try views.home.records(query).map { views.home.title(of: $0) }
      }
    }
    #expect(try names(SortQuery([.event], limit: 9)) == ["a", "b", "c"])
    #expect(try names(SortQuery([.event], limit: 2)) == ["a", "b"])
    let now = 1_700_000_000_000 + world.network.now
    #expect(
      try names(SortQuery([.event], range: (now + 3 * 86_400_000)...Int64.max, limit: 9)) == [
        "b", "c",
      ])
  }
}

extension RoomWorld {
  /// The operation that made an item of a room.
  func making(_ number: Int, _ item: String, in room: String, _ reader: Reader) throws -> PutRecord
  {
    let id = try #require(RoomID(Base32.decode(room) ?? []))
    let loaded = try #require(try Room.load(id, reader))
    let stored = try Node.record(item, in: loaded, reader)
    return try #require(network.nodes[number].node).making(of: stored, in: loaded, reader).put
  }
}
