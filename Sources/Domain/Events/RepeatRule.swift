import Schema

/// A rule by which something comes again: the RRULE of RFC 5545, section 3.3.10, and BYEASTER of python-dateutil.
///
/// Foundation's `Calendar.RecurrenceRule` is not used. It has no WKST, no SECONDLY, no BYEASTER and no text form. It finds March 1
/// for BYMONTH=2;BYMONTHDAY=30. The next date of an event that began in 2017 takes it 0.7 ms by a yearly rule, 14 ms by a
/// weekly one and 43 ms by a daily one, in an optimised build with Swift 6.3; `RepeatDates` takes about 0.006 ms.
public struct RepeatRule: Hashable, Sendable {
  /// The length of a period.
  public enum Frequency: String, CaseIterable, Sendable {
    case yearly, monthly, weekly, daily, hourly, minutely, secondly

    /// In seconds; 0 for months and years.
    var seconds: Int64 {
      switch self {
      case .yearly, .monthly: 0
      case .weekly: 604_800
      case .daily: 86_400
      case .hourly: 3_600
      case .minutely: 60
      case .secondly: 1
      }
    }
    /// Whether its periods are shorter than a day.
    var isWithinDay: Bool { self == .hourly || self == .minutely || self == .secondly }
  }

  /// A weekday, and which one of its period; 0 for all of them.
  public struct Weekday: Hashable, Sendable {
    /// From 0 for Monday to 6 for Sunday.
    public var day: Int
    /// 2 for the second one, -1 for the last one.
    public var place: Int
  }

  /// Until when, and with it.
  public enum End: Hashable, Sendable {
    /// To the end of a day: seconds of its midnight on the clock of the wall.
    case day(Int64)
    /// Seconds on the clock of the wall.
    case wall(Int64)
    /// Milliseconds of UTC.
    case instant(Int64)
  }

  /// The length of a period.
  public var frequency: Frequency
  /// The number of periods from one date to the next.
  public var interval: Int64 = 1
  /// The number of dates; nil for no end.
  public var count: Int?
  /// Nil for no end.
  public var end: End?
  /// The weekday with which a week begins, from 0 for Monday.
  public var weekStart = 0
  var seconds: [Int] = []
  var minutes: [Int] = []
  var hours: [Int] = []
  /// On these weekdays.
  public var weekdays: [Weekday] = []
  /// On these days of the month; from its end where negative.
  public var monthDays: [Int] = []
  var yearDays: [Int] = []
  var weeks: [Int] = []
  /// In these months.
  public var months: [Int] = []
  /// The places of the dates to take from those of a period; from its end where negative.
  public var positions: [Int] = []
  var easter: [Int] = []

  /// Two-letter names of the weekdays.
  static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  /// A rule of more bytes is not read.
  public static let longest = 8 << 10

  /// A rule with that period and nothing else.
  public init(_ frequency: Frequency) { self.frequency = frequency }

