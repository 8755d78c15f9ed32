import Feature
import Foundation
import Identifiers
import Schema

/// The records that an event is made of, and which of them count.
public enum EventParts {
  /// Lines in one room that are looked at; older ones are left out.
  private static let mostLines = 20_000

  // MARK: The event of a part

  /// The event with which a record is shown: itself, the one that it belongs to, or the visible one that it names.
  ///
  /// - Returns: nil where that is not known any more.
  static func event(of record: Record, _ home: any Snapshot) throws -> Record? {
    if record.isEvent { return record }
    if record.isBudgetLine || record.isKeptToDo { return try event(namedBy: record, home) }
    guard let parent = record.parent, let event = try home.record(parent, in: record.room),
      event.isEvent
    else { return nil }
    return event
  }

  /// The visible event that a line of a budget or a kept to-do names, in whatever room of ours it is.
  private static func event(namedBy part: Record, _ home: any Snapshot) throws -> Record? {
    let named =
      part.isKeptToDo
      ? EventKinds.keptToDo.decode(part.body).event : EventKinds.budgetLine.decode(part.body).event
    guard let id = RecordID(named) else { return nil }
    for room in try home.rooms() {
      guard let event = try home.record(id, in: room), event.isEvent, !event.isDeleted else {
        continue
      }
      return event
    }
    return nil
  }

  /// What others add to an event that only its maker may change is no part of it.
  private static func counts(_ part: Record, of event: Record) -> Bool {
    !event.isReadOnly || part.author == event.author
  }

  // MARK: The parts of an event

  /// Something to do, where it stands in its list.
  struct PlacedToDo {
    let record: Record
    let toDo: ToDo
  }

  /// What is to be done for an event: what all members see in the order of the places, then what our person keeps to itself.
  static func toDos(of event: Record, _ home: any Snapshot) throws -> [PlacedToDo] {
    let shared = try home.children(of: event.id, in: event.room)
      .filter { $0.isToDo && counts($0, of: event) }
    let kept = event.isDeleted ? [] : try keptToDos(of: event.id, home)
    return inOrder(shared) + inOrder(kept)
  }

  private static func inOrder(_ records: [Record]) -> [PlacedToDo] {
    records.map { PlacedToDo(record: $0, toDo: EventKinds.toDo.decode($0.body)) }
      .sorted {
        ($0.toDo.place, $0.record.order, $0.record.id)
          < ($1.toDo.place, $1.record.order, $1.record.id)
      }
  }

  /// What our person keeps to itself of what is to be done for an event in any room, the newest first.
  public static func keptToDos(of event: RecordID, _ home: any Snapshot) throws -> [Record] {
    try home.records(of: [.keptToDo], in: home.personalRoom, limit: ShownEvents.mostEvents)
      .reversed().filter { EventKinds.keptToDo.decode($0.body).event == event.data }
  }

  /// The lines of an event in the order in which they were made: those that its room sees, then the personal ones.
  public static func budgetLines(of event: Record, _ home: any Snapshot) throws -> [Record] {
    try sharedLines(of: event, home) + personalLines(of: event, home)
  }

  /// The lines in an event's room that name it and count.
  static func sharedLines(of event: Record, _ home: any Snapshot) throws -> [Record] {
    let kind = EventKinds.budgetLine(of: event).erased.number
    return try lines(naming: event.id, kind, in: event.room, home)
      .filter { counts($0, of: event) }
  }

  /// The lines of an event that only our person sees, where others see the event.
  static func personalLines(of event: Record, _ home: any Snapshot) throws -> [Record] {
    guard event.room != home.personalRoom else { return [] }
    return try lines(naming: event.id, .budgetLine, in: home.personalRoom, home)
  }

  private static func lines(
    naming event: RecordID, _ kind: RecordKind, in room: RoomID, _ home: any Snapshot
  ) throws -> [Record] {
    try home.records(of: [kind], in: room, limit: mostLines)
      .filter { EventKinds.budgetLine.decode($0.body).event == event.data }
  }

  /// The pictures that an event was given, the one that counts last.
  static func pictures(of event: Record, _ home: any Snapshot) throws -> [Record] {
    let isLobby = try home.room(event.room)?.kind == .lobby
    return try home.children(of: event.id, in: event.room)
      .filter { isPicture($0, of: event, inLobby: isLobby) }
  }

  /// In the lobby, where anybody may write, only whoever made an event gives it a picture.
  static func isPicture(_ picture: Record, of event: Record, inLobby isLobby: Bool) -> Bool {
    picture.isPicture && counts(picture, of: event)
      && (!isLobby || picture.author == event.author)
  }

  // MARK: Copies

  /// The body of a record; what calendars call an event or a thing to do by its id is kept when it gets another one (row E-16).
  public static func bodyWithUID(_ record: Record) -> Data {
    // A body that is no message has no title.
    guard EventKinds.all.first(where: { record.isOf($0.number) })?.title(record.body) != nil
    else { return record.body }
    if record.isEvent {
      var event = EventKinds.event.decode(record.body)
      guard event.uid.isEmpty else { return record.body }
      event.uid = CalendarText.uid(record.id.description)
      return (try? event.serializedData()) ?? record.body
    }
    return (try? toDoWithUID(record)?.serializedData()) ?? record.body
  }

  /// A thing to do with what calendars call it; nil for any other record.
  public static func toDoWithUID(_ record: Record) -> ToDo? {
    guard record.isToDo || record.isKeptToDo else { return nil }
    var toDo = EventKinds.toDo.decode(record.body)
    if toDo.uid.isEmpty { toDo.uid = CalendarText.uid(record.id.description) }
    return toDo
  }
}
