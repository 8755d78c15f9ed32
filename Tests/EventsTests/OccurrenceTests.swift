import EventSchema
import Schema
import TestKit
import Testing

@testable import Events

/// Dates of events, beside a naive way to find them.
@Suite struct OccurrenceTests {
  /// Sunday, November 1, 2026, 12:00 in UTC.
  private static let start: Int64 = 1_793_534_400_000
  private static let day: Int64 = 86_400_000

  private func dates(_ rule: String, _ changes: String = "") -> Occurrences {
    Occurrences(
      .with { ($0.milliseconds, $0.zone) = (Self.start, "UTC") }, minutes: 60,
      repeats: "RRULE:\(rule)\n", changes: changes)
  }

  private func change(_ day: Int, _ lines: String, range: Bool = true) -> String {
    let two = day < 10 ? "0\(day)" : "\(day)"
    return
      "BEGIN:VEVENT\nRECURRENCE-ID\(range ? ";RANGE=THISANDFUTURE" : ""):202611\(two)T120000Z\n"
      + lines + "END:VEVENT\n"
  }

  @Test(
    "E-63, E-68: a change of one day stands in place of the rule's date, also where the start has an hour",
    arguments: [true, false])
  func dayOfAnHour(isOfDays: Bool) {
    let change =
      "BEGIN:VEVENT\nRECURRENCE-ID;VALUE=DATE:20261108\nDTSTART;VALUE=DATE:20261109\nSUMMARY:other\nEND:VEVENT\n"
    let weekly = "RRULE:FREQ=WEEKLY\nEXDATE;VALUE=DATE:20261115\n"
    for zone in ["UTC", "Asia/Kolkata", "America/Sao_Paulo"] {
      let dates = Occurrences(
        .with { ($0.milliseconds, $0.zone) = (Self.start, zone) }, minutes: 0, isOfDays: isOfDays,
        repeats: weekly, changes: change)
      let found = dates.list(from: Self.start, to: Self.start + 22 * Self.day, limit: 50)
      #expect(found.map { $0.name ?? "" } == ["", "other", ""], "\(zone)")
      #expect(found.last?.start == Self.start + 21 * Self.day)
    }
  }

  @Test("E-63: a change of a date and all later ones holds until the next such change")
  func range() {
    let all = dates(
      "FREQ=DAILY",
      change(5, "DTSTART:20261105T150000Z\nDTEND:20261105T153000Z\nSUMMARY:late\n")
        + change(7, "DTSTART:20261107T100000Z\n", range: false)
        + change(9, "STATUS:CANCELLED\n")
        + change(11, "DTSTART:20261111T120000Z\nDTEND:20261111T130000Z\n"))
    let found = all.list(from: Self.start, to: Self.start + 12 * Self.day, limit: 50)
    let hours = found.map { ($0.start - Self.start) / 3_600_000 }
    let wanted: [Int64] = [0, 24, 48, 72, 99, 123, 142, 171, 240, 264, 288]
    #expect(hours == wanted)
    #expect(
      found.map { $0.name ?? "" } == ["", "", "", "", "late", "late", "", "late", "", "", ""])
    #expect(found[5].end - found[5].start == 1_800_000)
    // Asked from the middle on it says the same.
    for from in stride(from: Self.start, to: Self.start + 12 * Self.day, by: 3_600_000) {
      let rest = all.list(from: from, to: Self.start + 12 * Self.day, limit: 50)
      #expect(rest == found.filter { $0.start >= from })
    }
  }

  @Test("E-63: what leaps finds what is found step by step", arguments: 1...16)
  func leaps(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "BYDAY=MO,WE,SU", "BYMONTH=2,5,12", "WKST=SU", "BYHOUR=6,18", "INTERVAL=3", "COUNT=900",
      "BYMONTHDAY=1,15,-1",
    ]
    for frequency in ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] {
      let some = parts.filter { _ in Int.random(in: 0..<2, using: &random) == 0 }
      let text = (["FREQ=\(frequency)"] + some).joined(separator: ";")
      let rule = try RepeatRule(text)
      let begin = Int64.random(in: 0...1_700_000_000, using: &random)
      // From the start on nothing is left behind.
      let all = Array(RepeatDates(rule, start: begin, from: begin).prefix(1_000))
      for _ in 0..<20 {
        let from = begin + Int64.random(in: 0...400_000_000, using: &random)
        let rest = Array(RepeatDates(rule, start: begin, from: from).prefix(5))
        let wanted = Array(all.filter { $0 >= from }.prefix(5))
        guard all.count < 1_000 || wanted.count == 5 else { continue }
        #expect(rest == wanted, "seed \(seed): \(text) from \(begin) at \(from)")
      }
      // Day by day, by its parts alone.
      guard !some.contains("COUNT=900"), !some.contains("BYHOUR=6,18") else { continue }
      let naive = Self.naive(rule, begin: begin, days: 1_200)
      let found = all.filter { $0 < begin + 1_200 * 86_400 }
      #expect(all.count == 1_000 || found == naive, "seed \(seed): \(text) from \(begin)")
    }
  }

  /// The dates of a rule, by a look at each day.
  private static func naive(_ rule: RepeatRule, begin: Int64, days: Int64) -> [Int64] {
    let first = RepeatDates.dayNumber(begin)
    let (time, from) = (begin - first * 86_400, EventCalendar.day(first))
    func week(_ number: Int64) -> Int64 {
      (number - Int64((RepeatDates.weekday(number) - rule.weekStart + 7) % 7) + 70_000) / 7
    }
    return (first..<first + days).filter { number in
      let day = EventCalendar.day(number)
      let length = EventCalendar.length(of: day.month, in: day.year)
      let period: Int64 =
        switch rule.frequency {
        case .daily: number - first
        case .weekly: week(number) - week(first)
        case .monthly: Int64((day.year - from.year) * 12 + day.month - from.month)
        default: Int64(day.year - from.year)
        }
      let hasDays = !rule.monthDays.isEmpty || !rule.weekdays.isEmpty
      let (daily, weekly) = (rule.frequency == .daily, rule.frequency == .weekly)
      let monthDays = hasDays || daily || weekly ? rule.monthDays : [from.day]
      let months =
        !hasDays && rule.frequency == .yearly && rule.months.isEmpty ? [from.month] : rule.months
      let weekdays =
        !hasDays && weekly ? [RepeatDates.weekday(first)] : rule.weekdays.map(\.day)
      return period % rule.interval == 0 && (months.isEmpty || months.contains(day.month))
        && (monthDays.isEmpty || monthDays.contains(day.day)
          || monthDays.contains(day.day - length - 1))
        && (weekdays.isEmpty || weekdays.contains(RepeatDates.weekday(number)))
    }.map { $0 * 86_400 + time }
  }
}

