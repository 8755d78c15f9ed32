import EventSchema
import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Events

@Suite struct DateTests {
  /// Wednesday, November 18, 2026, 10:30 in Berlin.
  private static let now = instant("2026-11-18T09:30:00Z")

  private static func instant(_ text: String) -> Int64 {
    let date = try? Date(text, strategy: .iso8601)
    return Int64((date?.timeIntervalSince1970 ?? 0) * 1_000)
  }

  @Test(
    "invariant 10, E-58: an instant of any year is a day, and returns or does not",
    arguments: ["UTC", "Europe/Berlin", "Pacific/Apia", "America/St_Johns", "Etc/GMT+12"])
  func anyYear(zone: String) throws {
    let calendar = try EventCalendar(zone: zone)
    // A yearly event of 2037 BC ended the process: its year was taken for one of our era.
    let instants: [Int64] = [
      .min, -253_402_300_800_000, -126_400_000_000_000, EventRules.earliest - 1,
      EventRules.earliest, -1, 0, EventRules.latest - 1, EventRules.latest, .max,
    ]
    for start in instants {
      for now in instants {
        let time = EventTime.with { ($0.milliseconds, $0.zone) = (start, zone) }
        let dates = Occurrences(time, minutes: 120, repeats: "RRULE:FREQ=YEARLY\n")
        #expect(dates.next(after: now).map { $0.start > now } != false)
        #expect(dates.shown(at: now).end >= dates.shown(at: now).start)
        #expect(calendar.businessDays(to: start, now: now) >= 0)
        #expect(Due.since(start, now: now) <= max(start, now))
      }
      #expect(!calendar.text(start).isEmpty && (1...7).contains(calendar.weekday(of: start)))
    }
    #expect(calendar.day(of: -126_400_000_000_000).day.year < 0)
  }

