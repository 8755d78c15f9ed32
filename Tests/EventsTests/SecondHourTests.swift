import EventSchema
import Schema
import Testing

@testable import Events

/// Hours that clocks show twice or never, in calendar files (RFC 5545, section 3.3.5).
@Suite struct SecondHourTests {
  /// Sunday, 25 October 2026, 01:30 in UTC: clocks in Berlin show 02:30 for the second time.
  private static let second: Int64 = 1_792_891_800_000

  private func view(_ repeats: String = "") -> EventView {
    .with {
      ($0.id, $0.name, $0.minutes, $0.repeats) = ("x", "Night watch", 60, repeats)
      ($0.start.milliseconds, $0.start.zone) = (Self.second, "Europe/Berlin")
    }
  }

  private func read(_ text: String) throws -> CalendarFile.Event {
    let file = try CalendarFile(text, zone: "Europe/Berlin")
    #expect(file.problems.isEmpty, "\(file.problems)")
    return try #require(file.events.first)
  }

  @Test("43: the second of two hours that clocks show is the same instant in a file")
  func once() throws {
    let text = CalendarText.write([view()], now: 0)
    #expect(text.contains("\r\nDTSTART:20261025T013000Z\r\n"), "\(text)")
    let event = try read(text)
    #expect(event.start.milliseconds == Self.second && event.minutes == 60)
    // The first one is said by local time.
    var first = view()
    first.start.milliseconds -= 3_600_000
    #expect(
      CalendarText.write([first], now: 0).contains("DTSTART;TZID=Europe/Berlin:20261025T023000\r\n")
    )
  }

  @Test("43: a series that begins in the second of two hours has the same dates in a file")
  func series() throws {
    let daily = view("RRULE:FREQ=DAILY;COUNT=3\n")
    // In winter clocks are an hour ahead of UTC.
    let wanted = [0, 1, 2].map { Self.second + $0 * 86_400_000 }
    #expect(Occurrences(daily).list(from: 0, limit: 9).map(\.start) == wanted)
    let text = CalendarText.write([daily], now: 0)
    #expect(text.contains("DTSTART;TZID=Europe/Berlin:20261025T023000\r\n"), "\(text)")
    let event = try read(text)
    let dates = Occurrences(
      event.start, minutes: event.minutes, repeats: event.repeats, changes: event.changes)
    #expect(dates.list(from: 0, limit: 9).map(\.start) == wanted)
    #expect(event.minutes == 60)
  }

  @Test(
    "E-63: an end in UTC is compared with the instant of a date that clocks skip or show twice",
    arguments: [
      // Sunday, 28 March 2027: 02:30 is 01:30 in UTC, as clocks skip it.
      ("20270326", "20270328T012959Z", [0, 24]), ("20270326", "20270328T013000Z", [0, 24, 48]),
      // Sunday, 25 October 2026: the first 02:30 is 00:30 in UTC, and the second one an hour later.
      ("20261024", "20261025T002959Z", [0]), ("20261024", "20261025T011500Z", [0, 24]),
      ("20261024", "20261026T012959Z", [0, 24]), ("20261024", "20261026T013000Z", [0, 24, 49]),
    ] as [(String, String, [Int64])])
  func end(day: String, until: String, hours: [Int64]) throws {
    let file = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", "BEGIN:VEVENT", "UID:x",
      "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:\(day)T023000", "DURATION:PT30M",
      "SUMMARY:Night watch", "RRULE:FREQ=DAILY;UNTIL=\(until)", "END:VEVENT", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    let event = try read(file)
    let dates = Occurrences(event.start, minutes: event.minutes, repeats: event.repeats)
    let wanted = hours.map { event.start.milliseconds + $0 * 3_600_000 }
    #expect(dates.list(from: 0, limit: 9).map(\.start) == wanted)
    #expect(dates.next(after: wanted[wanted.count - 1]) == nil)
  }

  @Test("E-63: a series that ends before a date that clocks skip has not that one")
  func endBeforeSkipped() throws {
    let skipped: Int64 = 1_806_197_400_000
    var event = EventSchema.Event.with {
      ($0.name, $0.minutes, $0.repeats) = ("Night watch", 30, "RRULE:FREQ=DAILY;COUNT=5\n")
      ($0.start.milliseconds, $0.start.zone) = (skipped - 2 * 86_400_000, "Europe/Berlin")
    }
    let date = try #require(Occurrences(event).list(from: skipped, limit: 1).first)
    #expect(date.start == skipped)
    #expect(try EventDates.remove(date, andLater: true, uid: "x", from: &event))
    let wanted = [2, 1].map { skipped - $0 * 86_400_000 }
    #expect(Occurrences(event).list(from: 0, limit: 9).map(\.start) == wanted)
  }

  @Test("43: an hour that clocks skip is as much later, also in a zone that the file describes")
  func skipped() throws {
    // Sunday, 28 March 2027: 02:30 is read with the offset from before, which is 01:30 in UTC.
    let wall = try #require(CalendarTime("20270328T023000")).wall
    let wanted: Int64 = 1_806_197_400_000
    let lines = CalendarZones.component("Europe/Berlin", own: "", around: Self.second)
    let zone = try #require(FileZone(Array(lines.dropFirst().dropLast())))
    #expect(zone.instant(wall: wall) == wanted)
    #expect(try EventCalendar(zone: "Europe/Berlin").instant(wall: wall) == wanted)
    // The hours around it, and the first of two in autumn.
    for (text, instant) in [
      ("20270328T013000", wanted - 3_600_000), ("20270328T033000", wanted),
      ("20261025T023000", Self.second - 3_600_000),
    ] {
      let wall = try #require(CalendarTime(text)).wall
      #expect(zone.instant(wall: wall) == instant, "\(text)")
    }
  }
}
