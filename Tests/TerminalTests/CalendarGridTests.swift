import Events
import EventSchema
import Schema
import Testing

@testable import Terminal

/// Lists, agendas and grids of events.
@Suite struct CalendarGridTests {
  private static let style = Style(colours: false, unicode: true)
  private static let hour: Int64 = 3_600_000
  /// Tuesday, December 1, 2026, 10:00 in Berlin.
  private static let now: Int64 = 1_796_115_600_000

  private static func event(
    _ name: String, _ start: Int64, minutes: UInt32 = 120, repeats: String = ""
  ) -> EventLine {
    .with {
      ($0.id, $0.name, $0.milliseconds, $0.minutes) = ("e" + name, name, start, minutes)
      ($0.zone, $0.repeats, $0.roomName) = ("Europe/Berlin", repeats, "club")
      ($0.own, $0.reminds) = (true, true)
    }
  }

  private func plain(_ lines: [Line]) -> [String] {
    lines.map { $0.render(Self.style, columns: .max) }
  }

  @Test("E-66: an event in progress says so until its end, and is past then")
  func inProgress() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let event = Self.event("tea", Self.now - Self.hour)
    func shown(_ now: Int64) -> String {
      plain([PlannedText(calendar, now: now).line(of: event)])[0]
    }
    #expect(shown(Self.now - 2 * Self.hour).contains("in 1 h"))
    #expect(shown(Self.now).contains("now, for 1 h"))
    #expect(shown(Self.now + Self.hour).contains("past"))
  }

  @Test("E-68: whole days, place, people and status are shown")
  func facts() throws {
    let calendar = try EventCalendar(zone: "America/New_York")
    let event = EventView.with {
      ($0.name, $0.place, $0.url) = ("Fair", "Old \u{1b}[2J town", "https://example.org")
      ($0.start.milliseconds, $0.start.zone) = (Self.now - 10 * Self.hour, "Europe/Berlin")
      ($0.minutes, $0.allDay, $0.status) = (2 * 1_440, true, .cancelled)
      ($0.categories, $0.organizer, $0.attendees) = ("A, B", "Ada", ["Bob (accepted)", "Cyd"])
      $0.calendar = "DTSTART;TZID=Mars/North:20261201T000000\n"
    }
    let text = plain(PlannedText(calendar, now: Self.now).lines(of: event)).joined(separator: "\n")
    for words in [
      "Tue 2026-12-01 to Wed 2026-12-02, all day", "cancelled", "Place: Old [2J town",
      "Web: https://example.org", "Categories: A, B", "Organizer: Ada",
      "Attendees: Bob (accepted), Cyd", "Time zone not known here: Mars/North",
    ] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
  }

  @Test("E-72: an agenda names each day with its events")
  func agenda() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let grid = CalendarGrid(calendar, now: Self.now)
    let span = grid.days(from: calendar.day(of: Self.now).day, count: 7)
    let events = [
      Self.event("tea", Self.now + Self.hour), Self.event("night", Self.now + 13 * Self.hour),
    ]
    let entries = events.flatMap { event in
      Occurrences(event).touching(span).map { CalendarGrid.Entry(event, $0) }
    }
    #expect(
      plain(grid.agenda(entries, span)) == [
        "  Tue 2026-12-01, today", "  11:00-13:00  tea  club", "  23:00-       night  club", "",
        "  Wed 2026-12-02", "  -01:00       night  club",
      ])
  }

  @Test("E-72, E-63: a month has whole weeks, and every date of what comes again")
  func month() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let grid = CalendarGrid(calendar, now: Self.now)
    let (name, span) = grid.month(of: .init(2026, 12, 24))
    let choir = Self.event("choir", Self.now + 6 * 24 * Self.hour, repeats: "RRULE:FREQ=WEEKLY\n")
    let entries = Occurrences(choir).touching(span).map { CalendarGrid.Entry(choir, $0) }
    #expect(entries.count == 4)
    let lines = plain(grid.grid(entries, span, title: name, month: 12, columns: 85))
    #expect(lines[0] == " December 2026" && lines[1].hasPrefix(" Mon         Tue"))
    #expect(lines[2].hasPrefix(" 30          [1]         2"))
    #expect(lines.count { $0.contains("10:00 choir") } == 4)
    #expect(lines.allSatisfy { $0.count <= 85 })
    let week = grid.week(of: .init(2026, 12, 24))
    #expect(calendar.text(week.lowerBound) == "Mon 2026-12-21 00:00")
    #expect(calendar.text(week.upperBound) == "Sun 2026-12-27 23:59")
  }
}
