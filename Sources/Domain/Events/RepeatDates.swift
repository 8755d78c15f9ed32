/// The dates of a rule, one after the other, on the clock of the wall (RFC 5545, section 3.3.10).
///
/// It follows python-dateutil in cases that the specification leaves open: a start that the rule does not name is no date of it,
/// and BYWEEKNO alone names whole weeks.
struct RepeatDates: Sequence, IteratorProtocol {
  /// The days, or shorter periods, without a date after which a rule has ended: so one that never fits ends too.
  ///
  /// The longest pause of a rule that fits at all is 40 years of days, about 15,000.
  static let mostSteps = 100_000
  /// Seconds on the wall with which the year 10000 begins.
  private static let latest = EventRules.latest / 1_000

  private let rule: RepeatRule
  private let start: Int64
  /// The last date that may be given.
  private let last: Int64
  private let first: Int64
  /// Seconds of the day, for periods of a day and more.
  private var times: [Int64] = []
  private var period: Int64 = 0
  private var left: Int?
  /// The dates of the period that is looked at.
  private var found = RepeatPeriod()
  private var place = 0
  /// Days, or shorter periods, that were looked at, and dates that were given.
  private(set) var steps = 0
  /// The steps up to the last date.
  private var mark = 0
  /// The steps that may be taken.
  private let allowed: Int
  private var year = RepeatYear(1970, weekStart: 0)
  /// The rule's days of the year and of the month, to be looked up by number, and its weekdays as bits.
  private let yearDays: RepeatNumbers
  private let monthDays: RepeatNumbers
  private let weekdays: UInt8

  /// - Parameters:
  ///   - start: the first date, in seconds on the wall.
  ///   - from: the earliest date that is wanted.
  ///   - until: the last date that may be given.
  ///   - allowed: the steps that may be taken; the dates end with them, and `isCut` says so.
  init(
    _ rule: RepeatRule, start: Int64, from: Int64, until: Int64 = .max, allowed: Int = .max
  ) {
    self.allowed = allowed
    let day = EventCalendar.day(Self.dayNumber(start))
    let rule = rule.namingDays(of: start)
    self.rule = rule
    yearDays = RepeatNumbers(rule.yearDays)
    monthDays = RepeatNumbers(rule.monthDays)
    weekdays = rule.weekdays.reduce(0) { $0 | 1 << UInt8($1.day) }
    self.start = start
    first = Swift.max(from, start)
    last = Swift.min(until, Self.latest - 1)
    let second = Self.secondOfDay(start)
    let seconds = rule.seconds.isEmpty ? [Int(second % 60)] : rule.seconds.map { $0 % 60 }
    let minutes = rule.minutes.isEmpty ? [Int(second / 60 % 60)] : rule.minutes
    let hours = rule.hours.isEmpty ? [Int(second / 3_600)] : rule.hours
    switch rule.frequency {
    case .secondly: times = [0]
    case .minutely: times = seconds.map { Int64($0) }
    case .hourly: times = minutes.flatMap { minute in seconds.map { Int64(minute * 60 + $0) } }
    default:
      times = hours.flatMap { hour in
        minutes.flatMap { minute in seconds.map { Int64(hour * 3_600 + minute * 60 + $0) } }
      }
    }
    times = Array(Set(times)).sorted()
    left = rule.namesNoDay ? 0 : rule.count
    year = RepeatYear(day.year, weekStart: rule.weekStart)
    if rule.count == nil { period = firstPeriod() } else { leap() }
  }

  mutating func next() -> Int64? {
    while true {
      if place < found.count {
        let date = found.date(place)
        if date < first {
          // Those before are counted, and not looked at one by one.
          let begin = Swift.max(place, found.place(of: start))
          place = Swift.max(place + 1, found.place(of: first))
          if let left { self.left = Swift.max(0, left - Swift.max(0, place - begin)) }
          continue
        }
        place += 1
        guard date <= last, left != 0 else { return nil }
        left? -= 1
        steps += 1
        mark = steps
        return date
      }
      guard steps - mark < Self.mostSteps, steps < allowed, left != 0, fill() else { return nil }
    }
  }

  /// Whether the steps were used up before the dates came to their end.
  var isCut: Bool { steps >= allowed && left != 0 }

  // MARK: Periods

