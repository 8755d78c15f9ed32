import EventSchema
import Feature
import Identifiers
import Schema

/// The records that an event is made of: those that belong to it, and those that our person keeps about it.
public enum EventParts {
  /// The record with which one is shown: its event, the lost parts that it belongs to, or itself where it stands alone.
  static func root(of record: Record, _ home: any Snapshot) throws -> Record? {
    if record.kind == .lostParts || isOwnToDo(record) { return record }
    if let parent = try record.parent.flatMap({ try home.record($0, in: record.room) }),
      parent.kind == .lostParts
    {
      return parent
    }
    return try event(of: record, home)
  }

  /// Whether a record is something to do that belongs to no event and is about none (row E-67).
  static func isOwnToDo(_ record: Record) -> Bool {
    record.kind == .toDo && record.parent == nil && record.about == nil
  }

  /// The event with which a record is shown: itself, the one that it belongs to, or the one that it is about; of a series that was
  /// split, the part that has its date.
  ///
  /// - Returns: nil where that is no longer known.
  static func event(of record: Record, _ home: any Snapshot) throws -> Record? {
    if record.kind == .event { return record }
    return try madeFor(record, home).map { try SplitSeries.part(with: record, of: $0, home) }
  }

  /// The event of a record that is not an event itself.
  static func madeFor(_ record: Record, _ home: any Snapshot) throws -> Record? {
    let event =
      if let parent = record.parent {
        try home.record(parent, in: record.room)
      } else {
        try record.about.flatMap { try home.record(of: $0) }
      }
    return event?.kind == .event ? event : nil
  }

  /// Returns the shared records of an event and those that our person keeps about it, of one kind, each in the order in which it
  /// was made.
  static func parts(
    _ kind: RecordKind, of event: Record, _ home: any Snapshot
  ) throws -> (shared: [Record], personal: [Record]) {
    let shared = try home.children(of: event.id, in: event.room).filter { $0.kind == kind }
    guard !event.isDeleted else { return (shared, []) }
    let personal = try home.records(about: event.item).filter {
      $0.kind == kind && $0.room == home.personalRoom
    }
    return (shared, personal)
  }

  /// Something to do, where it stands in its list.
  struct PlacedToDo {
    let record: Record
    let toDo: ToDo
    /// Whether our person keeps it to itself.
    let isPersonal: Bool
  }

  /// Returns the things to do for an event: those that all members see, in the order of the places, then those that our person
  /// keeps to itself.
  static func toDos(of event: Record, _ home: any Snapshot) throws -> [PlacedToDo] {
    let (shared, personal) = try SplitSeries.toDos(of: event, home)
    return inOrder(shared, isPersonal: false) + inOrder(personal, isPersonal: true)
  }

  private static func inOrder(_ records: [Record], isPersonal: Bool) -> [PlacedToDo] {
    records.map {
      PlacedToDo(record: $0, toDo: EventKinds.toDo.decode($0.body), isPersonal: isPersonal)
    }
    .sorted {
      ($0.toDo.place, $0.record.order, $0.record.id)
        < ($1.toDo.place, $1.record.order, $1.record.id)
    }
  }

  /// The picture of an event that counts: the last one that its room sees, or else the last one that our person keeps.
  static func picture(of event: Record, _ home: any Snapshot) throws -> Record? {
    let (shared, personal) = try parts(.eventPicture, of: event, home)
    return shared.last ?? personal.last
  }
}
