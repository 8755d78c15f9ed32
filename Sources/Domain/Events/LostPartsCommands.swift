import EventSchema
import Feature
import Identifiers
import Schema

/// The parts that our person wrote of an event that somebody else deleted: they are kept apart until our person decides (row E-69).
///
/// Deleting wins, so the event is gone for everybody. The parts are put into the personal room under a record of their own,
/// where nobody else sees them. The same is done with one to-do or cost that was deleted alone, where its deleter had not seen
/// what our person wrote of it.
enum LostPartsCommands {
  /// Whether something that our person has written is deleted by somebody else, or such a thing is there again.
  static func concerns(_ change: RecordChange, _ home: any Snapshot) throws -> Bool {
    guard change.by != home.me else { return false }
    switch change.effect {
    case .changed: return false
    case .made: return try ReturnedEvents.isNew(change.record, home)
    case .deleted: return try isLoss(change, home)
    }
  }

  private static func isLoss(_ change: RecordChange, _ home: any Snapshot) throws -> Bool {
    guard change.record.kind == .event else { return change.isUnseen }
    return try !parts(of: change).isEmpty || !change.written.isEmpty
      || change.record.author == home.me
      || !LostPartsLists.personal(change.record.item, home).isEmpty
      || ReturnedEvents.known(of: change.record.item, home)?.note != nil
  }

  /// Our person's to-dos and costs of a deleted event. The bytes of a picture are those of its room, so pictures go with the event.
  private static func parts(of change: RecordChange) -> [Record] {
    change.lost.filter {
      [.toDo, .budgetLine].contains($0.kind) && !$0.isDeleted && !$0.body.isEmpty
    }
  }

  /// Keeps our person's parts of what somebody else deleted, and notes that it is there again.
  static func react(
    to change: RecordChange, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    // What was noted after a start may be by our person, on another machine.
    guard change.effect == .deleted else {
      return try ReturnedEvents.tell(change.record, home, &draft)
    }
    guard try concerns(change, home) else { return }
    guard change.record.kind == .event else { return try keepSingle(change, home, &draft) }
    let event = EventKinds.event.decode(change.record.body)
    guard !event.name.isEmpty else { return }
    let lost = lost(change, event, now: draft.now.wall)
    let id = try keep(lost, change.record, home, &draft)
    for part in parts(of: change) {
      try copy(part, to: id, &draft, DerivedNonce("lost part", change.record.id, part.id))
    }
    if let elsewhere = try home.record(of: change.record.item), elsewhere.kind == .event {
      try ReturnedEvents.tell(elsewhere, of: id, lost, home, &draft)
    }
  }

  /// The parts of a deleted event that are of the event itself.
  private static func lost(
    _ change: RecordChange, _ event: EventSchema.Event, now: Int64
  ) -> LostParts {
    LostParts.with {
      $0.name = event.name
      $0.start = event.start
      if event.hasMinutes { $0.minutes = event.minutes }
      $0.deleter = change.by.data
      $0.room = change.record.room.data
      $0.milliseconds = now
      $0.planner = change.record.author.data
      $0.written = written(change)
    }
  }

