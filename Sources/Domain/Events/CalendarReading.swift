import EventSchema
import Schema

/// Reads the properties of one component that an event or a to-do has a field for.
struct CalendarReading: Sendable {
  private let calendar: EventCalendar
  private let home: String
  private var fileZones: [String: FileZone] = [:]
  /// The names of the file's zones in the time zone database, by year; an empty text where one is not there then.
  private var matches: [String: [Int64: String]] = [:]
  private var matchCount = 0
  /// The remarks on the component, with the line of the file where one is about a line.
  private var hints: [Hint] = []
  /// The time zones that were noted already.
  private var namedZones: Set<String> = []
  /// The most zones of a file that are compared with the time zone database; times in the others are taken by the file's own clocks.
  private static let mostMatches = 512
  private static let year: Int64 = 31_556_952
  /// The most bytes in memory that the zones of a file may need.
  private static let mostZoneBytes = 8 << 20
  private var zoneBytes = 0

  /// A thing that is told of a component.
  struct Hint: Sendable {
    /// The line of the file; nil for that of the component.
    var line: Int?
    /// A sentence without its full stop.
    var text: String
    /// The part of the component that counts as the file says, though others may read it otherwise; nil for what does not.
    var noted: String?
  }

  /// - Parameter zone: the time zone of what does not name one.
  /// - Throws: `EventProblem.unknownZone`.
  init(zone: String) throws(EventProblem) {
    calendar = try EventCalendar(zone: zone)
    home = zone
  }

  /// Reads what an event has kept, or its file said.
  ///
  /// - Parameter zones: its VTIMEZONE components.
  init(home: String, zones: String) {
    let calendar = try? EventCalendar(zone: home)
    (self.calendar, self.home) = (calendar ?? .world, calendar == nil ? "UTC" : home)
    var lines: [String] = []
    for text in zones.split(separator: "\n").map(String.init) {
      switch text {
      case "BEGIN:VTIMEZONE": lines = []
      case "END:VTIMEZONE": _ = take(zone: lines)
      default: lines.append(text)
      }
    }
  }

  // MARK: Zones

  /// Takes the VTIMEZONE of a file, without BEGIN and END.
  ///
  /// - Returns: false where the file has too many.
  mutating func take(zone lines: [String]) -> Bool {
    guard zoneBytes < Self.mostZoneBytes else { return false }
    guard let zone = KnownFileZones.zone(of: lines) else { return true }
    if let first = fileZones[zone.name] {
      if !first.hasClocks(of: zone), namedZones.insert(Text.clean(zone.name, limit: 64)).inserted {
        hint(
          "The time zone \(Text.clean(zone.name, limit: 64)) is described before in another way: the first description counts"
        )
      }
      return true
    }
    zoneBytes += zone.size
    fileZones[zone.name] = zone
    return true
  }

  /// Whether all time zones that it names are known by now.
  func knowsZones(of properties: [CalendarLine]) -> Bool {
    properties.allSatisfy { property in
      guard let name = Self.zone(of: property) else { return true }
      return fileZones[name] != nil || CalendarZones.name(name) != nil
    }
  }

  /// The components of the zones that it names and that the time zone database does not have.
  func zones(of properties: [CalendarLine]) -> String {
    var (seen, text): (Set<String>, String) = ([], "")
    for name in properties.compactMap(Self.zone) where seen.insert(name).inserted {
      guard (try? EventCalendar(zone: name)) == nil, let zone = fileZones[name] else { continue }
      text += zone.lines.map { $0 + "\n" }.joined()
    }
    return text
  }

  /// Returns the name that a property gives its time zone; nil for one without a name.
  static func zone(of property: CalendarLine) -> String? {
    guard let name = property.parameters["TZID"] else { return nil }
    return name.first == "\"" && name.last == "\"" && name.count > 1
      ? String(name.dropFirst().dropLast()) : name
  }

  // MARK: Events and to-dos

