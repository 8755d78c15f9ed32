import EventSchema
import Feature
import Identifiers
import Schema

/// The things to do for a series that was split: each belongs to the part that has its date, and the others to the part for which they
/// were made (rows E-43 and E-63).
extension SplitSeries {
  /// The part of a series to which something to do belongs that was made for one of its parts.
  static func part(with toDo: Record, of event: Record, _ home: any Snapshot) throws -> Record {
    guard toDo.kind == .toDo, mayBePart(event.body) else { return event }
    let body = EventKinds.event.decode(event.body)
    let toDo = EventKinds.toDo.decode(toDo.body)
    guard body.repeats.contains(rest), let first = ToDoDates.first(of: toDo).map(EventRules.bounded)
    else { return event }
    let begun = try rests(of: body, home).filter { part in
      guard part.record.room == event.room else { return false }
      let start = EventRules.bounded(part.event.start)
      // Whole days are the days of their names in every zone.
      let due = day(of: first, in: toDo.allDay ? first.zone : start.zone)
      return due >= day(of: start, in: start.zone)
    }
    return begun.max { $0.event.start.milliseconds < $1.event.start.milliseconds }?.record ?? event
  }

  private static func day(of time: EventTime, in zone: String) -> Int64 {
    let calendar = (try? EventCalendar(zone: zone)) ?? .world
    return calendar.wallDay(of: time.milliseconds).number
  }

  /// The things to do for a part of a series, shared and personal ones.
  static func toDos(
    of event: Record, _ home: any Snapshot
  ) throws -> (shared: [Record], personal: [Record]) {
    let own = try EventParts.parts(.toDo, of: event, home)
    guard !event.isDeleted, mayBePart(event.body) else { return own }
    var (shared, personal): ([Record], [Record]) = ([], [])
    let wholes = try wholes(of: EventKinds.event.decode(event.body), home).map(\.record)
      .filter { $0.room == event.room }
    for part in [event] + wholes {
      func isOfEvent(_ toDo: Record) throws -> Bool {
        try self.part(with: toDo, of: part, home).item == event.item
      }
      let made = try part.item == event.item ? own : EventParts.parts(.toDo, of: part, home)
      shared += try made.shared.filter(isOfEvent)
      personal += try made.personal.filter(isOfEvent)
    }
    return (shared, personal)
  }

  /// Has the things to do that belong to deleted parts go with them, and those that belong to others stay with these.
  static func keepToDos(
    of deleted: [Record], _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    let gone = Set(deleted.map(\.item))
    for part in deleted where part.kind == .event && mayBePart(part.body) {
      let own = try EventParts.parts(.toDo, of: part, home)
      let known = Set((own.shared + own.personal).map(\.id))
      let shown = try toDos(of: part, home)
      for toDo in shown.shared + shown.personal where !known.contains(toDo.id) {
        if try home.mayChange(toDo) { draft.delete(toDo) }
      }
      for toDo in own.shared + own.personal {
        let other = try self.part(with: toDo, of: part, home)
        guard !gone.contains(other.item) else { continue }
        let item = toDo.author == home.me ? toDo.item : nil
        let body = EventKinds.toDo.decode(toDo.body)
        if toDo.about == nil {
          try draft.make(
            EventKinds.toDo, in: other.room, parent: other.id, writers: other.writers, as: item,
            body)
        } else {
          try draft.make(EventKinds.toDo, in: toDo.room, about: other.item, as: item, body)
        }
      }
    }
  }
}
