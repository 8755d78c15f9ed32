import Feature
import Identifiers
import Schema

/// What is to be done for an event as people see it.
enum ToDoViews {
  /// In the order of the places, what our person keeps to itself last.
  static func toDos(of event: Record, _ home: any Snapshot) throws -> [ToDoView] {
    try EventParts.toDos(of: event, home).map { try view(of: $0, in: event.room, home) }
  }

  /// - Parameter room: the room of the event, in which people are called what they are called.
  private static func view(
    of placed: EventParts.PlacedToDo, in room: RoomID, _ home: any Snapshot
  ) throws -> ToDoView {
    let (record, toDo) = (placed.record, placed.toDo)
    var view = ToDoView()
    view.id = record.item.description
    view.text = Text.clean(toDo.text, limit: EventRules.toDo)
    view.done = toDo.done
    view.personal = record.room == home.personalRoom
    view.uid = Text.clean(toDo.uid, limit: EventRules.uid)
    let sieve = CalendarSieve(toDo.calendar, of: CalendarText.toDo, keepsAll: view.personal)
    if sieve.kept.utf8.count <= EventRules.calendar { view.calendar = sieve.kept }
    view.leftOut = sieve.leftOut
    view.zones = CalendarKept.zones(toDo.zones)
    if toDo.hasDue { view.due = EventRules.bounded(toDo.due) }
    if let assignee = Author(toDo.assignee) {
      view.assignee = assignee.description
      view.assigneeName = try home.person(assignee, in: room).name
    }
    view.author = record.author.description
    view.authorName = try home.person(record.author, in: room).name
    return view
  }
}
