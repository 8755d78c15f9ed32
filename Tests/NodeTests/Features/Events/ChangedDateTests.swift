import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Dates of one series that two people change at once: each change holds (row P-26).
@Suite struct ChangedDateTests {
  /// Two nodes with a choir that comes every day, which do not hear each other.
  private func apart() throws -> (world: RoomWorld, room: String, event: EventView) {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "choir", ["Bob"]).id
    var draft = EventDraft("Choir")
    draft.repeat = "every day for 9 times"
    let event = try world.plan(0, draft, in: room)
    world.network.partition(0, 1)
    return (world, room, event)
  }

  /// The names of the first dates on a node.
  private func names(_ world: RoomWorld, _ number: Int, _ event: EventView) throws -> [String] {
    let all = Occurrences(try world.event(number, event))
    return all.list(from: event.start.milliseconds, limit: 5).map { $0.name ?? "Choir" }
  }

  @Test(
    "43: two who change different dates of a series both have what they wanted, again and again")
  func differentDates() throws {
    let (world, room, event) = try apart()
    try world.edit(0, event, date: 1) { $0.name = "Concert" }
    try world.edit(1, event, date: 2) { $0.name = "Party" }
    world.join([0, 1])
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try names(world, number, event) == ["Choir", "Concert", "Party", "Choir", "Choir"])
    }
    // What both know by now is no change of either: one changes it again, the other one something else.
    world.network.partition(0, 1)
    try world.edit(0, event, date: 2) { $0.name = "Ball" }
    try world.edit(1, event, date: 3) { $0.name = "Talk" }
    world.join([0, 1])
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try names(world, number, event) == ["Choir", "Concert", "Ball", "Talk", "Choir"])
    }
  }

  @Test("43: a changed date that one deletes is gone, and what the other changed stays")
  func deletedDate() throws {
    let (world, room, event) = try apart()
    world.join([0, 1])
    try world.edit(0, event, date: 1) { $0.name = "Concert" }
    world.network.partition(0, 1)
    let gone = try world.on(1, of: event)
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room
      $0.event = event.id
      $0.on = gone
    }
    try world.edit(1, event, date: 2) { $0.name = "Party" }
    world.join([0, 1])
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try names(world, number, event) == ["Choir", "Party", "Choir", "Choir", "Choir"])
    }
  }

  @Test("43: one date that two change in different ways is named, and the choice leaves the others")
  func sameDate() throws {
    let (world, room, event) = try apart()
    for (number, place) in [(0, 2), (1, 3)] {
      try world.edit(number, event, date: 1) { $0.name = "Concert \(number)" }
      try world.edit(number, event, date: place) { $0.name = "Party \(number)" }
    }
    world.join([0, 1])
    let all = Occurrences(event).list(from: event.start.milliseconds, limit: 5).map(\.start)
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let days = all.map { calendar.text($0).dropLast(6) }
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["changes"])
      let sides = conflicts.first?.sides.map(\.value) ?? []
      #expect(sides.count == 2)
      for side in sides {
        #expect(side.contains(days[1]) && !side.contains(days[2]) && !side.contains(days[3]))
      }
    }
    let shown = try #require(try names(world, 0, event).first { $0.hasPrefix("Concert") })
    let other = shown == "Concert 0" ? "Concert 1" : "Concert 0"
    try world.settle(1, event, side: 2)
    for number in 0...1 {
      #expect(try world.conflicts(number, room).isEmpty)
      #expect(try names(world, number, event) == ["Choir", other, "Party 0", "Party 1", "Choir"])
    }
    _ = try world.call(1, Methods.Rooms.undo)
    #expect(try names(world, 0, event) == ["Choir", shown, "Party 0", "Party 1", "Choir"])
    #expect(try world.conflicts(0, room).first?.sides.count == 2)
  }

  @Test("43: a new start of the series moves all its dates, so it is not merged with one of them")
  func movedSeries() throws {
    let (world, room, event) = try apart()
    world.join([0, 1])
    try world.edit(0, event, date: 1) { $0.name = "Concert" }
    world.network.partition(0, 1)
    _ = try world.edit(0, event) { ($0.date, $0.zone) = ("21:00", "Europe/Berlin") }
    try world.edit(1, event, date: 2) { $0.name = "Party" }
    world.join([0, 1])
    for number in 0...1 {
      #expect(try world.conflicts(number, room).map(\.fieldName) == ["changes"])
    }
  }
}

/// Dates of one series that one changes or deletes while another does something else to them or to the series (rows E-63 and P-26).
@Suite struct AttachedDateTests {
  private let day: Int64 = 86_400_000

