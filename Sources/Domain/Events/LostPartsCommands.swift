import Feature
import Identifiers
import Schema

/// The parts that our person wrote of an event that somebody else deleted: they are kept apart until our person decides (row E-69).
///
/// Deleting wins, so the event is gone for everybody. The parts are put into the personal room under a record of their own,
/// where nobody else sees them.
enum LostPartsCommands {
  /// Keeps our person's parts of an event that somebody else deleted.
  static func react(
    to change: RecordChange, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    guard change.effect == .deleted, change.by != home.me, change.record.kind == .event else {
      return
    }
    // The bytes of a picture are those of its room, so pictures go with the event.
    let parts = change.lost.filter {
      [.toDo, .budgetLine].contains($0.kind) && !$0.isDeleted && !$0.body.isEmpty
    }
    guard
      try !parts.isEmpty || !change.written.isEmpty || change.record.author == home.me
        || !LostPartsLists.personal(change.record.item, home).isEmpty
    else { return }
    let event = EventKinds.event.decode(change.record.body)
    guard !event.name.isEmpty else { return }
    let now = draft.now.wall
    let lost = LostParts.with {
      $0.name = event.name
      $0.start = event.start
      if event.hasMinutes { $0.minutes = event.minutes }
      $0.deleter = change.by.data
      $0.room = change.record.room.data
      $0.milliseconds = now
      $0.planner = change.record.author.data
      $0.written = written(change)
    }
    let id = try draft.make(
      EventKinds.lostParts, in: home.personalRoom, about: change.record.item,
      named: DerivedNonce("lost parts", change.record.id), lost)
    for part in parts {
      try copy(part, to: id, &draft, DerivedNonce("lost part", change.record.id, part.id))
    }
  }

  /// The fields that our person wrote, with what they need to be right.
  private static func written(_ change: RecordChange) -> Schema.Event {
    var written = EventKinds.event.decode(change.written)
    let event = EventKinds.event.decode(change.record.body)
    // The calendars' name of the event stays with it: there may be another one of it in another room.
    written.uid = ""
    written.allDay = event.allDay
    if !written.repeats.isEmpty || !written.changes.isEmpty { written.zones = event.zones }
    return written
  }

  /// Plans a personal event with the parts.
  static func keep(
    _ request: KeepLostParts, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let record = try find(request.lost, home)
    let lost = EventKinds.lostParts.decode(record.body)
    var event = lost.written
    event.name = EventRules.cut(lost.name, EventRules.name)
    if event.name.isEmpty { event.name = EventRules.untitled }
    event.start = EventRules.bounded(lost.start)
    if lost.hasMinutes { event.minutes = lost.minutes }
    let id = try draft.make(EventKinds.event, in: record.room, event)
    for part in try home.children(of: record.id, in: record.room) {
      try copy(part, to: id, &draft, nil)
    }
    for part in try LostPartsLists.personal(of: record, home) {
      try copy(part, to: id, &draft, nil)
      draft.delete(part)
    }
    draft.delete(record)
    return .record(id, in: record.room)
  }

  /// Deletes the parts.
  static func drop(
    _ request: DropLostParts, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LostPartsView> {
    let record = try find(request.lost, home)
    for part in try LostPartsLists.personal(of: record, home) { draft.delete(part) }
    draft.delete(record)
    return .record(record.id, in: record.room)
  }

  private static func find(_ text: String, _ home: any Snapshot) throws -> Record {
    try home.find(text, [.lostParts], in: [home.personalRoom])
  }

  /// Makes a part again in the personal room.
  private static func copy(
    _ part: Record, to parent: RecordID, _ draft: inout Draft, _ nonce: DerivedNonce?
  ) throws {
    let room = RoomID(personal: draft.me)
    func make<Body>(_ kind: Kind<Body>) throws {
      try draft.make(kind, in: room, parent: parent, named: nonce, kind.decode(part.body))
    }
    switch part.kind {
    case .toDo: try make(EventKinds.toDo)
    case .budgetLine: try make(EventKinds.budgetLine)
    default: break
    }
  }
}
