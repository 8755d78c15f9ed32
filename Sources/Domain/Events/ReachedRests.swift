import EventSchema
import Feature
import Schema

/// The rests of a series that a change of all of it reaches, where whoever changed it did not know that somebody else splits it
/// (row P-26).
///
/// The node of the person who made the change writes it into the rest once it learns of the split. A field that the rest has of its
/// own, or that somebody has changed in it since, is a conflict then; so is a date that both have changed. A rest that cannot be moved
/// with its series stays where it is, and that person is told (`KeptStarts`).
enum ReachedRests {
  /// The reaction to events that are parts of a series.
  static let reaction = Reaction(
    [.event], together: .event, to: concerns,
    open: { home in
      try home.recordsThatComeAgain([.event]).filter { SplitSeries.mayBePart($0.body) }
    },
    react: { change, home, draft in
      for (whole, rest) in try pairs(of: change.record, home) {
        guard let reached = try reached(rest, by: whole, home) else { continue }
        if reached.isKept {
          try KeptStarts.tell((rest.record, reached.event), of: whole, home, &draft)
        }
        guard reached.event != rest.event else { continue }
        try draft.change(rest.record, EventKinds.event, unseen: reached.unseen) {
          $0 = reached.event
          try EventTexts.check($0)
        }
      }
    })

  private static func concerns(_ change: RecordChange, _ home: any Snapshot) throws -> Bool {
    guard change.effect != .deleted, SplitSeries.mayBePart(change.record.body) else { return false }
    return try pairs(of: change.record, home).contains {
      try reached($0.rest, by: $0.whole, home) != nil
    }
  }

  /// Each pair of an event and its rest in which a part of a series is one of the two.
  private static func pairs(
    of record: Record, _ home: any Snapshot
  ) throws -> [(whole: SplitSeries.Part, rest: SplitSeries.Part)] {
    let event = EventKinds.event.decode(record.body)
    guard !record.isDeleted, SplitSeries.isPart(event.repeats) else { return [] }
    let part = (record: record, event: event)
    let above = try SplitSeries.wholes(of: event, home).map { (whole: $0, rest: part) }
    return try above + SplitSeries.rests(of: event, home).map { (whole: part, rest: $0) }
  }

  /// A rest as it is with what our person has changed of all of its series.
  private struct Reached {
    var event: EventSchema.Event
    /// The numbers of the fields that somebody else has written otherwise.
    var unseen: [UInt32] = []
    /// Whether it stays where it is although the series was moved, and our person was not told so far.
    var isKept = false
  }

  /// Finds what our person's changes of all of a series make of a rest.
  ///
  /// - Returns: nil where there is nothing to do.
  private static func reached(
    _ rest: SplitSeries.Part, by whole: SplitSeries.Part, _ home: any Snapshot
  ) throws -> Reached? {
    guard let origin = SplitSeries.origin(of: rest.event, from: whole.record.item),
      case let writes = try home.writesApart(in: whole.record, from: rest.record)
        .filter({ $0.author == home.me }),
      !writes.isEmpty, try home.mayChange(rest.record),
      try !SplitSeries.isSetAside(rest.record, home)
    else { return nil }
    var reached = Reached(event: rest.event)
    /// Whether a shown write of a field is there, and the rest has another one of its own.
    func isOwn(_ numbers: [UInt32]) -> Bool? {
      let found = writes.filter { $0.isShown && numbers.contains($0.field) }
      guard !found.isEmpty else { return nil }
      return !origin.own.isDisjoint(with: numbers) || found.contains { !$0.isOfMaking }
    }
    for field in fields {
      guard let isOwn = isOwn([field.number]),
        field.value(reached.event) != field.value(whole.event)
      else { continue }
      field.copy(whole.event, &reached.event)
      if isOwn { reached.unseen.append(field.number) }
    }
    let calendar = EventField.withPacked([EventField.calendar.rawValue])
    if let isOwn = isOwn(calendar) {
      reached.event.calendar = EventSeries.lines(ofRest: whole)
      if isOwn { reached.unseen += calendar }
    }
    if let isOwn = isOwn([EventField.start.rawValue, EventField.allDay.rawValue]),
      origin.isMoved(to: whole.event)
    {
      if isOwn, takeHour(of: whole.event, origin, &reached.event) {
        reached.unseen.append(EventField.start.rawValue)
      } else if isOwn || !move(&reached.event, with: whole.event, origin, now: home.now) {
        // It may have the new hour on a day that its own rules give it.
        reached.isKept = try !KeptStarts.isTold(rest, of: whole, home)
      }
    }
    let changes = EventField.withPacked([EventField.changes.rawValue])
    if writes.contains(where: { changes.contains($0.field) }),
      takeDates(of: whole.event, &reached.event)
    {
      reached.unseen += changes
    }
    return reached.event == rest.event && !reached.isKept ? nil : reached
  }