  /// Reads a rule: FREQ=WEEKLY;BYDAY=MO.
  ///
  /// - Throws: `EventProblem.badRepetition` if it is not a rule, or one of an unknown extension.
  public init(_ text: String) throws(EventProblem) {
    guard text.utf8.count <= Self.longest else {
      throw .badRepetition("The rule has more than \(Self.longest) bytes")
    }
    var rule = Self(.yearly)
    var names: Set<Substring> = []
    for part in text.uppercased().split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, names.insert(sides[0]).inserted,
        rule.take(sides[0], sides[1])
      else {
        throw .badRepetition("\"\(Text.clean(String(part), limit: 60))\" is no part of a rule")
      }
    }
    guard names.contains("FREQ") else { throw .badRepetition("The rule has no FREQ") }
    self = rule
  }

  private mutating func take(_ name: Substring, _ value: Substring) -> Bool {
    switch name {
    case "FREQ":
      guard let found = Frequency(rawValue: value.lowercased()) else { return false }
      frequency = found
      return true
    case "INTERVAL":
      guard let number = DateText.count(value), number > 0 else { return false }
      interval = Int64(number)
      return true
    case "COUNT":
      guard value.utf8.count <= 9, let number = Int(value), number > 0 else { return false }
      count = number
      return true
    case "UNTIL":
      end = Self.end(value)
      return end != nil
    case "WKST":
      guard let day = Self.weekdayNames.firstIndex(of: String(value)) else { return false }
      weekStart = day
      return true
    case "BYDAY": return takeWeekdays(value)
    case "BYSECOND": return Self.take(value, 0...60, &seconds)
    case "BYMINUTE": return Self.take(value, 0...59, &minutes)
    case "BYHOUR": return Self.take(value, 0...23, &hours)
    case "BYMONTHDAY": return Self.take(value, 1...31, &monthDays, isSigned: true)
    case "BYYEARDAY": return Self.take(value, 1...366, &yearDays, isSigned: true)
    case "BYWEEKNO": return Self.take(value, 1...53, &weeks, isSigned: true)
    case "BYMONTH": return Self.take(value, 1...12, &months)
    case "BYSETPOS": return Self.take(value, 1...366, &positions, isSigned: true)
    case "BYEASTER": return Self.take(value, 0...366, &easter, isSigned: true)
    default: return false
    }
  }

  /// Takes numbers of a range, or their negatives, each once and in order: so a list is short however long its text is.
  private static func take(
    _ text: Substring, _ range: ClosedRange<Int>, _ list: inout [Int], isSigned: Bool = false
  ) -> Bool {
    var found: Set<Int> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard word.utf8.count <= 4, let number = Int(word),
        range.contains(isSigned ? abs(number) : number)
      else { return false }
      found.insert(number)
    }
    list = found.sorted()
    return !list.isEmpty
  }

  private mutating func takeWeekdays(_ text: Substring) -> Bool {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let day = Self.weekdayNames.firstIndex(of: String(word.suffix(2))),
        word.utf8.count <= 5
      else { return false }
      let place = word.dropLast(2)
      guard place.isEmpty || (Int(place).map { $0 != 0 && abs($0) <= 53 } ?? false) else {
        return false
      }
      let weekday = Weekday(day: day, place: Int(place) ?? 0)
      if !weekdays.contains(weekday) { weekdays.append(weekday) }
    }
    return !weekdays.isEmpty
  }

  private static func end(_ text: Substring) -> End? {
    guard let time = CalendarTime(String(text)) else { return nil }
    if time.isDay { return .day(time.wall) }
    return time.isWorld ? .instant(time.wall * 1_000) : .wall(time.wall)
  }

  /// Whether it names no day that any year has, such as February 30: it has no date, and nobody needs to look for one.
  var namesNoDay: Bool {
    let months = months.isEmpty ? Array(1...12) : months
    // Every fourth year or so February has 29 days.
    let longest = months.map { EventCalendar.length(of: $0, in: 2000) }.max() ?? 31
    if !monthDays.isEmpty, monthDays.allSatisfy({ abs($0) > longest }) { return true }
    let isOfMonth = frequency == .monthly || frequency == .yearly && !self.months.isEmpty
    return isOfMonth && !weekdays.isEmpty && weekdays.allSatisfy { abs($0.place) > 5 }
  }

  /// Whether its parts may contradict each other, so that it has no date, or hardly one.
  var mayBeEmpty: Bool {
    let parts = [
      interval != 1, !seconds.isEmpty, !minutes.isEmpty, !hours.isEmpty, !weekdays.isEmpty,
      !monthDays.isEmpty, !yearDays.isEmpty, !weeks.isEmpty, !months.isEmpty, !easter.isEmpty,
    ]
    return !positions.isEmpty || parts.count { $0 } > 1
  }

  /// Whether its weekdays, days of the month and months are all that it names.
  var isPlain: Bool {
    seconds.isEmpty && minutes.isEmpty && hours.isEmpty && yearDays.isEmpty && weeks.isEmpty
      && positions.isEmpty && easter.isEmpty
  }

  /// The rule without the parts that say nothing.
  public var text: String {
    var parts = ["FREQ=\(frequency.rawValue.uppercased())"]
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    func add(_ name: String, _ list: [Int]) {
      if !list.isEmpty {
        parts.append(name + "=" + list.map { String($0) }.joined(separator: ","))
      }
    }
    if weekStart != 0 { parts.append("WKST=\(Self.weekdayNames[weekStart])") }
    add("BYMONTH", months)
    add("BYWEEKNO", weeks)
    add("BYYEARDAY", yearDays)
    add("BYMONTHDAY", monthDays)
    if !weekdays.isEmpty {
      let words = weekdays.map { ($0.place == 0 ? "" : "\($0.place)") + Self.weekdayNames[$0.day] }
      parts.append("BYDAY=" + words.joined(separator: ","))
    }
    add("BYHOUR", hours)
    add("BYMINUTE", minutes)
    add("BYSECOND", seconds)
    add("BYSETPOS", positions)
    add("BYEASTER", easter)
    if let count { parts.append("COUNT=\(count)") }
    switch end {
    case .day(let wall): parts.append("UNTIL=\(CalendarTime(wall: wall, isDay: true).text)")
    case .wall(let wall): parts.append("UNTIL=\(CalendarTime(wall: wall).text)")
    case .instant(let milliseconds): parts.append("UNTIL=\(CalendarText.instant(milliseconds))")
    case nil: break
    }
    return parts.joined(separator: ";")
  }
}
