import Events
import EventSchema
import Feature
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Somebody deletes an event to which others add.
@Suite struct LostPartsTests {
  private func lost(_ world: RoomWorld, _ number: Int) throws -> [LostPartsView] {
    try world.read(number, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost }
  }

  private func notices(_ world: RoomWorld, _ number: Int, told: Int64) throws -> [Notice] {
    try world.read(number, "lobby") { views in
      try views.reader.registry.due(views.home, told: told, now: told + 600_000).notices
    }
  }

  /// Ada and Bob are in one room with a picnic, and apart.
  private func apart(_ world: RoomWorld) throws -> (room: RoomView, event: EventView) {
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    event = try world.addToDo(0, event) { $0.text = "invite" }
    #expect(try world.event(1, event).toDos.count == 1)
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    return (room, event)
  }

  private func meet(_ world: RoomWorld) {
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
  }

  private func delete(_ world: RoomWorld, _ number: Int, _ event: EventView) throws {
    _ = try world.call(number, Methods.Events.delete) {
      ($0.room, $0.event) = (event.room, event.id)
    }
  }

  @Test(
    "E-69: who adds to an event that another one deletes meanwhile is told, and keeps what was added"
  )
  func meanwhile() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let (room, event) = try apart(world)
    let told = 1_700_000_000_000 + world.network.now
    _ = try world.addToDo(1, event) { ($0.text, $0.priority) = ("bring cups", 2) }
    _ = try world.call(1, Methods.Events.addCost) {
      ($0.room, $0.event, $0.shared) = (event.room, event.id, true)
      ($0.line.text, $0.line.planned) = ("wine", "12.50")
    }
    try delete(world, 0, event)
    meet(world)
    for number in 0...1 { #expect(try world.event(number, event).deleted, "deleting wins") }
    #expect(try world.state(0, room.id) == world.state(1, room.id))
    // Ada deleted it herself.
    #expect(try lost(world, 0).isEmpty)
    let parts = try #require(try lost(world, 1).first)
    #expect(parts.name == "Picnic" && parts.deleterName == "Ada" && parts.roomName == "friends")
    #expect(parts.toDos.map(\.text) == ["bring cups"] && parts.toDos[0].priority == 2)
    #expect(parts.budget.map(\.plannedText) == ["$12.50"])
    let notice = try #require(try notices(world, 1, told: told).first)
    #expect(notice.title == "Picnic was deleted")
    #expect(notice.text.contains("Ada deleted it. 2 parts that you wrote are kept"))
    #expect(try notices(world, 1, told: told + 590_000).isEmpty, "once")
    #expect(try notices(world, 0, told: told).isEmpty)
    // They are in no other list.
    #expect(try world.read(1, "lobby") { try $0.read(Methods.ToDos.list) { _ in }.toDos }.isEmpty)
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = parts.id }
    #expect(kept.name == "Picnic" && kept.roomName == "personal" && kept.start == event.start)
    #expect(kept.toDos.map(\.text) == ["bring cups"] && kept.budget.map(\.text) == ["wine"])
    #expect(try lost(world, 1).isEmpty)
  }

  @Test("E-69: it is kept once, over a restart and when rooms are made again, and can be dropped")
  func once() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let (room, event) = try apart(world)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    try delete(world, 0, event)
    meet(world)
    world.network.crash(1)
    try world.network.start(1)
    world.network.settle()
    let id = try #require(RoomID(Base32.decode(room.id) ?? []))
    try world.network.nodes[1].store.turn { try RecordRebuild.rebuild(id, $0) }
    let parts = try lost(world, 1)
    #expect(parts.map(\.name) == ["Picnic"] && parts[0].toDos.map(\.text) == ["bring cups"])
    let dropped = try world.call(1, Methods.Events.dropLost) { $0.lost = parts[0].id }
    #expect(dropped.deleted)
    world.network.crash(1)
    try world.network.start(1)
    world.network.settle()
    #expect(try lost(world, 1).isEmpty)
  }

  @Test("E-69: the same where another one takes the event to another room meanwhile")
  func moved() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let (room, event) = try apart(world)
    let told = 1_700_000_000_000 + world.network.now
    let other = try world.make(0, "family", ["Bob"])
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    _ = try world.call(0, Methods.Rooms.move) {
      ($0.room, $0.record, $0.to, $0.writers) = (room.id, event.id, other.id, .members)
    }
    meet(world)
    #expect(try world.events(1, other.id).map(\.name) == ["Picnic"])
    #expect(try lost(world, 1).map { $0.toDos.map(\.text) } == [["bring cups"]])
    let notice = try #require(try notices(world, 1, told: told).first)
    #expect(notice.title == "Picnic was moved to another room")
    #expect(notice.text.contains("Ada moved it. 1 part that you wrote is kept"))
  }

  @Test("E-69: who planned an event or wrote parts of it before is told as well")
  func before() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    try delete(world, 1, event)
    let parts = try #require(try lost(world, 0).first)
    #expect(parts.deleterName == "Bob" && parts.toDos.isEmpty)
    let kept = try world.call(0, Methods.Events.keepLost) { $0.lost = parts.id }
    #expect(kept.name == "Picnic" && kept.start == event.start)
    // Nobody who wrote nothing of it.
    #expect(try lost(world, 1).isEmpty)
  }

  @Test("E-69: who only wrote a field of an event, or of a to-do there, is told, and keeps that")
  func fields() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let (room, event) = try apart(world)
    let told = 1_700_000_000_000 + world.network.now
    _ = try world.call(1, Methods.Events.edit) {
      ($0.room, $0.event) = (room.id, event.id)
      ($0.change.place, $0.change.notes) = ("Town hall", "Ring twice.")
    }
    _ = try world.call(1, Methods.Events.editToDo) {
      ($0.room, $0.toDo, $0.change.done) = (room.id, event.toDos[0].id, true)
    }
    try delete(world, 0, event)
    meet(world)
    let parts = try #require(try lost(world, 1).first)
    #expect(!parts.planned && parts.fields == ["place: Town hall", "notes: Ring twice."])
    #expect(parts.toDos.map(\.text) == ["invite"] && parts.toDos[0].done)
    let notice = try #require(try notices(world, 1, told: told).first)
    #expect(notice.text.contains("Ada deleted it. 3 parts that you wrote are kept"))
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = parts.id }
    #expect(kept.name == "Picnic" && kept.start == event.start)
    #expect(kept.place == "Town hall" && kept.notes == "Ring twice.")
    #expect(try lost(world, 0).isEmpty)
    #expect(try lost(world, 1).isEmpty, "the to-do went with its event, and is not kept twice")
  }

  @Test("E-69: who gave one date of a series another time keeps the series with it")
  func singleDate() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var draft = EventDraft("Choir", "2041-03-04 19:00")
    (draft.zone, draft.repeat) = ("Europe/Berlin", "every monday for 5 times")
    let event = try world.plan(0, draft, in: room.id)
    let date = try world.on(2, of: event)
    let changed = try world.call(1, Methods.Events.edit) {
      ($0.room, $0.event, $0.on) = (room.id, event.id, date)
      $0.change.place = "Town hall"
    }
    try delete(world, 0, event)
    let parts = try #require(try lost(world, 1).first)
    #expect(parts.fields == ["single dates: 1 change (every week on Mon, 5 times)"])
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = parts.id }
    func dates(_ event: EventView) -> [String] {
      Occurrences(event).list(from: event.start.milliseconds, limit: 9).map {
        "\($0.start) \($0.said?.place ?? "")"
      }
    }
    #expect(kept.roomName == "personal" && dates(kept).count == 5)
    #expect(dates(kept) == dates(changed))
    #expect(dates(kept).filter { $0.hasSuffix("Town hall") }.count == 1)
  }

  @Test("E-69: parts that the other one knew, and deleted with the event, are kept as well")
  func knownParts() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    #expect(try world.event(0, event).toDos.map(\.text) == ["bring cups"])
    try delete(world, 0, event)
    let parts = try #require(try lost(world, 1).first)
    #expect(parts.deleterName == "Ada" && parts.toDos.map(\.text) == ["bring cups"])
    // A to-do that is deleted alone is none of that.
    let other = try world.plan(0, EventDraft("Feast"), in: room.id)
    _ = try world.addToDo(1, other) { $0.text = "dance" }
    let toDo = try world.event(0, other).toDos[0]
    _ = try world.call(0, Methods.Events.deleteToDo) { ($0.room, $0.toDo) = (room.id, toDo.id) }
    #expect(try lost(world, 1).count == 1)
  }

  @Test(
    "43 C-6: costs and to-dos that somebody keeps about an event of another one are not lost with it"
  )
  func personalParts() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let (_, event) = try apart(world)
    _ = try world.call(1, Methods.Events.addCost) {
      ($0.room, $0.event) = (event.room, event.id)
      ($0.line.text, $0.line.planned) = ("train", "31.00")
    }
    _ = try world.call(1, Methods.Events.addToDo) {
      ($0.room, $0.event, $0.personal) = (event.room, event.id, true)
      $0.toDo.text = "buy a gift"
    }
    let told = 1_700_000_000_000 + world.network.now
    try delete(world, 0, event)
    meet(world)
    let parts = try #require(try lost(world, 1).first)
    #expect(parts.budget.map(\.text) == ["train"] && parts.toDos.map(\.text) == ["buy a gift"])
    let notice = try #require(try notices(world, 1, told: told).first)
    #expect(notice.text.contains("2 parts that you wrote are kept"))
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = parts.id }
    #expect(kept.budget.map(\.text) == ["train"] && kept.toDos.map(\.text) == ["buy a gift"])
    #expect(try lost(world, 1).isEmpty)
    let all = try world.read(1, "lobby") { try $0.read(Methods.ToDos.list) { _ in }.toDos }
    #expect(all.map(\.text) == ["buy a gift"], "they are there once")
    // Taken to another room it is not deleted, and they are with it.
    let other = try world.make(0, "family", ["Bob"])
    let second = try world.plan(0, EventDraft("Feast"), in: event.room)
    _ = try world.call(1, Methods.Events.addCost) {
      ($0.room, $0.event) = (second.room, second.id)
      ($0.line.text, $0.line.planned) = ("cake", "9.00")
    }
    _ = try world.call(0, Methods.Rooms.move) {
      ($0.room, $0.record, $0.to, $0.writers) = (event.room, second.id, other.id, .members)
    }
    #expect(try lost(world, 1).isEmpty)
    #expect(try world.event(1, try world.events(1, other.id)[0]).budget.map(\.text) == ["cake"])
  }

  @Test(
    "E-69: who planned an event keeps all that was written there, and what others wrote over goes")
  func planned() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var draft = EventDraft("Choir")
    (draft.notes, draft.place, draft.repeat) = ("Bring the blue book.", "Church", "every week")
    let event = try world.plan(0, draft, in: room.id)
    _ = try world.call(1, Methods.Events.edit) {
      ($0.room, $0.event, $0.change.place) = (room.id, event.id, "Town hall")
    }
    #expect(try world.event(0, event).place == "Town hall")
    try delete(world, 1, event)
    let parts = try #require(try lost(world, 0).first)
    #expect(parts.planned && parts.fields.isEmpty)
    let kept = try world.call(0, Methods.Events.keepLost) { $0.lost = parts.id }
    #expect(kept.notes == "Bring the blue book." && kept.repeats == event.repeats)
    #expect(kept.place.isEmpty, "Bob wrote the place last")
  }
}
