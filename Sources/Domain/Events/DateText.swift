import Schema

/// Dates as people type them (row E-33).
///
///     2026-12-24  2026-12-24 18:00  2026-12-24T18:00  2026-12-24T18:00:00Z  2026-12-24T18:00+01:00
///     24 dec 2026 18:00  dec 24  today 6pm  tomorrow 9:30am  fri 18:00  next fri  in 3 days  in 2 weeks 18:00  in 90 minutes
///
/// A weekday is the next one whose hour has not come yet, today or within a week; with `next` it is not today. A day without
/// a year is the next one of that name. Without an hour it is midnight, with which that day begins.
public struct DateText {
  private let calendar: EventCalendar
  private let now: Int64
  private var words: [Substring]

  /// The instant that a text means.
  ///
  /// - Parameters:
  ///   - calendar: of whoever typed it.
  ///   - now: milliseconds since 1970.
  /// - Returns: milliseconds since 1970; not checked against now.
  /// - Throws: `EventProblem.unreadable`.
  public static func instant(
    _ text: String, _ calendar: EventCalendar, now: Int64
  ) throws(EventProblem) -> Int64 {
    var reading = DateText(text, calendar, now)
    guard let instant = reading.read(), reading.words.isEmpty else {
      throw .unreadable(Text.clean(text, limit: 100))
    }
    return instant
  }

  private init(_ text: String, _ calendar: EventCalendar, _ now: Int64) {
    self.calendar = calendar
    self.now = now
    let text = text.lowercased()
    words = text.split { $0.isWhitespace || $0 == "," }
  }

  private var today: EventCalendar.Day { calendar.day(of: now).day }

  private mutating func read() -> Int64? {
    guard let first = words.first else { return nil }
    switch first {
    case "now": return nil
    case "today", "tonight", "tomorrow":
      words.removeFirst()
      guard let day = calendar.adding(first == "tomorrow" ? 1 : 0, to: today) else { return nil }
      return at(day)
    case "in":
      words.removeFirst()
      return after()
    case "next":
      words.removeFirst()
      guard let word = words.first, let weekday = Self.weekday(word) else { return nil }
      words.removeFirst()
      return on(weekday, fromTomorrow: true)
    default: break
    }
    if let weekday = Self.weekday(first) {
      words.removeFirst()
      return on(weekday, fromTomorrow: false)
    }
    return first.contains("-") ? iso() : named()
  }

  // MARK: Kinds of dates

  private func at(_ day: EventCalendar.Day, _ time: Time?) -> Int64? {
    let minute = calendar.instant(day, hour: time?.hour ?? 0, minute: time?.minute ?? 0)
    return minute.map { $0 + Int64(time?.second ?? 0) * 1_000 }
  }

  private mutating func at(_ day: EventCalendar.Day) -> Int64? {
    if words.isEmpty { return at(day, nil) }
    guard let time = time() else { return nil }
    return at(day, time)
  }

  private mutating func on(_ weekday: Int, fromTomorrow: Bool) -> Int64? {
    let time = words.isEmpty ? nil : self.time()
    var days = (weekday - calendar.weekday(of: now) + 7) % 7
    if days == 0, fromTomorrow { days = 7 }
    guard let day = calendar.adding(days, to: today), let instant = at(day, time) else {
      return nil
    }
    guard instant <= now else { return instant }
    return calendar.adding(7, to: day).flatMap { at($0, time) }
  }

  /// "3 days", "2 weeks 18:00", "90 minutes".
  private mutating func after() -> Int64? {
    guard words.count >= 2, let count = Self.count(words[0]) else { return nil }
    let unit = words[1]
    words.removeFirst(2)
    switch unit {
    case "second", "seconds", "sec": return now + Int64(count) * 1_000
    case "minute", "minutes", "min": return nextMinute + Int64(count) * 60_000
    case "hour", "hours", "h": return nextMinute + Int64(count) * 3_600_000
    case "day", "days": return sameHour(count)
    case "week", "weeks": return sameHour(count * 7)
    case "month", "months": return months(count)
    case "year", "years": return months(count * 12)
    default: return nil
    }
  }

  /// The whole minute that is not before now: "in 3 days" is then no less than 3 days away.
  private var nextMinute: Int64 {
    let rest = now % 60_000
    return rest > 0 ? now - rest + 60_000 : now
  }

  private mutating func sameHour(_ days: Int) -> Int64? {
    calendar.adding(days, to: today).flatMap { atHourOfNow($0) }
  }

  private mutating func months(_ count: Int) -> Int64? {
    let months = today.year * 12 + today.month - 1 + count
    let (year, month) = (months / 12, months % 12 + 1)
    // A month later than January 31 is the last day of February.
    let day = min(today.day, EventCalendar.length(of: month, in: year))
    return atHourOfNow(EventCalendar.Day(year, month, day))
  }

