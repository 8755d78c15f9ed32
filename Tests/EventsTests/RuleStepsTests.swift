import EventSchema
import Schema
import Testing

@testable import Events

/// Steps of lists of events that others made.
@Suite struct RuleStepsTests {
  /// Wednesday, November 25, 2026, 00:00 in UTC.
  private static let now: Int64 = 1_795_564_800_000
  private static let day: Int64 = 86_400_000

  /// Events of a friend, each with a start of its own, and one that comes every week, last.
  private static func lines(_ rule: String, count: Int, from first: Int64) -> [EventLine] {
    let odd = (0..<count).map { number in
      EventLine.with {
        $0.id = "odd-\(number)"
        $0.name = "Odd \(number)"
        $0.milliseconds = first + Int64(number) * 60_000
        $0.zone = "UTC"
        $0.paired = true
        $0.repeats = "RRULE:\(rule)\n"
      }
    }
    var weekly = EventLine.with {
      ($0.id, $0.name, $0.zone, $0.own) = ("weekly", "Choir", "UTC", true)
    }
    weekly.milliseconds = now - 700 * day
    weekly.repeats = "RRULE:FREQ=WEEKLY\n"
    return odd + [weekly]
  }

  /// A list as it is shown: the events, those that it leaves out, and the steps that it takes.
  private static func list(
    _ lines: [EventLine], _ further: Int
  ) -> (shown: [String], cut: Int, steps: Int) {
    let steps = RuleSteps(further)
    var (shown, cut): ([String], Int) = ([], 0)
    for line in lines {
      let dates = Occurrences(line, within: steps)
      let date = dates.shown(at: now)
      let comes = dates.comes(date)
      if dates.isCut {
        cut += 1
      } else if comes {
        shown.append(line.name)
      }
    }
    return (shown, cut, steps.taken)
  }

  @Test(
    "52.4: events whose rule names a day that no year has take no steps, and others are listed",
    arguments: [
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=4,6;BYMONTHDAY=31,-31",
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYDAY=6MO",
    ])
  func noDay(rule: String) {
    let lines = Self.lines(rule, count: 1_000, from: Self.now - 400 * Self.day)
    let (shown, cut, steps) = Self.list(lines, RuleSteps.ofAll)
    #expect(shown == ["Choir"] && cut == 0)
    #expect(steps < 10_000, "\(steps) steps")
    let reminders = RuleSteps()
    let told = Reminders.upcoming(lines, after: Self.now, limit: 64, within: reminders)
    #expect(told.map { lines[$0.place].name } == ["Choir"])
    #expect(reminders.taken < 10_000, "\(reminders.taken) steps")
  }

  @Test(
    "52.4: a list whose steps are used up leaves the others' events out, and follows each rule without a date once"
  )
  func usedUp() {
    // January 1 is not in June, which nobody sees from either part alone.
    let rule = "FREQ=DAILY;BYMONTH=6;BYYEARDAY=1"
    let lines = Self.lines(rule, count: 1_000, from: Self.now - 333 * Self.day)
    let most = 2_000_000
    var known = 0
    for _ in 0..<4 {
      let (shown, cut, steps) = Self.list(lines, most)
      #expect(shown == ["Choir"], "what comes has steps of its own")
      // A month that is left behind as a whole may be more than one step too many.
      #expect(steps < most + 1_001 * (RuleSteps.ofEach + 400), "\(steps) steps")
      #expect(1_000 - cut >= known + 15, "\(cut) of 1,000 were not followed to the end")
      known = 1_000 - cut
    }
    // Those that were followed cost nothing any more.
    let (_, cut, steps) = Self.list(Array(lines.prefix(known)), 0)
    #expect(cut == 0 && steps == 0)
  }

  @Test("52.4: dates that rules leave out take no more steps than those that they give")
  func exceptions() throws {
    var line = Self.lines("FREQ=DAILY", count: 1, from: Self.now)[0]
    line.repeats += String(repeating: "EXRULE:FREQ=YEARLY;BYMONTH=6;BYYEARDAY=1\n", count: 20)
    line.repeats += "EXRULE:FREQ=DAILY;INTERVAL=2\nEXRULE:FREQ=WEEKLY;COUNT=3\n"
    let steps = RuleSteps()
    let dates = Occurrences(line, within: steps).list(from: Self.now, limit: 10)
    // Each second day is left out, and then each seventh three times, of which one is left.
    let days = dates.map { ($0.start - Self.now) / Self.day }
    #expect(days == [1, 3, 5, 9, 11, 13, 15, 17, 19, 21])
    #expect(steps.taken < 40_000, "\(steps.taken) steps")
  }

  @Test("52.4: a rule that names every second of every day of a year writes none of them down")
  func everySecond() throws {
    func all(_ range: ClosedRange<Int>) -> String {
      range.map { String($0) }.joined(separator: ",")
    }
    let rule = try RepeatRule(
      "FREQ=YEARLY;BYSECOND=\(all(0...59));BYMINUTE=\(all(0...59));BYHOUR=\(all(0...23));"
        + "BYYEARDAY=\(all(1...366))")
    var dates = RepeatDates(rule, start: 0, from: Self.now / 1_000 + 7)
    #expect(dates.next() == Self.now / 1_000 + 7 && dates.next() == Self.now / 1_000 + 8)
    #expect(dates.steps < 1_500, "\(dates.steps) steps")
    let period = RepeatPeriod(
      Array(0..<366).map { $0 * 86_400 }, Array(0..<86_400), [1, -1, 86_401])
    #expect((0..<period.count).map(period.date) == [0, 86_400, 366 * 86_400 - 1])
  }
}