  /// Reads an event from its properties.
  ///
  /// - Parameter hasStart: whether it must have a start.
  /// - Throws: `EventProblem`, `CalendarFile.Problem`.
  mutating func event(
    _ properties: [CalendarLine], hasStart: Bool = true
  ) throws -> CalendarFile.Event {
    let known = Self.first(of: properties)
    // A single date that does not say when it is, is when the rule says.
    let begins = known["DTSTART"] ?? known["RECURRENCE-ID"]
    guard begins != nil || !hasStart else {
      throw CalendarFile.Problem(line: 0, text: "The event has no DTSTART.")
    }
    guard let start = begins.map({ time($0) }) ?? EventTime.with({ $0.zone = home }) else {
      throw CalendarFile.Problem(
        line: begins?.number ?? 0,
        text: "\"\(Text.clean(begins?.value ?? "", limit: 40))\" is not a date.")
    }
    var event = CalendarFile.Event(
      uid: uid(properties), line: 0, name: name(known["SUMMARY"]), start: start, minutes: 0)
    event.isOfDays = begins.flatMap { CalendarTime($0.value) }?.isDay == true
    event.minutes = minutes(start, event.isOfDays, known)
    event.notes = notes(known["DESCRIPTION"])
    event.place = place(known["LOCATION"])
    event.url = place(known["URL"])
    event.status =
      switch known["STATUS"]?.value.uppercased() {
      case "TENTATIVE": .tentative
      case "CONFIRMED": .confirmed
      case "CANCELLED": .cancelled
      default: .unspecified
      }
    event.sequence = sequence(known)
    event.repeats = repeats(properties)
    return event
  }

  /// The lines that say how something comes again.
  private mutating func repeats(_ properties: [CalendarLine]) -> String {
    var text = ""
    for line in properties where CalendarText.repeating.contains(line.name) {
      text += line.content + "\n"
      checkDates(of: line)
      guard line.name == "RRULE" || line.name == "EXRULE" else { continue }
      do throws(EventProblem) {
        check(try RepeatRule(line.value), of: line)
      } catch {
        hint("Parlor does not know this repetition, but keeps it", at: line)
      }
    }
    return text
  }

  /// Reads a thing to do from its properties.
  mutating func toDo(_ properties: [CalendarLine]) throws -> CalendarFile.Line {
    let known = Self.first(of: properties)
    let text = EventRules.cut(known["SUMMARY"]?.text ?? "", EventRules.toDo)
    let done = known["STATUS"]?.value.uppercased() == "COMPLETED" || known["COMPLETED"] != nil
    let due = known["DUE"].flatMap { time($0) }
    if let line = known["DUE"], due == nil {
      hint("\"\(Text.clean(line.value, limit: 40))\" is no date, so it has none here", at: line)
    }
    var line = CalendarFile.Line(
      uid: uid(properties), text: text.isEmpty ? EventRules.untitled : text, done: done, due: due,
      sequence: sequence(known))
    line.start = known["DTSTART"].flatMap { time($0) }
    if let odd = known["DTSTART"], line.start == nil {
      hint("\"\(Text.clean(odd.value, limit: 40))\" is no date, so it has no start here", at: odd)
    }
    let day = known["DUE"] ?? known["DTSTART"]
    line.isOfDays = day.flatMap { CalendarTime($0.value) }?.isDay == true
    if known["DUE"] == nil, let start = line.start, let length = known["DURATION"]?.seconds {
      // It is due after so long.
      line.due = later(start, by: length)
    }
    checkLength(of: line, known)
    switch known["STATUS"]?.value.uppercased() {
    case "IN-PROCESS" where !done: line.status = .inProcess
    case "CANCELLED" where !done: line.status = .cancelled
    default: break
    }
    if done, let completed = known["COMPLETED"] {
      line.completed = time(completed)?.milliseconds
      if line.completed == nil {
        hint(
          "\"\(Text.clean(completed.value, limit: 40))\" is no date, so it is done at no known time here",
          at: completed)
      }
    }
    line.percent = number(known["PERCENT-COMPLETE"], "percentage", upTo: 100)
    line.priority = number(known["PRIORITY"], "priority", upTo: ToDoFields.leastPriority)
    line.notes = notes(known["DESCRIPTION"])
    line.repeats = repeats(properties)
    return line
  }

