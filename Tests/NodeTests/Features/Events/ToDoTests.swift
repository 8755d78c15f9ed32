import Events
import EventSchema
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// To-dos without an event.
@Suite struct ToDoTests {
  private func add(
    _ world: RoomWorld, by number: Int = 0, in room: String = "",
    _ fill: (inout ToDoDraft) -> Void
  ) throws -> ToDoView {
    try world.call(number, Methods.ToDos.add) {
      $0.room = room
      $0.toDo.zone = "Europe/Berlin"
      fill(&$0.toDo)
    }
  }

  private func edit(
    _ world: RoomWorld, _ toDo: ToDoView, by number: Int = 0, _ fill: (inout ToDoDraft) -> Void
  ) throws -> ToDoView {
    try world.call(number, Methods.ToDos.edit) {
      ($0.room, $0.toDo) = (toDo.room, toDo.id)
      fill(&$0.change)
    }
  }

  private func list(_ world: RoomWorld, _ number: Int = 0, room: String = "") throws -> [ToDoView] {
    try world.read(number, "lobby") { try $0.read(Methods.ToDos.list) { $0.room = room }.toDos }
  }

  @Test("43: what is left out of a to-do and what is otherwise on one date move with it")
  func movedDue() throws {
    let world = try RoomWorld(["Ada"])
    let change = """
      BEGIN:VTODO
      RECURRENCE-ID:20410306T180000Z
      UID:x
      DUE:20410306T180000Z
      SUMMARY:Water the roses
      END:VTODO

      """
    let water = try add(world) {
      ($0.text, $0.due, $0.zone) = ("Water", "2041-03-04 18:00", "UTC")
      $0.repeats = "RRULE:FREQ=DAILY;COUNT=9\nEXDATE:20410305T180000Z\n"
      ($0.uid, $0.changes) = ("x", change)
    }
    #expect(water.changes.contains("RECURRENCE-ID:20410306T180000Z\n"))
    let moved = try edit(world, water) { ($0.due, $0.zone) = ("2041-03-04 20:00", "UTC") }
    #expect(moved.repeats == "RRULE:FREQ=DAILY;COUNT=9\nEXDATE:20410305T200000Z\n")
    for line in ["RECURRENCE-ID", "DUE"] {
      #expect(moved.changes.contains("\(line):20410306T200000Z\n"), "\(moved.changes)")
    }
    // The second date stays out.
    let done = try edit(world, moved) { $0.done = true }
    #expect(done.due.milliseconds == moved.due.milliseconds + 2 * 86_400_000)
  }

  @Test("E-67: what is done is the date that is shown, also where that one or the next was moved")
  func movedDate() throws {
    let world = try RoomWorld(["Ada"])
    func change(_ date: String, to hour: String) -> String {
      "BEGIN:VTODO\nUID:x\nRECURRENCE-ID:\(date)T180000Z\nDTSTART:\(hour)0000Z\nSUMMARY:Roses\nEND:VTODO\n"
    }
    // The first date is later on its day; the third comes before the second.
    let water = try add(world) {
      ($0.text, $0.uid) = ("Water", "x")
      ($0.start.milliseconds, $0.start.zone) = (2_246_032_800_000, "UTC")
      $0.repeats = "RRULE:FREQ=DAILY;COUNT=4\n"
      $0.changes = change("20410304", to: "20410304T22") + change("20410306", to: "20410305T08")
    }
    let day: Int64 = 86_400_000
    var starts = [water.start.milliseconds]
    var toDo = water
    while !toDo.done, starts.count < 9 {
      toDo = try edit(world, toDo) { $0.done = true }
      if !toDo.done { starts.append(toDo.start.milliseconds) }
    }
    #expect(starts == [0, 1, 2, 3].map { water.start.milliseconds + $0 * day })
  }

  @Test("E-67: a to-do without an event has a date, a priority, a status, a percentage and notes")
  func fields() throws {
    let world = try RoomWorld(["Ada"])
    let bread = try add(world) {
      ($0.text, $0.due, $0.priority) = (" buy  bread ", "in 2 days", 1)
      $0.notes = "two loaves\nof rye"
    }
    #expect(bread.text == "buy bread" && bread.priority == 1 && bread.notes == "two loaves\nof rye")
    #expect(bread.roomName == "personal" && bread.personal && bread.own && bread.event.isEmpty)
    #expect(bread.due.zone == "Europe/Berlin" && bread.isOpen)
    let begun = try edit(world, bread) { ($0.status, $0.percent) = (.inProcess, 40) }
    #expect(begun.status == .inProcess && begun.percent == 40 && begun.isOpen)
    #expect(begun.due == bread.due && begun.sequence > bread.sequence)
    let done = try edit(world, bread) { $0.done = true }
    #expect(done.done && done.percent == 100 && !done.isOpen)
    #expect(done.completed == 1_700_000_000_000 + world.network.now)
    let again = try edit(world, bread) { $0.done = false }
    #expect(!again.done && again.percent == 0 && again.completed == 0)
    let cancelled = try edit(world, bread) { ($0.status, $0.due) = (.cancelled, "") }
    #expect(!cancelled.isOpen && !cancelled.hasDue)
    let gone = try world.call(0, Methods.ToDos.delete) {
      ($0.room, $0.toDo) = (bread.room, String(bread.id.prefix(8)))
    }
    #expect(gone.deleted && gone.id == bread.id)
    #expect(try list(world).isEmpty)
  }

