import Schema

/// Dates as people type them (rows E-33 and E-71).
///
///     2026-12-24  2026-12-24 18:00  2026-12-24 18:00 UTC  2026-12-24T18:00+01:00  20261224T180000  24.12.2026 18:00
///     24.12. 18 Uhr  24 dec 2026 18:00  dec 24  18:00  6pm  noon  eod  tonight  tomorrow at 9  tomorrow 9
///     tomorrow evening  6pm tomorrow  day after tomorrow  friday 6pm  next fri  next week
///     in 3 days  in 2 weeks 18:00  in an hour  in 2h  in 1h30m  thu 24 dec 18:00
///
///     25 oct 2:30 second
///
/// A day and an hour may stand in either order. An hour alone is the next one of that name. A weekday is the next one whose
/// hour has not come yet, today or within a week; with `next` it is not today. A day without a year is the next one of that
/// name. A day without an hour is the midnight with which it begins; where whole days are wanted, today is such a day until it
/// ends. Behind an hour may stand how far its clock is from UTC.
/// An hour that clocks show twice, as they are set back, needs `first`, `second` or that.
public struct DateText {
  let calendar: EventCalendar
  let now: Int64
  /// The day that is meant by an hour alone; nil for the next hour of that name.
  private let usualDay: EventCalendar.Day?
  /// Whether whole days are wanted: one without an hour has not passed before it ends.
  private let isOfDays: Bool
  var words: [Substring]
  /// Whether an hour was named.
  private var hasHour = true

  /// A day as it was typed, before it is known which hour goes with it.
  enum DayPart {
    case exact(EventCalendar.Day)
    /// Days from today: a number behind it is an hour.
    case named(EventCalendar.Day)
    case yearless(month: Int, day: Int)
    case weekday(Int, isNext: Bool)
    /// Today, in its evening.
    case tonight

    /// Whether it is named by its month.
    var isOfCalendar: Bool {
      switch self {
      case .exact, .yearless: true
      case .named, .weekday, .tonight: false
      }
    }
  }

  /// More words than this are no date.
  private static let mostWords = 16
  /// `tonight` and `evening` without an hour.
  static let evening = 20

  /// The instant that a text means.
  ///
  /// - Parameters:
  ///   - calendar: of the person who typed it.
  ///   - now: milliseconds since 1970.
  ///   - isOfDays: whether a day without an hour is meant as a whole.
  /// - Returns: milliseconds since 1970; not checked against now.
  /// - Throws: `EventProblem.unreadable`, `.ambiguous` for a date that has two readings, `.skipped` for an hour that clocks
  ///   leave out, and `.twice` for one that they show twice.
  public static func instant(
    _ text: String, _ calendar: EventCalendar, now: Int64, isOfDays: Bool = false
  ) throws(EventProblem) -> Int64 {
    try read(text, calendar, now: now, isOfDays: isOfDays).instant
  }

  /// The same, and whether an hour was named.
  ///
  /// - Parameter old: the date that is changed, whose day is meant by an hour alone; nil for a new one.
  static func read(
    _ text: String, _ calendar: EventCalendar, now: Int64, isOfDays: Bool,
    changing old: Int64? = nil
  ) throws(EventProblem) -> (instant: Int64, hasHour: Bool) {
    var reading = DateText(text, calendar, now, isOfDays, old)
    guard let instant = try reading.read(), reading.words.isEmpty else {
      throw .unreadable(Text.clean(text, limit: 100))
    }
    return (instant, reading.hasHour)
  }

  private init(
    _ text: String, _ calendar: EventCalendar, _ now: Int64, _ isOfDays: Bool, _ old: Int64?
  ) {
    (self.calendar, self.now, self.isOfDays) = (calendar, now, isOfDays)
    usualDay = old.map { calendar.day(of: $0).day }
    let text = text.lowercased()
    words = text.split { $0.isWhitespace || $0 == "," }
  }

  var today: EventCalendar.Day { calendar.day(of: now).day }

