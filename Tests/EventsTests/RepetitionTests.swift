import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Events

@Suite struct RepetitionTests {
  /// Wednesday, November 25, 2026, 00:00 in UTC.
  private static let now: Int64 = 1_795_564_800_000

  private static func wall(_ text: String) throws -> Int64 {
    try #require(CalendarTime(text)).wall
  }

  private static func dates(_ start: String, _ rule: String, _ count: Int = 5) throws -> [String] {
    let start = try wall(start)
    return RepeatDates(try RepeatRule(rule), start: start, from: start).prefix(count).map {
      CalendarTime(wall: $0).text
    }
  }

  @Test(
    "E-63: the dates of rules",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=MO,TH", ["20260105T090000", "20260108T090000", "20260112T090000"]),
      ("FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU", ["20260118T090000", "20260201T090000"]),
      ("FREQ=MONTHLY;BYDAY=-1FR", ["20260130T090000", "20260227T090000", "20260327T090000"]),
      ("FREQ=MONTHLY;BYMONTHDAY=31", ["20260131T090000", "20260331T090000", "20260531T090000"]),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", ["20260131T090000", "20260228T090000"]),
      ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", ["20260130T090000", "20260227T090000"]),
      ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["20280229T090000", "20320229T090000"]),
      ("FREQ=YEARLY;BYDAY=20MO", ["20260518T090000", "20270517T090000"]),
      ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", ["20260511T090000", "20270517T090000"]),
      ("FREQ=YEARLY;BYYEARDAY=-1,100", ["20260410T090000", "20261231T090000"]),
      ("FREQ=YEARLY;BYEASTER=0", ["20260405T090000", "20270328T090000"]),
      ("FREQ=DAILY;COUNT=2", ["20260105T090000", "20260106T090000"]),
      ("FREQ=DAILY;UNTIL=20260106T090000", ["20260105T090000", "20260106T090000"]),
      ("FREQ=HOURLY;INTERVAL=5;BYHOUR=9,14", ["20260105T090000", "20260105T140000"]),
      ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=10", ["20260105T100000", "20260105T102000"]),
      ("FREQ=SECONDLY;INTERVAL=3600;COUNT=2", ["20260105T090000", "20260105T100000"]),
      // Days and places together name either.
      ("FREQ=MONTHLY;BYDAY=1FR,MO", ["20260105T090000", "20260112T090000"]),
    ])
  func dates(rule: String, wanted: [String]) throws {
    let until: Int64? =
      switch try RepeatRule(rule).end {
      case .wall(let wall): wall
      default: nil
      }
    let start = try Self.wall("20260105T090000")
    let found = RepeatDates(try RepeatRule(rule), start: start, from: start, until: until ?? .max)
    let all = found.prefix(wanted.count + 1).map { CalendarTime(wall: $0).text }
    #expect(Array(all.prefix(wanted.count)) == wanted, "\(rule)")
    if rule.contains("COUNT") || until != nil { #expect(all.count == wanted.count) }
  }

  @Test(
    "43 C-8: a rule that leaves out months or years says so, and no other one does",
    arguments: [
      ("20270131", "FREQ=MONTHLY"), ("20270129", "FREQ=MONTHLY"), ("20270128", "FREQ=MONTHLY"),
      ("20280229", "FREQ=YEARLY"), ("20280228", "FREQ=YEARLY"), ("20270131", "FREQ=YEARLY"),
      ("20270115", "FREQ=MONTHLY;BYMONTHDAY=15,31"), ("20270131", "FREQ=MONTHLY;INTERVAL=2"),
      ("20270131", "FREQ=MONTHLY;INTERVAL=12"), ("20270131", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("20270131", "FREQ=MONTHLY;BYMONTHDAY=-30"), ("20270131", "FREQ=MONTHLY;BYMONTH=1,3,5"),
      ("20270131", "FREQ=MONTHLY;BYMONTH=1,4"), ("20270131", "FREQ=YEARLY;BYMONTH=1,2"),
      ("20280229", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"), ("20280229", "FREQ=MONTHLY;INTERVAL=12"),
      ("20270131", "FREQ=YEARLY;BYMONTHDAY=31"), ("20270131", "FREQ=WEEKLY"),
      ("20270131", "FREQ=DAILY"), ("20270531", "FREQ=MONTHLY;INTERVAL=5"),
    ])
  func gaps(start: String, rule: String) throws {
    let wall = try Self.wall(start)
    let read = try RepeatRule(rule)
    let said = RepeatGaps.text(read, start: wall)
    // Counted: a day of the rule is looked for in each of the periods of 48 years.
    let dates = RepeatDates(read, start: wall, from: wall, until: wall + 48 * 31_557_600)
    let found = Set(
      dates.map { EventCalendar.day(RepeatDates.dayNumber($0)) }.map {
        "\($0.year)-\($0.month)-\($0.day)"
      })
    let first = EventCalendar.day(RepeatDates.dayNumber(wall))
    let days = read.monthDays.isEmpty ? [first.day] : read.monthDays
    var isWhole = true
    for month in 0..<(48 * 12 - 12) {
      let (year, number) = (
        first.year + (first.month - 1 + month) / 12, (first.month - 1 + month) % 12 + 1
      )
      let isReached =
        read.frequency == .monthly
        ? Int64(month) % read.interval == 0
        : read.months.isEmpty && read.monthDays.isEmpty ? number == first.month : true
      guard isReached, read.months.isEmpty || read.months.contains(number),
        read.frequency == .monthly || read.frequency == .yearly
      else { continue }
      let length = EventCalendar.length(of: number, in: year)
      for day in days {
        let place = day < 0 ? length + 1 + day : day
        if place < 1 || !found.contains("\(year)-\(number)-\(place)") { isWhole = false }
      }
    }
    #expect((said == nil) == isWhole, "\(rule) from \(start): \(said ?? "nothing")")
    let time = EventTime.with { ($0.milliseconds, $0.zone) = (wall * 1_000, "UTC") }
    let text = RepeatText.text("RRULE:\(rule)\n", start: time)
    #expect(said.map { text.hasSuffix(", " + $0) } ?? !text.contains("not in"), "\(text)")
  }

  @Test(
    "E-63: every date that is found from the middle on is found from the start on",
    arguments: 1...30)
  func middle(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "BYDAY=MO,2TU,-1FR", "BYMONTH=2,5,12", "BYMONTHDAY=1,15,-1", "BYSETPOS=1,-1", "WKST=SU",
      "BYHOUR=6,18", "BYYEARDAY=1,100,-1", "BYWEEKNO=1,20,53", "INTERVAL=3",
    ]
    for frequency in RepeatRule.Frequency.allCases where !frequency.isWithinDay {
      let some = parts.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      let text = (["FREQ=\(frequency.rawValue)"] + some).joined(separator: ";")
      let rule = try RepeatRule(text)
      #expect(try RepeatRule(rule.text) == rule, "\(text) is written as \(rule.text)")
      let start = try Self.wall("19970902T090000")
      let all = Array(RepeatDates(rule, start: start, from: start).prefix(400))
      #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 }, "\(text)")
      guard all.count > 200 else { continue }
      let rest = Array(RepeatDates(rule, start: start, from: all[200]).prefix(all.count - 200))
      #expect(rest == Array(all[200...]), "seed \(seed): \(text)")
    }
  }

  @Test(
    "E-63: hostile rules end, soon",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;INTERVAL=999999;BYSETPOS=366",
      "FREQ=WEEKLY;BYSETPOS=300", "FREQ=SECONDLY;COUNT=999999999;BYSECOND=7;BYMINUTE=59;BYHOUR=3",
      "FREQ=YEARLY;INTERVAL=999999", "FREQ=HOURLY;BYYEARDAY=366;BYDAY=MO;BYMONTH=6",
      "FREQ=YEARLY;BYSECOND=" + (0...59).map(String.init).joined(separator: ",")
        + ";BYYEARDAY=" + (1...366).map(String.init).joined(separator: ","),
    ])
  func hostile(text: String) throws {
    let start = try Self.wall("00010101T000000")
    let time = try ContinuousClock().measure {
      var dates = RepeatDates(try RepeatRule(text), start: start, from: Self.now / 1_000)
      for _ in 0..<100 where dates.next() == nil { break }
    }
    #expect(time < .seconds(2), "\(text) took \(time)")
  }

  @Test(
    "E-63: what is no rule is said so",
    arguments: [
      "", "FREQ=OFTEN", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;INTERVAL=0", "BYDAY=MO",
      "FREQ=DAILY;BYMONTH=13", "FREQ=DAILY;BYDAY=XX", "FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;X=1",
      "FREQ=DAILY;BYDAY=0MO", "FREQ=YEARLY;BYMONTHDAY=0", "RSCALE=CHINESE;FREQ=YEARLY",
      String(repeating: "FREQ=DAILY;", count: 1_000),
    ])
  func noRule(text: String) {
    #expect(throws: EventProblem.self) { try RepeatRule(text) }
  }

  @Test(
    "E-63: repetitions as people type them, and as they read them",
    arguments: [
      ("yearly", "FREQ=YEARLY", "every year"), ("every day", "FREQ=DAILY", "every day"),
      ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
      ("Every Monday", "FREQ=WEEKLY;BYDAY=MO", "every week on Mon"),
      ("every mon, wed and fri", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "every week on Mon, Wed, Fri"),
      (
        "every monday until 30 apr", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20270430T235959Z",
        "every week on Mon until 2027-04-30"
      ),
      ("every other tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "every 2 weeks on Tue"),
      ("every last friday of the month", "FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Fri"),
      ("every 2nd tuesday of the month", "FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tue"),
      ("every month on the 2nd tue", "FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tue"),
      ("every first tuesday", "FREQ=MONTHLY;BYDAY=1TU", "every month on the 1st Tue"),
      ("every month on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15", "every month on the 15th"),
      ("every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
      (
        "every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every week on Mon, Tue, Wed, Thu, Fri"
      ),
      ("every day for 10 times", "FREQ=DAILY;COUNT=10", "every day, 10 times"),
      ("weekly 3 times", "FREQ=WEEKLY;COUNT=3", "every week, 3 times"),
      (
        "rrule:freq=daily;byhour=9,17", "FREQ=DAILY;BYHOUR=9,17",
        "by the rule FREQ=DAILY;BYHOUR=9,17"
      ),
    ])
  func typed(text: String, rule: String, shown: String) throws {
    #expect(try RepeatText.rule(text, .world, now: Self.now)?.text == rule)
    #expect(RepeatText.text("RRULE:\(rule)\n") == shown)
  }

  @Test(
    "E-63: what is no repetition is said so",
    arguments: [
      "every monday for 5 times on tuesday", "every week for 3 timesheets", "every monday and",
      "sometimes", "every", "every moon", "every monday until never", "every 0 days", "every 40th",
    ])
  func badlyTyped(text: String) {
    #expect(throws: EventProblem.self) { try RepeatText.rule(text, .world, now: Self.now) }
  }

  @Test(
    "E-63: a place of a weekday that may be one of weeks or of a month is asked about",
    arguments: [
      ("every second tuesday", 2, "Tue"), ("each 3rd mon", 3, "Mon"),
      ("every 2nd friday until 2027-04-30", 2, "Fri"), ("every second tuesday 3 times", 2, "Tue"),
    ])
  func twoReadings(text: String, place: Int, weekday: String) throws {
    #expect(throws: EventProblem.ambiguousRepetition(place, weekday: weekday)) {
      try RepeatText.rule(text, .world, now: Self.now)
    }
    // What it asks for can be typed.
    let said = "\(EventProblem.ambiguousRepetition(place, weekday: weekday))"
    let words = try #require(said.split(separator: "write ").last?.dropLast())
    let rules = try words.split(separator: ", or ").map {
      try RepeatText.rule(String($0), .world, now: Self.now)?.text
    }
    let day = weekday.prefix(2).uppercased()
    #expect(
      rules == ["FREQ=MONTHLY;BYDAY=\(place)\(day)", "FREQ=WEEKLY;INTERVAL=\(place);BYDAY=\(day)"])
  }

  @Test("E-63: a single date is left out, added, changed and cancelled")
  func singleDates() throws {
    let calendar = try EventCalendar(zone: "America/New_York")
    let start = EventTime.with {
      $0.milliseconds = calendar.instant(wall: (try? Self.wall("20261102T200000")) ?? 0)
      $0.zone = "America/New_York"
    }
    let changes = """
      BEGIN:VEVENT
      RECURRENCE-ID;TZID=America/New_York:20261116T200000
      DTSTART;TZID=America/New_York:20261117T210000
      DURATION:PT30M
      SUMMARY:later
      END:VEVENT
      BEGIN:VEVENT
      RECURRENCE-ID:20261124T010000Z
      STATUS:CANCELLED
      END:VEVENT

      """
    let dates = Occurrences(
      start, minutes: 60,
      repeats: "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=6\nEXDATE;TZID=America/New_York:20261109T200000\n"
        + "RDATE;VALUE=PERIOD:20261111T000000Z/PT2H\n", changes: changes)
    let all = dates.list(from: 0, limit: 100)
    #expect(
      all.map { CalendarTime(wall: calendar.wall(of: $0.start)).text } == [
        "20261102T200000", "20261110T190000", "20261117T210000", "20261130T200000",
        "20261207T200000",
      ])
    #expect(all.map { ($0.end - $0.start) / 60_000 } == [60, 120, 30, 60, 60])
    #expect(all.map(\.name) == [nil, nil, "later", nil, nil])
    let during = all[2].start + 60_000
    #expect(
      dates.running(at: during)?.name == "later" && dates.running(at: all[3].start - 1) == nil)
    #expect(dates.next(after: during)?.start == all[3].start)
    #expect(dates.shown(at: all[4].end + 400 * 86_400_000).start == all[4].start)
  }

  @Test("E-63, E-68: one date of an event with hours may be a whole day, and the other way round")
  func wholeDay() throws {
    let start = EventTime.with {
      ($0.milliseconds, $0.zone) = ((try? Self.wall("20261102T200000") * 1_000) ?? 0, "UTC")
    }
    let changes = """
      BEGIN:VEVENT
      RECURRENCE-ID:20261103T200000Z
      DTSTART;VALUE=DATE:20261104
      SUMMARY:outing
      END:VEVENT

      """
    let dates = Occurrences(
      start, minutes: 60, repeats: "RRULE:FREQ=DAILY;COUNT=3\n", changes: changes)
    #expect(dates.list(from: 0, limit: 9).map(\.isOfDays) == [false, true, false])
    // A rule that no date fits has none, whatever its start is.
    let none = Occurrences(
      start, minutes: 60, repeats: "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31\n")
    let shown = none.shown(at: 0)
    #expect(shown.start == start.milliseconds && !none.comes(shown))
    #expect(dates.comes(dates.shown(at: 0)))
  }

  @Test(
    "E-63, E-66: an endless rule that began long ago comes at its hour, also over a change of the clocks"
  )
  func longAgo() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let start = EventTime.with {
      $0.milliseconds = calendar.instant(wall: (try? Self.wall("19400301T003000")) ?? 0)
      $0.zone = "Europe/Berlin"
    }
    let yearly = Occurrences(start, minutes: 0, repeats: "RRULE:FREQ=YEARLY\n")
    let next = try #require(yearly.next(after: Self.now))
    #expect(CalendarTime(wall: calendar.wall(of: next.start)).text == "20270301T003000")
    let daily = Occurrences(start, minutes: 30, repeats: "RRULE:FREQ=DAILY\n")
    for date in daily.list(from: Self.now, limit: 300) {
      #expect(calendar.day(of: date.start).minute == 30 && calendar.day(of: date.start).hour == 0)
    }
  }

  @Test("E-63: an hour that clocks leave out is no second date of the hour that they show")
  func hourly() throws {
    let calendar = try EventCalendar(zone: "America/New_York")
    let start = EventTime.with {
      $0.milliseconds = calendar.instant(wall: (try? Self.wall("20270313T233000")) ?? 0)
      $0.zone = "America/New_York"
    }
    let dates = Occurrences(start, minutes: 5, repeats: "RRULE:FREQ=HOURLY\n")
    let walls = dates.list(from: start.milliseconds, limit: 5).map {
      CalendarTime(wall: calendar.wall(of: $0.start)).text
    }
    #expect(
      walls == [
        "20270313T233000", "20270314T003000", "20270314T013000", "20270314T033000",
        "20270314T043000",
      ])
  }

  @Test("E-63: a rule that leaves out what it names, and one that nobody knows, end")
  func empty() throws {
    let start = EventTime.with { ($0.milliseconds, $0.zone) = (0, "UTC") }
    let none = Occurrences(start, minutes: 5, repeats: "RRULE:FREQ=DAILY\nEXRULE:FREQ=DAILY\n")
    #expect(none.next(after: Self.now) == nil)
    let unknown = Occurrences(start, minutes: 5, repeats: "RRULE:FREQ=LUNAR\n")
    #expect(unknown.problem != nil && unknown.next(after: 0) == nil)
  }

  /// Rules for which python-dateutil counts January 1, 2050 to a week 53 of 2049, a year of 52 weeks.
  private static let wrongElsewhere: Set = ["FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA;INTERVAL=5"]

  /// Rules of other projects with the dates that python-dateutil finds: see scripts/repetitions.
  @Test(
    "E-63: the rules of other projects give the next date that python-dateutil finds",
    .enabled(if: ProcessInfo.processInfo.environment["PARLOR_RULES"] != nil))
  func foreignRules() throws {
    let path = try #require(ProcessInfo.processInfo.environment["PARLOR_RULES"])
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let rules = try #require(try JSONSerialization.jsonObject(with: data) as? [[String]])
    for rule in rules where !Self.wrongElsewhere.contains(rule[1]) {
      let start = try EventTime.with {
        $0.milliseconds = try Self.wall(rule[0]) * 1_000
        $0.zone = "UTC"
      }
      let dates = Occurrences(start, minutes: 60, repeats: "RRULE:\(rule[1])\n")
      let next = dates.next(after: Self.now).map { CalendarTime(wall: $0.start / 1_000).text }
      #expect(next ?? "" == rule[2], "\(rule[0]) \(rule[1])")
    }
  }
}