  /// A small number; 0 for any other value, which is named.
  private mutating func number(
    _ line: CalendarLine?, _ what: String, upTo most: UInt32
  ) -> UInt32 {
    guard let line else { return 0 }
    guard let number = UInt32(line.value), number <= most else {
      hint(
        "\"\(Text.clean(line.value, limit: 40))\" is no \(what) (0 to \(most)), so it has none here",
        at: line)
      return 0
    }
    return number
  }

  /// A time some seconds later; nil beyond the last year.
  private func later(_ time: EventTime, by seconds: Int64) -> EventTime? {
    let end = time.milliseconds.addingReportingOverflow(
      seconds.multipliedReportingOverflow(by: 1_000).partialValue)
    guard !end.overflow, end.partialValue < EventRules.latest else { return nil }
    return .with { ($0.milliseconds, $0.zone) = (end.partialValue, time.zone) }
  }

  /// Returns the hints about everything read since the last call, and forgets them.
  mutating func takeHints() -> [Hint] {
    defer { hints = [] }
    return hints
  }

  /// Reads the part of a component that only Parlor writes.
  mutating func own(_ properties: [CalendarLine]) -> CalendarOwn {
    var texts: [String] = []
    defer { for text in texts { hint(text) } }
    return CalendarOwn(properties, &texts)
  }

  /// Notes something about what is read.
  ///
  /// - Parameter line: the line that it is about; nil for the whole component.
  mutating func hint(_ text: String, at line: CalendarLine? = nil) {
    let number = line?.number ?? 0
    hints.append(Hint(line: number > 0 ? number : nil, text: text))
  }

  /// Notes something that counts as the file says it.
  mutating func remark(_ text: String, of what: String, at line: CalendarLine) {
    hint(text, at: line)
    hints[hints.count - 1].noted = what
  }

  private static func first(of properties: [CalendarLine]) -> [String: CalendarLine] {
    var known: [String: CalendarLine] = [:]
    for property in properties where known[property.name] == nil {
      known[property.name] = property
    }
    return known
  }

  // MARK: Values

  /// Returns the id of the component in calendars; empty where it has none.
  func uid(_ properties: [CalendarLine]) -> String {
    Self.plain(properties.first { $0.name == "UID" }?.text ?? "")
  }

  static func plain(_ uid: String) -> String { Text.clean(uid, limit: EventRules.uid) }

  private func sequence(_ known: [String: CalendarLine]) -> UInt32 {
    UInt32(known["SEQUENCE"]?.value ?? "") ?? 0
  }

  private mutating func name(_ line: CalendarLine?) -> String {
    let text = line?.text ?? ""
    let name = EventRules.cut(text, EventRules.name)
    if text.utf8.count > EventRules.name * 2 {
      hint("The name is cut to \(EventRules.name) bytes here")
    }
    return name.isEmpty || name == EventRules.placeholder ? EventRules.untitled : name
  }

  private mutating func notes(_ line: CalendarLine?) -> String {
    let text = line?.text ?? ""
    if text.utf8.count > EventRules.notes {
      hint("The notes are cut to \(EventRules.notes) bytes here")
    }
    return Text.clean(text, limit: EventRules.notes, lines: true)
  }

  private func place(_ line: CalendarLine?) -> String {
    EventRules.cut(line?.text ?? "", EventRules.place)
  }

