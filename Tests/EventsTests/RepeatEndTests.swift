import EventSchema
import Schema
import Testing

@testable import Events

/// The last date that people are told of a rule that ends.
@Suite struct RepeatEndTests {
  /// Monday, 30 November 2026, 20:00 UTC.
  private static let start: Int64 = 1_796_068_800_000

  /// The last dates are those that python-dateutil 2.9 finds.
  @Test(
    "E-63: a rule that ends before the hour of its dates is said to end with its last date",
    arguments: [
      ("every monday until 14 dec 18:00", "2026-12-07"),
      ("every monday until 14 dec 20:00", "2026-12-14"),
      ("every monday until 14 dec", "2026-12-14"),
      ("every monday until 15 dec 18:00", "2026-12-14"),
      ("every day until 14 dec 18:00", "2026-12-13"),
      ("every month until 2027-12-30 19:59", "2027-11-30"),
      ("yearly until 2030-11-30 12:00", "2029-11-30"),
      ("every 2 weeks until 28 dec 19:00", "2026-12-14"),
    ])
  func end(typed: String, last: String) throws {
    let calendar = try EventCalendar(zone: "UTC")
    let rule = try #require(try RepeatText.rule(typed, calendar, now: Self.start))
    let time = EventTime.with { ($0.milliseconds, $0.zone) = (Self.start, "UTC") }
    let lines = "RRULE:\(rule.text)\n"
    let text = RepeatText.text(lines, start: time)
    #expect(text.contains("until \(last)"), "\(text)")
    let dates = Occurrences(time, minutes: 0, repeats: lines).list(from: Self.start, limit: 100)
    #expect(dates.last.map { DateText.exact($0.start).hasPrefix(last) } == true, "\(dates)")
  }

  @Test("E-63: a rule without a date before its end, and one of days, end as they say")
  func others() throws {
    let time = EventTime.with { ($0.milliseconds, $0.zone) = (Self.start, "UTC") }
    for (rule, end) in [
      ("FREQ=WEEKLY;UNTIL=20261130T100000Z", "2026-11-30"),
      ("FREQ=WEEKLY;UNTIL=20261214", "2026-12-14"),
      ("FREQ=WEEKLY;UNTIL=20200101T000000Z", "2020-01-01"),
    ] {
      #expect(RepeatText.text("RRULE:\(rule)\n", start: time).contains("until \(end)"), "\(rule)")
    }
  }
}
