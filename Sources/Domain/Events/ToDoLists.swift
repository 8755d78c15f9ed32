import EventSchema
import Feature
import Identifiers
import Schema

/// All that is to be done, in one list (row E-67).
enum ToDoLists {
  /// The most to-dos of one room that are read at once; older ones are left out.
  static let most = 20_000

  /// The to-dos of a room or of all rooms, also those of events.
  static func list(_ request: ListToDos, _ home: any Snapshot) throws -> ToDoViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    var views = try rooms.flatMap { try toDos(in: $0, home) }
    // By the date that people see.
    let shown = views.map(\.onItsDate)
    let order = views.indices.sorted { isBefore(shown[$0], shown[$1]) }
    views = order.map { views[$0] }
    return .with { $0.toDos = views }
  }

  private static func toDos(in room: RoomID, _ home: any Snapshot) throws -> [ToDoView] {
    // What is shown of an event is the same for all that is to be done for it.
    var events: [[RecordID?]: (event: Record, name: String)?] = [:]
    func event(of record: Record) throws -> (event: Record, name: String)? {
      let key = [record.parent, record.about]
      if events[key] == nil {
        let event = try EventParts.madeFor(record, home).map { ($0, name(of: $0)) }
        events[key] = .some(event)
      }
      guard let known = events[key] ?? nil else { return nil }
      let part = try SplitSeries.part(with: record, of: known.event, home)
      return part.id == known.event.id ? known : (part, name(of: part))
    }
    func name(of event: Record) -> String {
      Text.clean(EventKinds.event.carried(event.body).name, limit: EventRules.name)
    }
    return try home.records(of: [.toDo], in: room, limit: most).compactMap { record in
      if EventParts.isOwnToDo(record) { return try ShownToDos.view(ofOwn: record, home) }
      guard let event = try event(of: record) else { return nil }
      let body = EventKinds.toDo.decode(record.body)
      var view = try ShownToDos.view(of: record, body, in: event.event.room, home)
      (view.event, view.eventName) = (event.event.item.description, event.name)
      return view
    }
  }

  /// Whether one comes before another in a list: open ones first, then by date, priority and text.
  static func isBefore(_ one: ToDoView, _ other: ToDoView) -> Bool {
    func key(_ view: ToDoView) -> (Int, Int64, UInt32) {
      (
        view.isOpen ? 0 : 1, view.hasDue ? view.due.milliseconds : .max,
        view.priority == 0 ? .max : view.priority
      )
    }
    let (left, right) = (key(one), key(other))
    return left != right ? left < right : (one.text, one.id) < (other.text, other.id)
  }
}

extension ToDoView {
  /// Whether it is neither done nor cancelled.
  public var isOpen: Bool { !done && status != .cancelled }
}