  // MARK: Fields

  /// A field that holds one thing.
  struct Field: Sendable {
    /// Its number.
    let number: UInt32
    /// Its value as a text.
    let value: @Sendable (EventSchema.Event) -> String
    /// Gives a rest the value of its series.
    let copy: @Sendable (_ whole: EventSchema.Event, _ rest: inout EventSchema.Event) -> Void
  }

  /// All of these but the ones that have rules of their own.
  static let fields: [Field] = [
    Field(number: EventField.name.rawValue, value: { $0.name }) { $1.name = $0.name },
    Field(number: EventField.minutes.rawValue, value: length) { whole, rest in
      guard whole.hasMinutes else { return rest.clearMinutes() }
      let days =
        whole.allDay
        ? CalendarReading.minutes(inDaysOf: Int64(whole.minutes), from: rest.start) : nil
      rest.minutes = days.map { UInt32(clamping: $0) } ?? whole.minutes
    },
    Field(number: EventField.notes.rawValue, value: { $0.notes }) { $1.notes = $0.notes },
    Field(number: 6, value: { "\($0.countUp)" }) { $1.countUp = $0.countUp },
    Field(number: EventField.place.rawValue, value: { $0.place }) { $1.place = $0.place },
    Field(number: EventField.url.rawValue, value: { $0.url }) { $1.url = $0.url },
    Field(number: EventField.status.rawValue, value: { "\($0.status.rawValue)" }) {
      $1.status = $0.status
    },
  ]

  /// The length of an event: days in which clocks are changed are as long as others.
  @Sendable private static func length(of event: EventSchema.Event) -> String {
    guard event.hasMinutes else { return "" }
    return event.allDay ? "\((event.minutes + 720) / 1_440) days" : "\(event.minutes)"
  }

  // MARK: Dates

  /// Moves a rest as its series was moved.
  ///
  /// - Returns: whether it is at a date of the series now; false where its rules do not have such a date.
  private static func move(
    _ event: inout EventSchema.Event, with whole: EventSchema.Event, _ origin: SplitSeries.Origin,
    now: Int64
  ) -> Bool {
    var before = event
    (before.start, before.allDay, before.changes) = (origin.start, origin.allDay, "")
    var after = before
    (after.start, after.allDay) = (whole.start, whole.allDay)
    var wanted = EventDraft()
    wanted.start = whole.start
    wanted.start.milliseconds =
      MovedStart(before, to: after)?.date(event.start.milliseconds)
      ?? origin.moved(event.start.milliseconds, to: whole)
    if whole.allDay != event.allDay { wanted.allDay = whole.allDay }
    var changed = event
    do {
      try EventCommands.apply(wanted, to: &changed, now: now, movesDates: true)
    } catch {
      return false
    }
    event = changed
    return Occurrences(whole).wouldHave(event.start.milliseconds)
  }

  /// Gives a rest with a start of its own the hour to which its series was moved on the same day.
  ///
  /// - Returns: whether it has that hour now; false where the series is on another day, or takes whole days.
  private static func takeHour(
    of whole: EventSchema.Event, _ origin: SplitSeries.Origin, _ event: inout EventSchema.Event
  ) -> Bool {
    let zone = origin.start.zone
    guard whole.start.zone == zone, event.start.zone == zone, !whole.allDay, !event.allDay,
      !origin.allDay, let calendar = try? EventCalendar(zone: zone)
    else { return false }
    let new = calendar.wallDay(of: whole.start.milliseconds)
    guard calendar.wallDay(of: origin.start.milliseconds).number == new.number else { return false }
    let day = calendar.wallDay(of: event.start.milliseconds).number
    event.start.milliseconds = calendar.instant(wall: day * 86_400 + new.second)
    return true
  }

  /// Gives a rest its dates as they were changed in the part before it, where it says otherwise of them.
  ///
  /// - Returns: whether there are any.
  private static func takeDates(
    of whole: EventSchema.Event, _ event: inout EventSchema.Event
  ) -> Bool {
    let dates = PartDates(event)
    let strays = SplitSeries.strays(of: whole).filter { dates.has($0.original) }
    guard !strays.isEmpty else { return false }
    let rest = event
    let settled = AttachedDates.settled(rest)
    var isChanged = false
    let texts = EventDates.components(of: settled).map { change -> String in
      guard let stray = strays.last(where: { $0.original == change.original }) else {
        return change.text
      }
      let uid = CalendarSource(component: change.text).lines.first { $0.name == "UID" }
      let text = EventDates.component(stray.text) {
        $0.replace(["UID"], with: [uid?.content].compactMap(\.self))
      }
      guard ChangedDates.meaning(text) != ChangedDates.meaning(change.text) else {
        return change.text
      }
      isChanged = true
      return text
    }
    guard isChanged else { return false }
    event.changes = texts.joined()
    event.changes = AttachedDates.attached(event)
    return true
  }
}
