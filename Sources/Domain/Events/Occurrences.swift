import EventSchema
import Schema

/// All the dates of an event: its start, or those of its rules with what was added, left out and changed (rows E-58 and E-63).
public struct Occurrences: Sendable {
  /// One of the dates.
  public struct Occurrence: Equatable, Sendable {
    /// Milliseconds since 1970.
    public var start: Int64
    /// The same; not before the start.
    public var end: Int64
    /// The start that the rule gives, by which a changed date is known.
    public var original: Int64
    /// The name of this date alone; nil where it is that of the event.
    public var name: String?
    /// Whether it has days without hours, which this date alone may have.
    public var isOfDays: Bool
    /// The texts of this date alone; nil where they are those of the event.
    public var said: Said?
  }

  /// The texts of a date that is otherwise: a component with RECURRENCE-ID stands for itself (RFC 5545, section 3.8.4.4).
  public struct Said: Equatable, Sendable {
    /// The place; empty where the date has none, as all of these.
    public var place = ""
    /// The web address.
    public var url = ""
    /// The notes.
    public var notes = ""
    /// The words under which it stands, with commas between them.
    public var categories = ""
    /// Whether it takes place.
    public var status = EventStatus.unspecified
  }

  /// A date that is otherwise than the rule says.
  struct Change {
    var start: Int64?
    var end: Int64?
    var name: String?
    var isOfDays: Bool?
    var said = Said()
    /// Whether it is cancelled, or done elsewhere where it is one of a to-do.
    var isCancelled = false
    /// Whether it is one that a person has deleted.
    var isDeleted = false
    /// Whether so are all later dates (RANGE=THISANDFUTURE; RFC 5545, section 3.2.13).
    var isFromThenOn = false
  }

  /// The most dates that one call looks at, and returns.
  public static let most = 10_000

  /// Days and hours of the zone in which it is meant; of UTC where nobody here knows that zone.
  public let calendar: EventCalendar
  let first: Int64
  let length: Int64
  let isOfDays: Bool
  var rules: [RepeatRule] = []
  var exceptions: [RepeatRule] = []
  var added: [Int64: Int64?] = [:]
  var excluded: Set<Int64> = []
  var excludedDays: Set<Int64> = []
  var changes: [Int64: Change] = [:]
  /// Those of the changes that hold for later dates as well, by the start by the rule, in order.
  var shifts: [(original: Int64, change: Change)] = []
  /// The steps that finding dates may take; nil where it has no rules.
  private var steps: EventSteps?
  /// Whether a list has left out its rules and changed dates.
  private var lacksDates = false
  /// The reason why a rule is not understood; nil where all are.
  public internal(set) var problem: EventProblem?

  /// - Parameters:
  ///   - repeats: lines of RFC 5545, as an event has them.
  ///   - changes: components of RFC 5545, as an event has them.
  ///   - steps: what finding the dates of a whole list may take; nil for an event alone.
  public init(
    _ start: EventTime, minutes: UInt32, isOfDays: Bool = false, repeats: String = "",
    changes: String = "", within steps: RuleSteps? = nil
  ) {
    calendar = start.zone == "UTC" ? .world : (try? EventCalendar(zone: start.zone)) ?? .world
    first = EventRules.bounded(start).milliseconds
    length = Int64(minutes) * 60_000
    self.isOfDays = isOfDays
    if !repeats.isEmpty { take(repeats) }
    if !rules.isEmpty { self.steps = EventSteps(steps ?? RuleSteps()) }
    if !changes.isEmpty {
      take(changes: changes)
      shifts.sort { $0.original < $1.original }
    }
  }

  /// The dates of an event as it is saved.
  init(_ event: EventSchema.Event) {
    let event = AttachedDates.counted(event)
    self.init(
      EventRules.bounded(event.start),
      minutes: event.hasMinutes ? event.minutes : EventRules.minutes,
      isOfDays: event.allDay, repeats: event.repeats, changes: event.changes)
  }

  /// The dates of an event that people see.
  ///
  /// - Parameter steps: those of the list in which it is; nil for an event alone.
  public init(_ event: EventView, within steps: RuleSteps? = nil) {
    self.init(
      event.start, minutes: event.minutes, isOfDays: event.allDay, repeats: event.repeats,
      changes: event.changes, within: steps)
  }

  /// The same for a line of a list.
  public init(_ line: EventLine, within steps: RuleSteps? = nil) {
    self.init(
      .with {
        $0.milliseconds = line.milliseconds
        $0.zone = line.zone
      }, minutes: line.minutes, isOfDays: line.allDay, repeats: line.repeats,
      changes: line.changes, within: steps)
    lacksDates = line.datesLeftOut
  }

  /// Whether a list has left out dates: they have more bytes, or finding them takes more steps, than it may have.
  public var isCut: Bool { lacksDates || steps?.isCut == true }

  /// Whether it has other dates after the first.
  public var comesAgain: Bool { !rules.isEmpty || !added.isEmpty || !changes.isEmpty }

