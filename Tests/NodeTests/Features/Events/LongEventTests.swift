import Events
import EventSchema
import Schema
import TestKit
import Testing

@testable import Node

/// Events of which calendar files say more than one record carries as it is.
@Suite struct LongEventTests {
  @Test("43 C-4: a long event is shared, changed, moved and kept by who lost it, as it was written")
  func shared() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let changes = (1...600).map { number in
      let day =
        "2027\(number % 12 < 9 ? "0" : "")\(number % 12 + 1)\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)"
      return "BEGIN:VEVENT\nRECURRENCE-ID:\(day)T\(10 + number % 7)0000Z\nUID:long\n"
        + "DTSTART:\(day)T180000Z\nSUMMARY:Meeting \(number)\nEND:VEVENT\n"
    }.joined()
    var draft = EventDraft("Meeting")
    (draft.uid, draft.repeats, draft.changes) = ("long", "RRULE:FREQ=HOURLY\n", changes)
    draft.calendar = (0..<1_500).map { "COMMENT:line \($0)\n" }.joined()
    var event = try world.plan(0, draft, in: room.id)
    #expect(event.calendar == draft.calendar)
    #expect(event.changes.ranges(of: "SUMMARY").count == 600)
    world.network.settle()
    let seen = try world.event(1, try #require(try world.events(1, room.id).first))
    #expect(seen.changes == event.changes && seen.calendar == event.calendar)
    let line = try #require(
      try world.read(1, room.id) { try $0.eventLines() }.first)
    #expect(line.changes == event.changes && !line.datesLeftOut)
    event = try world.edit(1, seen) { $0.notes = "with cake" }
    #expect(event.changes == seen.changes && event.notes == "with cake")
    // What stands beside each other is told as it was written, however it was carried.
    _ = try world.edit(0, event) { $0.calendar = draft.calendar.replacing("line", with: "row") }
    _ = try world.edit(0, event) { ($0.calendar, $0.unseen) = (draft.calendar, [8]) }
    let conflicts = try world.read(0, room.id) { try $0.conflicts() }
    #expect(conflicts.map(\.fieldName) == ["calendar"])
    let begun = conflicts.first?.sides.map { $0.value.prefix(12) }
    #expect(begun == [#""COMMENT:lin"#, #""COMMENT:row"#])
    #expect(
      refusal {
        _ = try world.edit(0, event) {
          $0.calendar = String(repeating: "COMMENT:x\n", count: 30_000)
        }
      }.contains("at most 262144 bytes"))
  }
}
