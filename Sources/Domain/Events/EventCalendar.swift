import Schema
import Zones

/// Days and hours in one time zone; the instant is always an argument (design section 3).
///
/// Its calendar is the Gregorian one at all times, also before 1582, as in ISO 8601 and in calendar files.
public struct EventCalendar: Sendable {
  /// The clocks of the zone.
  let clock: ZoneClock

  /// The Gregorian calendar of a time zone.
  ///
  /// - Parameter zone: a name of the time zone database.
  /// - Throws: `EventProblem.unknownZone`, `.noZones`.
  public init(zone: String) throws(EventProblem) {
    if let known = KnownCalendars.calendar(of: zone) {
      self = known
      return
    }
    guard zone != "UTC" else {
      self = .world
      return
    }
    // Looking up a long name takes long, and no zone has one.
    guard zone.utf8.count <= EventRules.zone,
      zone.utf8.contains(UInt8(ascii: "/")) || CalendarZones.isShortName(zone),
      let clock = ZoneFolder.system.clock(of: zone)
    else {
      let name = Text.clean(zone, limit: 64)
      throw Self.hasZones ? .unknownZone(name) : .noZones(name)
    }
    self.clock = clock
    KnownCalendars.add(self, of: zone)
  }

  /// Whether this machine has a time zone database.
  private static let hasZones = ZoneFolder.system.isThere

  /// The calendar of UTC.
  public static let world = EventCalendar(clock: .world)

