import Chat
import EventSchema
import Feature
import Identifiers
import Schema

/// The commands for events: planning, changing and deleting them (rows E-01 to E-62, specification section 18).
enum EventCommands {
  static func add(
    _ request: MakeEvent, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let room = try room(request.room, home)
    var wanted = request.event
    if !request.message.isEmpty {
      try take(message: request.message, into: &wanted, home, now: draft.now.wall)
    }
    guard wanted.hasName else { throw EventProblem.unnamed }
    guard wanted.hasDate || wanted.hasStart else { throw EventProblem.undated }
    var event = EventSchema.Event()
    try apply(wanted, to: &event, now: draft.now.wall)
    let id = try draft.make(EventKinds.event, in: room.id, event)
    guard request.brief else { return .record(id, in: room.id) }
    return .value(
      .with { ($0.id, $0.room, $0.uid) = (id.description, room.id.description, event.uid) })
  }

  static func edit(
    _ request: EditEvent, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try ownEvent(request.event, in: request.room, home)
    let (wanted, now) = (request.change, draft.now.wall)
    try checkChange(wanted != .with { $0.zone = wanted.zone })
    try SplitSeries.checkCounts(event, home)
    let parts = try request.series ? otherParts(of: event, home) : []
    guard !request.hasOn else {
      let (part, date) = try EventSeries.part(event, or: parts, on: request.on, home, now: now)
      if request.on.later {
        let later = EventSeries.later([event] + parts, than: part, date)
        try EventSeries.checkChange(wanted, of: [part] + later)
        for part in later {
          try draft.change(part, EventKinds.event) { body in
            try apply(wanted, to: &body, now: now)
          }
        }
      }
      let changed = try edit(part, on: date, request.on, wanted, home, &draft)
      return .record(changed, in: event.room)
    }
    try EventSeries.checkChange(wanted, of: [event] + parts)
    for part in parts {
      try draft.change(part, EventKinds.event) { body in try apply(wanted, to: &body, now: now) }
    }
    let unseen = EventField.withPacked(wanted.unseen)
    try draft.change(event, EventKinds.event, unseen: unseen) { body in
      // A calendar file says itself which dates are left out.
      try apply(wanted, to: &body, now: now, movesDates: wanted.hasDate)
    }
    return .record(event.id, in: event.room)
  }

  /// Deletes what belongs to it and what our person keeps about it as well, so that its words are erased with it (row E-52).
  static func delete(
    _ request: DeleteEvent, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try ownEvent(request.event, in: request.room, home)
    let parts = try request.series ? otherParts(of: event, home) : []
    guard !request.hasOn else {
      let (part, date) = try EventSeries.part(
        event, or: parts, on: request.on, home, now: draft.now.wall)
      let (joined, aside) = try SplitSeries.joined(
        EventKinds.event.decode(part.body), part.item, home)
      var body = AttachedDates.settled(joined)
      let uid = CalendarText.uid(body, of: part.item.description)
      var gone: [Record] = []
      if try EventDates.remove(date, andLater: request.on.later, uid: uid, from: &body) {
        EventDates.add(aside, to: &body)
        try EventTexts.check(body)
        try draft.change(part, EventKinds.event) { $0 = body }
      } else {
        gone.append(part)
      }
      if request.on.later { gone += EventSeries.later([event] + parts, than: part, date) }
      try delete(gone, home, &draft)
      return .record(part.id, in: part.room)
    }
    try delete(parts + [event], home, &draft)
    return .record(event.id, in: event.room)
  }

  /// Deletes parts of a series, and none of the others.
  private static func delete(
    _ parts: [Record], _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    try SplitSeries.keepDates(saidIn: parts, home, &draft)
    try SplitSeries.keepToDos(of: parts, home, &draft)
    for part in parts { draft.delete(part) }
  }

  // MARK: What is meant

  /// A room by name or id; the personal one where none is named.
  static func room(_ name: String, _ home: any Snapshot) throws -> RoomSummary {
    try home.room(
      name.isEmpty ? "personal" : name,
      noTable: "Events cannot be planned at a table: plan them in a room.")
  }