  /// The period before the one in which the first wanted date is.
  private func firstPeriod() -> Int64 {
    guard first > start else { return 0 }
    let (then, now) = (
      EventCalendar.day(Self.dayNumber(start)), EventCalendar.day(Self.dayNumber(first))
    )
    let periods: Int64 =
      switch rule.frequency {
      case .yearly: Int64(now.year - then.year)
      case .monthly: Int64((now.year - then.year) * 12 + now.month - then.month)
      default: (first - start) / rule.frequency.seconds
      }
    return Swift.max(0, periods / rule.interval - 1)
  }

  /// Leaves periods behind whose number of dates is always the same, and counts those.
  private mutating func leap() {
    let isSteady =
      rule.frequency == .weekly || rule.frequency == .daily && rule.weekdays.isEmpty
    let hasOthers =
      !(rule.months.isEmpty && rule.monthDays.isEmpty && rule.yearDays.isEmpty
      && rule.weeks.isEmpty && rule.positions.isEmpty && rule.easter.isEmpty)
    let target = firstPeriod()
    guard isSteady, !hasOthers, let count = left, target > 1, fill() else { return }
    let first = found.count - found.place(of: start)
    let days = rule.frequency == .daily ? 1 : weekdays.nonzeroBitCount
    let (more, overflow) = (target - 1).multipliedReportingOverflow(by: Int64(days * times.count))
    let rest = Int64(count) - Int64(first)
    left = overflow || more > rest ? 0 : Int(rest - more)
    (found, period, mark) = (RepeatPeriod(), target, steps)
  }

  /// Finds the dates of the next period.
  ///
  /// - Returns: false after the last one.
  private mutating func fill() -> Bool {
    (found, place) = (RepeatPeriod(), 0)
    if rule.frequency.isWithinDay { return fillWithinDay() }
    let offset = period.multipliedReportingOverflow(by: rule.interval)
    period += 1
    guard !offset.overflow, offset.partialValue < 4_000_000 else { return false }
    var days: [Int64] = []
    let startDay = Self.dayNumber(start)
    switch rule.frequency {
    case .yearly:
      let year = Int64(EventCalendar.day(startDay).year) + offset.partialValue
      guard year < 10_000, isBeforeLast(year, 1) else { return false }
      enter(Int(year))
      for month in rule.months.isEmpty ? Array(1...12) : rule.months { take(month, into: &days) }
    case .monthly:
      let day = EventCalendar.day(startDay)
      let month = Int64(day.year * 12 + day.month - 1) + offset.partialValue
      guard month < 120_000, isBeforeLast(month / 12, Int(month % 12) + 1) else { return false }
      enter(Int(month / 12))
      steps += 1
      let number = Int(month % 12) + 1
      if rule.months.isEmpty || rule.months.contains(number) { take(number, into: &days) }
    default:
      var first = startDay + offset.partialValue * (rule.frequency == .weekly ? 7 : 1)
      if rule.frequency == .daily, let next = nextMonth(after: first) {
        // The days of a month that the rule does not name are left behind as a whole.
        steps += Int(next - first)
        period = Swift.max(period, (next - startDay + rule.interval - 1) / rule.interval)
        return true
      }
      if rule.frequency == .weekly {
        first -= Int64((Self.weekday(startDay) - rule.weekStart + 7) % 7)
      }
      guard first * 86_400 <= last else { return false }
      for number in first..<first + (rule.frequency == .weekly ? 7 : 1) {
        steps += 1
        if fits(number) { days.append(number) }
      }
    }
    found = RepeatPeriod(days.map { $0 * 86_400 }, times, rule.positions)
    return true
  }

  /// Whether a month begins before the last date that may be given.
  private func isBeforeLast(_ year: Int64, _ month: Int) -> Bool {
    guard year >= 1 else { return true }
    return EventCalendar.number(of: EventCalendar.Day(Int(year), month, 1)) * 86_400 <= last
  }

  private mutating func fillWithinDay() -> Bool {
    let unit = rule.frequency.seconds
    let base = start >= 0 ? start / unit : (start - unit + 1) / unit
    while steps - mark < Self.mostSteps, steps < allowed {
      steps += 1
      let offset = period.multipliedReportingOverflow(by: rule.interval)
      guard !offset.overflow, offset.partialValue <= Self.latest - base else { return false }
      let date = (base + offset.partialValue) * unit
      guard date <= last else { return false }
      // What does not fit is left behind as a whole.
      var next: Int64?
      let second = Self.secondOfDay(date)
      if !fits(Self.dayNumber(date)) {
        next = date - second + 86_400
      } else if !rule.hours.isEmpty, !rule.hours.contains(Int(second / 3_600)) {
        next = date - second % 3_600 + 3_600
      } else if unit < 3_600, !rule.minutes.isEmpty,
        !rule.minutes.contains(Int(second / 60 % 60))
      {
        next = date - second % 60 + 60
      } else if unit == 1, !rule.seconds.isEmpty, !rule.seconds.contains(Int(second % 60)) {
        next = date + 1
      }
      guard let next else {
        period += 1
        found = RepeatPeriod([date], times, rule.positions)
        return true
      }
      let wanted = next / unit - base
      period = Swift.max(period + 1, (wanted + rule.interval - 1) / rule.interval)
    }
    return false
  }

