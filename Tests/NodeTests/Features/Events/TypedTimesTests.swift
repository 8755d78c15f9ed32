import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Times of events and to-dos as people type them, for what is there already and for days in which clocks are changed.
@Suite struct TypedTimesTests {
  /// Milliseconds of an instant such as 2041-03-04T18:00:00Z.
  private func instant(_ text: String) throws -> Int64 {
    Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1_000
  }

  private func plan(
    _ world: RoomWorld, _ date: String, zone: String = "Europe/Berlin",
    _ fill: (inout EventDraft) -> Void = { _ in }
  ) throws -> EventView {
    try world.plan(
      0,
      .with {
        ($0.name, $0.date, $0.zone) = ("Choir", date, zone)
        fill(&$0)
      })
  }

  private func edit(
    _ world: RoomWorld, _ event: EventView, on date: String = "", later: Bool = false,
    _ fill: (inout EventDraft) -> Void
  ) throws -> EventView {
    try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.change.zone) = (event.room, event.id, "Europe/Berlin")
      fill(&$0.change)
      guard !date.isEmpty else { return }
      ($0.on.date, $0.on.zone, $0.on.later) = (date, "Europe/Berlin", later)
    }
  }

  private func dates(_ event: EventView) -> [Int64] {
    Occurrences(event).list(from: EventRules.earliest, limit: 9).map(\.start)
  }

  @Test("43: an hour alone keeps the day of what it changes")
  func hourAlone() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, "2041-01-04 08:00") { $0.repeat = "every week for 3 times" }
    let moved = try edit(world, event) { $0.date = "19:00" }
    let weeks = ["2041-01-04", "2041-01-11", "2041-01-18"]
    #expect(dates(moved) == (try weeks.map { try instant("\($0)T18:00:00Z") }))
    let one = try edit(world, event, on: "2041-01-11") { $0.date = "9pm" }
    #expect(dates(one)[1] == (try instant("2041-01-11T20:00:00Z")))
    let toDo = try world.call(0, Methods.ToDos.add) {
      ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("bread", "2041-01-04 08:00", "UTC")
    }
    let later = try world.call(0, Methods.ToDos.edit) {
      ($0.room, $0.toDo, $0.change.due, $0.change.zone) = (toDo.room, toDo.id, "18:00", "UTC")
    }
    #expect(later.due.milliseconds == (try instant("2041-01-04T18:00:00Z")))
  }

  @Test("43: a day alone keeps what takes whole days, and an hour contradicts them")
  func dayAlone() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, "2041-07-01") { ($0.allDay, $0.minutes) = (true, 1_440) }
    let moved = try edit(world, event) { $0.date = "2041-07-03" }
    #expect(try moved.allDay && moved.start.milliseconds == instant("2041-07-02T22:00:00Z"))
    #expect(try !edit(world, event) { $0.date = "2041-07-03 10:00" }.allDay)
    let said = refusal { _ = try plan(world, "2041-07-01 10:00") { $0.allDay = true } }
    #expect(said.contains("has no hour"), "\(said)")
    for minutes in [15, 90, 1_600] as [UInt32] {
      let odd = refusal {
        _ = try plan(world, "2041-07-01") { ($0.allDay, $0.minutes) = (true, minutes) }
      }
      #expect(odd.contains("1440 minutes"), "\(odd)")
    }
    // A to-do that is due on a day is due until its end.
    let toDo = try world.call(0, Methods.ToDos.add) {
      ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("bread", "2041-01-04", "UTC")
    }
    #expect(toDo.allDay)
  }

  @Test("E-68: what takes whole days from now on begins with its day and lasts as many days")
  func becomesWholeDays() throws {
    let world = try RoomWorld(["Ada"])
    let camp = try plan(world, "2041-07-01 10:00") { $0.minutes = 4_320 }
    let whole = try edit(world, camp) { $0.allDay = true }
    #expect(whole.allDay && whole.minutes == 4_320)
    #expect(whole.start.milliseconds == (try instant("2041-06-30T22:00:00Z")))
    // An hour that is typed in another time zone is one of the day by its name.
    let timed = try edit(world, whole) {
      ($0.date, $0.zone, $0.allDay) = ("17:00", "UTC", false)
    }
    #expect(timed.start.milliseconds == (try instant("2041-07-01T17:00:00Z")))
  }

  @Test("E-68: a date that was called off takes place again, and a deleted one is none")
  func calledOff() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, "2041-01-04 08:00") { $0.repeat = "every week for 3 times" }
    let off = try edit(world, event, on: "2041-01-11") { $0.status = .cancelled }
    #expect(dates(off).count == 2)
    let on = try edit(world, event, on: "2041-01-11") { $0.status = .unspecified }
    #expect(try dates(on).count == 3 && dates(on)[1] == instant("2041-01-11T07:00:00Z"))
    _ = try world.call(0, Methods.Events.delete) {
      ($0.room, $0.event) = (event.room, event.id)
      ($0.on.date, $0.on.zone) = ("2041-01-18", "Europe/Berlin")
    }
    let said = refusal { _ = try edit(world, event, on: "2041-01-18") { $0.place = "Park" } }
    #expect(
      said.contains("is not on Fri 2041-01-18:") || said.contains("is not on Fri 2041-01-18."))
  }

  @Test("E-63: a single date of whole days stays one with another change, and counts up with all")
  func wholeDate() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, "2041-01-04 08:00") { $0.repeat = "every week for 3 times" }
    func second(_ event: EventView) throws -> Occurrences.Occurrence {
      let dates = Occurrences(event).list(from: EventRules.earliest, limit: 9)
      #expect(dates.count == 3)
      return dates[1]
    }
    _ = try edit(world, event, on: "2041-01-11") { $0.allDay = true }
    let date = try second(edit(world, event, on: "2041-01-11") { $0.place = "Park" })
    #expect(date.isOfDays && date.said?.place == "Park")
    #expect(date.start == (try instant("2041-01-10T23:00:00Z")))
    #expect(date.end - date.start == 86_400_000)
    // A date with an hour among those of whole days.
    let days = try plan(world, "2041-01-04") {
      ($0.allDay, $0.repeat) = (true, "every week for 3 times")
    }
    _ = try edit(world, days, on: "2041-01-11") { $0.date = "2041-01-11 08:00" }
    let hour = try second(edit(world, days, on: "2041-01-11") { $0.place = "Park" })
    #expect(!hour.isOfDays)
    #expect(hour.start == (try instant("2041-01-11T07:00:00Z")))
    let said = refusal { _ = try edit(world, event, on: "2041-01-11") { $0.countUp = true } }
    #expect(said.contains("cannot count up by itself"), "\(said)")
  }

  @Test(
    "43: whole days have 23 or 25 hours where clocks are changed",
    arguments: [
      ("2041-03-31", 1, 23), ("2041-10-27", 1, 25), ("2041-10-26", 2, 49), ("2041-03-29", 3, 71),
      ("2041-07-01", 2, 48),
    ])
  func wholeDays(date: String, days: UInt32, hours: UInt32) throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, date) { ($0.allDay, $0.minutes) = (true, days * 1_440) }
    #expect(event.minutes == hours * 60)
    // The rest of a series lasts as many days from another day on.
    let series = try plan(world, date) {
      ($0.allDay, $0.minutes, $0.repeat) = (true, days * 1_440, "every week for 3 times")
    }
    let second = try #require(Occurrences(series).list(from: 0, limit: 2).last?.start)
    let rest = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.change.place) = (series.room, series.id, "School")
      ($0.on.date, $0.on.zone, $0.on.later) = (DateText.exact(second), "UTC", true)
    }
    #expect(rest.minutes == days * 1_440)
    // Moved to another day, it lasts as many days.
    let moved = try edit(world, event) { $0.date = "2041-06-01" }
    #expect(moved.minutes == days * 1_440)
  }

  @Test("43: a day has its own length, and one with several dates needs the hour as well")
  func days() throws {
    let world = try RoomWorld(["Ada"])
    let early = try plan(world, "2041-03-25 00:30") { $0.repeat = "every monday for 3 times" }
    // The day before the second date has 23 hours.
    let said = refusal { _ = try edit(world, early, on: "2041-03-31") { $0.name = "x" } }
    #expect(said.contains("is not on"), "\(said)")
    let late = try plan(world, "2041-10-25 23:30") { $0.repeat = "every day for 4 times" }
    let changed = try edit(world, late, on: "2041-10-27") { $0.name = "Party" }
    #expect(changed.changes.contains("SUMMARY:Party"))
    let often = try plan(world, "2041-07-01 09:00") {
      $0.repeats = "RRULE:FREQ=HOURLY;INTERVAL=6\n"
    }
    let several = refusal { _ = try edit(world, often, on: "2041-07-02") { $0.name = "x" } }
    #expect(several.contains("several times") && several.contains("03:00"), "\(several)")
    #expect(
      try edit(world, often, on: "2041-07-02 15:00") { $0.name = "Tea" }.changes.contains("Tea"))
  }

  @Test("43: `until` is counted from the start, and what ends before it begins is refused")
  func until() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, "2041-09-09 20:00") { $0.repeat = "every monday until 30 apr" }
    #expect(event.repetition == "every week on Mon until 2042-04-30")
    let said = refusal {
      _ = try plan(world, "2041-09-09 20:00") { $0.repeat = "every monday until 2041-01-01" }
    }
    #expect(said.contains("No date fits"), "\(said)")
    // The day is the one on the event's own clocks.
    let west = try plan(world, "2041-01-07 18:00", zone: "America/Los_Angeles") {
      $0.repeat = "every monday until 2041-04-30"
    }
    #expect(west.repetition.hasSuffix("until 2041-04-30"), "\(west.repetition)")
    let toDo = refusal {
      _ = try world.call(0, Methods.ToDos.add) {
        ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("rent", "2041-09-01", "UTC")
        $0.toDo.repeat = "monthly until 2041-01-01"
      }
    }
    #expect(toDo.contains("No date fits"), "\(toDo)")
  }

  @Test(
    "E-71: a day that is meant as a whole is today's until it ends", arguments: ["14 nov", "tue"])
  func today(day: String) throws {
    // Tuesday, 2023-11-14 22:13.
    let world = try RoomWorld(["Ada"])
    let midnight = try instant("2023-11-14T00:00:00Z")
    let whole = try plan(world, day, zone: "UTC") { $0.allDay = true }
    #expect(whole.allDay && whole.start.milliseconds == midnight)
    let moved = try edit(world, plan(world, "2041-07-01", zone: "UTC") { $0.allDay = true }) {
      ($0.date, $0.zone) = (day, "UTC")
    }
    #expect(moved.start.milliseconds == midnight)
    #expect(try plan(world, day, zone: "UTC").start.milliseconds > midnight)
    let toDo = try world.call(0, Methods.ToDos.add) {
      ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("bread", day, "UTC")
    }
    #expect(toDo.allDay && toDo.due.milliseconds == midnight)
    let series = try plan(world, "2023-11-14 23:00", zone: "UTC") {
      $0.repeat = "every day until \(day)"
    }
    #expect(dates(series) == [midnight + 23 * 3_600_000])
    let weekly = try plan(world, "2023-11-14 23:00", zone: "UTC") { $0.repeat = "every week" }
    let changed = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.change.place) = (weekly.room, weekly.id, "Park")
      ($0.on.date, $0.on.zone) = (day, "UTC")
    }
    #expect(changed.changes.contains("RECURRENCE-ID:20231114T230000Z"), "\(changed.changes)")
    for past in ["yesterday", "2023-11-13"] {
      let said = refusal { _ = try plan(world, past, zone: "UTC") { $0.allDay = true } }
      #expect(said.contains("has passed"), "\(said)")
    }
    #expect(refusal { _ = try plan(world, "today", zone: "UTC") }.contains("has passed"))
  }

  @Test("43: what comes again and is open already cannot be opened once more")
  func open() throws {
    let world = try RoomWorld(["Ada"])
    let toDo = try world.call(0, Methods.ToDos.add) {
      ($0.toDo.text, $0.toDo.due, $0.toDo.zone) = ("rent", "2041-09-01", "UTC")
      $0.toDo.repeat = "monthly"
    }
    func set(done: Bool) throws -> ToDoView {
      try world.call(0, Methods.ToDos.edit) {
        ($0.room, $0.toDo, $0.change.done) = (toDo.room, toDo.id, done)
      }
    }
    let next = try set(done: true)
    #expect(try !next.done && next.due.milliseconds == instant("2041-10-01T00:00:00Z"))
    #expect(refusal { _ = try set(done: false) }.contains("open already"))
  }
}
