import Identifiers
import Schema
import Zones

/// The names of time zones in the files of other programs (row E-65).
enum CalendarZones {
  /// The names without a slash that the time zone database has and that mean one thing everywhere.
  private static let short: Set = [
    "CET", "EET", "EST", "GMT", "HST", "MET", "MST", "PRC", "ROC", "ROK", "UCT", "UTC", "WET",
  ]

  /// Whether a name without a slash may be one of the time zone database that means one thing everywhere, as CET or Japan.
  static func isShortName(_ name: String) -> Bool {
    guard name.utf8.count != 3 else { return short.contains(name) }
    let isWord = name.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xdf) }
    return isWord && name.utf8.count > 3
  }

  /// The name in the time zone database: of a name from there, perhaps behind words of another program as in
  /// /example.org/Europe/Oslo, or of one that Windows uses, by the table of CLDR. Nil where it is none.
  static func name(_ given: String) -> String? {
    var name = given
    if name.first == "\"", name.last == "\"", name.count > 1 {
      name = String(name.dropFirst().dropLast())
    }
    guard name.utf8.count <= EventRules.calendarName else { return nil }
    // No zone has more than three parts.
    var parts = name.split(separator: "/").suffix(3)
    while !parts.isEmpty {
      let rest = parts.joined(separator: "/")
      if (try? EventCalendar(zone: rest)) != nil { return rest }
      parts.removeFirst()
    }
    guard let found = ZoneNames.zone(ofWindows: name) else { return nil }
    return (try? EventCalendar(zone: found)) == nil ? nil : found
  }

  // MARK: Writing

  /// The fewest years of changes that are written; in any case all up to the year until which time zones are known well.
  private static let years = 12
  private static let knownUntil = 2_038

  /// The VTIMEZONE of a zone: as a file had it, or of the time zone database; nothing for one that nobody knows.
  ///
  /// - Parameter own: the components of a file.
  static func component(
    _ zone: String, own: String, around milliseconds: Int64
  ) -> [String] {
    var lines: [String] = []
    for text in own.split(separator: "\n").map(String.init) {
      if text == "BEGIN:VTIMEZONE" { lines = [] }
      lines.append(text)
      if text == "END:VTIMEZONE",
        lines.contains(where: { CalendarLine($0, number: 0)?.text == zone })
      {
        return lines
      }
    }
    return zone == "UTC" ? [] : component(zone, around: milliseconds)
  }

  /// The VTIMEZONE of a zone of the time zone database, from the year before an instant on.
  private static func component(_ zone: String, around milliseconds: Int64) -> [String] {
    guard let calendar = try? EventCalendar(zone: zone) else { return [] }
    let year = max(1_970, calendar.day(of: milliseconds).day.year - 1)
    let end = max(year + years, knownUntil)
    let changes = changes(of: calendar.clock, from: year, to: end)
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(zone)"]
    if changes.isEmpty {
      let offset = calendar.clock.offset(at: milliseconds / 1_000)
      lines += observance(false, offset, offset, ["DTSTART:19700101T000000"])
    }
    let groups = [changes.filter { $0.to > $0.from }, changes.filter { $0.to <= $0.from }]
    for group in groups {
      var rest = group[...]
      while let first = rest.first {
        let (count, rule) = era(rest)
        var dates = ["DTSTART:" + CalendarTime(wall: first.wall).text]
        let last = rest[rest.startIndex + count - 1]
        if let rule {
          let goesOn = EventCalendar.day(RepeatDates.dayNumber(last.wall)).year >= end - 1
          let until = CalendarTime(wall: last.wall - last.from).text
          dates.append("RRULE:\(rule)" + (goesOn ? "" : ";UNTIL=\(until)Z"))
        }
        lines += observance(first.to > first.from, first.from, first.to, dates)
        rest = rest.dropFirst(count)
      }
    }
    return lines + ["END:VTIMEZONE"]
  }

  /// A change of the clocks.
  private struct ClockChange {
    /// As clocks showed it before.
    var wall: Int64
    var from: Int64
    var to: Int64
  }

  private static func changes(
    of clock: ZoneClock, from year: Int, to endYear: Int
  ) -> [ClockChange] {
    var found: [ClockChange] = []
    var second = EventCalendar.number(of: EventCalendar.Day(year, 1, 1)) * 86_400
    let end = second + Int64(endYear - year) * 31_557_600
    while let next = clock.change(after: second), next < end, found.count < (endYear - year) * 4 {
      let from = clock.offset(at: next - 1)
      found.append(ClockChange(wall: next + from, from: from, to: clock.offset(at: next)))
      second = next
    }
    return found
  }

  /// Returns the number of the first changes that follow one rule, and that rule; a single change has none.
  private static func era(_ changes: ArraySlice<ClockChange>) -> (count: Int, rule: String?) {
    var (count, found) = (1, String?.none)
    while count < changes.count, let rule = rule(of: changes.prefix(count + 1)) {
      (count, found) = (count + 1, rule)
    }
    return (count, found)
  }

  /// The rule by which changes come every year; nil where there is none.
  private static func rule(of changes: ArraySlice<ClockChange>) -> String? {
    guard let first = changes.first else { return nil }
    let days = changes.map { EventCalendar.day(RepeatDates.dayNumber($0.wall)) }
    let isSame = zip(changes, days.enumerated()).allSatisfy { change, one in
      let (number, day) = one
      return change.from == first.from && change.to == first.to && day.month == days[0].month
        && day.year == days[0].year + number
        && change.wall.quotientAndRemainder(dividingBy: 86_400).remainder
          == first.wall.quotientAndRemainder(dividingBy: 86_400).remainder
        && RepeatDates.weekday(RepeatDates.dayNumber(change.wall))
          == RepeatDates.weekday(RepeatDates.dayNumber(first.wall))
    }
    guard isSame else { return nil }
    let weekday = RepeatRule.weekdayNames[RepeatDates.weekday(RepeatDates.dayNumber(first.wall))]
    let places = Set(days.map { ($0.day - 1) / 7 + 1 })
    let isLast = days.allSatisfy { $0.day + 7 > EventCalendar.length(of: $0.month, in: $0.year) }
    guard isLast || places.count == 1, let place = places.first else { return nil }
    return "FREQ=YEARLY;BYMONTH=\(days[0].month);BYDAY=\(isLast ? -1 : place)\(weekday)"
  }

  private static func observance(
    _ isDaylight: Bool, _ from: Int64, _ to: Int64, _ dates: [String]
  ) -> [String] {
    let name = isDaylight ? "DAYLIGHT" : "STANDARD"
    var lines = ["BEGIN:\(name)"] + dates
    lines += ["TZOFFSETFROM:\(offset(from))", "TZOFFSETTO:\(offset(to))"]
    return lines + ["END:\(name)"]
  }

  private static func offset(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let size = abs(seconds)
    return (seconds < 0 ? "-" : "+") + two(size / 3_600) + two(size / 60 % 60)
      + (size % 60 == 0 ? "" : two(size % 60))
  }
}

