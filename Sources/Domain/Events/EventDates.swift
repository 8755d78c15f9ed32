import EventSchema
import Feature
import Schema

/// Single dates of an event that comes again, and those from one on (row E-63).
enum EventDates {
  /// The date of an event that a person means.
  ///
  /// - Throws: `Refused` where the event has none then.
  static func date(
    _ meant: EventDate, of event: EventSchema.Event, now: Int64
  ) throws -> Occurrences.Occurrence {
    try Occurrences(event).date(meant, of: event.name, now: now)
  }

  /// Leaves a date out, or ends the event before it. What is said of later dates stays with it, and counts where its rules have those
  /// dates again.
  ///
  /// - Parameter uid: what calendars call the event.
  /// - Returns: whether it has a date left.
  static func remove(
    _ date: Occurrences.Occurrence, andLater: Bool, uid: String, from event: inout EventSchema.Event
  ) throws -> Bool {
    let known = changes(of: event) { $0 == date.original }
    if andLater {
      event.changes = components(of: event).map { change in
        change.original.map { $0 < date.original } ?? true
          ? change.text : AttachedDates.taken(change.text)
      }.joined()
      try end(&event, before: date.original)
    } else {
      event.changes = changes(of: event) { $0 != date.original }
      event.changes += AttachedDates.deletion(
        of: date.original, over: known.isEmpty ? nil : known, uid: uid, in: event)
    }
    event.changes = AttachedDates.attached(event)
    return !Occurrences(event).list(from: EventRules.earliest, limit: 1).isEmpty
  }

  /// An event as it is on one of its dates.
  static func event(_ event: EventSchema.Event, on date: Occurrences.Occurrence)
    -> EventSchema.Event
  {
    let event = AttachedDates.counted(event)
    var one = event
    (one.repeats, one.changes, one.allDay) = ("", "", date.isOfDays)
    one.start.milliseconds = date.start
    one.minutes = UInt32(clamping: (date.end - date.start) / 60_000)
    guard let component = component(date.original, of: event) ?? shift(at: date.original, of: event)
    else { return one }
    one.calendar = component
    var reading = CalendarReading(home: event.start.zone, zones: event.zones)
    guard let said = try? reading.event(CalendarSource(component).lines) else { return one }
    (one.name, one.notes, one.place) = (said.name, said.notes, said.place)
    (one.url, one.status) = (said.url, said.status)
    return one
  }

  /// Keeps components beside the changed dates of an event.
  static func add(_ components: String, to event: inout EventSchema.Event) {
    guard !components.isEmpty else { return }
    event.changes += components
    event.changes = AttachedDates.attached(event)
  }

  /// Keeps what is otherwise on one date.
  ///
  /// - Parameters:
  ///   - changed: the event as it is on that date.
  ///   - uid: what calendars call the event.
  static func change(
    _ date: Occurrences.Occurrence, to changed: EventSchema.Event, uid: String,
    of event: inout EventSchema.Event, now: Int64
  ) {
    var view = EventView()
    (view.uid, view.name, view.start) = (uid, changed.name, changed.start)
    (view.notes, view.place, view.url) = (changed.notes, changed.place, changed.url)
    (view.status, view.allDay, view.personal) = (changed.status, changed.allDay, true)
    view.minutes = changed.hasMinutes ? changed.minutes : EventRules.minutes
    (view.calendar, view.zones) = (changed.calendar, event.zones)
    var source = CalendarSource(changed.calendar)
    let isNew = source.parts.isEmpty
    source.write(view, now: now)
    if !source.lines.contains(where: { $0.name == "RECURRENCE-ID" }) {
      let id = CalendarText.property(
        "RECURRENCE-ID", date.original, zone: event.start.zone, isDay: event.allDay)
      source.replace(["RECURRENCE-ID"], with: [id])
    }
    source.finish(sequence: 0, now: now, isNew: isNew)
    let others = changes(of: event) { $0 != date.original }
    event.changes = EventRules.lines(others + component(source))
    event.changes = AttachedDates.attached(event)
  }