  /// Two nodes with a choir on four days from Monday, 2041-03-04 18:00 in Berlin on, which do not hear each other.
  private func apart() throws -> (world: RoomWorld, room: String, event: EventView) {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "choir", ["Bob"]).id
    var draft = EventDraft("Choir", "2041-03-04 18:00")
    draft.repeat = "every day for 4 times"
    let event = try world.plan(0, draft, in: room)
    world.network.partition(0, 1)
    return (world, room, event)
  }

  private func delete(
    _ world: RoomWorld, _ number: Int, _ event: EventView, date place: Int
  ) throws {
    let gone = try world.on(place, of: event)
    _ = try world.call(number, Methods.Events.delete) {
      ($0.room, $0.event, $0.on) = (event.room, event.id, gone)
    }
  }

  private func dates(
    _ world: RoomWorld, _ number: Int, _ event: EventView
  ) throws -> [Occurrences.Occurrence] {
    Occurrences(try world.event(number, event)).list(from: 0, limit: 9)
  }

  @Test("43: a date that one changes or deletes while another moves the series moves with it")
  func movedMeanwhile() throws {
    let (world, room, event) = try apart()
    _ = try world.edit(0, event) { ($0.date, $0.zone) = ("2041-03-04 21:00", "Europe/Berlin") }
    try world.edit(1, event, date: 1) { $0.name = "Party" }
    try delete(world, 1, event, date: 2)
    world.join([0, 1])
    let start = event.start.milliseconds + 3 * 3_600_000
    for number in 0...1 {
      let dates = try dates(world, number, event)
      #expect(dates.map(\.start) == [0, 1, 3].map { start + $0 * day }, "node \(number)")
      #expect(dates.map(\.name) == [nil, "Party", nil], "node \(number)")
      let view = try world.event(number, event)
      #expect(!view.changes.contains("X-PARLOR") && !view.repeats.contains("X-PARLOR"))
      #expect(view.repeats.contains("EXDATE;TZID=Europe/Berlin:20410306T210000\n"))
      #expect(try world.conflicts(number, room).isEmpty)
    }
    // What is done later counts from there.
    try world.edit(0, try world.event(0, event), date: 1) { $0.name = "Ball" }
    for number in 0...1 {
      #expect(try dates(world, number, event).map(\.name) == [nil, "Ball", nil])
    }
  }

  @Test("43: of two changes at once, a move and one of a date, either choice has each date once")
  func movedAndChanged() throws {
    let (world, room, event) = try apart()
    world.join([0, 1])
    try world.edit(0, event, date: 3) { $0.name = "Concert" }
    world.network.partition(0, 1)
    _ = try world.edit(0, event) { ($0.date, $0.zone) = ("2041-03-04 21:00", "Europe/Berlin") }
    try world.edit(1, event, date: 1) { $0.name = "Party" }
    world.join([0, 1])
    let start = event.start.milliseconds + 3 * 3_600_000
    #expect(try world.conflicts(0, room).map(\.fieldName) == ["changes"])
    func check(isParty: Bool) throws {
      for number in 0...1 {
        let dates = try dates(world, number, event)
        #expect(dates.map(\.start) == (0...3).map { start + $0 * day }, "node \(number)")
        #expect(dates.map(\.name) == [nil, isParty ? "Party" : nil, nil, "Concert"])
      }
    }
    let isParty = try dates(world, 0, event).contains { $0.name == "Party" }
    try check(isParty: isParty)
    try world.settle(1, event, side: 2)
    try check(isParty: !isParty)
  }

  @Test("P-26: who moves a series and then changes its dates does not hide what others did to them")
  func movedThenChanged() throws {
    let (world, room, event) = try apart()
    try world.edit(0, event, date: 1) { $0.name = "Concert" }
    try delete(world, 0, event, date: 2)
    try world.edit(0, event, date: 3) { $0.name = "Ball" }
    let moved = try world.edit(1, event) {
      ($0.date, $0.zone) = ("2041-03-04 21:00", "Europe/Berlin")
    }
    try world.edit(1, moved, date: 1) { $0.name = "Party" }
    try world.edit(1, moved, date: 2) { $0.name = "Talk" }
    world.join([0, 1])
    let start = event.start.milliseconds + 3 * 3_600_000
    func check(isFirst: Bool) throws {
      for number in 0...1 {
        let dates = try dates(world, number, event)
        let wanted = isFirst ? [nil, "Concert", "Ball"] : [nil, "Party", "Talk", "Ball"]
        #expect(dates.map(\.name) == wanted, "node \(number)")
        let places: [Int64] = isFirst ? [0, 1, 3] : [0, 1, 2, 3]
        #expect(dates.map(\.start) == places.map { start + $0 * day }, "node \(number)")
        let ids = try world.event(number, event).changes.split(separator: "\n")
          .filter { $0.hasPrefix("RECURRENCE-ID") }
        #expect(Set(ids).count == ids.count, "node \(number)")
      }
    }
    let isFirst = try dates(world, 0, event).contains { $0.name == "Concert" }
    try check(isFirst: isFirst)
    // Each date is named once, and what only one of them changed is not.
    for side in try world.conflicts(0, room).first?.sides.map(\.value) ?? [] {
      #expect(side.components(separatedBy: "2041-03-05: ").count == 2, "\(side)")
      #expect(!side.contains("Ball"), "\(side)")
    }
    for number in 0...1 {
      #expect(try world.conflicts(number, room).map(\.fieldName) == ["changes"], "node \(number)")
    }
    try world.settle(1, event, side: 2)
    try check(isFirst: !isFirst)
    _ = try world.call(1, Methods.Rooms.undo)
    try check(isFirst: isFirst)
    #expect(try world.conflicts(0, room).first?.sides.count == 2)
  }

  @Test("43: a date that one deletes while another changes it is named, and one choice counts")
  func deletedAndChanged() throws {
    let (world, room, event) = try apart()
    try delete(world, 0, event, date: 1)
    try world.edit(1, event, date: 1) { $0.name = "Party" }
    world.join([0, 1])
    var sides: [String] = []
    for number in 0...1 {
      let conflicts = try world.conflicts(number, room)
      #expect(conflicts.map(\.fieldName) == ["changes"], "node \(number)")
      sides = conflicts.first?.sides.map(\.value) ?? []
      #expect(sides.count == 2 && sides.allSatisfy { $0.contains("Tue 2041-03-05: ") }, "\(sides)")
    }
    let deleted = try #require(sides.firstIndex { $0.contains("2041-03-05: deleted") })
    #expect(sides.contains { $0.contains("Party") })
    func check(isDeleted: Bool) throws {
      for number in 0...1 {
        let names = try dates(world, number, event).map(\.name)
        #expect(names == (isDeleted ? [nil, nil, nil] : [nil, "Party", nil, nil]))
        #expect(try world.event(number, event).repeats.contains("EXDATE") == isDeleted)
      }
    }
    try check(isDeleted: deleted == 0)
    try world.settle(1, event, side: 2)
    try check(isDeleted: deleted == 1)
    for number in 0...1 { #expect(try world.conflicts(number, room).isEmpty) }
  }

  @Test("43: two who delete different dates at once both have what they wanted")
  func deletedBoth() throws {
    let (world, room, event) = try apart()
    try delete(world, 0, event, date: 1)
    try delete(world, 1, event, date: 2)
    world.join([0, 1])
    for number in 0...1 {
      let starts = try dates(world, number, event).map(\.start)
      #expect(starts == [0, 3].map { event.start.milliseconds + $0 * day })
      #expect(try world.conflicts(number, room).isEmpty)
    }
  }

  @Test(
    "43: what a program says of the other dates leaves a deleted one out, unless it says otherwise")
  func files() throws {
    let (world, _, event) = try apart()
    try delete(world, 0, event, date: 1)
    let view = try world.event(0, event)
    #expect(
      view.changes.isEmpty && view.repeats.contains("EXDATE;TZID=Europe/Berlin:20410305T180000\n"))
    let change =
      "BEGIN:VEVENT\nUID:\(event.id)@parlor\nRECURRENCE-ID;TZID=Europe/Berlin:20410306T180000\nSUMMARY:Party\nEND:VEVENT\n"
    _ = try world.edit(0, event) { $0.changes = change }
    #expect(try dates(world, 0, event).map(\.name) == [nil, "Party", nil])
    _ = try world.edit(0, event) { $0.repeats = "RRULE:FREQ=DAILY;COUNT=4\n" }
    #expect(try dates(world, 0, event).map(\.name) == [nil, nil, "Party", nil])
  }
}

extension RoomWorld {
  /// A date of an event, counted from 0.
  func on(_ place: Int, of event: EventView) throws -> EventDate {
    let all = Occurrences(event).list(from: event.start.milliseconds, limit: place + 1)
    let start = Double(try #require(all.last).start / 1_000)
    return .with {
      $0.date = Date(timeIntervalSince1970: start).formatted(.iso8601)
      $0.zone = "UTC"
    }
  }

  /// Changes one date of an event that comes again, counted from 0.
  func edit(
    _ number: Int, _ event: EventView, date: Int, _ fill: (inout EventDraft) -> Void
  ) throws {
    let date = try on(date, of: event)
    _ = try call(number, Methods.Events.edit) {
      $0.room = event.room
      $0.event = event.id
      $0.on = date
      fill(&$0.change)
    }
  }
}