  private mutating func read() throws(EventProblem) -> Int64? {
    guard words.count <= Self.mostWords, let first = words.first else { return nil }
    if first == "in" {
      words.removeFirst()
      return try after()
    }
    if first.contains("t"), let instant = try moment() { return instant }
    let offset = takeOffset()
    var (day, time, weekday): (DayPart?, Time?, Int?) = (nil, nil, nil)
    while let word = words.first {
      if word == "on" || word == "the" || word == "@" {
        words.removeFirst()
      } else if time == nil, let found = self.time() ?? bareHour(after: day) {
        time = found
      } else if let found = try self.day() {
        if let before = day {
          // "Thu 24 dec", as Parlor itself writes days.
          guard case .weekday(let named, isNext: false) = before, found.isOfCalendar else {
            return nil
          }
          weekday = named
        }
        day = found
      } else {
        return nil
      }
    }
    if let offset {
      // Which day another one is depends on where somebody is.
      guard case .exact(let day) = day, let time else { return nil }
      try check(weekday, of: day)
      return instant(day, time, offset)
    }
    if let day {
      if case .tonight = day {} else { hasHour = time != nil }
      let instant = try instant(day, time)
      if let instant { try check(weekday, of: calendar.day(of: instant).day) }
      return instant
    }
    guard let time else { return nil }
    return if let usualDay { try at(usualDay, time) } else { try next(time) }
  }

  /// Checks that a day is the weekday that was typed with it; nil for none.
  private func check(_ weekday: Int?, of day: EventCalendar.Day) throws(EventProblem) {
    let world = EventCalendar.world
    guard let weekday, let noon = world.instant(day, hour: 12, minute: 0),
      world.weekday(of: noon) != weekday
    else { return }
    throw .otherWeekday(
      day: world.dayText(noon), typed: RepeatText.names[(weekday + 5) % 7])
  }

  // MARK: Instants

  /// An hour of a day.
  ///
  /// - Throws: `EventProblem.skipped` where clocks leave that hour out, `.twice` where they show it twice and it is not said
  ///   which one is meant.
  func at(_ day: EventCalendar.Day, _ time: Time?) throws(EventProblem) -> Int64? {
    let (hour, minute) = (time?.hour ?? 0, time?.minute ?? 0)
    guard let instant = calendar.instant(day, hour: hour, minute: minute) else { return nil }
    let shown = calendar.day(of: instant)
    // A midnight that clocks skip stands for the day, which then begins later.
    if time != nil, shown.day != day || shown.hour != hour || shown.minute != minute {
      throw .skipped(
        time: Self.text(hour, minute), day: calendar.dayText(instant),
        later: Self.text(shown.hour, shown.minute))
    }
    guard let time else { return instant }
    let all = calendar.instants(wall: calendar.wall(of: instant))
    guard all.count > 1, let last = all.last else { return instant + time.rest }
    switch time.turn {
    case .first: return instant + time.rest
    case .second: return last + time.rest
    case nil:
      // The first one may be over.
      guard instant <= now, last > now else {
        throw .twice(
          time: Self.text(hour, minute), day: calendar.dayText(instant))
      }
      return last + time.rest
    }
  }

  /// The instant at which a clock that is ahead of UTC by some minutes shows an hour.
  func instant(_ day: EventCalendar.Day, _ time: Time, _ offset: Int64) -> Int64? {
    EventCalendar.world.instant(day, hour: time.hour, minute: time.minute).map {
      $0 + time.rest - offset * 60_000
    }
  }

