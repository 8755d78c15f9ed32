import EventSchema
import Feature
import Schema

/// A new start of an event that repeats; its changed dates move with it (row E-63).
///
/// A date keeps its day and takes the new time of day where the rules have one on that day; else it moves by as much as the start.
/// Without this a date that somebody has left out would come again at the new time, and the last one might be lost.
struct MovedStart {
  private let old: EventCalendar
  private let oldZone: String
  private let new: EventCalendar
  /// The dates as they were.
  private let dates: Occurrences
  /// The first date before and after, in seconds on the wall.
  private let first: Int64
  private let start: Int64
  /// The rules without their ends, with which a day is looked up.
  private let rules: [RepeatRule]
  private let event: EventSchema.Event

  /// - Parameters:
  ///   - event: with its rules, as it was.
  ///   - moved: with its new start.
  /// - Returns: nil where nothing has moved, or it comes once.
  init?(_ event: EventSchema.Event, to moved: EventSchema.Event) {
    let dates = Occurrences(event)
    guard dates.comesAgain, moved.start != event.start || moved.allDay != event.allDay else {
      return nil
    }
    (self.event, self.dates) = (moved, dates)
    (old, oldZone) = (dates.calendar, event.start.zone)
    new = (try? EventCalendar(zone: moved.start.zone)) ?? .world
    (first, start) = (
      old.wall(of: event.start.milliseconds), new.wall(of: moved.start.milliseconds)
    )
    rules = dates.rules.map { $0.endless }
  }

  /// Whether the new start is one of the dates that the rules give.
  var isDate: Bool { rules.isEmpty || comes(start) }

  /// Whether the rules have a date at an instant; any is one where there are no rules.
  func isDate(_ instant: Int64) -> Bool { rules.isEmpty || comes(new.wall(of: instant)) }

  private func comes(_ wall: Int64) -> Bool {
    rules.contains { rule in
      var dates = RepeatDates(rule, start: start, from: wall, until: wall)
      return dates.next() == wall
    }
  }

  /// The new start of a date, by its start as the rules gave it.
  func date(_ original: Int64) -> Int64 { new.instant(wall: moved(old.wall(of: original))) }

  private func moved(_ wall: Int64) -> Int64 {
    let moved = wall + start - first
    let sameDay =
      RepeatDates.dayNumber(wall) * 86_400 + start - RepeatDates.dayNumber(start) * 86_400
    // A move by some hours may go over midnight.
    let isByHours = abs(start - first) < 86_400 && comes(moved)
    guard !isByHours, rules.allSatisfy(\.isOnceADay), comes(sameDay) else { return moved }
    return sameDay
  }

  /// The lines that say when it comes: dates that are added and left out move, and a rule ends after the same date.
  func lines(_ repeats: String) throws -> String {
    let lines = try EventDates.rules(repeats) {
      $0 = ended($0)
      return true
    }
    return dates.changingSingleDates(of: lines, zones: (oldZone, event.start.zone)) { date($0) }
  }

  /// The changed dates. One that has a time of its own stays at that time.
  func changes(_ changes: [(original: Int64?, text: String)]) -> String {
    let (zone, isDay) = (event.start.zone, event.allDay)
    return changes.map { change in
      guard let original = change.original else { return change.text }
      let date = date(original)
      return EventDates.component(change.text) { source in
        let range = source.lines.first { $0.name == "RECURRENCE-ID" }?.parameters["RANGE"]
        let id = CalendarText.property("RECURRENCE-ID", date, zone: zone, isDay: isDay)
        let line = range.flatMap { CalendarLine(id, number: 0)?.replacing("RANGE", with: $0) }
        source.replace(["RECURRENCE-ID"], with: [line ?? id])
        guard !change.text.hasPrefix("BEGIN:\(CalendarText.toDo)\n") else {
          return move(&source, from: original, to: date)
        }
        var reading = CalendarReading(home: oldZone, zones: event.zones)
        guard let said = try? reading.event(source.lines), said.start.milliseconds == original
        else { return }
        let start = EventTime.with { ($0.milliseconds, $0.zone) = (date, zone) }
        let length = Int64(said.minutes)
        let days = isDay ? CalendarReading.minutes(inDaysOf: length, from: start) : nil
        let end = date + (days ?? length) * 60_000
        source.replace(
          ["DTSTART"], with: [CalendarText.property("DTSTART", date, zone: zone, isDay: isDay)])
        source.replace(
          ["DTEND", "DURATION"],
          with: said.minutes == 0
            ? [] : [CalendarText.property("DTEND", end, zone: zone, isDay: isDay)])
      }
    }.joined()
  }