extension OccurrenceTests {
  @Test("43: a changed date has its own place, notes, address and status, also where it has none")
  func ownTexts() throws {
    var event = EventView()
    (event.start.milliseconds, event.start.zone, event.place) = (0, "UTC", "Hall")
    event.repeats = "RRULE:FREQ=DAILY;COUNT=3\n"
    event.changes =
      "BEGIN:VEVENT\nRECURRENCE-ID:19700102T000000Z\nDTSTART:19700102T010000Z\nLOCATION:School\\, 2\nSTATUS:TENTATIVE\nEND:VEVENT\n"
    let dates = Occurrences(event).list(from: 0, limit: 3)
    #expect(dates.map(\.said?.place) == [nil, "School, 2", nil])
    #expect(dates[1].said?.status == .tentative && dates[1].said?.notes == "")
  }

  @Test("E-68: a changed date has its own categories, also where it has none")
  func ownCategories() throws {
    var event = EventView()
    (event.start.milliseconds, event.start.zone, event.categories) = (0, "UTC", "sport")
    event.repeats = "RRULE:FREQ=DAILY;COUNT=3\n"
    event.changes =
      "BEGIN:VEVENT\nRECURRENCE-ID:19700102T000000Z\nCATEGORIES:fun,song\nCATEGORIES:open\nEND:VEVENT\nBEGIN:VEVENT\nRECURRENCE-ID:19700103T000000Z\nEND:VEVENT\n"
    let shown = Occurrences(event).list(from: 0, limit: 3).map { date in
      var view = event
      if let said = date.said { view.take(said) }
      return view.categories
    }
    #expect(shown == ["sport", "fun,song, open", ""])
  }

  @Test(
    "43: the days of a duration are those of the calendar, its hours are exact (RFC 5545, 3.3.6)",
    arguments: [("P1D", 23), ("P1DT12H", 35), ("PT24H", 24), ("P1W", 167)])
  func durations(text: String, hours: UInt32) throws {
    // On the night to 2027-03-28 clocks are set forward in Berlin.
    let lines = [
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "SUMMARY:a",
      "DTSTART;TZID=Europe/Berlin:20270327T180000", "DURATION:\(text)", "END:VEVENT",
      "END:VCALENDAR",
    ]
    let file = try CalendarFile(lines.joined(separator: "\n"), zone: "UTC")
    #expect(file.events.first?.minutes == hours * 60)
  }
}
