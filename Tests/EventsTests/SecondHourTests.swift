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