  /// The event of a room with that name, whatever its case, or whose name or id begins so.
  static func event(_ text: String, in name: String, _ home: any Snapshot) throws -> Record {
    try EventSeries.find(text, in: [room(name, home).id], home)
  }

  /// The same, where what our account writes of it counts.
  static func ownEvent(_ text: String, in name: String, _ home: any Snapshot) throws -> Record {
    let event = try event(text, in: name, home)
    try home.checkMayChange(event)
    return event
  }

  /// The other parts of an event's series, where what our account writes of all of them counts.
  private static func otherParts(of event: Record, _ home: any Snapshot) throws -> [Record] {
    let parts = try EventSeries.parts(of: event, home)
    for part in parts { try home.checkMayChange(part) }
    return parts
  }

  /// Adds a part to an event: shared with its room, or personal, about it.
  static func add<Body>(
    _ body: Body, _ kind: Kind<Body>, to event: Record, isPersonal: Bool, _ home: any Snapshot,
    _ draft: inout Draft
  ) throws {
    if isPersonal, event.room != home.personalRoom {
      try draft.make(kind, in: home.personalRoom, about: event.item, body)
    } else {
      try draft.make(kind, in: event.room, parent: event.id, writers: event.writers, body)
    }
  }

  /// Checks that a request names something to change.
  static func checkChange(_ isNamed: Bool) throws {
    guard isNamed else { throw Refused(.invalid, "No change was given: name what to change.") }
  }

  // MARK: What is written

  /// Writes what somebody wants an event to be into its body.
  ///
  /// - Parameter movesDates: whether changed dates move with the start.
  static func apply(
    _ wanted: EventDraft, to event: inout EventSchema.Event, now: Int64, movesDates: Bool = false
  ) throws {
    let before = event
    if wanted.hasName { event.name = try EventRules.name(wanted.name) }
    if wanted.hasUid { event.uid = try EventRules.uid(wanted.uid) }
    if wanted.hasNotes { event.notes = try EventRules.notes(wanted.notes) }
    try applyCalendar(wanted, to: &event)
    if wanted.hasDate {
      let old = try EventDates.day(of: before, in: wanted.zone)
      let isOfDays = wanted.hasAllDay ? wanted.allDay : event.allDay
      let typed = try time(wanted.date, wanted.zone, now: now, isOfDays: isOfDays, changing: old)
      event.start = typed.time
      // A day alone says nothing about hours.
      if typed.hasHour { event.allDay = false }
      guard !typed.hasHour || !wanted.allDay else {
        throw Refused(
          .invalid, "An all-day event has no hour: leave the hour of the date out.")
      }
    }
    if wanted.hasMinutes {
      guard wanted.minutes <= EventRules.mostMinutes else {
        throw Refused(
          .invalid,
          "An event lasts at most \(EventRules.mostMinutes) minutes: choose a smaller number.")
      }
      event.minutes = wanted.minutes
    }
    if wanted.hasAllDay {
      event.allDay = wanted.allDay
      EventDates.beginWithDay(&event, before)
    }
    let isMoved = event.start != before.start || event.allDay != before.allDay
    if wanted.hasRepeat {
      try apply(repetition: wanted.repeat, to: &event, now: now)
    } else if isMoved, !wanted.hasRepeats, !wanted.hasChanges {
      // Without a move of all dates, those that were changed stay as the file has them.
      event.changes = AttachedDates.settled(before).changes
      if movesDates, let moved = MovedStart(before, to: event) {
        try move(&event, moved, from: AttachedDates.settled(before))
      }
    }
    if before.start != EventTime(), isMoved || event.changes != before.changes {
      event.changes = AttachedDates.attached(event)
    }
    // The first date of a rule may be another day.
    try takeWholeDays(wanted, of: &event)
    // What comes again may have begun long ago.
    if wanted.hasDate, Occurrences(event).next(after: now) == nil {
      let start = event.start.milliseconds
      // Whole days have not passed before the first of them ends.
      let end = try event.allDay ? EventCalendar(zone: event.start.zone).dayAfter(start) : start
      try EventRules.check(date: end, now: now)
    }
    if wanted.hasCountUp { event.countUp = wanted.countUp }
    try EventTexts.check(event)
  }