  /// Keeps the parts of a deleted event in a record of their own. Of an event that was there again after our person had lost parts of
  /// it, these are kept with what is lost now.
  ///
  /// - Returns: the record.
  private static func keep(
    _ lost: LostParts, _ event: Record, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> RecordID {
    guard let known = try ReturnedEvents.known(of: event.item, home), let note = known.note else {
      return try draft.make(
        EventKinds.lostParts, in: home.personalRoom, about: event.item,
        named: DerivedNonce("lost parts", event.id), lost)
    }
    let before = EventKinds.lostParts.decode(known.lost.body)
    let written = try merged(before.written, with: lost.written)
    // It may have been taken to the room that the note names, before it was deleted in this one.
    let elsewhere = try home.record(of: event.item)
    if let elsewhere, EventKinds.lostParts.decode(note.body).room == elsewhere.room.data {
      guard written != before.written else { return known.lost.id }
      try draft.change(known.lost, EventKinds.lostParts) {
        $0 = lost
        $0.written = written
      }
      try draft.change(note, EventKinds.lostParts) {
        $0.written = ReturnedEvents.missing(written, in: EventKinds.event.decode(elsewhere.body))
      }
      return known.lost.id
    }
    draft.delete(note)
    try draft.change(known.lost, EventKinds.lostParts) {
      $0 = lost
      $0.written = written
    }
    return known.lost.id
  }

  /// The fields of an event that our person wrote in two records of it; the later ones count.
  private static func merged(
    _ one: EventSchema.Event, with later: EventSchema.Event
  ) throws -> EventSchema.Event {
    var merged = try EventSchema.Event(
      serializedBytes: one.serializedData() + later.serializedData())
    merged.allDay = later.allDay
    return merged
  }

  /// Keeps a to-do or a cost that was deleted alone. One that went with its event is among the parts of that.
  private static func keepSingle(
    _ change: RecordChange, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    let part = change.record
    let event = try part.parent.flatMap { try home.record($0, in: part.room) }
    guard event?.isDeleted != true else { return }
    let text =
      part.kind == .toDo
      ? EventKinds.toDo.decode(part.body).text : EventKinds.budgetLine.decode(part.body).text
    guard !text.isEmpty else { return }
    let (now, person) = (draft.now.wall, change.by)
    let lost = LostParts.with {
      $0.name = EventRules.cut(text, EventRules.name)
      $0.deleter = person.data
      $0.room = part.room.data
      $0.milliseconds = now
    }
    let id = try draft.make(
      EventKinds.lostParts, in: home.personalRoom, about: event?.item ?? part.item,
      named: DerivedNonce("single lost part", part.id), lost)
    try copy(part, to: id, &draft, DerivedNonce("copy of a single lost part", part.id))
  }

  /// The fields that our person wrote, with what they need to be right.
  private static func written(_ change: RecordChange) -> EventSchema.Event {
    var written = EventKinds.event.decode(change.written)
    let event = EventKinds.event.decode(change.record.body)
    // The calendars' name of the event stays with it: there may be another one of it in another room.
    written.uid = ""
    // A changed date is one of its series.
    written.repeats = SplitSeries.unmarked(
      written.changes.isEmpty ? written.repeats : event.repeats)
    written.allDay = event.allDay
    if !written.repeats.isEmpty || !written.changes.isEmpty { written.zones = event.zones }
    return written
  }

  /// Plans a personal event with the parts. A single to-do or cost is kept about its event, or a to-do by itself.
  static func keep(
    _ request: KeepLostParts, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let record = try find(request.lost, home)
    let lost = EventKinds.lostParts.decode(record.body)
    if lost.isKeptStart, record.about != nil {
      throw Refused(
        .notNow,
        "Nothing was deleted: give these dates another day or time where they are, or let this go."
      )
    }
    if lost.isSingle, let kept = try keepSingle(record, home, &draft) { return kept }
    let now = draft.now.wall
    var event = lost.written
    event.name = EventRules.cut(lost.name, EventRules.name)
    if event.name.isEmpty { event.name = EventRules.untitled }
    event.start =
      lost.isSingle
      ? .with { ($0.milliseconds, $0.zone) = (now, "UTC") } : EventRules.bounded(lost.start)
    if lost.hasMinutes { event.minutes = lost.minutes }
    if !event.changes.isEmpty {
      // Changed dates name their event, which is a new one.
      event.uid = CalendarText.uid(record.item.description)
      event.changes = EventDates.components(of: event).map {
        EventDates.named($0.text, uid: event.uid)
      }.joined()
    }
    let id = try draft.make(EventKinds.event, in: record.room, event)
    for part in try home.children(of: record.id, in: record.room) {
      try copy(part, to: id, &draft, nil)
    }
    for part in try LostPartsLists.personal(of: record, home) {
      try copy(part, to: id, &draft, nil)
      draft.delete(part)
    }
    try delete(record, home, &draft)
    return .record(id, in: record.room)
  }

  /// Deletes lost parts with the note that their event is there again.
  private static func delete(
    _ record: Record, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    let known = try record.about.flatMap { try ReturnedEvents.known(of: $0, home) }
    if let known, known.lost.id == record.id, let note = known.note { draft.delete(note) }
    draft.delete(record)
  }

  /// Keeps a single part for our person alone: about its event where that is there, or a to-do by itself, in an answer that has
  /// nothing but the to-do.
  ///
  /// - Returns: nil for a cost without an event.
  private static func keepSingle(
    _ record: Record, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView>? {
    guard let part = try home.children(of: record.id, in: record.room).first else { return nil }
    let about = try record.about.flatMap { try home.record(of: $0) }
    if let event = about, event.kind == .event {
      try copy(part, about: event.item, &draft)
      draft.delete(record)
      return .record(event.id, in: event.room)
    }
    guard part.kind == .toDo else { return nil }
    let toDo = EventKinds.toDo.decode(part.body)
    let id = try draft.make(EventKinds.toDo, in: home.personalRoom, toDo)
    draft.delete(record)
    var view = try ShownToDos.view(of: part, toDo, in: home.personalRoom, home)
    view.id = id.description
    return .value(.with { $0.toDos = [view] })
  }

  /// Deletes the parts.
  static func drop(
    _ request: DropLostParts, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LostPartsView> {
    let record = try find(request.lost, home)
    for part in try LostPartsLists.personal(of: record, home) { draft.delete(part) }
    try delete(record, home, &draft)
    return .record(record.id, in: record.room)
  }

  private static func find(_ text: String, _ home: any Snapshot) throws -> Record {
    try home.find(text, [.lostParts], in: [home.personalRoom])
  }

  /// Makes a part again in the personal room.
  private static func copy(
    _ part: Record, to parent: RecordID? = nil, about event: ItemID? = nil, _ draft: inout Draft,
    _ nonce: DerivedNonce? = nil
  ) throws {
    let room = RoomID(personal: draft.me)
    func make<Body>(_ kind: Kind<Body>) throws {
      try draft.make(
        kind, in: room, parent: parent, about: event, named: nonce, kind.decode(part.body))
    }
    switch part.kind {
    case .toDo: try make(EventKinds.toDo)
    case .budgetLine: try make(EventKinds.budgetLine)
    default: break
    }
  }
}

extension LostParts {
  /// Whether they are one to-do or cost that was deleted alone, and about its event: they hold no part of an event itself.
  var isSingle: Bool { !hasStart }
}