  @Test("E-67: one that comes again is open again on its next date, with the clocks of its zone")
  func repetition() throws {
    let world = try RoomWorld(["Ada"])
    var plants = try add(world) {
      ($0.text, $0.due, $0.repeat) = ("water", "2026-03-22 10:00", "every sunday for 3 times")
    }
    let first = plants.due.milliseconds
    #expect(plants.repetition == "every week on Sun, 3 times")
    plants = try edit(world, plants) { ($0.done, $0.status) = (true, .inProcess) }
    // An hour of that week is skipped.
    #expect(!plants.done && plants.due.milliseconds - first == 7 * 86_400_000 - 3_600_000)
    #expect(plants.completed > 0 && plants.percent == 0 && plants.status == .unspecified)
    plants = try edit(world, plants) { $0.done = true }
    #expect(plants.repeats.contains("COUNT=1"), "\(plants.repeats)")
    plants = try edit(world, plants) { $0.done = true }
    #expect(plants.done && plants.due.milliseconds - first == 14 * 86_400_000 - 3_600_000)
    // The first date is one of the rule.
    let monday = try add(world) {
      ($0.text, $0.due, $0.repeat) = ("x", "2026-12-24 18:00", "every monday")
    }
    #expect(EventCalendar.world.weekday(of: monday.due.milliseconds) == 2)
    #expect(
      refusal { _ = try add(world) { ($0.text, $0.repeat) = ("x", "every day") } }
        .contains("needs a date"))
    #expect(try edit(world, monday) { $0.repeat = "once" }.repeats.isEmpty)
  }

  @Test("E-67: the list has what is open first, by date, and what belongs to events")
  func ordered() throws {
    let world = try RoomWorld(["Ada"])
    _ = try add(world) { $0.text = "no date" }
    _ = try add(world) { ($0.text, $0.priority) = ("high", 1) }
    _ = try add(world) { ($0.text, $0.due) = ("later", "in 9 days") }
    let done = try add(world) { ($0.text, $0.due) = ("done", "in 1 days") }
    _ = try edit(world, done) { $0.done = true }
    var event = try world.plan(0, EventDraft("Picnic"))
    event = try world.addToDo(0, event) {
      ($0.text, $0.due, $0.zone) = ("bread", "in 2 days", "UTC")
    }
    let all = try list(world)
    #expect(all.map(\.text) == ["bread", "later", "high", "no date", "done"])
    #expect(all[0].event == event.id && all[0].eventName == "Picnic")
    #expect(
      refusal { _ = try edit(world, all[0]) { $0.text = "x" } }.contains("belongs to an event"))
    _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (event.room, event.id) }
    #expect(try list(world).count == 4, "E-52: it goes with its event")
  }

  @Test("E-67: members of a room change one while apart, field by field")
  func shared() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let bread = try add(world, in: room.id) { $0.text = "bread" }
    #expect(try list(world, 1, room: "friends").map(\.id) == [bread.id])
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    _ = try edit(world, bread) { $0.done = true }
    _ = try edit(world, bread, by: 1) { ($0.text, $0.priority) = ("rye bread", 2) }
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    for number in 0...1 {
      let seen = try #require(try list(world, number, room: "friends").first)
      #expect(seen.done && seen.text == "rye bread" && seen.priority == 2)
    }
    #expect(try world.state(0, room.id) == world.state(1, room.id))
  }

  @Test("E-67: who ticked something off, and when, is known to all; open again it is nobody")
  func tickedBy() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let toDo = try add(world, in: room) { $0.text = "paint" }
    #expect(toDo.completedBy.isEmpty && toDo.completedByName.isEmpty)
    let done = try edit(world, toDo, by: 1) { $0.done = true }
    _ = try edit(world, toDo) { $0.notes = "in blue" }
    for number in 0...1 {
      let seen = try #require(try list(world, number, room: room).first)
      #expect(seen.completedByName == "Bob" && seen.completedBy == done.completedBy)
      #expect(seen.completed == done.completed && seen.author == toDo.author && seen.done)
    }
    let open = try edit(world, toDo) { $0.done = false }
    #expect(open.completedBy.isEmpty && open.completedByName.isEmpty)
    #expect(try edit(world, toDo) { $0.done = true }.completedByName == "Ada")
    // One that comes again is open, and was done by somebody.
    let weekly = try add(world, in: room) {
      ($0.text, $0.due, $0.repeat) = ("water", "2041-03-04 18:00", "weekly")
    }
    let next = try edit(world, weekly, by: 1) { $0.done = true }
    #expect(!next.done && next.completedByName == "Bob")
  }

  @Test("E-67: what cannot be saved is refused in words")
  func badInput() throws {
    let world = try RoomWorld(["Ada"])
    let wrong: [((inout ToDoDraft) -> Void, String)] = [
      ({ $0.text = " " }, "say what to do"),
      ({ ($0.text, $0.priority) = ("x", 10) }, "1 to 9"),
      ({ ($0.text, $0.percent) = ("x", 101) }, "at most 100 percent"),
      ({ ($0.text, $0.status) = ("x", .UNRECOGNIZED(7)) }, "open, in process or cancelled"),
      ({ ($0.text, $0.due) = ("x", "soon") }, "is not a date"),
    ]
    for (fill, reason) in wrong {
      let said = refusal { _ = try add(world, fill) }
      #expect(said.contains(reason), "\(said)")
    }
    #expect(try list(world).isEmpty)
    let bread = try add(world) { $0.text = "bread" }
    #expect(refusal { _ = try edit(world, bread) { _ in } }.contains("No change was given"))
  }
}
