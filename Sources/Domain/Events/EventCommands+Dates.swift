import EventSchema
import Feature
import Identifiers
import Schema

/// Changes of single dates of an event that comes again, and of those from one on (row E-63).
extension EventCommands {
  /// Changes one date of an event that comes again; or it and all later ones, which are an event of their own then.
  static func edit(
    _ record: Record, on date: Occurrences.Occurrence, _ meant: EventDate, _ wanted: EventDraft,
    _ home: any Snapshot, _ draft: inout Draft
  ) throws -> RecordID {
    let (joined, aside) = try SplitSeries.joined(
      EventKinds.event.decode(record.body), record.item, home)
    let event = AttachedDates.settled(joined)
    let (uid, now) = (CalendarText.uid(event, of: record.item.description), draft.now.wall)
    guard !meant.later else {
      return try split(record, event, aside, from: date, wanted, home, &draft)
    }
    guard !wanted.hasRepeat, !wanted.hasRepeats else {
      throw Refused(
        .invalid,
        "One date cannot come again by itself: change it and all later ones, or the event.")
    }
    guard !wanted.hasCountUp else {
      throw Refused(
        .invalid,
        "One date cannot count up by itself: change it and all later ones, or the event.")
    }
    var changed = EventDates.event(event, on: date)
    try apply(wanted, to: &changed, now: now)
    try EventDates.checkFree(changed.start.milliseconds, of: event, for: date)
    try draft.change(record, EventKinds.event) { body in
      body.changes = event.changes
      EventDates.change(date, to: changed, uid: uid, of: &body, now: now)
      EventDates.add(aside, to: &body)
      try EventTexts.check(body)
    }
    return record.id
  }

  /// Makes an event of a date and all later ones, which are changed.
  ///
  /// - Parameters:
  ///   - event: the record's, with its single dates at the start that it has now.
  ///   - aside: components of it that belong to another rest.
  private static func split(
    _ record: Record, _ event: EventSchema.Event, _ aside: String,
    from date: Occurrences.Occurrence,
    _ wanted: EventDraft, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> RecordID {
    let (uid, now) = (CalendarText.uid(event, of: record.item.description), draft.now.wall)
    var ended = event
    let isFirst = try !EventDates.remove(date, andLater: true, uid: uid, from: &ended)
    let name = isFirst ? uid : CalendarText.uid(Base32.encode(draft.randomBytes(16)))
    var rest = try EventDates.rest(of: event, from: date, uid: name)
    // Dates that were changed belong to the rule before.
    if wanted.hasRepeats { rest.changes = "" }
    if isFirst {
      // The rest is all of it.
      (rest.uid, rest.calendar) = (event.uid, event.calendar)
      try apply(wanted, to: &rest, now: now, movesDates: true)
      rest.changes = AttachedDates.attached(rest)
      EventDates.add(aside, to: &rest)
      try draft.change(record, EventKinds.event) { $0 = rest }
      return record.id
    }
    rest.calendar = EventRules.lines(EventSeries.lines(ofRest: event, uid: uid))
    rest.repeats = SplitSeries.unmarked(rest.repeats)
    let plain = rest
    try apply(wanted, to: &rest, now: now, movesDates: true)
    let origin = try SplitSeries.origin(of: rest, as: plain, from: (record, event), home)
    rest.repeats = SplitSeries.repeats(ofRest: rest.repeats, of: record.item, origin)
    rest.changes = AttachedDates.attached(rest)
    let made = try draft.make(EventKinds.event, in: record.room, writers: record.writers, rest)
    ended.repeats = SplitSeries.repeats(ended.repeats, naming: made)
    EventDates.add(aside, to: &ended)
    try draft.change(record, EventKinds.event) { $0 = ended }
    return made
  }
}

extension EventDates {
  /// Checks that a date does not move onto another one of its event: nobody could say which of the two is meant.
  ///
  /// - Throws: `Refused` with the time.
  static func checkFree(
    _ start: Int64, of event: EventSchema.Event, for date: Occurrences.Occurrence
  ) throws {
    let dates = Occurrences(event)
    guard start != date.start,
      dates.list(from: start, to: start, limit: 2).contains(where: { $0.original != date.original })
    else { return }
    let time = dates.calendar.text(start, isDay: event.allDay)
    throw Refused(
      .invalid,
      "\(event.name) is on \(time) already, and two of its dates cannot be at one time: choose another one, or delete one of the two."
    )
  }

  /// The moment to which an hour alone is counted when it is typed in a time zone; nil for an event without a start. Whole days are
  /// the days of their names in every zone.
  static func day(of event: EventSchema.Event, in zone: String) throws -> Int64? {
    guard event.start != EventTime() else { return nil }
    guard event.allDay, let its = try? EventCalendar(zone: event.start.zone) else {
      return event.start.milliseconds
    }
    return try EventCalendar(zone: zone).instant(wall: its.wall(of: event.start.milliseconds))
  }

  /// Has an event that takes whole days now, and did not before, begin with its day, where its rules have that date.
  static func beginWithDay(_ event: inout EventSchema.Event, _ before: EventSchema.Event) {
    guard event.allDay, !before.allDay, before.start != EventTime(), event.start == before.start,
      let calendar = try? EventCalendar(zone: event.start.zone)
    else { return }
    var moved = event
    let day = calendar.wallDay(of: event.start.milliseconds).number
    moved.start.milliseconds = calendar.instant(wall: day * 86_400)
    guard MovedStart(AttachedDates.settled(before), to: moved)?.isDate != false else { return }
    event = moved
  }
}
