import ChatSchema
import Events
import EventSchema
import Feature
import Features
import FileSchema
import Foundation
import Identifiers
import Schema
import Testing

@testable import Node

/// Search by words, over records of every kind.
@Suite struct SearchTests {
  private func titles(
    _ world: RoomWorld, _ number: Int, _ text: String, kinds: [RecordKind] = [],
    rooms: [RoomID]? = nil, limit: Int = 100
  ) throws -> [String] {
    try world.read(number, "lobby") { views in
      try views.home.search(text, kinds: kinds, rooms: rooms, limit: limit).map {
        views.home.title(of: $0)
      }
    }
  }

  @Test("C-22, E-70: words find records of every kind in all rooms, newest first")
  func everything() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.say(1, "bring the Kettle", in: room)
    var party = EventDraft("Kettle party")
    party.notes = "with cucumbers"
    world.network.run(milliseconds: 1_001)
    let event = try world.plan(0, party)
    world.network.run(milliseconds: 1_001)
    _ = try world.addToDo(0, event) { $0.text = "polish kettles" }
    world.network.run(milliseconds: 1_001)
    _ = try world.call(0, Methods.Files.share) {
      $0.room = room
      $0.name = "kettle-plan.txt"
      $0.blob = try world.keep(0, Data("x".utf8))
      $0.untold = true
    }
    let all = ["kettle-plan.txt", "polish kettles", "kettle party", "bring the kettle"]
    #expect(try titles(world, 0, "KETTLE").map { $0.lowercased() } == all)
    #expect(try titles(world, 0, "kettle", limit: 2).count == 2)
    #expect(try titles(world, 0, "cucumbers kettle") == ["Kettle party"])
    #expect(try titles(world, 0, "kettle", kinds: [.toDo]) == ["polish kettles"])
    #expect(try titles(world, 0, "kettle", rooms: [.lobby]) == [])
    #expect(try titles(world, 1, "kettle") == ["kettle-plan.txt", "bring the Kettle"])
    // A room of others is not looked at, even when it is named.
    let personal = try RoomID(personal: world.account(0))
    #expect(try titles(world, 1, "kettle", rooms: [personal]) == [])
  }

  @Test("deleted and hidden records and people that are muted do not show")
  func unseen() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let message = try world.say(1, "lantern", in: room)
    let event = try world.plan(0, EventDraft("Walk"), in: room)
    _ = try world.addToDo(1, event) { $0.text = "lantern oil" }
    #expect(try titles(world, 0, "lantern").sorted() == ["lantern", "lantern oil"])
    _ = try world.call(0, Methods.Rooms.mute) {
      $0.person = "Bob"
      $0.muted = true
    }
    #expect(try titles(world, 0, "lantern") == [])
    _ = try world.call(0, Methods.Rooms.mute) {
      $0.person = "Bob"
      $0.muted = false
    }
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room
      $0.event = event.id
    }
    #expect(try titles(world, 0, "lantern") == ["lantern"], "what belonged to the event is hidden")
    _ = try world.call(1, Methods.Chat.delete) {
      $0.room = room
      $0.message = message.id
    }
    #expect(try titles(world, 0, "lantern") == [])
    #expect(try titles(world, 1, "lantern") == ["lantern oil"], "E-69: Bob keeps what he had added")
  }

  @Test("a room that is made again and a start find the same")
  func again() throws {
    let world = try RoomWorld(["Ada"])
    for number in 0..<40 { try world.say(0, "note \(number % 4)") }
    let found = try titles(world, 0, "note 1")
    #expect(found.count == 10)
    let store = world.network.nodes[0].store
    try store.turn { try RecordRebuild.rebuild(.lobby, $0) }
    #expect(try titles(world, 0, "note 1") == found)
    world.network.crash(0)
    try world.network.start(0)
    #expect(try titles(world, 0, "note 1") == found)
  }
}