  /// The time zone in which a calendar file says that an event begins, where nobody here knows it.
  public func unknownZone(of event: EventView) -> String? {
    guard event.calendar.contains("TZID=") else { return nil }
    let lines = event.calendar.split(separator: "\n").lazy.compactMap {
      CalendarLine(String($0), number: 0)
    }
    guard let start = lines.first(where: { $0.name == "DTSTART" }),
      let name = CalendarReading.zone(of: start), CalendarZones.name(name) == nil,
      !event.zones.contains("TZID:\(name)\n")
    else { return nil }
    return name
  }

  /// The starts by the rule of the dates that are otherwise.
  var changed: [Int64] { changes.keys.sorted() }

  /// A date that is otherwise, by its start by the rule; nil for one that is cancelled, and any other.
  public func changed(_ original: Int64) -> Occurrence? {
    changes[original]?.isCancelled == true ? nil : calledOff(original)
  }

  /// The same, also of one that is cancelled and not deleted: it may take place after all.
  func calledOff(_ original: Int64) -> Occurrence? {
    guard let change = changes[original], !change.isDeleted, let start = change.start else {
      return nil
    }
    return Occurrence(
      start: start, end: max(start, change.end ?? end(start)), original: original,
      name: change.name, isOfDays: change.isOfDays ?? isOfDays, said: change.said)
  }

  // MARK: Questions

  /// The first date that begins after an instant; nil where there is none.
  public func next(after now: Int64) -> Occurrence? {
    guard comesAgain else { return first > now ? only : nil }
    return list(from: EventCalendar.reached(now) + 1, limit: 1).first
  }

  /// The date that has begun and has not ended; nil where there is none.
  public func running(at now: Int64) -> Occurrence? {
    guard comesAgain else { return first <= now && now < only.end ? only : nil }
    let now = EventCalendar.reached(now)
    return list(from: now - longest, to: now, limit: Self.most).last { now < $0.end }
  }

  /// The longest time that a date may take, in milliseconds.
  private var longest: Int64 {
    let changed = changes.values.compactMap { change in
      change.start.flatMap { start in change.end.map { $0 - start } }
    }.max()
    // A day in which clocks are changed is longer than others.
    return max(length, changed ?? 0) + (isOfDays ? 7_200_000 : 0)
  }

  /// Returns the date that a list shows at an instant: the date that is running, the next one, or the last one that is past.
  public func shown(at now: Int64) -> Occurrence {
    if let found = running(at: now) ?? next(after: now) { return found }
    guard comesAgain else { return only }
    let now = EventCalendar.reached(now)
    // The last one may be long ago: looked for in ever longer times before.
    for days in [60, 800, 4_000, 40_000] as [Int64] {
      if let last = list(from: now - days * 86_400_000, to: now, limit: Self.most).last {
        return last
      }
    }
    return only
  }

  private var only: Occurrence { plain(first) }

  private func plain(_ start: Int64, end: Int64? = nil) -> Occurrence {
    Occurrence(
      start: start, end: max(start, end ?? self.end(start)), original: start, name: nil,
      isOfDays: isOfDays)
  }

  /// False for the start of an event that comes again but never at its start, which is shown where it has no date at all.
  public func comes(_ date: Occurrence) -> Bool {
    guard comesAgain, date.start == first, date.name == nil else { return true }
    return list(from: first, to: first, limit: 1).first != nil
  }

  /// The dates that begin in a time, in order.
  ///
  /// - Parameters:
  ///   - from: the first instant.
  ///   - to: the last one.
  ///   - limit: the most dates.
  public func list(from: Int64, to: Int64 = .max, limit: Int) -> [Occurrence] {
    guard comesAgain else { return (from...max(from, to)).contains(first) ? [only] : [] }
    let (from, to) = (EventCalendar.reached(from), min(to, EventRules.latest - 1))
    var found: [Occurrence] = []
    for original in changes.keys {
      guard let date = changed(original), date.start >= from, date.start <= to else { continue }
      found.append(date)
    }
    for (start, end) in added where isPlain(start) && start >= from && start <= to {
      found.append(plain(start, end: end))
    }
    if rules.isEmpty, isPlain(first), added[first] == nil, first >= from, first <= to {
      found.append(only)
    }
    let wall = calendar.wall(of: first)
    let slack = slack
    let wanted = from <= first ? wall : max(wall, calendar.wall(of: from) - 7_200 - slack / 1_000)
    for rule in rules {
      guard let steps, hasDates(rule, start: wall, steps) else { continue }
      var (count, looked) = (0, 0)
      var before: Int64?
      var excluded = ExcludedDates(exceptions, start: wall, from: wanted, steps, in: calendar)
      var dates = RepeatDates(
        rule, start: wall, from: wanted, until: rule.until(in: calendar), allowed: steps.allowed)
      while let date = dates.next() {
        // The start may be in the second of two hours that clocks show.
        let isSecond = date == wall && !calendar.says(first)
        let original = isSecond ? first : calendar.instant(wall: date)
        looked += 1
        if original - slack > to || count >= limit || looked > Self.most { break }
        guard rule.reaches(original) else { continue }
        // An hour that clocks leave out is the next one, which may be a date by itself.
        defer { before = original }
        guard original != before else { continue }
        guard isPlain(original), added[original] == nil, let one = byRule(original),
          one.start >= from, one.start <= to, !excluded.contains(date)
        else { continue }
        found.append(one)
        count += 1
      }
      steps.took(dates.steps, isCut: dates.isCut && count < limit)
    }
    found.sort { ($0.start, $0.original) < ($1.start, $1.original) }
    if rules.count > 1 {
      var seen: Set<Int64> = []
      found.removeAll { $0.name == nil && !seen.insert($0.start).inserted }
    }
    return Array(found.prefix(limit))
  }

