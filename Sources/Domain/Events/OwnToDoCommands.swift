import EventSchema
import Feature
import Identifiers
import Schema

/// The commands for things to do without an event: adding, changing and deleting them (row E-67).
enum OwnToDoCommands {
  static func add(
    _ request: MakeOwnToDo, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<ToDoView> {
    let room = try EventCommands.room(request.room, home)
    guard request.toDo.hasText else { throw EventProblem.nothingToDo }
    var toDo = ToDo()
    try ToDoFields(home, in: room.id, now: draft.now.wall)
      .apply(request.toDo, to: &toDo, isNew: true)
    return .record(try draft.make(EventKinds.toDo, in: room.id, toDo), in: room.id)
  }

  static func edit(
    _ request: EditToDo, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<ToDoView> {
    let record = try toDo(request.toDo, in: request.room, home)
    let (wanted, now) = (request.change, draft.now.wall)
    try EventCommands.checkChange(wanted != .with { $0.zone = wanted.zone })
    try draft.change(record, EventKinds.toDo, unseen: wanted.unseen) { body in
      try ToDoFields(home, in: record.room, now: now).apply(wanted, to: &body)
    }
    return .record(record.id, in: record.room)
  }

  static func delete(
    _ request: DeleteToDo, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<ToDoView> {
    let record = try toDo(request.toDo, in: request.room, home)
    draft.delete(record)
    return .record(record.id, in: record.room)
  }

  /// Something to do of a room that belongs to no event and that our account may change.
  private static func toDo(
    _ text: String, in name: String, _ home: any Snapshot
  ) throws -> Record {
    let record = try home.find(text, [.toDo], in: [EventCommands.room(name, home).id])
    guard EventParts.isOwnToDo(record) else {
      throw Refused(
        .invalid,
        "That to-do belongs to an event.", .see("event todo"))
    }
    try home.checkMayChange(record)
    return record
  }
}
