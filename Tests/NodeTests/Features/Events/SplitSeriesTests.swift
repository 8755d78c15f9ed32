import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Two people who split one series while apart: no date stands twice, and somebody chooses (row P-26).
@Suite struct SplitSeriesTests {
  private static let days = [
    "Mon 2041-03-04 18:00", "Mon 2041-03-11 18:00", "Mon 2041-03-18 18:00",
    "Mon 2041-03-25 18:00", "Mon 2041-04-01 18:00", "Mon 2041-04-08 18:00",
  ]

  /// Two nodes with a choir on these six Mondays in Berlin, which do not hear each other.
  private func apart() throws -> (world: RoomWorld, room: String, event: EventView) {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "choir", ["Bob"]).id
    var draft = EventDraft("Choir", "2041-03-04 18:00")
    draft.repeats = "RRULE:FREQ=WEEKLY;COUNT=6\n"
    let event = try world.plan(0, draft, in: room)
    world.network.partition(0, 1)
    return (world, room, event)
  }

  /// Changes a date of the series and all later ones, counted from 0.
  private func split(
    _ world: RoomWorld, _ number: Int, _ part: EventView, at place: Int, of event: EventView,
    in hall: String
  ) throws -> EventView {
    var date = try world.on(place, of: event)
    date.later = true
    return try world.call(number, Methods.Events.edit) {
      ($0.room, $0.event, $0.on, $0.change.place) = (part.room, part.id, date, hall)
    }
  }

  /// The dates that a node's lists show, each with its place.
  private func dates(_ world: RoomWorld, _ number: Int, _ room: String) throws -> [String] {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let views = try world.events(number, room)
    let lines = try world.read(number, room) { try $0.eventLines() }
    #expect(Set(lines.map(\.id)) == Set(views.map(\.id)), "all lists show the same")
    return views.flatMap { view in
      Occurrences(view).list(from: 0, limit: 50).map {
        (calendar.text($0.start) + " " + view.place).trimmingCharacters(in: .whitespaces)
      }
    }.sorted()
  }

  /// The six dates, from one on in a hall.
  private func all(from place: Int, in hall: String) -> [String] {
    Self.days.enumerated().map { $0 < place ? $1 : "\($1) \(hall)" }
  }

  @Test(
    "P-26: of two splits of a series one counts on all nodes, both are named, and a choice turns them",
    arguments: [(2, 3), (3, 2), (2, 2)])
  func bothSplit(ada: Int, bob: Int) throws {
    let (world, room, event) = try apart()
    let rests = [
      try split(world, 0, event, at: ada, of: event, in: "School"),
      try split(world, 1, event, at: bob, of: event, in: "Hall"),
    ]
    world.join([0, 1])
    let places = [all(from: ada, in: "School"), all(from: bob, in: "Hall")]
    var sides: [ConflictSide] = []
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["repeats"], "node \(number)")
      sides = conflicts.first?.sides ?? []
      #expect(Set(sides.map(\.name)) == ["Ada", "Bob"])
      for side in sides {
        let place = side.name == "Ada" ? ada : bob
        let (day, hall) = (Self.days[place], side.name == "Ada" ? "School" : "Hall")
        let end = ["", "", "2041-03-17", "2041-03-24"][place]
        #expect(
          side.value
            == "\"every week until \(end); then Choir from \(day) on, every week, \(6 - place) times (\(hall))\""
        )
      }
    }
    let shown = try #require(sides.first).name == "Ada" ? 0 : 1
    func check(_ counts: Int) throws {
      for number in 0...1 {
        #expect(try dates(world, number, room) == places[counts], "node \(number)")
        #expect(try !world.event(number, rests[1 - counts]).deleted, "both records stay")
      }
    }
    try check(shown)
    let said = refusal { _ = try world.edit(0, rests[1 - shown]) { $0.notes = "new" } }
    #expect(said.contains("is set aside"), "\(said)")
    try world.settle(1, event, side: 2)
    try check(1 - shown)
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
    _ = try world.edit(0, rests[1 - shown]) { $0.notes = "new" }
    _ = try world.call(0, Methods.Rooms.undo)
    _ = try world.call(1, Methods.Rooms.undo)
    try check(shown)
  }

  @Test(
    "P-26: a changed or deleted date is so on whichever side counts, also where only the other one took it along"
  )
  func singleDates() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "choir", ["Bob"]).id
    var draft = EventDraft("Choir", "2041-03-04 18:00")
    draft.repeats = "RRULE:FREQ=WEEKLY;COUNT=6\n"
    let event = try world.plan(0, draft, in: room)
    // The third date is an hour later, and the fourth is left out.
    try world.edit(0, event, date: 2) {
      ($0.date, $0.zone) = ("2041-03-18 19:00", "Europe/Berlin")
    }
    let fourth = try world.on(3, of: event)
    _ = try world.call(0, Methods.Events.delete) {
      ($0.room, $0.event, $0.on) = (room, event.id, fourth)
    }
    world.network.partition(0, 1)
    _ = try split(world, 0, event, at: 1, of: event, in: "School")
    _ = try split(world, 1, event, at: 4, of: event, in: "Hall")
    world.join([0, 1])
    func dates(from place: Int, in hall: String) -> [String] {
      let dates = all(from: place, in: hall)
      return [
        dates[0], dates[1], dates[2].replacing("18:00", with: "19:00"), dates[4], dates[5],
      ]
    }
    let choices = [dates(from: 1, in: "School"), dates(from: 4, in: "Hall")]
    let conflicts = try world.conflicts(0, room)
    #expect(conflicts.map(\.fieldName) == ["repeats"])
    let shown = conflicts.first?.sides.first?.name == "Ada" ? 0 : 1
    for number in 0...1 { #expect(try self.dates(world, number, room) == choices[shown]) }
    try world.settle(0, event, side: 2)
    for number in 0...1 { #expect(try self.dates(world, number, room) == choices[1 - shown]) }
    // People and other programs see no lines that only Parlor keeps.
    for view in try world.events(0, room) {
      #expect(!(view.repeats + view.changes).contains("X-PARLOR"))
    }
    _ = try world.call(0, Methods.Rooms.undo)
    for number in 0...1 { #expect(try self.dates(world, number, room) == choices[shown]) }
  }

  @Test(
    "P-26: a date that one changes or deletes while another splits the series before it is so in the rest"
  )
  func strays() throws {
    let (world, room, event) = try apart()
    try world.edit(0, event, date: 4) {
      ($0.date, $0.zone) = ("2041-04-01 19:00", "Europe/Berlin")
    }
    let fourth = try world.on(3, of: event)
    _ = try world.call(0, Methods.Events.delete) {
      ($0.room, $0.event, $0.on) = (room, event.id, fourth)
    }
    let rest = try split(world, 1, event, at: 2, of: event, in: "Hall")
    world.join([0, 1])
    let all = all(from: 2, in: "Hall")
    func check(hour: String) throws {
      let changed = all[4].replacing("18:00", with: hour)
      for number in 0...1 {
        #expect(try world.conflicts(number, room).isEmpty)
        let dates = try dates(world, number, room)
        #expect(dates == [all[0], all[1], all[2], changed, all[5]], "node \(number)")
      }
    }
    try check(hour: "19:00")
    // It is a date of the rest from now on, whoever changes it.
    let shown = try world.event(0, rest)
    #expect(!(shown.repeats + shown.changes).contains("X-PARLOR"))
    try world.edit(1, shown, date: 1) {
      ($0.date, $0.zone) = ("2041-04-01 20:00", "Europe/Berlin")
    }
    try check(hour: "20:00")
    // A change of the first part leaves it where it is.
    try world.edit(0, event, date: 1) { $0.place = "Garden" }
    try check(hour: "20:00")
    _ = try world.call(1, Methods.Rooms.undo)
    try check(hour: "19:00")
  }

  @Test("P-26: a rest of a rest counts with the part that it was split from")
  func restOfRest() throws {
    let (world, room, event) = try apart()
    let rest = try split(world, 0, event, at: 2, of: event, in: "School")
    _ = try split(world, 0, rest, at: 4, of: event, in: "Church")
    #expect(try dates(world, 0, room).count == 6)
    _ = try split(world, 1, event, at: 3, of: event, in: "Hall")
    world.join([0, 1])
    let ada = Self.days.enumerated().map {
      $0 < 2 ? $1 : $0 < 4 ? "\($1) School" : "\($1) Church"
    }
    let choices = [ada, all(from: 3, in: "Hall")]
    let shown = try world.conflicts(0, room).first?.sides.first?.name == "Ada" ? 0 : 1
    for number in 0...1 { #expect(try dates(world, number, room) == choices[shown]) }
    try world.settle(0, event, side: 2)
    for number in 0...1 { #expect(try dates(world, number, room) == choices[1 - shown]) }
  }

  @Test("P-26: a split counts, or a change of how often all of it comes, and never both")
  func splitAndRule() throws {
    let (world, room, event) = try apart()
    _ = try split(world, 0, event, at: 3, of: event, in: "School")
    _ = try world.edit(1, event) { $0.repeats = "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3\n" }
    world.join([0, 1])
    let choices = [all(from: 3, in: "School"), [0, 2, 4].map { Self.days[$0] }]
    let conflicts = try world.conflicts(0, room)
    #expect(conflicts.map(\.fieldName) == ["repeats"])
    let sides = conflicts.first?.sides ?? []
    #expect(sides.map(\.value).contains("\"every 2 weeks, 3 times\""), "\(sides)")
    let shown = sides.first?.name == "Ada" ? 0 : 1
    for number in 0...1 { #expect(try dates(world, number, room) == choices[shown]) }
    try world.settle(1, event, side: 2)
    for number in 0...1 { #expect(try dates(world, number, room) == choices[1 - shown]) }
  }

  @Test(
    "P-26: a split and a move of the whole series to another hour leave no date out, nor twice",
    arguments: ["09:00", "21:00"])
  func splitAndMove(hour: String) throws {
    let (world, room, event) = try apart()
    _ = try split(world, 0, event, at: 3, of: event, in: "School")
    _ = try world.edit(1, event) { ($0.date, $0.zone) = ("2041-03-04 \(hour)", "Europe/Berlin") }
    world.join([0, 1])
    let moved = Self.days[..<3].map { String($0.dropLast(5)) + hour }
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try dates(world, number, room) == moved + all(from: 3, in: "School")[3...])
    }
  }

  @Test("E-63: the rest of a series stays when its first part comes otherwise, or is gone")
  func restStays() throws {
    let (world, room, event) = try apart()
    let rest = try split(world, 0, event, at: 2, of: event, in: "School")
    let later = Array(all(from: 2, in: "School")[2...])
    let first = try world.event(0, event)
    #expect(!first.repeats.contains("X-PARLOR") && !rest.repeats.contains("X-PARLOR"))
    _ = try world.edit(0, event) { $0.repeats = "RRULE:FREQ=DAILY;COUNT=2\n" }
    let other = "Tue 2041-03-05 18:00"
    #expect(try dates(world, 0, room) == ([Self.days[0], other] + later).sorted())
    // People do not type these lines, and programs do not write them.
    _ = try world.edit(0, event) {
      $0.repeats = "RRULE:FREQ=WEEKLY;COUNT=2\nX-PARLOR-REST-OF:\(rest.id)\n"
    }
    #expect(try dates(world, 0, room) == all(from: 2, in: "School"))
    _ = try world.edit(0, event) { $0.repeat = "once" }
    #expect(try dates(world, 0, room) == [Self.days[0]] + later)
    _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    #expect(try dates(world, 0, room) == later)
  }
}
