import Foundation
import Schema

/// Days and hours in one time zone; the instant is always an argument (design section 3).
public struct EventCalendar: Sendable {
  private var calendar: Calendar

  /// The Gregorian calendar of a time zone.
  ///
  /// - Parameter zone: a name of the time zone database.
  /// - Throws: `EventProblem.unknownZone`.
  public init(zone: String) throws(EventProblem) {
    if let known = KnownCalendars.all.calendar(of: zone) {
      self = known
      return
    }
    // Looking up a long name takes long, and no zone has one.
    guard zone.utf8.count <= EventRules.zone, let found = TimeZone(identifier: zone),
      zone == "UTC" || zone.contains("/") || CalendarZones.isShortName(zone)
    else {
      throw .unknownZone(Text.clean(zone, limit: 64))
    }
    calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = found
    let made = self
    KnownCalendars.all.add(made, of: zone)
  }

  /// The calendar of UTC.
  public static let world = EventCalendar()

  /// The zone.
  var zone: TimeZone { calendar.timeZone }

  private init() {
    calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
  }

  /// A day of the calendar, and perhaps an hour.
  public struct Day: Equatable, Sendable {
    /// The year of our era; 0 and less before it.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    /// Names a day, which need not exist.
    public init(_ year: Int, _ month: Int, _ day: Int) {
      (self.year, self.month, self.day) = (year, month, day)
    }
  }

  /// The day of an instant, and the minute of that day, as clocks show it.
  public func day(of milliseconds: Int64) -> (day: Day, hour: Int, minute: Int) {
    if let seconds = clockSeconds(milliseconds) { return Self.day(of: seconds) }
    let parts = calendar.dateComponents(
      [.era, .year, .month, .day, .hour, .minute], from: Self.date(milliseconds))
    // Years before our era count backwards: 1 BC is the year 0.
    let year = parts.year ?? 1
    let day = Day(parts.era == 0 ? 1 - year : year, parts.month ?? 1, parts.day ?? 1)
    return (day, parts.hour ?? 0, parts.minute ?? 0)
  }

  private static func day(of seconds: Int64) -> (day: Day, hour: Int, minute: Int) {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    return (day(days), Int(rest / 3_600), Int(rest / 60 % 60))
  }

  /// Seconds from 1970 as the clocks of the zone show them; nil before, where the calendar may not be the one of today.
  ///
  /// A few numbers instead of all that `Calendar` knows: long lists have many dates.
  private func clockSeconds(_ milliseconds: Int64) -> Int64? {
    guard milliseconds >= 86_400_000 else { return nil }
    let offset = calendar.timeZone.secondsFromGMT(for: Self.date(milliseconds))
    return milliseconds / 1_000 + Int64(offset)
  }

  /// The day that comes so many days after January 1, 1970.
  static func day(_ days: Int64) -> Day {
    // Counted from March 1, 2000, with which 400 years begin whose leap days all stand at ends of years.
    let (count, span) = (days - 11_017, Int64(146_097))
    let era = (count >= 0 ? count : count - span + 1) / span
    let inEra = count - era * span
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let month = (5 * inYear + 2) / 153
    let day = inYear - (153 * month + 2) / 5 + 1
    let isNext = month >= 10
    return Day(
      Int(2_000 + era * 400 + year + (isNext ? 1 : 0)), Int(isNext ? month - 9 : month + 3),
      Int(day))
  }

  /// How many days after January 1, 1970 a day comes.
  static func number(of day: Day) -> Int64 {
    // The same years from March 1 on.
    let year = Int64(day.month > 2 ? day.year : day.year - 1)
    let era = (year >= 0 ? year : year - 399) / 400
    let inEra = year - era * 400
    let inYear = Int64((153 * ((day.month + 9) % 12) + 2) / 5 + day.day - 1)
    return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
  }

  /// Seconds since 1970 as clocks of the zone show an instant.
  func wall(of milliseconds: Int64) -> Int64 {
    let reached = Self.reached(milliseconds)
    let second = reached >= 0 ? reached / 1_000 : (reached - 999) / 1_000
    return second + offset(second)
  }