  private static func text(_ hour: Int, _ minute: Int) -> String {
    (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }

  /// The next time that clocks show an hour.
  private func next(_ time: Time) throws(EventProblem) -> Int64? {
    if let instant = try at(today, time), instant > now { return instant }
    guard let tomorrow = calendar.adding(1, to: today) else { return nil }
    return try at(tomorrow, time)
  }

  private func hasPassed(_ instant: Int64, on day: EventCalendar.Day, _ time: Time?) -> Bool {
    instant <= now && !(isOfDays && time == nil && day == today)
  }

  private func instant(_ day: DayPart, _ time: Time?) throws(EventProblem) -> Int64? {
    switch day {
    case .exact(let day), .named(let day): return try at(day, time)
    case .tonight:
      guard var time else {
        if let instant = try at(today, Time(hour: Self.evening, minute: 0)), instant > now {
          return instant
        }
        // The evening has begun: its next whole hour.
        return now - now % 3_600_000 + 3_600_000
      }
      if time.isBare, time.hour < 12 { time.hour += 12 }
      return try at(today, time)
    case .weekday(let weekday, let isNext):
      var days = (weekday - calendar.weekday(of: now) + 7) % 7
      if days == 0, isNext { days = 7 }
      guard let day = calendar.adding(days, to: today), let instant = try at(day, time) else {
        return nil
      }
      guard hasPassed(instant, on: day, time) else { return instant }
      guard let later = calendar.adding(7, to: day) else { return nil }
      return try at(later, time)
    case .yearless(let month, let day):
      // February 29 may be eight years away.
      for year in today.year...(today.year + 8) {
        let day = EventCalendar.Day(year, month, day)
        if let instant = try at(day, time), !hasPassed(instant, on: day, time) { return instant }
      }
      return nil
    }
  }

  // MARK: Spans

  /// "3 days", "2 weeks 18:00", "90 minutes", "an hour", "2h", "1h30m", "half an hour".
  private mutating func after() throws(EventProblem) -> Int64? {
    if words.count >= 3, words[0] == "half", words[1] == "an", words[2] == "hour" {
      words.removeFirst(3)
      return nextMinute + 1_800_000
    }
    var (milliseconds, days, months): (Int64, Int, Int) = (0, 0, 0)
    var (isExact, isAny) = (true, false)
    while let (count, unit) = span() {
      isAny = true
      switch unit {
      case "second", "seconds", "sec", "secs", "s": milliseconds += Int64(count) * 1_000
      case "minute", "minutes", "min", "mins", "m":
        milliseconds += Int64(count) * 60_000
        isExact = false
      case "hour", "hours", "h", "hr", "hrs":
        milliseconds += Int64(count) * 3_600_000
        isExact = false
      case "day", "days", "d": days += count
      case "week", "weeks", "w": days += count * 7
      case "month", "months": months += count
      case "year", "years", "y": months += count * 12
      default: return nil
      }
      if words.first == "and" { words.removeFirst() }
    }
    guard isAny else { return nil }
    if days == 0, months == 0 { return (isExact ? now : nextMinute) + milliseconds }
    guard milliseconds == 0, let day = later(days, months) else { return nil }
    guard words.isEmpty else {
      guard let time = time() else { return nil }
      return try at(day, time)
    }
    let parts = calendar.day(of: now)
    let sameTime = Time(hour: parts.hour, minute: parts.minute, turn: .first)
    return try at(day, sameTime).map {
      $0 + nextMinute - (now - now % 60_000)
    }
  }

  /// A number and a unit: "3 days", "an hour", "2h", the first part of "1h30m".
  private mutating func span() -> (count: Int, unit: Substring)? {
    guard let word = words.first else { return nil }
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let count = word == "a" || word == "an" || word == "one" ? 1 : Self.count(digits)
    guard let count else { return nil }
    let rest = word == "a" || word == "an" || word == "one" ? "" : word.dropFirst(digits.count)
    guard rest.isEmpty else {
      let unit = rest.prefix { $0.isLetter }
      guard !unit.isEmpty else { return nil }
      let more = rest.dropFirst(unit.count)
      words[0] = more
      if more.isEmpty { words.removeFirst() }
      // In "1h30" the rest are minutes.
      if unit == "h", let minutes = Self.count(more) {
        words[0] = "\(minutes)m"
      }
      return (count, unit)
    }
    guard words.count >= 2, words[1].allSatisfy(\.isLetter) else { return nil }
    let unit = words[1]
    words.removeFirst(2)
    return (count, unit)
  }

  /// The whole minute that is not before now: "in 3 days" is then no less than 3 days away.
  private var nextMinute: Int64 {
    let rest = now % 60_000
    return rest > 0 ? now - rest + 60_000 : now
  }

  /// Today and so much more.
  func later(_ days: Int, _ months: Int) -> EventCalendar.Day? {
    let count = today.year * 12 + today.month - 1 + months
    let (year, month) = (count / 12, count % 12 + 1)
    guard year <= 9_999 else { return nil }
    // A month later than January 31 is the last day of February.
    let day = min(today.day, EventCalendar.length(of: month, in: year))
    return calendar.adding(days, to: EventCalendar.Day(year, month, day))
  }
}
