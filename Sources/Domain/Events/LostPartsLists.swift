import EventSchema
import Feature
import Identifiers
import Schema

/// The parts of our person's work that deleted events have left, as people see them (row E-69).
enum LostPartsLists {
  /// The most that are listed, and that one notification names.
  static let most = 1_000

  /// All of them, the newest first.
  static func list(_ request: ListLostParts, _ home: any Snapshot) throws -> LostPartsViews {
    let query = SortQuery([.lostParts], in: home.personalRoom, limit: most)
    let views = try home.records(query).filter { try !isMoot($0, home) }
      .map { try view(of: $0, home) }
    return .with { $0.lost = views.reversed() }
  }

  /// The event is there, with all that our person wrote: nothing is lost. The same where the part of a series is gone that kept its
  /// dates.
  private static func isMoot(_ record: Record, _ home: any Snapshot) throws -> Bool {
    let lost = EventKinds.lostParts.decode(record.body)
    guard !lost.isReturn else { return true }
    guard !lost.isKeptStart else {
      return try record.about.flatMap { try home.record(of: $0) } == nil
    }
    guard try isMoved(record, home), try parts(of: record, home).isEmpty else { return false }
    return try note(of: record, home).map { fields(of: $0.written).isEmpty } ?? true
  }

  /// The note that the event of some lost parts is there again; nil where there is none.
  private static func note(of lost: Record, _ home: any Snapshot) throws -> LostParts? {
    guard let item = lost.about, let known = try ReturnedEvents.known(of: item, home),
      known.lost.id == lost.id
    else { return nil }
    return known.note.map { EventKinds.lostParts.decode($0.body) }
  }

  /// The to-dos and costs among lost parts, without those that are back with their event.
  private static func parts(of lost: Record, _ home: any Snapshot) throws -> [Record] {
    let kept = try home.children(of: lost.id, in: lost.room)
    guard !kept.isEmpty, try isMoved(lost, home),
      let event = try lost.about.flatMap({ try home.record(of: $0) })
    else { return kept }
    let there = try home.children(of: event.id, in: event.room)
    return kept.filter { part in
      !there.contains {
        $0.kind == part.kind && $0.author == home.me
          && home.title(of: $0) == home.title(of: part)
      }
    }
  }

  /// One that was taken to another room is deleted only where it was, and parts that came late are not with it.
  private static func isMoved(_ record: Record, _ home: any Snapshot) throws -> Bool {
    guard let found = try record.about.flatMap({ try home.record(of: $0) }) else { return false }
    // A single part of an event is about that: it alone is deleted.
    return found.kind != .event || !EventKinds.lostParts.decode(record.body).isSingle
  }

  /// To-dos and costs that our person keeps to itself about an event: without it they are in no list.
  static func personal(_ event: ItemID, _ home: any Snapshot) throws -> [Record] {
    try home.records(about: event).filter {
      [.toDo, .budgetLine].contains($0.kind) && $0.room == home.personalRoom && !$0.isDeleted
    }
  }

  /// The same of a deleted event; none of one that is in another room now, where they are with it.
  static func personal(of lost: Record, _ home: any Snapshot) throws -> [Record] {
    guard let event = lost.about, !EventKinds.lostParts.decode(lost.body).isSingle,
      try !isMoved(lost, home)
    else { return [] }
    return try personal(event, home)
  }

  /// One of them with its parts.
  static func view(of record: Record, _ home: any Snapshot) throws -> LostPartsView {
    let lost = EventKinds.lostParts.decode(record.body)
    var view = LostPartsView()
    view.id = record.item.description
    // A note that the event is there again is in no list.
    view.deleted = record.isDeleted || lost.isReturn
    guard !view.deleted else { return view }
    view.name = Text.clean(lost.name, limit: EventRules.name)
    if !lost.isSingle { view.start = EventRules.bounded(lost.start) }
    view.milliseconds = EventCalendar.reached(lost.milliseconds)
    let room = RoomID(lost.room) ?? home.personalRoom
    view.roomName = try home.room(room)?.name ?? ""
    if let deleter = Author(lost.deleter) {
      view.deleter = deleter.description
      view.deleterName = try home.person(deleter, in: room).name
    }
    view.planned = lost.planner == home.me.data
    if !view.planned { view.fields = fields(of: lost.written) }
    if let note = try note(of: record, home), try isMoved(record, home) {
      let room = try RoomID(note.room).flatMap { try home.room($0)?.name } ?? ""
      view.fields = ["It is in \(room) now, without this."] + fields(of: note.written)
    }
    for part in try parts(of: record, home) + personal(of: record, home) {
      switch part.kind {
      case .toDo:
        view.toDos.append(
          try ShownToDos.view(of: part, EventKinds.toDo.decode(part.body), in: room, home))
      case .budgetLine: view.budget.append(try BudgetViews.line(part, in: room, home))
      default: continue
      }
    }
    return view
  }

