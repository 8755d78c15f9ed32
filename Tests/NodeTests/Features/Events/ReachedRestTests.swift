import EventSchema
import Events
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Changes of all of a series, or of one date, by somebody who did not know that another splits it meanwhile (row P-26).
extension SplitSeriesTests {
  /// Bob changes the series, Ada makes its last three dates a rest in the school, and they meet.
  private func met(
    _ fill: (inout EventDraft) -> Void
  ) throws -> (world: RoomWorld, room: String, event: EventView, rest: EventView) {
    let (world, room, event) = try apart()
    let rest = try split(world, 0, event, at: 3, of: event, in: "School")
    _ = try world.edit(1, event, fill)
    world.join([0, 1])
    return (world, room, event, rest)
  }

  @Test("P-26: a change of all of a series reaches the rest that somebody else has split off")
  func reached() throws {
    let (world, room, event, rest) = try met {
      ($0.name, $0.notes, $0.minutes) = ("Choir and band", "Bring music", 90)
      ($0.categories, $0.status) = ("Music", .tentative)
    }
    func check() throws {
      for number in 0...1 {
        #expect(try world.conflicts(number, room).isEmpty)
        let shown = try world.event(number, rest)
        #expect(shown.name == "Choir and band" && shown.notes == "Bring music", "node \(number)")
        #expect(shown.minutes == 90 && shown.status == .tentative)
        #expect(shown.categories == "Music" && shown.place == "School")
        #expect(!(shown.repeats + shown.changes + shown.calendar).contains("X-PARLOR"))
        #expect(try dates(world, number, room) == all(from: 3, in: "School"))
      }
    }
    try check()
    // Whoever knows of the rest changes the part that they name.
    _ = try world.edit(1, event) { ($0.name, $0.minutes) = ("Choir alone", 60) }
    try check()
    for number in 0...1 { #expect(try world.event(number, event).name == "Choir alone") }
  }

  @Test("P-26: what the split itself says and what another says of all of the series is a conflict")
  func ownField() throws {
    let (world, room, event, rest) = try met { $0.place = "Church" }
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["place"], "node \(number)")
      #expect(conflicts.first?.record == rest.id)
      #expect(conflicts.first?.sides.map(\.value) == ["\"Church\"", "\"School\""])
      #expect(conflicts.first?.sides.map(\.name) == ["Bob", "Ada"])
      #expect(try world.event(number, event).place == "Church")
    }
    try world.settle(0, rest, side: 2)
    let first = Self.days[..<3].map { "\($0) Church" }
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try dates(world, number, room) == first + all(from: 3, in: "School")[3...])
    }
  }

  @Test("P-26: a rest that was given another hour and a move of all of the series are a conflict")
  func ownHour() throws {
    let (world, room, event) = try apart()
    var date = try world.on(3, of: event)
    date.later = true
    let rest = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.on) = (room, event.id, date)
      ($0.change.date, $0.change.zone) = ("2041-03-25 20:00", "Europe/Berlin")
    }
    _ = try world.edit(1, event) { ($0.date, $0.zone) = ("2041-03-04 09:00", "Europe/Berlin") }
    world.join([0, 1])
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["start"], "node \(number)")
      #expect(conflicts.first?.record == rest.id && conflicts.first?.sides.count == 2)
      let early = Self.days.map { $0.replacing("18:00", with: "09:00") }
      #expect(try dates(world, number, room) == early)
    }
    try world.settle(1, rest, side: 2)
    let hours = Self.days.enumerated().map {
      $1.replacing("18:00", with: $0 < 3 ? "09:00" : "20:00")
    }
    for number in 0...1 { #expect(try dates(world, number, room) == hours) }
  }

  /// Ada's part is on Wednesdays, or comes on Mondays by its own rule, when Bob moves all dates to Tuesdays at another hour.
  @Test(
    "P-26: a rest that cannot move with its series stays, and who moved the series is told",
    arguments: ["2041-03-27 20:00", ""])
  func keptStart(day: String) throws {
    let (world, room, event) = try apart()
    var date = try world.on(3, of: event)
    date.later = true
    let rest = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.on) = (room, event.id, date)
      if day.isEmpty {
        $0.change.repeat = "every monday for 3 times"
      } else {
        ($0.change.date, $0.change.zone) = (day, "Europe/Berlin")
      }
    }
    _ = try world.edit(1, event) { ($0.date, $0.zone) = ("2041-03-05 19:00", "Europe/Berlin") }
    world.join([0, 1])
    let start = day.isEmpty ? "Mon 2041-03-25 19:00" : "Wed \(day)"
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try calendar.text(world.event(number, rest).start.milliseconds) == start)
      #expect(
        try calendar.text(world.event(number, event).start.milliseconds) == "Tue 2041-03-05 19:00")
    }
    func lost(_ number: Int) throws -> [LostPartsView] {
      try world.read(number, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost }
    }
    #expect(try lost(0).isEmpty, "Ada wrote it so")
    let told = try #require(try lost(1).first)
    #expect(told.name == "Choir" && told.deleter.isEmpty && told.deleterName.isEmpty)
    #expect(calendar.text(told.start.milliseconds) == start)
    #expect(told.fields == ["date: Tue 2041-03-05 19:00"] && !told.planned)
    let sentence = refusal { _ = try world.call(1, Methods.Events.keepLost) { $0.lost = told.id } }
    #expect(sentence.hasPrefix("Nothing was deleted: give these dates"))
    // It is told once, whatever else changes.
    _ = try world.edit(0, rest) { $0.notes = "Bring music" }
    #expect(try lost(1).count == 1)
    _ = try world.call(1, Methods.Events.dropLost) { $0.lost = told.id }
    _ = try world.edit(0, rest) { $0.notes = "" }
    #expect(try lost(1).isEmpty)
  }

  @Test("P-26: the rest of a rest on another day stays there as well")
  func keptBehind() throws {
    let (world, room, event) = try apart()
    let rest = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.on) = (room, event.id, try world.on(2, of: event))
      ($0.on.later, $0.change.date, $0.change.zone) = (true, "2041-03-20 18:00", "Europe/Berlin")
    }
    let last = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.change.place) = (room, rest.id, "School")
      ($0.on.date, $0.on.zone, $0.on.later) = ("2041-04-03", "Europe/Berlin", true)
    }
    _ = try world.edit(1, event) { ($0.date, $0.zone) = ("2041-03-05 18:00", "Europe/Berlin") }
    world.join([0, 1])
    for number in 0...1 {
      #expect(
        try dates(world, number, room)
          == [
            "Tue 2041-03-05 18:00", "Tue 2041-03-12 18:00", "Wed 2041-03-20 18:00",
            "Wed 2041-03-27 18:00", "Wed 2041-04-03 18:00 School", "Wed 2041-04-10 18:00 School",
          ].sorted(), "node \(number)")
    }
    let told = try world.read(1, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost }
    let starts = Set([rest, last].map(\.start.milliseconds))
    #expect(Set(told.map(\.start.milliseconds)) == starts && told.count == 2)
  }

  @Test("P-26: a rest that comes once moves with its series")
  func movedOnce() throws {
    let (world, room, event) = try apart()
    var date = try world.on(5, of: event)
    date.later = true
    let rest = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.on, $0.change.repeat) = (room, event.id, date, "once")
    }
    _ = try world.edit(1, event) { ($0.date, $0.zone) = ("2041-03-05 19:00", "Europe/Berlin") }
    world.join([0, 1])
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    for number in 0...1 {
      let shown = try world.event(number, rest).start.milliseconds
      // Clocks are changed between the two.
      #expect(calendar.text(shown) == "Tue 2041-04-09 19:00", "node \(number)")
    }
    #expect(try world.read(1, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost.isEmpty })
  }

  @Test("P-26: a change of all of a series reaches the rest of a rest")
  func reachedBehind() throws {
    let (world, room, event) = try apart()
    let rest = try split(world, 0, event, at: 2, of: event, in: "School")
    let last = try split(world, 0, rest, at: 4, of: event, in: "Church")
    _ = try world.edit(1, event) { $0.name = "Choir and band" }
    world.join([0, 1])
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      for part in [event, rest, last] {
        #expect(try world.event(number, part).name == "Choir and band", "node \(number)")
      }
    }
  }

  @Test("P-26: one date that is changed in both parts of a split series is a conflict")
  func dateOfBoth() throws {
    let (world, room, event) = try apart()
    let rest = try split(world, 0, event, at: 2, of: event, in: "Hall")
    try world.edit(0, rest, date: 2) {
      ($0.date, $0.zone) = ("2041-04-01 20:00", "Europe/Berlin")
    }
    try world.edit(1, event, date: 4) {
      ($0.date, $0.zone) = ("2041-04-01 19:00", "Europe/Berlin")
    }
    world.join([0, 1])
    func check(hour: String) throws {
      var all = all(from: 2, in: "Hall")
      all[4] = all[4].replacing("18:00", with: hour)
      for number in 0...1 { #expect(try dates(world, number, room) == all, "node \(number)") }
    }
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["changes"], "node \(number)")
      let sides = conflicts.first?.sides ?? []
      #expect(sides.map(\.name) == ["Bob", "Ada"])
      #expect(sides.first?.value.contains("2041-04-01 19:00") == true, "\(sides)")
      #expect(sides.last?.value.contains("2041-04-01 20:00") == true, "\(sides)")
    }
    try check(hour: "19:00")
    try world.settle(1, rest, side: 2)
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
    try check(hour: "20:00")
  }

  @Test("E-63: whoever deletes the rest of a series deletes all of its dates")
  func deletedRest() throws {
    let (world, room, event) = try apart()
    try world.edit(0, event, date: 4) {
      ($0.date, $0.zone) = ("2041-04-01 19:00", "Europe/Berlin")
    }
    let rest = try split(world, 1, event, at: 2, of: event, in: "Hall")
    world.join([0, 1])
    _ = try world.call(1, Methods.Events.delete) { ($0.room, $0.event) = (room, rest.id) }
    for number in 0...1 { #expect(try dates(world, number, room) == Array(Self.days[..<2])) }
    // A change of the first part does not bring them back.
    try world.edit(0, event, date: 1) { $0.notes = "last time" }
    for number in 0...1 { #expect(try dates(world, number, room) == Array(Self.days[..<2])) }
  }

  @Test("E-63: what was said of a date of the rest stays when the first part is deleted")
  func deletedFirst() throws {
    let (world, room, event) = try apart()
    try world.edit(0, event, date: 4) {
      ($0.date, $0.zone) = ("2041-04-01 19:00", "Europe/Berlin")
    }
    let fourth = try world.on(3, of: event)
    _ = try world.call(0, Methods.Events.delete) {
      ($0.room, $0.event, $0.on) = (room, event.id, fourth)
    }
    _ = try split(world, 1, event, at: 2, of: event, in: "Hall")
    world.join([0, 1])
    _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    let all = all(from: 2, in: "Hall")
    let kept = [all[2], all[4].replacing("18:00", with: "19:00"), all[5]]
    for number in 0...1 { #expect(try dates(world, number, room) == kept, "node \(number)") }
  }

  /// A choir that Ada has split before its fourth date, with things to do on days of both parts, and one without a day.
  private func planned() throws -> (
    world: RoomWorld, room: String, event: EventView, rest: EventView
  ) {
    let (world, room, event) = try apart()
    for (text, due) in [
      ("Chairs", "2041-03-11 12:00"), ("Cake", ""), ("Scores", "2041-03-25 12:00"),
    ] {
      _ = try world.addToDo(0, event) {
        $0.text = text
        if !due.isEmpty { ($0.due, $0.zone) = (due, "Europe/Berlin") }
      }
    }
    let rest = try split(world, 0, event, at: 3, of: event, in: "School")
    world.join([0, 1])
    return (world, room, event, rest)
  }

  @Test("E-43: what is to be done for a split series is with the part that has its day")
  func toDos() throws {
    let (world, room, event, rest) = try planned()
    for number in 0...1 {
      #expect(try world.event(number, event).toDos.map(\.text) == ["Chairs", "Cake"])
      #expect(try world.event(number, rest).toDos.map(\.text) == ["Scores"], "node \(number)")
      let all = try world.read(number, room) { try $0.read(Methods.ToDos.list) { _ in }.toDos }
      #expect(all.first { $0.text == "Scores" }?.event == rest.id)
      #expect(all.first { $0.text == "Chairs" }?.event == event.id)
    }
    // Also where somebody names the first part.
    _ = try world.addToDo(1, event) {
      ($0.text, $0.due, $0.zone) = ("Flowers", "2041-04-08 12:00", "Europe/Berlin")
    }
    let toDos = try world.event(0, rest).toDos
    #expect(Set(toDos.map(\.text)) == ["Scores", "Flowers"])
    // A change of its day takes it to the part that has the new one.
    let scores = try #require(toDos.first { $0.text == "Scores" })
    _ = try world.call(0, Methods.Events.editToDo) {
      ($0.room, $0.toDo) = (room, scores.id)
      ($0.change.due, $0.change.zone) = ("2041-03-18 12:00", "Europe/Berlin")
    }
    #expect(try world.event(1, event).toDos.map(\.text).contains("Scores"))
    #expect(try world.event(1, rest).toDos.map(\.text) == ["Flowers"])
  }

  @Test("E-52: a deleted part of a series takes along what is to be done on its days, and no more")
  func deletedToDos() throws {
    for isRest in [true, false] {
      let (world, room, event, rest) = try planned()
      let scores = try #require(try world.event(0, rest).toDos.first)
      let (gone, kept) = isRest ? (rest, event) : (event, rest)
      _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (room, gone.id) }
      for number in 0...1 {
        let toDos = try world.event(number, kept).toDos
        #expect(toDos.map(\.text) == (isRest ? ["Chairs", "Cake"] : ["Scores"]), "node \(number)")
        if !isRest { #expect(toDos.first?.id == scores.id) }
        let all = try world.read(number, room) { try $0.read(Methods.ToDos.list) { _ in }.toDos }
        #expect(Set(all.map(\.id)) == Set(toDos.map(\.id)))
      }
    }
  }

  @Test("E-63: a file of a series that is named has all of its parts, and of an id that one")
  func file() throws {
    let (world, room, _, rest) = try planned()
    func parts(_ name: String) throws -> Int {
      let text = try world.read(0, room) { views in
        try views.read(Methods.Events.writeFile) { ($0.room, $0.event) = (room, name) }.text
      }
      return text.components(separatedBy: "BEGIN:VEVENT").count - 1
    }
    #expect(try parts("Choir") == 2 && parts("cho") == 2)
    #expect(try parts(rest.id) == 1)
  }
}