  private mutating func minutes(
    _ start: EventTime, _ isOfDays: Bool, _ known: [String: CalendarLine]
  ) -> UInt32 {
    var minutes: Int64 = isOfDays ? Self.minutes(of: 1, from: start) : 0
    if let ends = known["DTEND"].map({ inZone($0, of: known["DTSTART"]) }) {
      if let end = time(ends) {
        minutes = (end.milliseconds - start.milliseconds) / 60_000
        if minutes < 0 { hint("It ends before it begins, so it has no end here", at: ends) }
        if minutes == 0, isOfDays {
          hint("It ends on the day on which it begins, so it takes that day here", at: ends)
          minutes = Self.minutes(of: 1, from: start)
        }
      } else {
        hint("\"\(Text.clean(ends.value, limit: 40))\" is no date, so it has no end here", at: ends)
      }
    } else if let duration = known["DURATION"] {
      // Days are those of the calendar, hours are exact (section 3.3.6).
      if let parts = CalendarLine.duration(duration.value) {
        minutes = Self.minutes(of: parts.days, from: start) + parts.seconds / 60
      } else {
        hint("The duration is not understood, so it has none here", at: duration)
      }
    }
    if minutes > Int64(EventRules.mostMinutes) {
      hint("It takes more than 100 years, so it ends after those here")
    }
    return UInt32(min(max(minutes, 0), Int64(EventRules.mostMinutes)))
  }

  /// An end without a time zone is in the one in which the start is, as programs mean it that leave it out.
  private func inZone(_ end: CalendarLine, of start: CalendarLine?) -> CalendarLine {
    guard let zone = start?.parameters["TZID"], end.parameters["TZID"] == nil,
      let time = CalendarTime(end.value), !time.isDay, !time.isWorld
    else { return end }
    return CalendarLine(end.replacing("TZID", with: zone), number: end.number) ?? end
  }

  /// Returns the length of some days in minutes; a day in which clocks are changed has 23 or 25 hours.
  static func minutes(of days: Int64, from start: EventTime) -> Int64 {
    guard let calendar = try? EventCalendar(zone: start.zone), days < 4_000_000 else {
      return days * 1_440
    }
    let end = calendar.wall(of: start.milliseconds) + days * 86_400
    return (calendar.instant(wall: end) - start.milliseconds) / 60_000
  }

  /// The minutes that as many days as some minutes are take from another start; nil for less than half a day.
  static func minutes(inDaysOf minutes: Int64, from start: EventTime) -> Int64? {
    let days = (minutes + 720) / 1_440
    return days > 0 ? self.minutes(of: days, from: start) : nil
  }

  /// A day, or a day and an hour: of UTC, of a named zone, or of ours; nil if it is not a date.
  mutating func time(_ line: CalendarLine) -> EventTime? {
    guard let time = CalendarTime(line.value) else { return nil }
    var (milliseconds, zone) = (calendar.instant(wall: time.wall), home)
    if time.isWorld {
      (milliseconds, zone) = (time.wall * 1_000, "UTC")
    } else if !time.isDay, let name = Self.zone(of: line) {
      if let known = CalendarZones.name(name), let its = try? EventCalendar(zone: known) {
        (milliseconds, zone) = (its.instant(wall: time.wall), known)
      } else if let its = fileZones[name] {
        let match = match(its, around: time.wall)
        milliseconds = its.instant(wall: time.wall)
        zone = match.isEmpty ? "UTC" : match
      } else if namedZones.insert(Text.clean(name, limit: 64)).inserted {
        hint(
          "The time zone \(Text.clean(name, limit: 64)) is not known, so its times are taken for those of \(home)"
        )
      }
    }
    guard (EventRules.earliest..<EventRules.latest).contains(milliseconds) else { return nil }
    return .with {
      $0.milliseconds = milliseconds
      $0.zone = zone
    }
  }

  /// Returns the name that a zone of the file has in the time zone database; an empty text where it is not there.
  ///
  /// The name depends on the zone and the year alone, not on the rest of the file: its own component is read again by itself.
  private mutating func match(_ zone: FileZone, around wall: Int64) -> String {
    let year = wall / Self.year
    if let known = matches[zone.name]?[year] { return known }
    guard matchCount < Self.mostMatches else { return "" }
    let match = zone.match(around: year * Self.year, home: home) ?? ""
    matches[zone.name, default: [:]][year] = match
    matchCount += 1
    return match
  }
}
