import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// A new time of an event that comes again, of which single dates were left out, added or changed (row E-63).
@Suite struct MovedStartTests {
  private let hour: Int64 = 3_600_000
  private let day: Int64 = 86_400_000

  private func dates(_ event: EventView) -> [Int64] {
    Occurrences(event).list(from: EventRules.earliest, limit: 100).map(\.start)
  }

  /// Milliseconds of 2041-03-04, a Monday, at 18:00 in UTC.
  private let start: Int64 = 2_246_032_800_000

  private func plan(_ world: RoomWorld, _ repeats: String, _ changes: String = "") throws
    -> EventView
  {
    try world.plan(
      0,
      .with {
        ($0.name, $0.uid, $0.repeats, $0.changes) = ("Choir", "x", repeats, changes)
        ($0.start.milliseconds, $0.start.zone) = (start, "UTC")
        $0.minutes = 60
      })
  }

  private func edit(
    _ world: RoomWorld, _ event: EventView, to date: Int64, later: Int64? = nil
  ) throws -> EventView {
    try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event) = (event.room, event.id)
      ($0.change.date, $0.change.zone) = (DateText.exact(date), "UTC")
      guard let later else { return }
      ($0.on.date, $0.on.zone, $0.on.later) = (DateText.exact(later), "UTC", true)
    }
  }

  private func text(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
      .filter { !"-:".contains($0) }
  }

  // The dates are counted here, from the first one on: no rule is read for it.
  @Test(
    "43 C-7: dates that were left out stay so at a new time, and the last one stays the last",
    arguments: 1...60 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let world = try RoomWorld(["Ada"])
    let isWeekly = Bool.random(using: &random)
    let period = isWeekly ? 7 * day : day
    let count = Int64.random(in: 2...20, using: &random)
    let numbers = Array(0..<count)
    let out = numbers.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    let changed = numbers.filter { !out.contains($0) && Int.random(in: 0..<6, using: &random) == 0 }
    let end =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: "COUNT=\(count)"
      case 1: "UNTIL=\(text(start + (count - 1) * period))"
      default: "UNTIL=\(text(start + count * period - 1_000))"
      }
    var repeats = "RRULE:FREQ=\(isWeekly ? "WEEKLY" : "DAILY");\(end)\n"
    for number in out { repeats += "EXDATE:\(text(start + number * period))\n" }
    var changes = ""
    for number in changed {
      let date = text(start + number * period)
      changes +=
        "BEGIN:VEVENT\nUID:x\nRECURRENCE-ID:\(date)\nDTSTART:\(date)\nDURATION:PT1H\nSUMMARY:\(number)\nEND:VEVENT\n"
    }
    let event = try plan(world, repeats, changes)
    let kept = numbers.filter { !out.contains($0) }
    guard !kept.isEmpty else { return }
    #expect(dates(event) == kept.map { start + $0 * period }, "seed \(seed)")
    // A daily event keeps its days.
    let days = isWeekly ? Int64.random(in: -3...3, using: &random) : 0
    let shift = days * day + Int64.random(in: -10...5, using: &random) * hour
    let moved = try edit(world, event, to: start + shift)
    #expect(dates(moved) == kept.map { start + shift + $0 * period }, "seed \(seed)")
    let names = Occurrences(moved).list(from: 0, limit: 100).compactMap(\.name)
    #expect(names == changed.map { "\($0)" }, "seed \(seed)")
    // From one of its dates on.
    let place = try #require(kept.indices.randomElement(using: &random))
    let first = start + shift + kept[place] * period
    let rest = try edit(world, moved, to: first + hour, later: first)
    #expect(
      dates(rest) == kept[place...].map { start + shift + hour + $0 * period }, "seed \(seed)")
    #expect((rest.id == event.id) == (place == 0), "an event without a date does not stay")
    if place > 0 {
      let before = dates(try world.event(0, event))
      #expect(before == kept[..<place].map { start + shift + $0 * period }, "seed \(seed)")
    }
  }

  @Test("43 C-7: from the first date on it is the same event, with the dates that were changed")
  func fromTheFirst() throws {
    let world = try RoomWorld(["Ada"])
    let event = try world.plan(
      0,
      .with {
        ($0.name, $0.date, $0.zone) = ("Choir", DateText.exact(start), "UTC")
        $0.repeat = "every week for 3 times"
      })
    _ = try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event, $0.change.name) = (event.room, event.id, "Concert")
      ($0.on.date, $0.on.zone) = (DateText.exact(start + 7 * day), "UTC")
    }
    let moved = try edit(world, event, to: start + hour, later: start)
    #expect(moved.id == event.id && moved.changes.contains("UID:\(event.id)@parlor\n"))
    #expect(
      Occurrences(moved).list(from: 0, limit: 9).map(\.name) == [nil, "Concert", nil])
  }

  @Test("43 C-7: added dates are in one part alone, and no date of the rules")
  func added() throws {
    let world = try RoomWorld(["Ada"])
    let extra = start + 9 * day
    let repeats =
      "RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:\(text(start + 2 * day)),\(text(extra))\nRDATE;VALUE=PERIOD:\(text(start + 10 * day))/PT2H\n"
    let event = try plan(world, repeats)
    let all = [0, 2, 7, 9, 10, 14, 21].map { start + $0 * day }
    #expect(dates(event) == all)
    let rest = try edit(world, event, to: start + 14 * day + hour, later: extra)
    #expect(dates(try world.event(0, event)) == Array(all[..<3]))
    #expect(dates(rest) == all[3...].map { $0 + hour })
    let long = Occurrences(rest).list(from: 0, limit: 9).map { $0.end - $0.start }
    #expect(long == [1, 2, 1, 1].map { $0 * hour })
  }

  @Test("43 C-7: a new start that the rule does not have is refused")
  func noDate() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world, "RRULE:FREQ=WEEKLY;BYDAY=MO,WE\nEXDATE:\(text(start + 2 * day))\n")
    let said = refusal { _ = try edit(world, event, to: start + day) }
    #expect(said.contains("is not one of these dates"), "\(said)")
    #expect(try world.event(0, event).start.milliseconds == start)
    let moved = try edit(world, event, to: start + 2 * hour)
    #expect(
      Array(dates(moved).prefix(3)) == [0, 7, 9].map { start + $0 * day + 2 * hour })
    // The last that is left of it goes with it.
    let one = try plan(world, "RRULE:FREQ=DAILY;COUNT=2\n")
    for date in [start, start + day] {
      let answer = try world.call(0, Methods.Events.delete) {
        ($0.room, $0.event) = (one.room, one.id)
        ($0.on.date, $0.on.zone) = (DateText.exact(date), "UTC")
      }
      #expect(answer.deleted == (date != start))
    }
  }
}
