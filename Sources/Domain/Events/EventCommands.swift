import Chat
import Feature
import Identifiers
import Schema

/// What people plan, change and delete (rows E-01 to E-62, specification section 18).
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
    guard wanted.hasDate else { throw EventProblem.undated }
    var event = Schema.Event()
    try apply(wanted, to: &event, now: draft.now.wall)
    return .record(try draft.make(EventKinds.event, in: room.id, event), in: room.id)
  }

  static func edit(
    _ request: EditEvent, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try ownEvent(request.event, in: request.room, home)
    let (wanted, now) = (request.change, draft.now.wall)
    try draft.change(event, EventKinds.event) { body in
      try apply(wanted, to: &body, now: now)
      try checkChange(wanted != .with { $0.zone = wanted.zone })
    }
    return .record(event.id, in: event.room)
  }

  /// Deletes what belongs to it and what our person keeps about it as well, so that its words are erased with it (row E-52).
  static func delete(
    _ request: DeleteEvent, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try ownEvent(request.event, in: request.room, home)
    draft.delete(event)
    return .record(event.id, in: event.room)
  }

  // MARK: What is meant

  /// A room by name or id; the personal one where none is named.
  static func room(_ name: String, _ home: any Snapshot) throws -> RoomSummary {
    let room = try home.room(name.isEmpty ? "personal" : name)
    guard room.kind != .table else {
      throw Refused(.notNow, "Events cannot be planned at a table: plan them in a room.")
    }
    return room
  }

  /// The event of a room with that name, whatever its case, or whose name or id begins so.
  static func event(_ text: String, in name: String, _ home: any Snapshot) throws -> Record {
    try home.find(text, [.event], in: [room(name, home).id])
  }

  /// The same, where what our account writes of it counts.
  static func ownEvent(_ text: String, in name: String, _ home: any Snapshot) throws -> Record {
    let event = try event(text, in: name, home)
    try home.checkMayChange(event)
    return event
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
  private static func apply(
    _ wanted: EventDraft, to event: inout Schema.Event, now: Int64
  ) throws {
    if wanted.hasName { event.name = try EventRules.name(wanted.name) }
    if wanted.hasUid { event.uid = try EventRules.uid(wanted.uid) }
    if wanted.hasNotes { event.notes = try EventRules.notes(wanted.notes) }
    if wanted.hasCalendar {
      event.calendar = try EventRules.calendar(wanted.calendar, of: CalendarText.event)
    }
    if wanted.hasDate {
      event.start = try time(wanted.date, wanted.zone, now: now)
      try EventRules.check(date: event.start.milliseconds, now: now)
    }
    if wanted.hasMinutes {
      guard (1...EventRules.mostMinutes).contains(wanted.minutes) else {
        throw Refused(
          .invalid,
          "An event lasts from 1 to \(EventRules.mostMinutes) minutes: choose a number in between.")
      }
      event.minutes = wanted.minutes
    }
    if wanted.hasRepeat {
      if case .UNRECOGNIZED = wanted.repeat {
        throw Refused(.invalid, "An event takes place once or yearly: choose one of the two.")
      }
      event.repeat = wanted.repeat
    }
    if wanted.hasCountUp { event.countUp = wanted.countUp }
  }

  /// A time as people type it.
  static func time(_ text: String, _ zone: String, now: Int64) throws -> EventTime {
    let calendar = try EventCalendar(zone: zone)
    let instant = try DateText.instant(text, calendar, now: now)
    guard instant < EventRules.latest else { throw EventProblem.tooFar }
    return .with {
      $0.milliseconds = instant
      $0.zone = zone
    }
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
    if !wanted.hasDate, let date = plan.date { wanted.date = date }
    if !wanted.hasNotes {
      let name = try home.person(record.author, in: record.room).name
      let room = try home.room(record.room)?.name ?? ""
      let notes = "\(name) in \(room): \(message)"
      wanted.notes = Text.clean(notes, limit: EventRules.notes, lines: true)
    }
  }
}
