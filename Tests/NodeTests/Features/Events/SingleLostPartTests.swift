import Events
import EventSchema
import Feature
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Somebody deletes one to-do or cost that another person changes meanwhile.
@Suite struct SingleLostPartTests {
  private let world: RoomWorld
  private let room: String

  init() throws {
    world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    room = try world.make(0, "friends", ["Bob"]).id
  }

  private func lost(_ number: Int) throws -> [LostPartsView] {
    try world.read(number, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost }
  }

  /// The notices of Bob's node since a time.
  private func notices(since told: Int64) throws -> [Notice] {
    try world.read(1, "lobby") { views in
      try views.reader.registry.due(views.home, told: told, now: told + 600_000).notices
    }
  }

  private func part() {
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
  }

  private func meet() {
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
  }

  private func toDos(_ number: Int) throws -> [ToDoView] {
    try world.read(number, "lobby") { try $0.read(Methods.ToDos.list) { _ in }.toDos }
  }

  @Test(
    "E-69: who changes a to-do that another one deletes meanwhile is told, and keeps it beside its event"
  )
  func toDo() throws {
    var event = try world.plan(0, EventDraft("Picnic"), in: room)
    event = try world.addToDo(0, event) { $0.text = "invite" }
    #expect(try world.event(1, event).toDos.count == 1)
    part()
    let told = 1_700_000_000_000 + world.network.now
    _ = try world.call(1, Methods.Events.editToDo) {
      ($0.room, $0.toDo, $0.change.text) = (room, event.toDos[0].id, "invite Cyd")
    }
    _ = try world.call(0, Methods.Events.deleteToDo) {
      ($0.room, $0.toDo) = (room, event.toDos[0].id)
    }
    meet()
    for number in 0...1 { #expect(try world.event(number, event).toDos.isEmpty, "deleting wins") }
    #expect(try world.state(0, room) == world.state(1, room))
    #expect(try lost(0).isEmpty, "Ada deleted it herself")
    let all = try lost(1)
    #expect(all.map(\.name) == ["invite Cyd"] && all.map(\.toDos.count) == [1])
    let single = try #require(all.first)
    #expect(single.deleterName == "Ada" && single.roomName == "friends")
    #expect(!single.hasStart && !single.planned && single.fields.isEmpty)
    let notice = try #require(
      try notices(since: told).first { $0.title == "invite Cyd was deleted" })
    #expect(notice.text.hasPrefix("Ada deleted it without having seen what you wrote"))
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = single.id }
    #expect(kept.id == event.id && kept.toDos.map(\.text) == ["invite Cyd"])
    #expect(kept.toDos.map(\.personal) == [true], "for Bob alone")
    #expect(try world.event(0, event).toDos.isEmpty)
    #expect(try lost(1).isEmpty)
  }

  @Test("E-69: nobody is told of a to-do that was deleted by somebody who had seen all of it")
  func seen() throws {
    var event = try world.plan(0, EventDraft("Picnic"), in: room)
    event = try world.addToDo(0, event) { $0.text = "invite" }
    _ = try world.call(1, Methods.Events.editToDo) {
      ($0.room, $0.toDo, $0.change.text) = (room, event.toDos[0].id, "invite Cyd")
    }
    #expect(try world.event(0, event).toDos.map(\.text) == ["invite Cyd"])
    // Ada had seen it, whatever else Bob writes meanwhile.
    part()
    _ = try world.edit(1, event) { $0.notes = "bring bread" }
    _ = try world.call(0, Methods.Events.deleteToDo) {
      ($0.room, $0.toDo) = (room, event.toDos[0].id)
    }
    meet()
    #expect(try world.event(1, event).toDos.isEmpty)
    for number in 0...1 { #expect(try lost(number).isEmpty) }
  }

  @Test("E-69: the same with a cost, and after its event was deleted as well")
  func cost() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    let shared = try world.call(0, Methods.Events.addCost) {
      ($0.room, $0.event, $0.shared) = (room, event.id, true)
      ($0.line.text, $0.line.planned) = ("wine", "12.50")
    }
    let line = try #require(shared.budget.first).id
    #expect(try world.event(1, event).budget.map(\.text) == ["wine"])
    part()
    _ = try world.call(1, Methods.Events.editCost) {
      ($0.room, $0.line, $0.change.planned) = (room, line, "14.00")
    }
    _ = try world.call(0, Methods.Events.deleteCost) { ($0.room, $0.line) = (room, line) }
    meet()
    let single = try #require(try lost(1).first)
    #expect(single.name == "wine" && single.budget.map(\.plannedText) == ["$14.00"])
    _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = single.id }
    #expect(kept.name == "wine" && kept.roomName == "personal")
    #expect(kept.budget.map(\.plannedText) == ["$14.00"])
  }

  @Test("E-69: a to-do without an event is kept among our person's own, and can be dropped")
  func withoutEvent() throws {
    func add(_ text: String) throws -> ToDoView {
      try world.call(0, Methods.ToDos.add) { ($0.room, $0.toDo.text) = (room, text) }
    }
    let all = [try add("paint the fence"), try add("mow the lawn")]
    #expect(try toDos(1).count == 2)
    part()
    for toDo in all {
      _ = try world.call(1, Methods.ToDos.edit) {
        ($0.room, $0.toDo, $0.change.priority) = (room, toDo.id, 2)
      }
      _ = try world.call(0, Methods.ToDos.delete) { ($0.room, $0.toDo) = (room, toDo.id) }
    }
    meet()
    #expect(try toDos(1).isEmpty)
    let singles = try lost(1)
    #expect(Set(singles.map(\.name)) == ["paint the fence", "mow the lawn"])
    let fence = try #require(singles.first { $0.name == "paint the fence" })
    let kept = try world.call(1, Methods.Events.keepLost) { $0.lost = fence.id }
    #expect(kept.id.isEmpty && kept.toDos.map(\.text) == ["paint the fence"])
    let own = try toDos(1)
    #expect(own.map(\.text) == ["paint the fence"] && own.map(\.priority) == [2])
    #expect(own.map(\.id) == kept.toDos.map(\.id) && own.map(\.event) == [""])
    let lawn = try #require(singles.first { $0.name == "mow the lawn" })
    let dropped = try world.call(1, Methods.Events.dropLost) { $0.lost = lawn.id }
    #expect(dropped.deleted)
    #expect(try lost(1).isEmpty && toDos(1).count == 1)
    #expect(try toDos(0).isEmpty)
  }

  @Test("E-69: many changes by the same person do not keep our node from what that person deletes")
  func manyChanges() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    let other = try world.plan(0, EventDraft("Feast"), in: room)
    #expect(try world.event(1, other).name == "Feast")
    part()
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    for number in 0...Reaction.burst {
      _ = try world.edit(0, other) { $0.notes = "Note \(number)" }
    }
    _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    meet()
    #expect(try lost(1).map { $0.toDos.map(\.text) } == [["bring cups"]])
  }
}