  /// The rest of an event from a date on, as an event of its own; earlier changed dates stay behind.
  ///
  /// - Parameter uid: what calendars call the rest; its changed dates name it.
  static func rest(
    of event: EventSchema.Event, from date: Occurrences.Occurrence, uid: String
  ) throws -> EventSchema.Event {
    let event = AttachedDates.counted(event)
    var rest = event
    rest.uid = uid
    rest.calendar = ""
    rest.start.milliseconds = try beginning(of: event, from: date.original)
    // A day in which clocks are changed has other hours.
    if event.allDay,
      let days = CalendarReading.minutes(inDaysOf: Int64(event.minutes), from: rest.start)
    {
      rest.minutes = UInt32(clamping: days)
    }
    rest.changes = components(of: event).filter { $0.original.map { $0 >= date.original } ?? false }
      .map { named($0.text, uid: uid) }.joined()
    let calendar = (try? EventCalendar(zone: event.start.zone)) ?? .world
    let (start, wall) = (
      calendar.wall(of: event.start.milliseconds), calendar.wall(of: date.original)
    )
    if let shift = shift(at: date.original, of: event) {
      // A date that was changed by itself stays so, and what holds for later ones begins after it.
      let later = Occurrences(event).list(from: date.start, limit: Occurrences.most)
      let first = later.first { component($0.original, of: event) == nil }
      if let first { rest.changes = shifted(shift, to: first, uid: uid, of: event) + rest.changes }
    }
    let first = calendar.wall(of: rest.start.milliseconds)
    var isWhole = true
    rest.repeats = try rules(event.repeats, ["RRULE", "EXRULE"]) { rule in
      guard goesOn(rule, start, from: wall, calendar) else { return false }
      // The rest may begin with a date of another rule.
      let counted = rule.counted(from: start, onFrom: first)
      if counted == nil { isWhole = false }
      let (before, count) = (rule, rule.count)
      rule = counted ?? rule
      guard let count else { return true }
      let past = RepeatDates(before, start: start, from: start, until: wall - 1)
      rule.count = max(1, count - past.prefix(Occurrences.most).count { _ in true })
      return true
    }
    guard isWhole else {
      throw Refused(
        .invalid,
        "\(event.name) comes by several rules, and one of them cannot be counted from \(calendar.text(rest.start.milliseconds)) on: choose a date of that one."
      )
    }
    rest.repeats = singleDates(of: rest.repeats, event) { $0 >= date.original }
    // Where clocks skip the hour of the rule, its date is an hour later, and the rule is not counted from that one.
    let rules = Occurrences(rest.start, minutes: 0, isOfDays: rest.allDay, repeats: rest.repeats)
    if rest.start.milliseconds == date.original, !rules.rules.isEmpty,
      rules.list(from: rest.start.milliseconds, to: rest.start.milliseconds, limit: 1).isEmpty
    {
      let line = CalendarText.property(
        "RDATE", date.original, zone: rest.start.zone, isDay: rest.allDay)
      rest.repeats += line + "\n"
    }
    return rest
  }

  /// A change that holds for later dates, as one of the date from which the rest of an event begins.
  private static func shifted(
    _ lines: String, to date: Occurrences.Occurrence, uid: String, of event: EventSchema.Event
  ) -> String {
    let zone = event.start.zone
    var source = CalendarSource(lines)
    let id = CalendarText.property("RECURRENCE-ID", date.original, zone: zone, isDay: event.allDay)
    source.replace(["UID"], with: ["UID:\(CalendarText.escaped(uid))"])
    source.replace(
      ["RECURRENCE-ID"],
      with: [CalendarLine(id, number: 0)?.replacing("RANGE", with: "THISANDFUTURE") ?? id])
    source.replace(
      ["DTSTART"],
      with: [CalendarText.property("DTSTART", date.start, zone: zone, isDay: date.isOfDays)])
    source.replace(
      ["DTEND", "DURATION"],
      with: [CalendarText.property("DTEND", date.end, zone: zone, isDay: date.isOfDays)])
    return component(source)
  }

  /// The start of the rest of an event: an added date does not belong to the rules, which count from one of theirs.
  private static func beginning(of event: EventSchema.Event, from date: Int64) throws -> Int64 {
    let lines = event.repeats.split(separator: "\n").filter { $0.hasPrefix("RRULE") }
    guard !lines.isEmpty else { return date }
    let rules = Occurrences(
      event.start, minutes: 0, isOfDays: event.allDay, repeats: lines.joined(separator: "\n"))
    return rules.list(from: date, limit: 1).first?.start ?? date
  }

  /// The lines of a repetition with only some of the single dates that they add or leave out.
  private static func singleDates(
    of repeats: String, _ event: EventSchema.Event, where isWanted: (Int64) -> Bool
  ) -> String {
    let dates = Occurrences(event.start, minutes: 0, isOfDays: event.allDay)
    let zone = event.start.zone
    return dates.changingSingleDates(of: repeats, zones: (zone, zone)) { isWanted($0) ? $0 : nil }
  }

  /// Ends the rules of an event before one of its dates.
  private static func end(_ event: inout EventSchema.Event, before date: Int64) throws {
    let calendar = (try? EventCalendar(zone: event.start.zone)) ?? .world
    let isOfDays = event.allDay
    let (start, wall) = (calendar.wall(of: event.start.milliseconds), calendar.wall(of: date))
    event.repeats = try rules(event.repeats) { rule in
      guard goesOn(rule, start, from: wall, calendar) else { return true }
      rule.count = nil
      // A rule with one date a day ends with the day before, also once somebody else has moved it to another hour.
      let isOnItsHour = rule.isOnceADay && (wall - start) % 86_400 == 0
      let midnight = RepeatDates.dayNumber(wall) * 86_400
      let before = isOnItsHour ? calendar.instant(wall: midnight) : date
      rule.end = isOfDays ? .day(wall - 86_400) : .instant(before - 1_000)
      return true
    }
    event.repeats = singleDates(of: event.repeats, event) { $0 < date }
  }