/// A time zone as a calendar file describes it: its VTIMEZONE (RFC 5545, section 3.6.5).
struct FileZone: Sendable {
  /// Its name in the file.
  let name: String
  /// Its component, with BEGIN and END.
  let lines: [String]
  /// The times at which clocks change, as they showed it before, and the offset from then on, in order. Both in seconds.
  private var changes: [(wall: Int64, offset: Int64)] = []
  private var before: Int64 = 0

  /// The most changes of the clocks that are taken from one part of it, and from all parts together.
  private static let (most, mostInAll) = (1_000, 4_000)
  /// Seconds of the year 2100: later changes are not looked for.
  private static let latest: Int64 = 4_102_444_800

  /// - Parameter lines: of the component, without BEGIN and END.
  init?(_ lines: [String]) {
    let all = lines.compactMap { CalendarLine($0, number: 0) }
    guard let name = all.first(where: { $0.name == "TZID" })?.text else { return nil }
    self.name = name
    self.lines = ["BEGIN:VTIMEZONE"] + lines + ["END:VTIMEZONE"]
    var part: [CalendarLine] = []
    var earliest = Int64.max
    for line in all {
      switch line.name {
      case "BEGIN": part = []
      case "END":
        func value(_ name: String) -> String? { part.first { $0.name == name }?.value }
        guard let start = value("DTSTART").flatMap({ CalendarTime($0) })?.wall,
          let from = value("TZOFFSETFROM").flatMap(Self.offset),
          let to = value("TZOFFSETTO").flatMap(Self.offset)
        else { continue }
        if start < earliest { (earliest, before) = (start, from) }
        var dates = [start]
        for line in part where line.name == "RRULE" {
          guard let rule = try? RepeatRule(line.value) else { continue }
          let until: Int64 =
            switch rule.end {
            case .instant(let milliseconds): milliseconds / 1_000 + from
            case .wall(let wall), .day(let wall): wall
            case nil: Self.latest
            }
          let all = RepeatDates(rule, start: start, from: start, until: min(until, Self.latest))
          dates += all.prefix(min(Self.most, Self.mostInAll - changes.count))
        }
        for line in part where line.name == "RDATE" {
          dates += line.value.split(separator: ",").prefix(Self.most).compactMap {
            CalendarTime(String($0))?.wall
          }
        }
        changes += dates.prefix(Self.mostInAll - changes.count).map { ($0, to) }
      default: part.append(line)
      }
    }
    guard !changes.isEmpty else { return nil }
    changes.sort { $0.wall < $1.wall }
  }