  /// Returns the notices for our person of deleted events, one for each, once our node learns of the deletion.
  static func notices(_ home: any Snapshot, _ told: Int64, _ now: Int64) throws -> [Notice] {
    let since = Due.since(told, now: now)
    guard since < now else { return [] }
    let query = SortQuery(
      [.lostParts], in: home.personalRoom, range: since + 1...now, limit: most)
    return try home.records(query).compactMap { record in
      let lost = EventKinds.lostParts.decode(record.body)
      if lost.isReturn { return try notice(ofReturn: record, home) }
      guard try !isMoot(record, home), try note(of: record, home)?.room != lost.room else {
        return nil
      }
      let view = try view(of: record, home)
      let isKept = lost.isKeptStart
      let deletion = try isMoved(record, home) ? "moved to another room" : "deleted"
      return Notice(
        item: record.item, room: record.room, instant: view.milliseconds,
        title: isKept ? "\(view.name) was not moved everywhere" : "\(view.name) was \(deletion)",
        text: isKept ? keptText : try text(of: view, record, home),
        variables: ["PARLOR_EVENT": view.name, "PARLOR_ROOM": view.roomName])
    }
  }

  /// Returns the notice that an event is back in its room.
  ///
  /// - Parameter note: of its return.
  /// - Returns: nil for one that is in another room, or was deleted again.
  private static func notice(ofReturn note: Record, _ home: any Snapshot) throws -> Notice? {
    guard let item = note.about, let known = try ReturnedEvents.known(of: item, home),
      known.note?.id == note.id, let event = try home.record(of: item)
    else { return nil }
    let lost = EventKinds.lostParts.decode(known.lost.body)
    guard lost.room == event.room.data else { return nil }
    let view = try view(of: known.lost, home)
    let isWhole = try isMoot(known.lost, home)
    return Notice(
      item: note.item, room: note.room,
      instant: EventCalendar.reached(EventKinds.lostParts.decode(note.body).milliseconds),
      title: "\(view.name) is back",
      text: isWhole
        ? "It had been deleted, and is in \(view.roomName) again."
        : "It is in \(view.roomName) again, without all that you wrote: `parlor event lost` shows what you can do.",
      variables: ["PARLOR_EVENT": view.name, "PARLOR_ROOM": view.roomName])
  }

  /// Returns the fields of an event that our person wrote, for people.
  private static func fields(of written: EventSchema.Event) -> [String] {
    let calendar = (try? EventCalendar(zone: written.start.zone)) ?? .world
    let date = written.hasStart ? calendar.text(EventRules.bounded(written.start).milliseconds) : ""
    let minutes = written.hasMinutes ? Count.of(written.minutes, "minute") : ""
    let status = written.status == .unspecified ? "" : "\(written.status)"
    return [
      ("name", written.name), ("date", date), ("length", minutes), ("place", written.place),
      ("web address", written.url),
      ("repetition", written.changes.isEmpty ? RepeatText.text(written.repeats) : ""),
      ("status", status), ("notes", written.notes),
      ("categories", CalendarPeople(written.calendar).categories),
      ("single dates", dates(of: written)),
    ].compactMap { name, value in
      let text = EventRules.cut(value, EventRules.name)
      return text.isEmpty ? nil : "\(name): \(text)"
    }
  }

  /// The number of single dates that our person changed or left out, with the series whose dates they are; empty for none.
  private static func dates(of written: EventSchema.Event) -> String {
    let count = EventDates.components(of: written).count
    guard count > 0 else { return "" }
    let series = RepeatText.text(written.repeats)
    return Count.of(count, "change") + (series.isEmpty ? "" : " (\(series))")
  }

  private static let keptText =
    "Somebody else had changed some of its dates when you moved it, and these stay as they are."

  private static func text(
    of view: LostPartsView, _ lost: Record, _ home: any Snapshot
  ) throws -> String {
    let verb = try isMoved(lost, home) ? "moved" : "deleted"
    let who = view.deleterName.isEmpty ? "Somebody" : view.deleterName
    guard view.hasStart else {
      return
        "\(who) \(verb) it without having seen what you wrote: `parlor event lost` shows what you can do."
    }
    // One line says where it is now.
    let fields = try view.fields.count - (note(of: lost, home) == nil || verb == "deleted" ? 0 : 1)
    let count = view.toDos.count + view.budget.count + fields
    guard count > 0 else {
      return
        "\(who) \(verb) an event of yours: `parlor event lost keep` plans it again for you alone."
    }
    let parts = Count.of(count, "part that you wrote is", "parts that you wrote are")
    return "\(who) \(verb) it. \(parts) kept: `parlor event lost` shows what you can do."
  }
}