  /// Whether a rule has a date at a moment or after it, all on the wall.
  private static func goesOn(
    _ rule: RepeatRule, _ start: Int64, from wall: Int64, _ calendar: EventCalendar
  ) -> Bool {
    guard rule.count != nil || rule.end != nil else { return true }
    return RepeatDates(rule, start: start, from: wall, until: rule.until(in: calendar))
      .contains { rule.reaches(calendar.instant(wall: $0)) }
  }

  /// The lines of a repetition with other rules.
  ///
  /// - Parameters:
  ///   - names: of the lines that have them.
  ///   - change: changes a rule; whether it stays.
  static func rules(
    _ repeats: String, _ names: Set<String> = ["RRULE"], _ change: (inout RepeatRule) -> Bool
  ) throws -> String {
    try repeats.split(separator: "\n").map { text in
      guard let line = CalendarLine(String(text), number: 0), names.contains(line.name) else {
        return text + "\n"
      }
      let rule = try RepeatRule(line.value)
      var changed = rule
      guard change(&changed) else { return "" }
      return changed == rule ? text + "\n" : "\(line.name):\(changed.text)\n"
    }.joined()
  }

  /// The lines of a change that holds for a date as a later one (RANGE=THISANDFUTURE), without the date that it names; nil for none.
  private static func shift(at original: Int64, of event: EventSchema.Event) -> String? {
    guard event.changes.contains("THISANDFUTURE") else { return nil }
    let shifts = components(of: event).filter { change in
      change.original.map { $0 < original } == true && change.text.contains("THISANDFUTURE")
    }
    guard let shift = shifts.max(by: { $0.original ?? 0 < $1.original ?? 0 }) else { return nil }
    let whole = component(shift.text) { $0.replace(["RECURRENCE-ID"], with: []) }
    return CalendarSource.inside(whole).map { $0 + "\n" }.joined()
  }

  /// The lines of a changed date, without BEGIN and END; nil for a date that was not changed.
  private static func component(_ original: Int64, of event: EventSchema.Event) -> String? {
    let text = changes(of: event) { $0 == original }
    let lines = CalendarSource.inside(text)
    return lines.isEmpty ? nil : lines.map { $0 + "\n" }.joined()
  }

  /// The changed dates whose original start is one of those wanted.
  private static func changes(
    of event: EventSchema.Event, where isWanted: (Int64) -> Bool
  ) -> String {
    components(of: event).filter { $0.original.map(isWanted) ?? true }.map(\.text).joined()
  }

  /// A component of a calendar file with other lines.
  static func component(_ text: String, _ change: (inout CalendarSource) -> Void) -> String {
    let lines = CalendarSource.inside(text)
    var source = CalendarSource(lines.map { $0 + "\n" }.joined())
    change(&source)
    let isToDo = text.hasPrefix("BEGIN:\(CalendarText.toDo)\n")
    return component(source, isToDo ? CalendarText.toDo : CalendarText.event)
  }

  private static func component(
    _ source: CalendarSource, _ name: String = CalendarText.event
  ) -> String {
    let lines = ["BEGIN:\(name)"] + source.parts.map(\.content) + ["END:\(name)"]
    return lines.map { $0 + "\n" }.joined()
  }

  /// A changed date that names another event.
  ///
  /// - Parameter uid: what calendars call that.
  static func named(_ text: String, uid: String) -> String {
    component(text) { $0.replace(["UID"], with: ["UID:\(CalendarText.escaped(uid))"]) }
  }

  /// The changed dates, each with its start by the rule; nil for one that does not say it.
  static func components(
    of event: EventSchema.Event
  ) -> [(original: Int64?, text: String)] {
    var (result, component): ([(original: Int64?, text: String)], [String]) = ([], [])
    for line in event.changes.split(separator: "\n").map(String.init) {
      let name = [CalendarText.event, CalendarText.toDo].first { line.hasSuffix(":\($0)") }
      if let name, line == "BEGIN:\(name)" { component = [] }
      component.append(line)
      guard let name, line == "END:\(name)" else { continue }
      let whole = component.map { $0 + "\n" }.joined()
      let one = Occurrences(
        event.start, minutes: 0, isOfDays: event.allDay, repeats: "", changes: whole)
      result.append((one.changed.first, whole))
    }
    return result
  }
}