  /// Moves the changed dates with the start.
  ///
  /// - Throws: `Refused` where the rules have no date at the new start: nobody could see which of the two is meant.
  private static func move(
    _ event: inout EventSchema.Event, _ moved: MovedStart, from before: EventSchema.Event
  ) throws {
    if event.start != before.start, !moved.isDate {
      let calendar = (try? EventCalendar(zone: event.start.zone)) ?? .world
      let repetition = RepeatText.text(before.repeats, start: before.start)
      throw Refused(
        .invalid,
        "\(event.name) comes \(repetition), and \(calendar.text(event.start.milliseconds)) is not one of these dates: choose one of them, or say with it how often it comes."
      )
    }
    event.repeats = try moved.lines(event.repeats)
    event.changes = EventRules.lines(moved.changes(EventDates.components(of: before)))
  }

  /// Writes what a calendar file says of an event, and what people say of its place and status.
  private static func applyCalendar(
    _ wanted: EventDraft, to event: inout EventSchema.Event
  ) throws {
    if wanted.hasCalendar { event.calendar = EventRules.lines(wanted.calendar) }
    if wanted.hasCategories { apply(categories: wanted.categories, to: &event) }
    try apply(answers: wanted.answers, to: &event)
    applyDates(wanted, to: &event)
    if wanted.hasZones { event.zones = EventRules.lines(wanted.zones) }
    if wanted.hasPlace { event.place = try EventRules.place(wanted.place, "The place") }
    if wanted.hasURL { event.url = try EventRules.place(wanted.url, "The web address") }
    if wanted.hasStatus {
      if case .UNRECOGNIZED = wanted.status {
        throw Refused(
          .invalid, "An event is tentative, confirmed, cancelled or none of these: choose one.")
      }
      event.status = wanted.status
    }
    if wanted.hasStart {
      guard (EventRules.earliest..<EventRules.latest).contains(wanted.start.milliseconds) else {
        throw EventProblem.tooFar
      }
      _ = try EventCalendar(zone: wanted.start.zone)
      event.start = wanted.start
    }
  }

  /// Writes what a calendar file says of the dates of an event. Dates that were deleted here are EXDATE lines of the file.
  private static func applyDates(_ wanted: EventDraft, to event: inout EventSchema.Event) {
    if wanted.hasChanges {
      let deleted =
        wanted.hasRepeats ? "" : AttachedDates.deletions(of: event, besides: wanted.changes)
      event.changes = EventRules.lines(wanted.changes) + deleted
    } else if wanted.hasRepeats, AttachedDates.isIn(event.changes) {
      event.changes = AttachedDates.withoutDeletions(AttachedDates.counted(event))
    }
    guard wanted.hasRepeats else { return }
    let repeats = SplitSeries.unmarked(EventRules.lines(wanted.repeats))
    event.repeats = repeats + SplitSeries.marks(event.repeats)
  }

  /// Notes the answers of people who are invited.
  ///
  /// - Throws: `Refused` for somebody who is not.
  private static func apply(answers: [String], to event: inout EventSchema.Event) throws {
    guard !answers.isEmpty else { return }
    var parts = CalendarSource(event.calendar).parts
    for text in answers {
      guard let answer = CalendarLine(text, number: 0) else { continue }
      let place = parts.firstIndex { part in
        part.depth == 0 && part.line?.name == "ATTENDEE"
          && part.line?.value.lowercased() == answer.value.lowercased()
      }
      guard let place, let line = parts[place].line else {
        let who = Text.clean(answer.value, limit: 80)
        throw Refused(
          .notFound, "\(who) is not invited to \(event.name), so nothing is noted: add them first.")
      }
      parts[place].content = CalendarReply.line(line, answeredBy: answer)
    }
    event.calendar = EventRules.lines(parts.map { $0.content + "\n" }.joined())
  }

