import EventSchema
import Feature
import Identifiers
import Schema

/// Events that are there again after our person was told that they were deleted: back in their room, or in another one (row E-69).
///
/// A record beside the lost parts says which of the fields that our person wrote the event does not have any more, at the time at which
/// it came. What others change in it later is no loss. With it our person is told once that the event is back, and a second
/// deletion is told like the first one.
enum ReturnedEvents {
  /// The lost parts of an event that our person has not decided about, and the note that it is there again.
  ///
  /// - Returns: nil where our person has lost no part of it.
  static func known(
    of event: ItemID, _ home: any Snapshot
  ) throws -> (lost: Record, note: Record?)? {
    let all = try home.records(about: event).filter {
      $0.kind == .lostParts && $0.room == home.personalRoom && !$0.isDeleted
    }.map { (record: $0, parts: EventKinds.lostParts.decode($0.body)) }
    let lost = all.last { !$0.parts.isSingle && !$0.parts.isKeptStart && !$0.parts.isReturn }
    guard let lost else { return nil }
    return (lost.record, all.last { $0.parts.isReturn }?.record)
  }

  /// The events that are back in their rooms and of which our person was not told so: asked after a start and after rooms were
  /// rebuilt.
  static func open(_ home: any Snapshot) throws -> [Record] {
    let query = SortQuery([.lostParts], in: home.personalRoom, limit: LostPartsLists.most)
    return try home.records(query).compactMap { record in
      guard let item = record.about, let event = try home.record(of: item),
        EventKinds.lostParts.decode(record.body).room == event.room.data, try isNew(event, home)
      else { return nil }
      return event
    }
  }

  /// Whether an event is there again, and our person is to be told.
  static func isNew(_ event: Record, _ home: any Snapshot) throws -> Bool {
    guard event.kind == .event, !event.isDeleted, let known = try known(of: event.item, home)
    else { return false }
    let note = RecordID(by: home.me, named: nonce(of: known.lost.id, event))
    return try home.record(note, in: home.personalRoom) == nil
  }

  /// Notes that an event is there again, in place of what was noted of it before.
  static func tell(_ event: Record, _ home: any Snapshot, _ draft: inout Draft) throws {
    guard try isNew(event, home), let known = try known(of: event.item, home) else { return }
    if let old = known.note { draft.delete(old) }
    try tell(event, of: known.lost.id, EventKinds.lostParts.decode(known.lost.body), home, &draft)
  }

  /// Notes that an event is there again while its lost parts are being kept.
  static func tell(
    _ event: Record, of lost: RecordID, _ parts: LostParts, _ home: any Snapshot,
    _ draft: inout Draft
  ) throws {
    let now = draft.now.wall
    let note = LostParts.with {
      $0.start = parts.start
      $0.room = event.room.data
      $0.milliseconds = now
      $0.planner = event.author.data
      $0.written = missing(parts.written, in: EventKinds.event.decode(event.body))
    }
    try draft.make(
      EventKinds.lostParts, in: home.personalRoom, about: event.item,
      named: nonce(of: lost, event), note)
  }

  private static func nonce(of lost: RecordID, _ event: Record) -> DerivedNonce {
    DerivedNonce("returned event", lost, event.id)
  }

  /// The fields that our person wrote and that an event does not have as they were written.
  static func missing(
    _ written: EventSchema.Event, in event: EventSchema.Event
  ) -> EventSchema.Event {
    var missing = written
    for field in ReachedRests.fields where field.value(written) == field.value(event) {
      field.copy(EventSchema.Event(), &missing)
    }
    if written.start == event.start { missing.clearStart() }
    if written.repeats == SplitSeries.unmarked(event.repeats) { missing.repeats = "" }
    if written.changes == event.changes { missing.changes = "" }
    if written.calendar == event.calendar { missing.calendar = "" }
    return missing
  }
}

extension LostParts {
  /// Whether they are the note that an event with lost parts of our person is there again.
  var isReturn: Bool { deleter.isEmpty && !planner.isEmpty }
}