  /// The instant at which clocks show a time: where they skip it, as much later; where they show it twice, the first.
  func instant(wall: Int64) -> Int64 {
    let wall = min(max(wall, -EventRules.latest / 1_000), EventRules.latest / 1_000)
    let (before, after) = (offset(wall - 86_400), offset(wall + 86_400))
    if before == after || offset(wall - before) == before { return (wall - before) * 1_000 }
    if offset(wall - after) == after { return (wall - after) * 1_000 }
    return (wall - before) * 1_000
  }

  private func offset(_ second: Int64) -> Int64 {
    Int64(calendar.timeZone.secondsFromGMT(for: Self.date(second * 1_000)))
  }

  /// An instant as its day and hour: "Thu 2026-12-24 18:00".
  public func text(_ milliseconds: Int64) -> String {
    let seconds = clockSeconds(milliseconds)
    let (day, hour, minute) = seconds.map { Self.day(of: $0) } ?? self.day(of: milliseconds)
    let weekday = seconds.map { Self.weekday(of: $0) } ?? self.weekday(of: milliseconds)
    let two = Self.twoDigits
    let year =
      (0...9_999).contains(day.year)
      ? two[day.year / 100] + two[day.year % 100] : String(day.year)
    // Strings this short are no objects: long lists have many dates.
    let date =
      Self.weekdays[(weekday + 6) % 7] + " " + year + "-" + two[day.month] + "-" + two[day.day]
    let time = " " + two[hour] + ":" + two[minute]
    return date + time
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// "00" to "99".
  private static let twoDigits = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }

  /// 1 for Sunday to 7 for Saturday.
  public func weekday(of milliseconds: Int64) -> Int {
    if let seconds = clockSeconds(milliseconds) { return Self.weekday(of: seconds) }
    return calendar.component(.weekday, from: Self.date(milliseconds))
  }

  /// January 1, 1970 was a Thursday.
  private static func weekday(of seconds: Int64) -> Int { Int((seconds / 86_400 + 4) % 7) + 1 }

  /// The instant at which clocks show an hour of a day: where they skip it, as much later; where they show it twice, the first.
  ///
  /// - Returns: milliseconds since 1970; nil for a day that does not exist.
  public func instant(_ day: Day, hour: Int, minute: Int) -> Int64? {
    guard (1...9_999).contains(day.year), (1...12).contains(day.month), day.day >= 1,
      day.day <= Self.length(of: day.month, in: day.year), (0...23).contains(hour),
      (0...59).contains(minute)
    else { return nil }
    let parts = DateComponents(
      year: day.year, month: day.month, day: day.day, hour: hour, minute: minute)
    return calendar.date(from: parts).map(Self.milliseconds)
  }

  /// Days later or earlier.
  public func adding(_ days: Int, to day: Day) -> Day? {
    guard let noon = instant(day, hour: 12, minute: 0), abs(days) < 4_000_000,
      let moved = calendar.date(byAdding: .day, value: days, to: Self.date(noon))
    else { return nil }
    return self.day(of: Self.milliseconds(moved)).day
  }

  /// Days of a month.
  public static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days from Monday to Friday after today, up to the day of an instant and with it (row E-58).
  public func businessDays(to target: Int64, now: Int64) -> Int {
    guard target > now, let from = noon(of: now), let to = noon(of: target) else { return 0 }
    let count = calendar.dateComponents([.day], from: from, to: to).day ?? 0
    let weekday = calendar.component(.weekday, from: from)
    var working = count / 7 * 5
    for offset in 0..<(count % 7) where (2...6).contains((weekday + offset) % 7 + 1) {
      working += 1
    }
    return working
  }

  private func noon(of milliseconds: Int64) -> Date? {
    instant(day(of: milliseconds).day, hour: 12, minute: 0).map(Self.date)
  }

  /// The instant as a date, or the nearest one that every calendar reaches.
  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(reached(milliseconds)) / 1_000)
  }

  /// The instant, or the nearest one that every calendar reaches.
  static func reached(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, -EventRules.latest), EventRules.latest)
  }

  private static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1_000).rounded())
  }
}
