import Events
import EventSchema
import Schema
import Testing

@testable import Terminal

/// The dates of a series that are otherwise than its rule says, as `event show` names them.
@Suite struct OtherwiseTextTests {
  private static let day: Int64 = 86_400_000
  /// Monday, 4 January 2027, 20:00 UTC.
  private static let first: Int64 = 1_799_092_800_000

  private static func change(_ day: String, _ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:a", "RECURRENCE-ID:\(day)T200000Z"] + lines + ["END:VEVENT"])
      .map { $0 + "\n" }.joined()
  }

  private static func series(_ changes: String) -> EventView {
    .with {
      ($0.name, $0.uid, $0.minutes, $0.place) = ("Choir", "a", 90, "Hall")
      ($0.start.milliseconds, $0.start.zone) = (first, "UTC")
      ($0.repeats, $0.changes) = ("RRULE:FREQ=WEEKLY\n", changes)
    }
  }

  private static func lines(
    _ event: EventView, now: Int64 = first - day, on date: Occurrences.Occurrence? = nil
  ) throws -> [String] {
    let text = PlannedText(try EventCalendar(zone: "UTC"), now: now)
    let style = Style(colours: false, unicode: true)
    return text.lines(of: event, on: date).map { $0.render(style, columns: .max) }
  }

  @Test("E-63: an event names its moved, changed and cancelled dates, but not the deleted ones")
  func named() throws {
    let event = Self.series(
      Self.change(
        "20270111", "DTSTART:20270112T190000Z", "SUMMARY:Choir", "LOCATION:Church")
        + Self.change("20270118", "STATUS:CANCELLED")
        + Self.change("20270125", "SUMMARY:Concert\u{1b}[2J", "LOCATION:Hall")
        + Self.change("20270201", "STATUS:CANCELLED", "X-PARLOR-DELETED:TRUE"))
    let said = try Self.lines(event)
    for line in [
      "  Mon 2027-01-11 20:00 is on Tue 2027-01-12 19:00: Church",
      "  Mon 2027-01-18 20:00 is cancelled",
      "  Mon 2027-01-25 20:00 is otherwise: Concert[2J",
    ] {
      #expect(said.contains(line), "\(line) in \(said)")
    }
    #expect(!said.contains { $0.contains("2027-02-01") || $0.contains("more") })
    // Whoever looks at one date is not told of the others.
    let one = try #require(Occurrences(event).list(from: Self.first, limit: 1).first)
    #expect(try !Self.lines(event, on: one).contains { $0.contains("cancelled") })
  }

  @Test("E-67: a to-do shows the day when somebody ticked it off, and the name of that person")
  func done() throws {
    var toDo = ToDoView()
    (toDo.text, toDo.done, toDo.completed) = ("paint", true, Self.first)
    let text = PlannedText(try EventCalendar(zone: "UTC"), now: Self.first)
    func shown() -> [String] {
      text.lines(of: toDo).map { $0.render(Style(colours: false, unicode: true), columns: .max) }
    }
    #expect(shown().contains("  last done Mon 2027-01-04 20:00"), "\(shown())")
    toDo.completedByName = "Bob\u{1b}[2J"
    #expect(shown().contains("  last done Mon 2027-01-04 20:00 by Bob[2J"), "\(shown())")
  }

  @Test("E-63: of many dates those to come are named, a screenful at most, and the rest is counted")
  func counted() throws {
    let days = (0..<30).map { week in
      let date = DateText.exact(Self.first + Int64(week) * 7 * Self.day)
      return String(date.prefix(10)).replacing("-", with: "")
    }
    let event = Self.series(days.map { Self.change($0, "STATUS:CANCELLED") }.joined())
    func named(_ lines: [String]) -> Int { lines.count { $0.hasSuffix("is cancelled") } }
    let before = try Self.lines(event)
    #expect(named(before) == PlannedText.mostOtherwise)
    #expect(before.contains("  18 more dates are moved, changed or cancelled"), "\(before)")
    let later = try Self.lines(event, now: Self.first + 20 * 7 * Self.day)
    #expect(named(later) == 9)
    #expect(later.contains("  21 more dates are moved, changed or cancelled, 21 of them past"))
    let after = try Self.lines(event, now: Self.first + 50 * 7 * Self.day)
    #expect(named(after) == 0)
    #expect(after.contains("  30 dates are moved, changed or cancelled, 30 of them past"))
  }
}
