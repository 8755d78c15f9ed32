import EventSchema
import Feature
import Identifiers
import Schema

/// The commands for things to do for an event: adding, changing and deleting them (rows E-43 to E-46).
enum ToDoCommands {
  static func add(
    _ request: MakeToDo, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try EventCommands.event(request.event, in: request.room, home)
    var wanted = request.toDo
    guard wanted.hasText else { throw EventProblem.nothingToDo }
    if !wanted.hasPlace { wanted.place = .max }
    let isKept = request.personal && event.room != home.personalRoom
    var toDo = ToDo()
    let places = try places(beside: nil, isKept: isKept, of: event, home)
    try ToDoFields(home, in: event.room, now: draft.now.wall)
      .apply(wanted, to: &toDo, among: places, isNew: true)
    try EventCommands.add(
      toDo, EventKinds.toDo, to: event, isPersonal: request.personal, home, &draft)
    return .record(event.id, in: event.room)
  }

  static func edit(
    _ request: EditToDo, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let (toDo, event) = try toDo(request.toDo, in: request.room, home)
    let places = try places(beside: toDo.id, isKept: toDo.about != nil, of: event, home)
    let (wanted, now) = (request.change, draft.now.wall)
    try draft.change(toDo, EventKinds.toDo, unseen: wanted.unseen) { body in
      try ToDoFields(home, in: event.room, now: now).apply(wanted, to: &body, among: places)
      try EventCommands.checkChange(wanted != .with { $0.zone = wanted.zone })
    }
    return .record(event.id, in: event.room)
  }

  static func delete(
    _ request: DeleteToDo, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let (toDo, event) = try toDo(request.toDo, in: request.room, home)
    draft.delete(toDo)
    return .record(event.id, in: event.room)
  }

  /// A thing to do of a room, or a kept one of an event in any room, and its event.
  private static func toDo(
    _ text: String, in name: String, _ home: any Snapshot
  ) throws -> (Record, event: Record) {
    let room = try EventCommands.room(name, home).id
    let rooms = room == home.personalRoom ? [room] : [room, home.personalRoom]
    let toDo = try home.find(text, [.toDo], in: rooms)
    guard let event = try EventParts.event(of: toDo, home) else {
      throw Refused(
        .notFound,
        "There is no single to-do that fits \(text) in that room.", .see("event show"))
    }
    try home.checkMayChange(toDo)
    return (toDo, event)
  }

  /// The places of what else is to be done for an event, in order: of what all members see, or of what is kept.
  private static func places(
    beside own: RecordID?, isKept: Bool, of event: Record, _ home: any Snapshot
  ) throws -> [Int64] {
    try EventParts.toDos(of: event, home)
      .filter { $0.record.id != own && $0.isPersonal == isKept }.map(\.toDo.place)
  }
}