  /// Whether its clocks go as those of another one.
  func hasClocks(of other: FileZone) -> Bool {
    before == other.before
      && changes.elementsEqual(other.changes) { $0.wall == $1.wall && $0.offset == $1.offset }
  }

  /// Its approximate size in memory, in bytes.
  var size: Int { lines.reduce(changes.count * 16) { $0 + $1.utf8.count + 32 } }

  private static func offset(_ text: String) -> Int64? {
    let digits = text.dropFirst()
    guard text.first == "+" || text.first == "-", digits.count == 4 || digits.count == 6,
      let number = DateText.count(digits)
    else { return nil }
    let whole = digits.count == 4 ? number * 100 : number
    let seconds = Int64(whole / 10_000 * 3_600 + whole / 100 % 100 * 60 + whole % 100)
    return text.first == "-" ? -seconds : seconds
  }

  /// The instant at which its clocks show a time; one that they skip is as much later (section 3.3.5).
  func instant(wall: Int64) -> Int64 {
    let low = changes.partitioningIndex { $0.wall > wall }
    func offset(_ count: Int) -> Int64 { count > 0 ? changes[count - 1].offset : before }
    let isSkipped =
      low > 0 && wall < changes[low - 1].wall + offset(low) - offset(low - 1)
    return (wall - offset(isSkipped ? low - 1 : low)) * 1_000
  }

  private static let known = ZoneFolder.system.names

  /// Cities and the zones that are called after them, at the end those that the zones were called after.
  private static let cities: [(name: String, zone: String)] = {
    let now = Set(known)
    let regions = Set(known.compactMap { $0.split(separator: "/").first })
    var zones = known.map { (old: $0, zone: $0) }
    for names in ZoneNames.groups {
      guard let zone = names.first(where: now.contains) else { continue }
      zones += names.filter {
        !now.contains($0) && $0.split(separator: "/").first.map(regions.contains) == true
      }.map { ($0, zone) }
    }
    return zones.map { (String($0.old.split(separator: "/").last ?? ""), $0.zone) }
  }()

  /// The zone of the time zone database with the same clocks for some years; nil where there is none.
  ///
  /// - Parameters:
  ///   - wall: a time around which they are compared.
  ///   - home: of several that fit, this one or one with a name like its own is taken.
  func match(around wall: Int64, home: String) -> String? {
    let location = lines.compactMap { CalendarLine($0, number: 0) }
      .first { $0.name == "X-LIC-LOCATION" || $0.name == "TZURL" }
    let named = location.flatMap { CalendarZones.name($0.text) }
    let samples = (0..<24).map { wall + Int64($0 - 6) * 2_629_800 }
    func fits(_ zone: String) -> Bool {
      guard let calendar = try? EventCalendar(zone: zone) else { return false }
      return samples.allSatisfy { calendar.instant(wall: $0) == instant(wall: $0) }
    }
    if let named, fits(named) { return named }
    let alike = Self.cities.first { name.contains($0.name) && fits($0.zone) }
    if let alike { return alike.zone }
    if fits(home) { return home }
    for prefix in ["Europe/", "America/", ""] {
      if let found = Self.known.first(where: { $0.hasPrefix(prefix) && fits($0) }) { return found }
    }
    return nil
  }
}