  /// Moves the times of a to-do's changed date, where it is at its time by the rule.
  private func move(_ source: inout CalendarSource, from original: Int64, to date: Int64) {
    var reading = CalendarReading(home: oldZone, zones: event.zones)
    guard let said = try? reading.toDo(source.lines),
      (said.start ?? said.due)?.milliseconds == original
    else { return }
    let seconds = new.wall(of: date) - old.wall(of: original)
    for (name, time) in [("DTSTART", said.start), ("DUE", said.due)] {
      guard let time, source.lines.contains(where: { $0.name == name }) else { continue }
      let instant = new.instant(wall: old.wall(of: time.milliseconds) + seconds)
      let line = CalendarText.property(
        name, instant, zone: event.start.zone, isDay: event.allDay)
      source.replace([name], with: [line])
    }
  }

  /// A rule that ends after the date that took the place of its last one.
  private func ended(_ rule: RepeatRule) -> RepeatRule {
    guard rule.end != nil, let last = last(of: rule) else { return rule }
    var after = RepeatDates(rule.endless, start: first, from: rule.until(in: old) + 1)
    let (end, until) = (moved(last), rule.until(in: new))
    if end <= until, after.next().map({ moved($0) > until }) ?? true { return rule }
    var rule = rule
    rule.end =
      event.allDay
      ? .day(RepeatDates.dayNumber(end) * 86_400) : .instant(new.instant(wall: end))
    return rule
  }

  /// The last date of a rule that ends, looked for in ever longer times before its end.
  private func last(of rule: RepeatRule) -> Int64? {
    let until = rule.until(in: old)
    for days in [1, 40, 800, 20_000, 400_000] as [Int64] {
      let dates = RepeatDates(
        rule.endless, start: first, from: until - days * 86_400, until: until
      ).filter { rule.reaches(old.instant(wall: $0)) }
      if let last = dates.reduce(nil, { Int64?.some($1) ?? $0 }) { return last }
    }
    return nil
  }
}

extension RepeatRule {
  /// The same without an end.
  var endless: Self {
    var rule = self
    (rule.end, rule.count) = (nil, nil)
    return rule
  }

  /// The last second on the wall at which it may have a date. Where clocks are changed, not all before it are before its end:
  /// `reaches` decides.
  func until(in calendar: EventCalendar) -> Int64 {
    switch end {
    case .day(let wall): return wall + 86_399
    case .wall(let wall): return wall
    case .instant(let milliseconds):
      let wall = calendar.wall(of: milliseconds)
      // In the second of two hours that clocks show, all of the first one is over.
      let second = calendar.instants(wall: wall)
      return second.count == 2 ? wall + (second[1] - second[0]) / 1_000 : wall
    case nil: return .max
    }
  }

  /// Whether a date is not after its end.
  ///
  /// An hour that clocks skip or show twice is the instant that section 3.3.5 of RFC 5545 says, also for the dates of a rule
  /// (section 3.3.10, and the verified erratum 4271 on the sentence there that says otherwise), and an end in UTC is compared
  /// with that instant.
  ///
  /// - Parameter instant: of the date, in milliseconds since 1970.
  func reaches(_ instant: Int64) -> Bool {
    guard case .instant(let end)? = end else { return true }
    return instant <= end
  }

  /// Whether it has one date a day at most, at the time of day of the start.
  var isOnceADay: Bool {
    !frequency.isWithinDay && hours.isEmpty && minutes.isEmpty && seconds.isEmpty
  }
}
