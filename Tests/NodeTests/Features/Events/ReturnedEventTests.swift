import Events
import EventSchema
import Feature
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Events that are there again after somebody was told that they were deleted (row E-69).
@Suite struct ReturnedEventTests {
  private func lost(_ world: RoomWorld, _ number: Int) throws -> [LostPartsView] {
    try world.read(number, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost }
  }

  /// The notices for one person since a time.
  private func notices(_ world: RoomWorld, _ number: Int, told: Int64) throws -> [Notice] {
    try world.read(number, "lobby") { views in
      try views.reader.registry.due(views.home, told: told, now: told + 600_000).notices
    }
  }

  /// The last moment before now.
  private func moment(_ world: RoomWorld) -> Int64 { 1_700_000_000_000 + world.network.now - 1 }

  /// Ada moves her picnic from one room to another.
  private func move(_ world: RoomWorld, from room: String, to other: String) throws {
    let event = try #require(try world.events(0, room).first)
    _ = try world.call(0, Methods.Rooms.move) {
      ($0.room, $0.record, $0.to) = (event.room, event.id, other)
    }
  }

  private func notes(_ world: RoomWorld, _ number: Int, in room: String) throws -> [String] {
    try world.events(number, room).map { try world.event(number, $0).notes }
  }

  private func note(_ world: RoomWorld, in room: RoomView) throws {
    let event = try #require(try world.events(1, room.id).first)
    _ = try world.edit(1, event) { $0.notes = "Ring twice." }
  }

  @Test("E-69: whoever lost parts of an event is told that it is back, and of its second deletion")
  func back() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    _ = try world.plan(0, EventDraft("Picnic"), in: room.id)
    try note(world, in: room)
    #expect(try notes(world, 0, in: room.id) == ["Ring twice."])
    var told = moment(world)
    try move(world, from: room.id, to: "personal")
    #expect(try lost(world, 1).map(\.fields) == [["notes: Ring twice."]])
    #expect(try notices(world, 1, told: told).map(\.title) == ["Picnic was deleted"])
    // What belongs to one deletion comes within a minute.
    world.network.run(milliseconds: 61_000)
    told = moment(world)
    try move(world, from: "personal", to: room.id)
    #expect(try notes(world, 1, in: room.id) == ["Ring twice."])
    #expect(try lost(world, 1).isEmpty, "it is back with all that Bob wrote")
    let back = try notices(world, 1, told: told)
    #expect(back.map(\.title) == ["Picnic is back"])
    #expect(back.map(\.text) == ["It had been deleted, and is in friends again."])
    // What Ada changes later is no loss.
    world.network.run(milliseconds: 61_000)
    _ = try world.edit(0, try #require(try world.events(0, room.id).first)) { $0.notes = "Knock." }
    #expect(try lost(world, 1).isEmpty)
    told = moment(world)
    #expect(try notices(world, 1, told: told).isEmpty, "once")
    try move(world, from: room.id, to: "personal")
    let again = try #require(try lost(world, 1).first)
    #expect(again.fields == ["notes: Ring twice."] && again.deleterName == "Ada")
    #expect(try notices(world, 1, told: told).map(\.title) == ["Picnic was deleted"])
    #expect(try lost(world, 0).isEmpty)
    let dropped = try world.call(1, Methods.Events.dropLost) { $0.lost = again.id }
    #expect(dropped.deleted)
    #expect(try lost(world, 1).isEmpty)
  }

  @Test(
    "E-69: what somebody wrote offline of an event that is there again without it is not lost in silence",
    arguments: [true, false])
  func offline(isBack: Bool) throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let other = try world.make(0, "family", ["Bob"])
    _ = try world.plan(0, EventDraft("Picnic"), in: room.id)
    #expect(try world.events(1, room.id).count == 1)
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    try note(world, in: room)
    try move(world, from: room.id, to: isBack ? "personal" : other.id)
    if isBack { try move(world, from: "personal", to: room.id) }
    let told = moment(world)
    world.meet(0, 1)
    let place = isBack ? room : other
    #expect(try notes(world, 1, in: place.id) == [""])
    let parts = try #require(try lost(world, 1).first)
    #expect(parts.fields == ["It is in \(place.name) now, without this.", "notes: Ring twice."])
    let notice = try notices(world, 1, told: told)
    #expect(
      notice.map(\.title) == [isBack ? "Picnic is back" : "Picnic was moved to another room"])
    #expect(notice.map { $0.text.contains("`parlor event lost`") } == [true])
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = parts.id }
    #expect(kept.notes == "Ring twice." && kept.roomName == "personal")
    #expect(try lost(world, 1).isEmpty)
  }
}