  /// The spellings of row E-71, and more; it is Wednesday, 10:30.
  private static let spellings: [(String, String)] = [
    ("2026-12-24", "2026-12-23T23:00:00Z"), ("2026-12-24 18:00", "2026-12-24T17:00:00Z"),
    ("2026-12-24T18:00", "2026-12-24T17:00:00Z"), ("2026-12-24T18:00Z", "2026-12-24T18:00:00Z"),
    ("2026-12-24T18:00:30Z", "2026-12-24T18:00:30Z"),
    ("2026-12-24T18:00+05:30", "2026-12-24T12:30:00Z"),
    ("2026-12-24 6:30 pm", "2026-12-24T17:30:00Z"), ("2026/12/24 18:00", "2026-12-24T17:00:00Z"),
    ("24.12.2026 18:00", "2026-12-24T17:00:00Z"), ("24.12.2026", "2026-12-23T23:00:00Z"),
    ("24.12. 18:00", "2026-12-24T17:00:00Z"), ("18:00", "2026-11-18T17:00:00Z"),
    ("6pm", "2026-11-18T17:00:00Z"), ("6 pm", "2026-11-18T17:00:00Z"),
    ("at 18", "2026-11-18T17:00:00Z"), ("9:00", "2026-11-19T08:00:00Z"),
    ("9am", "2026-11-19T08:00:00Z"), ("at 9 o'clock", "2026-11-19T08:00:00Z"),
    ("noon", "2026-11-18T11:00:00Z"), ("midnight", "2026-11-18T23:00:00Z"),
    ("eod", "2026-11-18T22:59:00Z"), ("eod friday", "2026-11-20T22:59:00Z"),
    ("today 18:00", "2026-11-18T17:00:00Z"), ("tonight", "2026-11-18T19:00:00Z"),
    ("tonight at 9", "2026-11-18T20:00:00Z"), ("tonight 21:30", "2026-11-18T20:30:00Z"),
    ("this evening", "2026-11-18T19:00:00Z"), ("Tomorrow", "2026-11-18T23:00:00Z"),
    ("Tomorrow at noon", "2026-11-19T11:00:00Z"), ("tomorrow 12am", "2026-11-18T23:00:00Z"),
    ("tomorrow at 9", "2026-11-19T08:00:00Z"), ("6pm tomorrow", "2026-11-19T17:00:00Z"),
    ("day after tomorrow", "2026-11-19T23:00:00Z"),
    ("the day after tomorrow at 6pm", "2026-11-20T17:00:00Z"),
    ("fri 18:00", "2026-11-20T17:00:00Z"), ("friday 6pm", "2026-11-20T17:00:00Z"),
    ("on friday at 6pm", "2026-11-20T17:00:00Z"), ("6pm on friday", "2026-11-20T17:00:00Z"),
    ("next fri 18:00", "2026-11-20T17:00:00Z"), ("next friday", "2026-11-19T23:00:00Z"),
    ("this friday", "2026-11-19T23:00:00Z"), ("wed 18:00", "2026-11-18T17:00:00Z"),
    ("wed 9:00", "2026-11-25T08:00:00Z"), ("next wednesday 18:00", "2026-11-25T17:00:00Z"),
    ("next week", "2026-11-24T23:00:00Z"), ("next month at 8", "2026-12-18T07:00:00Z"),
    ("next year", "2027-11-17T23:00:00Z"), ("24 dec", "2026-12-23T23:00:00Z"),
    ("24 dec 18:00", "2026-12-24T17:00:00Z"), ("24th of december", "2026-12-23T23:00:00Z"),
    ("18:00 24 dec", "2026-12-24T17:00:00Z"), ("Dec 24th, 2027 6pm", "2027-12-24T17:00:00Z"),
    ("18 nov", "2027-11-17T23:00:00Z"), ("feb 29", "2028-02-28T23:00:00Z"),
    ("in 3 days", "2026-11-21T09:30:00Z"), ("in 2 weeks 18:00", "2026-12-02T17:00:00Z"),
    ("in 90 minutes", "2026-11-18T11:00:00Z"), ("in an hour", "2026-11-18T10:30:00Z"),
    ("in half an hour", "2026-11-18T10:00:00Z"), ("in 2h", "2026-11-18T11:30:00Z"),
    ("in 2 h", "2026-11-18T11:30:00Z"), ("in 1h30m", "2026-11-18T11:00:00Z"),
    ("in 1h30", "2026-11-18T11:00:00Z"), ("in 2 hours and 15 min", "2026-11-18T11:45:00Z"),
    ("in a week", "2026-11-25T09:30:00Z"), ("in 3d", "2026-11-21T09:30:00Z"),
    ("in 3 months", "2027-02-18T09:30:00Z"), ("in 1 year", "2027-11-18T09:30:00Z"),
    ("yesterday 18:00", "2026-11-17T17:00:00Z"),
    // 43 C-9: as programs and people write them.
    ("tomorrow 9", "2026-11-19T08:00:00Z"), ("fri 18", "2026-11-20T17:00:00Z"),
    ("today 18", "2026-11-18T17:00:00Z"), ("tonight 9", "2026-11-18T20:00:00Z"),
    ("2027-12-24 18:00 UTC", "2027-12-24T18:00:00Z"), ("2027-12-24 18:00Z", "2027-12-24T18:00:00Z"),
    ("2027-12-24 18:00 +01:00", "2027-12-24T17:00:00Z"),
    ("2027-12-24 18:00+01:00", "2027-12-24T17:00:00Z"),
    ("2027-12-24 18:00 -0530", "2027-12-24T23:30:00Z"),
    ("24 dec 2027 6pm utc", "2027-12-24T18:00:00Z"),
    ("2027-12-24T18:00:00.000Z", "2027-12-24T18:00:00Z"),
    ("2027-12-24T18:00:00.000+01:00", "2027-12-24T17:00:00Z"),
    ("2027-12-24T18:00 UTC", "2027-12-24T18:00:00Z"),
    ("20271224T180000", "2027-12-24T17:00:00Z"), ("20271224T180000Z", "2027-12-24T18:00:00Z"),
    ("20271224T1800", "2027-12-24T17:00:00Z"), ("20271224 18:00", "2027-12-24T17:00:00Z"),
    ("tomorrow evening", "2026-11-19T19:00:00Z"), ("friday evening", "2026-11-20T19:00:00Z"),
    ("5.12. 18 Uhr", "2026-12-05T17:00:00Z"), ("5.12.2027 18:30 Uhr", "2027-12-05T17:30:00Z"),
    // As Parlor itself writes days.
    ("Thu 2026-12-24 18:00", "2026-12-24T17:00:00Z"), ("thu 24 dec", "2026-12-23T23:00:00Z"),
    ("Thursday, December 24, 2026 at 6pm", "2026-12-24T17:00:00Z"),
    ("Thu 2026-12-24 18:00 +01:00", "2026-12-24T17:00:00Z"),
    // Clocks go forward on March 28, 2027, and back on October 31.
    ("2027-03-28 01:59", "2027-03-28T00:59:00Z"), ("2027-03-28 03:00", "2027-03-28T01:00:00Z"),
    // 43 C-8: clocks show an hour twice.
    ("2027-10-31 02:30 first", "2027-10-31T00:30:00Z"),
    ("2027-10-31 02:30 second", "2027-10-31T01:30:00Z"),
    ("31 oct 2027 2:30am second", "2027-10-31T01:30:00Z"),
    ("02:30 second 31 oct 2027", "2027-10-31T01:30:00Z"),
    ("2027-10-31 02:30 +01:00", "2027-10-31T01:30:00Z"),
    ("2027-10-31 02:30 +02:00", "2027-10-31T00:30:00Z"),
    ("2027-10-31 03:00", "2027-10-31T02:00:00Z"), ("2027-10-31 01:59", "2027-10-30T23:59:00Z"),
    ("2027-10-30 02:30 second", "2027-10-30T00:30:00Z"),
  ]