  private init(clock: ZoneClock) { self.clock = clock }

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
    Self.day(ofWall: clockSeconds(milliseconds))
  }

  private static func day(ofWall wall: Int64) -> (day: Day, hour: Int, minute: Int) {
    let number = CivilDay.number(ofSecond: wall)
    let rest = Int(wall - number * 86_400)
    return (day(number), rest / 3_600, rest / 60 % 60)
  }

  /// Seconds from 1970 as clocks of the zone show them, also in years that nothing is planned for.
  private func clockSeconds(_ milliseconds: Int64) -> Int64 {
    let second = Self.second(max(milliseconds, -EventRules.latest))
    return second + clock.offset(at: second)
  }

  /// The second in which a millisecond is.
  private static func second(_ milliseconds: Int64) -> Int64 {
    (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1_000
  }

  /// The day with a number, counted from January 1, 1970.
  static func day(_ days: Int64) -> Day {
    let day = CivilDay(number: days)
    return Day(Int(day.year), Int(day.month), Int(day.day))
  }

  /// Returns the number of days from January 1, 1970 to a day.
  static func number(of day: Day) -> Int64 {
    CivilDay(Int64(day.year), Int64(day.month), Int64(day.day)).number
  }

  /// Seconds since 1970 as clocks of the zone show an instant.
  func wall(of milliseconds: Int64) -> Int64 {
    let second = Self.second(Self.reached(milliseconds))
    return second + clock.offset(at: second)
  }

  /// The same time of the next day: 23 or 25 hours later where clocks are changed.
  public func dayAfter(_ milliseconds: Int64) -> Int64 {
    instant(wall: wall(of: milliseconds) + 86_400)
  }

  /// The instant at which clocks show a time: where they skip it, as much later; where they show it twice, the first.
  func instant(wall: Int64) -> Int64 {
    let wall = min(max(wall, -EventRules.latest / 1_000), EventRules.latest / 1_000)
    let (before, after) = (clock.offset(at: wall - 86_400), clock.offset(at: wall + 86_400))
    if before == after || clock.offset(at: wall - before) == before {
      return (wall - before) * 1_000
    }
    if clock.offset(at: wall - after) == after { return (wall - after) * 1_000 }
    return (wall - before) * 1_000
  }

  /// Whether the time that clocks show at an instant means that instant: not in the second of two hours that they show.
  func says(_ milliseconds: Int64) -> Bool {
    let wall = wall(of: milliseconds)
    return Self.second(instant(wall: wall)) == Self.second(Self.reached(milliseconds))
  }

  /// The instants at which clocks show a time, in order: none where they skip it, two where they are set back over it.
  func instants(wall: Int64) -> [Int64] {
    let offsets = Set([clock.offset(at: wall - 86_400), clock.offset(at: wall + 86_400)])
    return offsets.map { wall - $0 }.filter { $0 + clock.offset(at: $0) == wall }.sorted()
      .map { $0 * 1_000 }
  }

  /// The time from one instant to a later one as people count: whole days between the same times of day, and the rest.
  ///
  /// - Returns: the days, and the rest in milliseconds; both are 0 where it is not later.
  public func daysAndRest(from now: Int64, to target: Int64) -> (days: Int64, rest: Int64) {
    let (now, target) = (Self.reached(now), Self.reached(target))
    guard target > now else { return (0, 0) }
    let wall = wall(of: now)
    var days = (self.wall(of: target) - wall) / 86_400
    let part = now - Self.second(now) * 1_000
    let later = { (days: Int64) in instant(wall: wall + days * 86_400) + part }
    // No day is counted of which a part is still to come, and one of the two days around it may be an hour longer.
    while days > 0, later(days) > target { days -= 1 }
    return days > 0 ? (days, target - later(days)) : (0, target - now)
  }

  /// The day of an instant: "Thu 2026-12-24".
  public func dayText(_ milliseconds: Int64) -> String { String(text(milliseconds).dropLast(6)) }

  /// An instant as its day, or as its day and hour.
  public func text(_ milliseconds: Int64, isDay: Bool) -> String {
    isDay ? dayText(milliseconds) : text(milliseconds)
  }

  /// An instant as its day and hour: "Thu 2026-12-24 18:00".
  public func text(_ milliseconds: Int64) -> String {
    let wall = clockSeconds(milliseconds)
    let (day, hour, minute) = Self.day(ofWall: wall)
    let weekday = Self.weekday(ofNumber: CivilDay.number(ofSecond: wall))
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
    Self.weekday(ofNumber: CivilDay.number(ofSecond: clockSeconds(milliseconds)))
  }

  /// January 1, 1970 was a Thursday.
  private static func weekday(ofNumber number: Int64) -> Int {
    let rest = Int((number + 4) % 7)
    return (rest < 0 ? rest + 7 : rest) + 1
  }

  /// The instant at which clocks show an hour of a day: where they skip it, as much later; where they show it twice, the first.
  ///
  /// - Returns: milliseconds since 1970; nil for a day that does not exist.
  public func instant(_ day: Day, hour: Int, minute: Int) -> Int64? {
    guard (1...9_999).contains(day.year), (1...12).contains(day.month), day.day >= 1,
      day.day <= Self.length(of: day.month, in: day.year), (0...23).contains(hour),
      (0...59).contains(minute)
    else { return nil }
    return instant(wall: Self.number(of: day) * 86_400 + Int64(hour * 3_600 + minute * 60))
  }

  /// Days later or earlier.
  public func adding(_ days: Int, to day: Day) -> Day? {
    guard instant(day, hour: 12, minute: 0) != nil, abs(days) < 4_000_000 else { return nil }
    let noon = (Self.number(of: day) + Int64(days)) * 86_400 + 43_200
    // A day that a zone has left out is the next one.
    return self.day(of: instant(wall: noon)).day
  }

  /// Days of a month.
  public static func length(of month: Int, in year: Int) -> Int {
    Int(CivilDay.length(of: Int64(month), in: Int64(year)))
  }

  /// Days from Monday to Friday after today, up to the day of an instant and with it (row E-58).
  public func businessDays(to target: Int64, now: Int64) -> Int {
    guard target > now, let from = dayNumber(of: now), let to = dayNumber(of: target) else {
      return 0
    }
    let count = Int(to - from)
    let weekday = Self.weekday(ofNumber: from)
    var working = count / 7 * 5
    for offset in 0..<(count % 7) where (2...6).contains((weekday + offset) % 7 + 1) {
      working += 1
    }
    return working
  }

  /// The number of the day of an instant on the wall, as rules count days, and its second of that day.
  func wallDay(of milliseconds: Int64) -> (number: Int64, second: Int64) {
    let wall = wall(of: milliseconds)
    let number = RepeatDates.dayNumber(wall)
    return (number, wall - number * 86_400)
  }

  /// The number of the day of an instant; nil outside the years 1 to 9999.
  private func dayNumber(of milliseconds: Int64) -> Int64? {
    let day = day(of: milliseconds).day
    return instant(day, hour: 12, minute: 0) == nil ? nil : Self.number(of: day)
  }

  /// The instant, or the nearest one that every calendar reaches.
  static func reached(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, -EventRules.latest), EventRules.latest)
  }
}