  private mutating func atHourOfNow(_ day: EventCalendar.Day) -> Int64? {
    guard words.isEmpty else { return at(day) }
    let parts = calendar.day(of: now)
    return calendar.instant(day, hour: parts.hour, minute: parts.minute).map {
      $0 + nextMinute - (now - now % 60_000)
    }
  }

  /// "24 dec", "dec 24", with or without a year.
  private mutating func named() -> Int64? {
    guard words.count >= 2 else { return nil }
    let month: Int
    let dayWord: Substring
    if let found = Self.month(words[0]) {
      (month, dayWord) = (found, words[1])
    } else if let found = Self.month(words[1]) {
      (month, dayWord) = (found, words[0])
    } else {
      return nil
    }
    guard let day = Self.count(Self.withoutEnding(dayWord)) else { return nil }
    words.removeFirst(2)
    if let word = words.first, word.count == 4, let year = Self.count(word) {
      words.removeFirst()
      return at(EventCalendar.Day(year, month, day))
    }
    let time = words.isEmpty ? nil : self.time()
    // February 29 may be eight years away.
    for year in today.year...(today.year + 8) {
      if let instant = at(EventCalendar.Day(year, month, day), time), instant > now {
        return instant
      }
    }
    return nil
  }

  /// ISO 8601: a day, perhaps an hour, perhaps how far that is from UTC.
  private mutating func iso() -> Int64? {
    var parts = words.removeFirst().split(separator: "t", omittingEmptySubsequences: false)
    guard parts.count <= 2, let day = Self.day(parts.removeFirst()) else { return nil }
    guard var hour = parts.first else { return at(day) }
    guard !hour.isEmpty else { return nil }
    var offset: Int64?
    if hour.hasSuffix("z") {
      hour.removeLast()
      offset = 0
    } else if let sign = hour.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = hour[hour.index(after: sign)...].filter { $0 != ":" }
      guard digits.count == 4, let number = Self.count(digits), number % 100 < 60,
        number <= 1_800
      else { return nil }
      let minutes = Int64(number / 100 * 60 + number % 100)
      offset = hour[sign] == "-" ? -minutes : minutes
      hour = hour[..<sign]
    }
    guard let time = Self.clock(hour) else { return nil }
    guard let offset else { return at(day, time) }
    guard let world = try? EventCalendar(zone: "UTC"),
      let instant = world.instant(day, hour: time.hour, minute: time.minute)
    else { return nil }
    return instant + Int64(time.second) * 1_000 - offset * 60_000
  }

  // MARK: Words

  private struct Time {
    var hour: Int
    var minute: Int
    var second = 0
  }

  /// "18:00", "6pm", "6:30 pm", "noon", with or without "at"; nil and nothing taken for anything else.
  private mutating func time() -> Time? {
    let before = words
    if words.first == "at" { words.removeFirst() }
    guard let word = words.first else { return nil }
    words.removeFirst()
    switch word {
    case "noon": return Time(hour: 12, minute: 0)
    case "midnight": return Time(hour: 0, minute: 0)
    default: break
    }
    var text = word
    var half: Substring?
    if text.hasSuffix("am") || text.hasSuffix("pm") {
      half = text.suffix(2)
      text = text.dropLast(2)
    } else if let next = words.first, next == "am" || next == "pm" {
      half = next
      words.removeFirst()
    }
    let isWhole = text.contains(":") || half != nil
    guard isWhole, var time = text.contains(":") ? Self.clock(text) : Self.hour(text) else {
      words = before
      return nil
    }
    if let half {
      guard (1...12).contains(time.hour) else {
        words = before
        return nil
      }
      time.hour = time.hour % 12 + (half == "pm" ? 12 : 0)
    }
    return time
  }

  private static func hour(_ text: Substring) -> Time? {
    count(text).flatMap { $0 < 24 ? Time(hour: $0, minute: 0) : nil }
  }

  /// "18:00", "18:00:30".
  private static func clock(_ text: Substring) -> Time? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.count == 2 }),
      let hour = count(parts[0]), let minute = count(parts[1]), hour < 24, minute < 60,
      let second = parts.count == 2 ? 0 : count(parts[2]), second < 60
    else { return nil }
    return Time(hour: hour, minute: minute, second: second)
  }

  private static func day(_ text: Substring) -> EventCalendar.Day? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, let year = count(parts[0]),
      let month = count(parts[1]), let day = count(parts[2])
    else { return nil }
    return EventCalendar.Day(year, month, day)
  }

  /// A number of at most six digits.
  private static func count(_ text: some StringProtocol) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func withoutEnding(_ word: Substring) -> Substring {
    for ending in ["st", "nd", "rd", "th", "."] where word.hasSuffix(ending) {
      return word.dropLast(ending.count)
    }
    return word
  }

  private static func weekday(_ word: Substring) -> Int? {
    place(
      of: word,
      in: ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"])
  }

  private static func month(_ word: Substring) -> Int? {
    place(
      of: word,
      in: [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
      ])
  }

  private static func place(of word: Substring, in names: [String]) -> Int? {
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }
}
