import EventSchema
import Feature
import Identifiers
import Schema

/// The things to do as people see them, for an event or for themselves.
enum ShownToDos {
  /// The number of the field `completed` of a to-do.
  private static let completed: UInt32 = 11

  /// In the order of the places, what our person keeps to itself last.
  static func toDos(of event: Record, _ home: any Snapshot) throws -> [ToDoView] {
    let body = EventKinds.event.carried(event.body)
    let name = Text.clean(body.name, limit: EventRules.name)
    return try EventParts.toDos(of: event, home).map { placed in
      var view = try view(of: placed.record, placed.toDo, in: event.room, home)
      view.event = event.item.description
      view.eventName = name
      return view
    }
  }

  /// Something to do that belongs to no event, visible or deleted.
  static func view(ofOwn record: Record, _ home: any Snapshot) throws -> ToDoView {
    try view(of: record, EventKinds.toDo.decode(record.body), in: record.room, home)
  }

  /// - Parameter room: the room of its event, or its own, in which people are called what they are called.
  static func view(
    of record: Record, _ toDo: ToDo, in room: RoomID, _ home: any Snapshot
  ) throws -> ToDoView {
    let maker = try home.person(record.author, in: room)
    var view = ToDoView()
    view.id = record.item.description
    view.room = record.room.description
    view.roomName = try home.room(record.room)?.name ?? ""
    view.text = Text.clean(toDo.text, limit: EventRules.toDo)
    view.notes = Text.clean(toDo.notes, limit: EventRules.notes, lines: true)
    view.done = toDo.done
    view.status = toDo.status
    view.priority = min(toDo.priority, ToDoFields.leastPriority)
    view.percent = min(toDo.percent, 100)
    if toDo.hasCompleted {
      view.completed = EventCalendar.reached(toDo.completed)
      if let who = try home.writer(of: completed, in: record) {
        view.completedBy = who.description
        view.completedByName = try home.person(who, in: room).name
      }
    }
    view.personal = record.room == home.personalRoom
    view.allDay = toDo.allDay
    if toDo.hasStart { view.start = EventRules.bounded(toDo.start) }
    if toDo.hasDue { view.due = EventRules.bounded(toDo.due) }
    addCalendar(toDo, to: &view)
    if let assignee = Author(toDo.assignee) {
      view.assignee = assignee.description
      view.assigneeName = try home.person(assignee, in: room).name
    }
    view.author = record.author.description
    view.authorName = maker.name
    view.own = record.author == home.me
    view.paired = maker.isPaired
    view.added = maker.isAdded
    view.nameIsTaken = maker.nameIsTaken
    view.readOnly = record.isReadOnly
    view.deleted = record.isDeleted
    view.sequence =
      record.changed > record.order ? UInt32(clamping: record.changed - record.order) : 0
    return view
  }

  /// Adds what a calendar file says of it, and how it comes again.
  private static func addCalendar(_ toDo: ToDo, to view: inout ToDoView) {
    view.uid = Text.clean(toDo.uid, limit: EventRules.uid)
    let sieve = CalendarSieve(toDo.calendar, of: CalendarText.toDo, keepsAll: view.personal)
    if sieve.kept.utf8.count <= EventRules.file { view.calendar = sieve.kept }
    view.leftOut = sieve.leftOut
    view.zones = CalendarKept.zones(toDo.zones)
    view.repeats =
      toDo.repeats.isEmpty ? "" : CalendarKept.repeats(toDo.repeats, keepsAll: view.personal)
    view.repetition = RepeatText.text(
      view.repeats, start: view.hasStart ? view.start : view.hasDue ? view.due : nil)
    view.changes = CalendarKept.changes(
      AttachedDates.plain(toDo.changes), of: CalendarText.toDo, uid: CalendarText.uid(view),
      keepsAll: view.personal)
    let next = view.onItsDate
    if next != view {
      view.thisTime = .with {
        $0.text = next.text
        $0.notes = next.notes
        if next.hasDue { $0.due = next.due }
        $0.allDay = next.allDay
        $0.status = next.status
        $0.priority = next.priority
        $0.percent = next.percent
      }
    }
  }
}