  // MARK: Days

  private mutating func enter(_ number: Int) {
    if year.number != number { year = RepeatYear(number, weekStart: rule.weekStart) }
  }

  private mutating func take(_ month: Int, into days: inout [Int64]) {
    let length = EventCalendar.length(of: month, in: year.number)
    let first = EventCalendar.number(of: EventCalendar.Day(year.number, month, 1))
    steps += length
    if isOfMonthDays {
      for day in rule.monthDays.map({ $0 > 0 ? $0 : length + 1 + $0 }).sorted()
      where (1...length).contains(day) && days.last != first + Int64(day - 1) {
        days.append(first + Int64(day - 1))
      }
      return
    }
    var weekday = Self.weekday(first)
    for day in 1...length {
      // Most days are of another weekday.
      if weekdays == 0 || weekdays & 1 << UInt8(weekday) != 0,
        fits(first + Int64(day - 1), month, day, length)
      {
        days.append(first + Int64(day - 1))
      }
      weekday = weekday == 6 ? 0 : weekday + 1
    }
  }

  /// The first day of the next month that the rule names; nil where it names the month of a day, or all months.
  private func nextMonth(after number: Int64) -> Int64? {
    guard !rule.months.isEmpty else { return nil }
    let day = EventCalendar.day(number)
    guard !rule.months.contains(day.month) else { return nil }
    let later = rule.months.first { $0 > day.month }
    return EventCalendar.number(
      of: EventCalendar.Day(later == nil ? day.year + 1 : day.year, later ?? rule.months[0], 1))
  }

  /// Whether days of the month are all that it names.
  private var isOfMonthDays: Bool {
    !rule.monthDays.isEmpty && rule.weekdays.isEmpty && rule.weeks.isEmpty
      && rule.yearDays.isEmpty && rule.easter.isEmpty
  }

  private mutating func fits(_ number: Int64) -> Bool {
    let day = EventCalendar.day(number)
    enter(day.year)
    guard rule.months.isEmpty || rule.months.contains(day.month) else { return false }
    return fits(number, day.month, day.day, EventCalendar.length(of: day.month, in: day.year))
  }

  private func fits(_ number: Int64, _ month: Int, _ day: Int, _ length: Int) -> Bool {
    if !rule.monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - length - 1) {
      return false
    }
    let inYear = Int(number - year.first)
    if !rule.yearDays.isEmpty, !yearDays.contains(inYear + 1),
      !yearDays.contains(inYear - year.length)
    {
      return false
    }
    if !rule.weekdays.isEmpty, !isWeekday(number, day, length, inYear) { return false }
    if !rule.weeks.isEmpty {
      let (week, count) = year.week(of: number)
      if !rule.weeks.contains(week), !rule.weeks.contains(week - count - 1) { return false }
    }
    return rule.easter.isEmpty || rule.easter.contains(inYear - year.easter)
  }

  private func isWeekday(_ number: Int64, _ day: Int, _ length: Int, _ inYear: Int) -> Bool {
    let weekday = Self.weekday(number)
    let isOfMonth = rule.frequency == .monthly || !rule.months.isEmpty
    let (index, size) = isOfMonth ? (day - 1, length) : (inYear, year.length)
    let hasPlaces = rule.frequency == .monthly || rule.frequency == .yearly
    return rule.weekdays.contains { wanted in
      guard wanted.day == weekday else { return false }
      guard wanted.place != 0, hasPlaces else { return true }
      return wanted.place == index / 7 + 1 || wanted.place == -((size - 1 - index) / 7 + 1)
    }
  }

  // MARK: Numbers

  static func dayNumber(_ wall: Int64) -> Int64 {
    wall >= 0 ? wall / 86_400 : (wall - 86_399) / 86_400
  }

  private static func secondOfDay(_ wall: Int64) -> Int64 { wall - dayNumber(wall) * 86_400 }

  /// From 0 for Monday; January 1, 1970 was a Thursday.
  static func weekday(_ number: Int64) -> Int { Int(((number + 3) % 7 + 7) % 7) }
}
