import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// A to-do that comes again, which one person moves while another ticks a date of it (rows E-67 and P-26).
@Suite struct TickedDateTests {
  private func edit(
    _ world: RoomWorld, _ number: Int, _ toDo: ToDoView, _ fill: (inout ToDoDraft) -> Void
  ) throws {
    _ = try world.call(number, Methods.ToDos.edit) {
      ($0.room, $0.toDo) = (toDo.room, toDo.id)
      $0.change.zone = "Europe/Berlin"
      fill(&$0.change)
    }
  }

  /// The only to-do as a node shows it, and when it is due.
  private func shown(_ world: RoomWorld, _ number: Int) throws -> (toDo: ToDoView, due: String) {
    let all = try world.read(number, "friends") {
      try $0.read(Methods.ToDos.list) { $0.room = "friends" }.toDos
    }
    let toDo = try #require(all.count == 1 ? all[0] : nil)
    return (toDo, try EventCalendar(zone: "Europe/Berlin").text(toDo.due.milliseconds))
  }

  @Test("P-26: a date of a to-do that a file changes moves with it, and stays where it is ticked")
  func changedMeanwhile() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    let water = try world.call(0, Methods.ToDos.add) {
      $0.room = room
      ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("water", "2041-03-04 18:00", "Europe/Berlin")
      ($0.toDo.repeat, $0.toDo.uid) = ("every monday for 4 times", "w@x")
    }
    world.network.partition(0, 1)
    try edit(world, 0, water) { $0.due = "2041-03-04 21:00" }
    try edit(world, 1, water) {
      $0.changes =
        "BEGIN:VTODO\nUID:w@x\nRECURRENCE-ID;TZID=Europe/Berlin:20410318T180000\n"
        + "DUE;TZID=Europe/Berlin:20410318T180000\nSUMMARY:water and feed\nEND:VTODO\n"
    }
    world.join([0, 1])
    let date = ";TZID=Europe/Berlin:20410318T210000\n"
    func check() throws {
      for number in 0...1 {
        let toDo = try shown(world, number).toDo
        #expect(try world.conflicts(number, room).isEmpty)
        #expect(toDo.changes.contains("RECURRENCE-ID\(date)"), "\(toDo.changes)")
        #expect(toDo.changes.contains("DUE\(date)") && !toDo.changes.contains("X-PARLOR"))
      }
    }
    try check()
    for week in ["11", "18"] {
      try edit(world, 0, water) { $0.done = true }
      try check()
      for number in 0...1 {
        let (toDo, due) = try shown(world, number)
        #expect(due == "Mon 2041-03-\(week) 21:00")
        #expect(toDo.thisTime.text == (week == "18" ? "water and feed" : ""))
      }
    }
  }

  @Test("P-26: a date that one ticks is done where another moves the whole to-do meanwhile")
  func movedMeanwhile() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    let water = try world.call(0, Methods.ToDos.add) {
      $0.room = room
      ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("water", "2041-03-04 18:00", "Europe/Berlin")
      $0.toDo.repeat = "every monday for 4 times"
    }
    world.network.partition(0, 1)
    try edit(world, 0, water) { $0.due = "2041-03-04 21:00" }
    try edit(world, 1, water) { $0.done = true }
    world.join([0, 1])
    let conflicts = try world.conflicts(0, room)
    #expect(conflicts.map(\.fieldName) == ["due"])
    let sides = conflicts.first?.sides ?? []
    let isMoved = sides.first?.name == "Ada"
    for number in 0...1 {
      #expect(try shown(world, number).due == "Mon 2041-03-11 \(isMoved ? "21" : "18"):00")
    }
    if !isMoved {
      let own = EventView.with { ($0.id, $0.room) = (water.id, room) }
      try world.settle(1, own, side: 2)
    }
    for number in 0...1 {
      let (toDo, due) = try shown(world, number)
      #expect(due == "Mon 2041-03-11 21:00", "node \(number)")
      #expect(!toDo.done && toDo.completed > 0 && toDo.repetition == "every week on Mon, 3 times")
      #expect(!toDo.repeats.contains("X-PARLOR"))
    }
    // What is done later counts from there.
    try edit(world, 0, water) { $0.done = true }
    for number in 0...1 { #expect(try shown(world, number).due == "Mon 2041-03-18 21:00") }
    // Who knows what is done may move it to a day near that.
    try edit(world, 1, water) { $0.due = "2041-03-12 20:00" }
    for number in 0...1 { #expect(try shown(world, number).due == "Tue 2041-03-12 20:00") }
    try edit(world, 1, water) { $0.notes = "with rain" }
    #expect(try shown(world, 0).due == "Tue 2041-03-12 20:00")
  }
}