  @Test("43 C-8: an hour that clocks show twice is not guessed, unless the first one is over")
  func twice() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    for text in ["2027-10-31 02:30", "31.10.2027 2:30", "sun 2am"] {
      let now = text == "sun 2am" ? Self.instant("2027-10-28T10:00:00Z") : Self.now
      #expect(throws: EventProblem.self, "\(text)") {
        try DateText.instant(text, calendar, now: now)
      }
    }
    let between = Self.instant("2027-10-31T00:45:00Z")
    let found = try DateText.instant("2:30", calendar, now: between)
    #expect(found == Self.instant("2027-10-31T01:30:00Z"))
    // A day has one such time, whatever the hour is now.
    let days = try DateText.instant(
      "in 3 days", calendar, now: Self.instant("2027-10-28T00:30:00Z"))
    #expect(days == Self.instant("2027-10-31T00:30:00Z"))
    let said = "\(EventProblem.twice(time: "02:30", day: "Sun 2027-10-31"))"
    #expect(said.contains("02:30 first or 02:30 second"))
  }

  @Test("E-33, E-71: dates as people type them", arguments: spellings)
  func readable(text: String, wanted: String) throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    #expect(try DateText.instant(text, calendar, now: Self.now) == Self.instant(wanted), "\(text)")
  }

  @Test("E-33: a weekday that is not that of its date is said so")
  func otherWeekday() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    #expect(throws: EventProblem.otherWeekday(day: "Thu 2026-12-24", typed: "Fri")) {
      try DateText.instant("fri 24 dec 18:00", calendar, now: Self.now)
    }
  }

  @Test(
    "E-71: a day without an hour that is meant as a whole is today until it ends",
    arguments: [
      ("18 nov", "2026-11-17T23:00:00Z", "2027-11-17T23:00:00Z"),
      ("18.11.", "2026-11-17T23:00:00Z", "2027-11-17T23:00:00Z"),
      ("wed", "2026-11-17T23:00:00Z", "2026-11-24T23:00:00Z"),
      ("next wed", "2026-11-24T23:00:00Z", "2026-11-24T23:00:00Z"),
      ("wed 9:00", "2026-11-25T08:00:00Z", "2026-11-25T08:00:00Z"),
      ("18 nov 9:00", "2027-11-18T08:00:00Z", "2027-11-18T08:00:00Z"),
      ("17 nov", "2027-11-16T23:00:00Z", "2027-11-16T23:00:00Z"),
    ])
  func wholeToday(text: String, day: String, hour: String) throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    for (isOfDays, wanted) in [(true, day), (false, hour)] {
      let found = try DateText.instant(text, calendar, now: Self.now, isOfDays: isOfDays)
      #expect(found == Self.instant(wanted), "\(isOfDays)")
    }
  }

  @Test("43 C-9: an evening that has begun is its next whole hour")
  func lateTonight() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    for (now, wanted) in [
      ("2026-11-18T18:59:00Z", "2026-11-18T19:00:00Z"),
      ("2026-11-18T19:00:00Z", "2026-11-18T20:00:00Z"),
      ("2026-11-18T20:15:00Z", "2026-11-18T21:00:00Z"),
      ("2026-11-18T22:30:00Z", "2026-11-18T23:00:00Z"),
    ] {
      let found = try DateText.instant("tonight", calendar, now: Self.instant(now))
      #expect(found == Self.instant(wanted), "\(now)")
    }
  }

  @Test("E-71: an hour that clocks skip is said so, with the one that they show instead")
  func skipped() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    #expect(
      throws: EventProblem.skipped(time: "02:30", day: "Sun 2027-03-28", later: "03:30")
    ) { try DateText.instant("2027-03-28 02:30", calendar, now: Self.now) }
    // A day that begins later is that day: there is no midnight.
    let apart = try EventCalendar(zone: "Africa/Cairo")
    let day = try DateText.instant("2027-04-30", apart, now: Self.now)
    #expect(apart.day(of: day).day == EventCalendar.Day(2027, 4, 30))
  }

  @Test(
    "E-71: a date that has two readings is asked about",
    arguments: ["12/24", "24/12/2026", "6pm 3/4"])
  func ambiguous(text: String) throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let problem = #expect(throws: EventProblem.self) {
      try DateText.instant(text, calendar, now: Self.now)
    }
    guard case .ambiguous? = problem else {
      Issue.record("\(text) is \(String(describing: problem))")
      return
    }
  }

  @Test("what is said to come in some days is no less than those days away, and at a whole minute")
  func wholeMinutes() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    for (text, days) in [("in 3 days", 3), ("in 2 weeks", 14), ("in 48 hours", 2)] {
      for late in [1, 999, 30_000, 59_999] as [Int64] {
        let instant = try DateText.instant(text, calendar, now: Self.now + late)
        #expect(instant == Self.now + 60_000 + Int64(days) * 86_400_000, "\(text)")
      }
      #expect(
        try DateText.instant(text, calendar, now: Self.now) == Self.now + Int64(days) * 86_400_000)
    }
  }

  @Test(
    "E-33: what is no date is said so",
    arguments: [
      "", "soon", "2026-13-01", "2026-02-29", "2026-12-24 25:00", "2026-12-24 18", "fri 6pm maybe",
      "next", "in days", "in 3 moons", "24", "13pm fri", "24/13/2026", "at", "at 25", "in", "in 5",
      "6pm 7pm", "fri sat", "next 6pm",
      "fri 24 dec", "fri tomorrow", "thu 24 dec fri", "next thu 24 dec",
      "Fri 2026-12-24 18:00 +01:00", "32.12.2026", "in half", "fri 13pm", "31 feb", "2026-12-24T",
      "2026-12-24T18:00+99:00", "2026-12-24 18:00 +99:00", "tomorrow 25", "fri 18:00 UTC",
      "18:00 UTC", "20271324T180000", "2026-12-24T18:00:00.Z", "2026-12-24 +01:00", "tomorrow 9 9",
      "99999-01-01", "in 9999999 days", "now", "-", "--", "2026-12-24 :",
    ])
  func unreadable(text: String) throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    #expect(throws: EventProblem.self) {
      try DateText.instant(text, calendar, now: Self.now)
    }
  }

  @Test("E-33: nothing that is typed ends the program", arguments: [1, 2, 3])
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let words = [
      "in", "next", "fri", "24", "dec", "2026-12-24", "18:00", "pm", "t", "999999", "years", "-",
      "+", ":", "z", "at", "noon", "months", "0", "days", "\u{301}", "2026-12-24t18:00-18:00",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }.joined(separator: Bool.random(using: &random) ? " " : "")
      _ = try? DateText.instant(text, calendar, now: Self.now)
    }
  }

  @Test("E-60: who has no time zone database is told what to install")
  func noZones() {
    let problem = EventProblem.noZones("Europe/Berlin")
    #expect("\(problem)".contains("Europe/Berlin") && "\(problem)".contains("install tzdata"))
  }

  @Test("E-60: unknown time zones are refused")
  func zones() throws {
    for zone in [
      "", "Berlin", "Europe/Nowhere", "GMT+25", "\u{1b}[2J/x", "BST", "IST", "UTC-3", "nowhere",
    ] {
      #expect(throws: EventProblem.self) { try EventCalendar(zone: zone) }
    }
    for zone in [
      "UTC", "Asia/Kolkata", "America/Argentina/Buenos_Aires", "CET", "GMT", "Japan", "EST5EDT",
    ] {
      _ = try EventCalendar(zone: zone)
    }
  }

  @Test("E-58: yearly events return at the same hour, also over a change of the clocks")
  func yearly() throws {
    func next(_ start: String, _ repeats: String, after now: Int64) -> Int64? {
      let time = EventTime.with {
        ($0.milliseconds, $0.zone) = (Self.instant(start), "Europe/Berlin")
      }
      return Occurrences(time, minutes: 0, repeats: repeats).next(after: now)?.start
    }
    let (start, yearly) = ("2020-07-01T16:00:00Z", "RRULE:FREQ=YEARLY\n")
    #expect(next(start, yearly, after: Self.now) == Self.instant("2027-07-01T16:00:00Z"))
    #expect(next(start, "", after: Self.now) == nil)
    #expect(next(start, yearly, after: Self.instant(start) - 1) == Self.instant(start))
    #expect(next(start, yearly, after: Self.instant(start)) == Self.instant("2021-07-01T16:00:00Z"))
    #expect(
      next("2024-02-29T11:00:00Z", yearly, after: Self.now)
        == Self.instant("2028-02-29T11:00:00Z"))
  }

  @Test("E-58: business days are those from Monday to Friday", arguments: [1, 2])
  func businessDays(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let calendar = try EventCalendar(zone: "America/New_York")
    for _ in 0..<50 {
      let now = Self.now + Int64.random(in: 0...40_000_000_000, using: &random)
      let target = now + Int64.random(in: -90_000_000...3_000_000_000, using: &random)
      var (count, day) = (0, calendar.day(of: now).day)
      let last = calendar.day(of: target).day
      while day != last, target > now {
        day = try #require(calendar.adding(1, to: day))
        let noon = try #require(calendar.instant(day, hour: 12, minute: 0))
        if (2...6).contains(calendar.weekday(of: noon)) { count += 1 }
      }
      #expect(calendar.businessDays(to: target, now: now) == count, "seed \(seed)")
    }
  }

  @Test("E-60: the calendar is the Gregorian one before 1582 too, as calendar files have it")
  func early() throws {
    let calendar = EventCalendar.world
    for (day, text) in [
      (EventCalendar.Day(1582, 10, 14), "Thu 1582-10-14 06:30"),
      (EventCalendar.Day(1066, 10, 14), "Sun 1066-10-14 06:30"),
      (EventCalendar.Day(4, 2, 29), "Sun 0004-02-29 06:30"),
      (EventCalendar.Day(1, 1, 1), "Mon 0001-01-01 06:30"),
    ] {
      let instant = try #require(calendar.instant(day, hour: 6, minute: 30))
      let shown = calendar.day(of: instant)
      #expect(shown.day == day && shown.hour == 6 && shown.minute == 30)
      #expect(calendar.text(instant) == text)
      let wall = CalendarTime(wall: calendar.wall(of: instant)).text
      #expect(try #require(CalendarTime(wall)).wall * 1_000 == instant, "\(wall)")
    }
    #expect(
      calendar.adding(1, to: EventCalendar.Day(1582, 10, 4)) == EventCalendar.Day(1582, 10, 5))
    #expect(calendar.text(-62_135_596_800_001) == "Sun 0000-12-31 23:59")
  }

  @Test("E-60: an hour that clocks skip comes as much later, and of two the first is meant")
  func skippedAndTwice() throws {
    for (zone, day, hour, minute, wanted) in [
      ("Europe/Berlin", EventCalendar.Day(2027, 3, 28), 2, 30, "2027-03-28T01:30:00Z"),
      ("Europe/Berlin", EventCalendar.Day(2027, 10, 31), 2, 30, "2027-10-31T00:30:00Z"),
      ("Europe/Berlin", EventCalendar.Day(2327, 3, 27), 2, 30, "2327-03-27T01:30:00Z"),
      ("Australia/Lord_Howe", EventCalendar.Day(2026, 10, 4), 2, 10, "2026-10-03T15:40:00Z"),
      ("Australia/Lord_Howe", EventCalendar.Day(2026, 4, 5), 1, 45, "2026-04-04T14:45:00Z"),
      ("Pacific/Apia", EventCalendar.Day(2011, 12, 30), 12, 0, "2011-12-30T22:00:00Z"),
    ] {
      let calendar = try EventCalendar(zone: zone)
      let instant = calendar.instant(day, hour: hour, minute: minute)
      #expect(instant == Self.instant(wanted), "\(zone) \(day)")
    }
    let apia = try EventCalendar(zone: "Pacific/Apia")
    #expect(
      apia.adding(1, to: EventCalendar.Day(2011, 12, 29)) == EventCalendar.Day(2011, 12, 31))
  }

  @Test("E-60: days and hours are those of the calendar, whatever the zone", arguments: 1...20)
  func days(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for name in ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia"] {
      let ours = try EventCalendar(zone: name)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: name))
      for _ in 0..<100 {
        // Foundation has the Julian calendar before.
        let first = Self.instant("1582-10-17T00:00:00Z")
        let instant = Int64.random(in: first...EventRules.latest, using: &random)
        let date = Date(timeIntervalSince1970: Double(instant) / 1_000)
        let parts = calendar.dateComponents(
          [.year, .month, .day, .hour, .minute, .weekday], from: date)
        let (day, hour, minute) = ours.day(of: instant)
        #expect(
          day == EventCalendar.Day(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0))
        #expect(hour == parts.hour && minute == parts.minute, "\(name) \(instant)")
        #expect(ours.weekday(of: instant) == parts.weekday)
      }
    }
  }
}
