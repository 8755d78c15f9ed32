import Client
import Events
import Schema
import Terminal

/// Brings the events of a calendar file into a room, one after the other.
struct CalendarTaking {
  private let client: DaemonClient
  private let room: String
  private let now = SessionLoop.wall
  /// The ids of the room's events, by what they are called in calendars.
  private var known: [String: String] = [:]
  /// Events that are new.
  private(set) var made = 0
  /// Events that were known and say something else now.
  private(set) var changed = 0
  /// Events that were known as they are.
  private(set) var same = 0
  /// What the node did not take.
  private(set) var problems: [(line: Int, text: String)] = []

  init(_ client: DaemonClient, room: String) throws {
    (self.client, self.room) = (client, room)
    for event in try client.get(RoomCommand.path(room, "/events"), as: EventViews.self).events {
      known[CalendarText.uid(event)] = event.id
    }
  }

  /// Makes or changes one event; a refusal is one of the problems.
  mutating func take(_ event: CalendarFile.Event) throws {
    do {
      guard let id = known[event.uid] else { return try make(event) }
      let path = RoomCommand.path(room, "/events/\(id)")
      try change(client.get(path, as: EventView.self), to: event)
    } catch ClientFailure.refused(let refusal) {
      problems.append((event.line, "\"\(event.name)\": \(refusal.message.plain)"))
    }
  }

  private mutating func make(_ event: CalendarFile.Event) throws {
    var draft = EventDraft()
    draft.name = event.name
    draft.uid = event.uid
    draft.minutes = event.minutes
    draft.notes = event.notes
    draft.calendar = event.others
    if event.isYearly { draft.repeat = .yearly }
    set(start(of: event), of: &draft)
    let view = try client.perform(
      .with {
        $0.makeEvent.room = room
        $0.makeEvent.event = draft
      }
    ).event
    if !event.uid.isEmpty { known[event.uid] = view.id }
    for toDo in event.toDos { try add(toDo, to: view) }
    made += 1
  }

  /// When it is; for what comes every year and has been, when it comes next.
  private func start(of event: CalendarFile.Event) -> EventTime {
    guard event.isYearly, let calendar = try? EventCalendar(zone: event.start.zone) else {
      return event.start
    }
    var start = event.start
    start.milliseconds = calendar.next(start.milliseconds, .yearly, after: now)
    return start
  }

  private func set(_ time: EventTime, of draft: inout EventDraft) {
    draft.date = CalendarText.date(time.milliseconds)
    draft.zone = time.zone
  }

  private mutating func change(_ view: EventView, to event: CalendarFile.Event) throws {
    var draft = EventDraft()
    if event.name != view.name { draft.name = event.name }
    if event.notes != view.notes { draft.notes = event.notes }
    if event.minutes != view.minutes { draft.minutes = event.minutes }
    if event.others != view.calendar { draft.calendar = event.others }
    if event.isYearly != (view.repeat == .yearly) {
      draft.repeat = event.isYearly ? .yearly : .unspecified
    }
    let start = start(of: event)
    // Files know whole seconds.
    if start.milliseconds / 1_000 != EventCalendar.next(view, now: now) / 1_000 {
      set(start, of: &draft)
    }
    var isSame = draft == EventDraft()
    if !isSame {
      try client.perform(
        .with {
          $0.editEvent.room = view.room
          $0.editEvent.event = view.id
          $0.editEvent.change = draft
        })
    }
    for toDo in event.toDos {
      if let old = view.toDos.first(where: { CalendarText.uid($0) == toDo.uid }) {
        if try change(old, to: toDo, in: view) { isSame = false }
      } else {
        try add(toDo, to: view)
        isSame = false
      }
    }
    if isSame { same += 1 } else { changed += 1 }
  }

  private func add(_ toDo: CalendarFile.Line, to event: EventView) throws {
    var draft = ToDoDraft()
    draft.text = toDo.text
    draft.uid = toDo.uid
    draft.calendar = toDo.others
    if toDo.done { draft.done = true }
    if let due = toDo.due { set(due, of: &draft) }
    try client.perform(
      .with {
        $0.makeToDo.room = event.room
        $0.makeToDo.event = event.id
        $0.makeToDo.toDo = draft
      })
  }

  private func change(
    _ old: ToDoView, to toDo: CalendarFile.Line, in event: EventView
  ) throws -> Bool {
    var draft = ToDoDraft()
    if toDo.text != old.text { draft.text = toDo.text }
    if toDo.done != old.done { draft.done = toDo.done }
    if toDo.others != old.calendar { draft.calendar = toDo.others }
    let due = toDo.due.map { $0.milliseconds / 1_000 }
    if due != (old.hasDue ? old.due.milliseconds / 1_000 : nil) {
      if let due = toDo.due { set(due, of: &draft) } else { draft.due = "" }
    }
    guard draft != ToDoDraft() else { return false }
    try client.perform(
      .with {
        $0.editToDo.room = event.room
        $0.editToDo.toDo = old.id
        $0.editToDo.change = draft
      })
    return true
  }

  private func set(_ time: EventTime, of draft: inout ToDoDraft) {
    draft.due = CalendarText.date(time.milliseconds)
    draft.zone = time.zone
  }
}