  /// The longest time by which a date differs from the rule, in milliseconds, where a change holds for later dates as well.
  private var slack: Int64 {
    shifts.map { abs(($0.change.start ?? $0.original) - $0.original) }.max() ?? 0
  }

  /// A date as the rule says, or as the last change says that holds for later ones; nil where that cancels it.
  private func byRule(_ original: Int64) -> Occurrence? {
    guard let shift = shifts.last(where: { $0.original <= original }) else {
      return plain(original)
    }
    guard !shift.change.isCancelled else { return nil }
    let begin = shift.change.start ?? shift.original
    let moved = calendar.wall(of: begin) - calendar.wall(of: shift.original)
    let start = calendar.instant(wall: calendar.wall(of: original) + moved)
    let length = shift.change.end.map { $0 - begin }
    return Occurrence(
      start: start, end: length.map { start + max(0, $0) } ?? end(start), original: original,
      name: shift.change.name, isOfDays: shift.change.isOfDays ?? isOfDays,
      said: shift.change.said)
  }

  /// The dates that overlap a span of time, in order.
  public func touching(_ span: ClosedRange<Int64>) -> [Occurrence] {
    let from = span.lowerBound - min(longest, span.lowerBound - EventRules.earliest)
    return list(from: from, to: span.upperBound, limit: Self.most).filter {
      $0.end > span.lowerBound || $0.start >= span.lowerBound
    }
  }

  /// The same for a person in a time zone: whole days count by their names, which are the same in every one.
  public func touching(_ span: ClosedRange<Int64>, in viewer: EventCalendar) -> [Occurrence] {
    let day: Int64 = 86_400_000
    let first = max(span.lowerBound, EventRules.earliest + day) - day
    let last = min(span.upperBound, EventRules.latest - day) + day
    guard first <= last else { return [] }
    return touching(first...last).filter { date in
      var (start, end) = (date.start, date.end)
      if date.isOfDays {
        start = viewer.instant(wall: calendar.wall(of: start))
        end = viewer.instant(wall: calendar.wall(of: end))
      }
      return start <= span.upperBound && (end > span.lowerBound || start >= span.lowerBound)
    }
  }

  /// Whether the event leaves a date out by itself (EXDATE).
  func leavesOut(_ start: Int64) -> Bool {
    excluded.contains(start)
      || excludedDays.contains(RepeatDates.dayNumber(calendar.wall(of: start)))
  }

  private func isPlain(_ start: Int64) -> Bool {
    guard !excluded.isEmpty || !changes.isEmpty || !excludedDays.isEmpty else { return true }
    return changes[start] == nil && !leavesOut(start)
  }

  /// Whether a rule has a date at all. One whose parts contradict each other is followed to its end once, and then known.
  private func hasDates(_ rule: RepeatRule, start: Int64, _ steps: EventSteps) -> Bool {
    guard rule.mayBeEmpty else { return true }
    let until = rule.until(in: calendar)
    if rule.namesNoDay || KnownEmptyRules.contains(rule, start: start, until: until) {
      return false
    }
    var dates = RepeatDates(
      rule, start: start, from: start, until: until, allowed: steps.allowed)
    let hasDates = dates.next() != nil
    steps.took(dates.steps, isCut: !hasDates && dates.isCut)
    if !hasDates, !dates.isCut { KnownEmptyRules.insert(rule, start: start, until: until) }
    return hasDates
  }

  private func end(_ start: Int64) -> Int64 {
    guard isOfDays, length > 0 else { return start + length }
    // A day in which clocks are changed has 23 or 25 hours.
    let days = calendar.wall(of: first + length) - calendar.wall(of: first)
    return calendar.instant(wall: calendar.wall(of: start) + days)
  }
}

extension EventCalendar {
  /// Returns the beginning of the next date of an event, for a person who looks at it now: milliseconds since 1970. It is not after
  /// now where the event is past and does not come again.
  public static func next(_ event: EventView, now: Int64) -> Int64 {
    next(Occurrences(event), event.start.milliseconds, now)
  }

  /// The same for a line of a list.
  public static func next(_ line: EventLine, now: Int64) -> Int64 {
    if line.repeats.isEmpty, line.changes.isEmpty { return line.milliseconds }
    return next(Occurrences(line), line.milliseconds, now)
  }

  private static func next(_ dates: Occurrences, _ start: Int64, _ now: Int64) -> Int64 {
    guard dates.comesAgain else { return start }
    return dates.next(after: now)?.start ?? dates.shown(at: now).start
  }
}
