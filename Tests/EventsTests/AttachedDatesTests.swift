import EventSchema
import Schema
import Testing

@testable import Events

/// Changed dates that stay attached to their dates while somebody moves the series.
@Suite struct AttachedDatesTests {
  private static let change =
    "BEGIN:VEVENT\nUID:x\nRECURRENCE-ID:20270111T190000Z\nDTSTART:20270111T190000Z\nSUMMARY:Party\nEND:VEVENT\n"

  /// Monday, 4 January 2027, 19:00 in UTC, and weekly.
  private static let event = EventSchema.Event.with {
    ($0.name, $0.minutes) = ("Choir", 60)
    ($0.start.milliseconds, $0.start.zone) = (1_799_089_200_000, "UTC")
    $0.repeats = "RRULE:FREQ=WEEKLY;COUNT=5\n"
    $0.changes = change
  }

  @Test("43: the line that attaches a changed date says nothing while the series stays")
  func attached() {
    var event = Self.event
    event.changes = AttachedDates.attached(event)
    #expect(event.changes.contains("X-PARLOR-START;TZID=UTC:20270104T190000\n"))
    #expect(AttachedDates.settled(event).changes == Self.change)
    #expect(AttachedDates.attached(event) == event.changes)
    event.start.milliseconds += 7_200_000
    let moved = AttachedDates.shown(event).changes
    #expect(!moved.contains("X-PARLOR"))
    #expect(moved.contains("\nRECURRENCE-ID:20270111T210000Z\nDTSTART:20270111T210000Z\n"))
    // Changed dates that differ in it alone are no conflict.
    #expect(
      ChangedDates.merged("", [Self.change, event.changes]) == max(Self.change, event.changes))
  }

  private func read(_ changes: String = "") throws -> CalendarFile.Event {
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nSUMMARY:Choir\nDTSTART:20270104T190000Z\nDTEND:20270104T200000Z\nRRULE:FREQ=WEEKLY;COUNT=5\nEND:VEVENT\n\(changes)END:VCALENDAR\n"
    return try #require(try CalendarFile(text, zone: "UTC").events.first)
  }

  @Test("43: a date that a file changes is that of the series which a person has moved meanwhile")
  func file() throws {
    let (base, file) = (try read(), try read(Self.change))
    var known = base
    known.start.milliseconds += 7_200_000
    let draft = EventDraft(file, since: base, over: known)
    #expect(!draft.hasStart && !draft.hasRepeats)
    #expect(draft.changes.contains("\nRECURRENCE-ID:20270111T210000Z\nDTSTART:20270111T210000Z\n"))
    // So is one that comes alone.
    let text =
      "BEGIN:VCALENDAR\n\(Self.change)END:VCALENDAR\n"
    let one = try #require(try CalendarFile(text, zone: "UTC").events.first)
    guard case .take(let item, _, _) = CalendarMerge(one, over: known) else {
      Issue.record("It is taken")
      return
    }
    #expect(item.changes.contains("\nRECURRENCE-ID:20270111T210000Z\n"))
    #expect(item.start == known.start)
  }
}
