import Events
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