  /// Writes what an event belongs to where a calendar file would have it.
  private static func apply(categories typed: String, to event: inout EventSchema.Event) {
    let names = typed.split(separator: ",").map { EventRules.cut(String($0), EventRules.place) }
      .filter { !$0.isEmpty }
    var source = CalendarSource(event.calendar)
    let line = "CATEGORIES:" + names.map(CalendarText.escaped).joined(separator: ",")
    source.replace(["CATEGORIES"], with: names.isEmpty ? [] : [line])
    event.calendar = EventRules.lines(source.parts.map { $0.content + "\n" }.joined())
  }

  /// Writes how often an event comes, as people type it; dates that were left out or changed belong to the rule before.
  private static func apply(
    repetition text: String, to event: inout EventSchema.Event, now: Int64
  ) throws {
    let calendar = (try? EventCalendar(zone: event.start.zone)) ?? .world
    let rule = try RepeatText.rule(text, calendar, now: max(now, event.start.milliseconds))
    event.repeats = (rule.map { "RRULE:\($0.text)\n" } ?? "") + SplitSeries.marks(event.repeats)
    event.changes = ""
    guard let rule else { return }
    // The first date is one of the rule.
    let wall = calendar.wall(of: event.start.milliseconds)
    var dates = RepeatDates(rule, start: wall, from: wall, until: rule.until(in: calendar))
    guard let first = dates.next() else {
      throw EventProblem.badRepetition("No date fits this repetition")
    }
    if first != wall { event.start.milliseconds = calendar.instant(wall: first) }
  }

  /// A time as people type it, and whether they named an hour.
  ///
  /// - Parameters:
  ///   - isOfDays: whether a day without an hour is meant as a whole.
  ///   - old: the time that it replaces, whose day is meant by an hour alone; nil for a new one.
  static func time(
    _ text: String, _ zone: String, now: Int64, isOfDays: Bool, changing old: Int64?
  ) throws -> (time: EventTime, hasHour: Bool) {
    let calendar = try EventCalendar(zone: zone)
    let typed = try DateText.read(text, calendar, now: now, isOfDays: isOfDays, changing: old)
    guard typed.instant < EventRules.latest else { throw EventProblem.tooFar }
    return (.with { ($0.milliseconds, $0.zone) = (typed.instant, zone) }, typed.hasHour)
  }

  /// Has an event of whole days last as many hours as these days have: one in which clocks are changed has 23 or 25.
  private static func takeWholeDays(
    _ wanted: EventDraft, of event: inout EventSchema.Event
  ) throws {
    guard event.allDay,
      wanted.hasMinutes || wanted.hasDate || wanted.hasAllDay || wanted.hasRepeat
    else { return }
    let minutes = Int64(event.minutes)
    var days = max(1, (minutes + 720) / 1_440)
    if wanted.hasAllDay, !wanted.hasMinutes {
      days = max(1, (minutes + 1_439 - 60) / 1_440)
    } else if minutes == 0 {
      return
    } else if abs(minutes - days * 1_440) > 60 {
      // A file may say so.
      guard !wanted.hasMinutes || wanted.hasCalendar || wanted.hasStart else {
        throw Refused(
          .invalid,
          "An all-day event lasts 1440 minutes or a multiple of that, not \(minutes).")
      }
      return
    }
    event.minutes = UInt32(
      clamping: CalendarReading.minutes(of: days, from: event.start))
  }

  /// Fills in what a chat message says of an event that is made out of it (row E-62).
  private static func take(
    message text: String, into wanted: inout EventDraft, _ home: any Snapshot, now: Int64
  ) throws {
    let record = try home.find(text, [.chatMessage], in: home.rooms())
    let message = Text.clean(
      Messages.kind.decode(record.body).text, limit: ChatRules.limit, lines: true)
    let plan = MessagePlan(message, try EventCalendar(zone: wanted.zone), now: now)
    if !wanted.hasName { wanted.name = plan.name }
    if !wanted.hasDate, let other = plan.other {
      throw EventProblem.severalTimes(Text.clean(other, limit: 60))
    }
    if !wanted.hasDate, let date = plan.date { wanted.date = date }
    if !wanted.hasNotes {
      let name = try home.person(record.author, in: record.room).name
      let room = try home.room(record.room)?.name ?? ""
      let notes = "\(name) in \(room): \(message)"
      wanted.notes = Text.clean(notes, limit: EventRules.notes, lines: true)
    }
  }
}
