import Events
import EventSchema
import Schema
import TestKit
import Testing

@testable import Node

/// Two dates of one series at one time: nobody moves them there, and of a file both are reachable.
@Suite struct SameTimeTests {
  private let hour: Int64 = 3_600_000
  private let week: Int64 = 7 * 86_400_000
  /// Milliseconds of 2041-03-04, a Monday, at 18:00 in UTC.
  private let start: Int64 = 2_246_032_800_000

  private func plan(_ world: RoomWorld, _ changes: String = "") throws -> EventView {
    try world.plan(
      0,
      .with {
        ($0.name, $0.uid, $0.minutes) = ("Choir", "x", 60)
        ($0.repeats, $0.changes) = ("RRULE:FREQ=WEEKLY;COUNT=5\n", changes)
        ($0.start.milliseconds, $0.start.zone) = (start, "UTC")
      })
  }

  private func edit(
    _ world: RoomWorld, _ event: EventView, on date: String, _ fill: (inout EventDraft) -> Void
  ) throws -> EventView {
    try world.call(0, Methods.Events.edit) {
      ($0.room, $0.event) = (event.room, event.id)
      ($0.on.date, $0.on.zone, $0.change.zone) = (date, "UTC", "UTC")
      fill(&$0.change)
    }
  }

  private func dates(_ event: EventView) -> [Int64] {
    Occurrences(event).list(from: start, limit: 100).map(\.start)
  }

  @Test("43: a date is not moved onto another one of its series, and the reason is said")
  func refused() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(world)
    let all = dates(event)
    let said = refusal {
      _ = try edit(world, event, on: "2041-03-11") { $0.date = DateText.exact(start + 2 * week) }
    }
    #expect(said.contains("Choir is on Mon 2041-03-18 18:00 already"), "\(said)")
    #expect(dates(try world.event(0, event)) == all)
    // An hour beside it, then back to where it was, and to where the other one is no more.
    let beside = try edit(world, event, on: "2041-03-11") {
      $0.date = DateText.exact(start + 2 * week + hour)
    }
    #expect(dates(beside) == [0, 2 * week, 2 * week + hour, 3 * week, 4 * week].map { start + $0 })
    let onto = refusal {
      _ = try edit(world, event, on: "2041-03-18 18:00") {
        $0.date = DateText.exact(start + 2 * week + hour)
      }
    }
    #expect(onto.contains("already"), "a moved date is one as well: \(onto)")
    let back = try edit(world, event, on: "2041-03-11") { $0.date = DateText.exact(start + week) }
    #expect(dates(back) == all)
    _ = try world.call(0, Methods.Events.delete) {
      ($0.room, $0.event, $0.on.date, $0.on.zone) = (event.room, event.id, "2041-03-18", "UTC")
    }
    let moved = try edit(world, event, on: "2041-03-11") {
      $0.date = DateText.exact(start + 2 * week)
    }
    #expect(dates(moved) == [0, 2 * week, 3 * week, 4 * week].map { start + $0 })
    // What changes no time is no move.
    let named = try edit(world, event, on: "2041-03-18") { $0.place = "Hall" }
    #expect(dates(named) == dates(moved))
  }

  @Test("43: two dates that a file has at one time stay, and each is changed by its own day")
  func ofFile() throws {
    let world = try RoomWorld(["Ada"])
    let event = try plan(
      world,
      "BEGIN:VEVENT\nUID:x\nRECURRENCE-ID:20410311T180000Z\nDTSTART:20410318T180000Z\nDTEND:20410318T190000Z\nSUMMARY:Moved\nEND:VEVENT\n"
    )
    let all = [0, 2 * week, 2 * week, 3 * week, 4 * week].map { start + $0 }
    #expect(dates(event) == all)
    _ = try edit(world, event, on: "2041-03-18") { $0.name = "Own" }
    let changed = try edit(world, event, on: "2041-03-11") { $0.place = "Hall" }
    #expect(dates(changed) == all)
    let found = Occurrences(changed).list(from: start, limit: 9)
    #expect(found.map(\.original) == (0..<5).map { start + $0 * week })
    #expect(found.map { $0.name ?? "" } == ["", "Moved", "Own", "", ""])
    #expect(found[1].said?.place == "Hall" && found[2].said?.place == "")
    // With the hour it is the same one.
    _ = try edit(world, event, on: "2041-03-18 18:00") { $0.name = "Own again" }
    let again = Occurrences(try world.event(0, event)).list(from: start, limit: 9)
    #expect(again.map { $0.name ?? "" } == ["", "Moved", "Own again", "", ""])
  }
}
