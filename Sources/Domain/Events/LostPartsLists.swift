import EventSchema
import Feature
import Identifiers
import Schema

/// The parts of our person's work that deleted events have left, as people see them (row E-69).
enum LostPartsLists {
  /// So many are listed, and told of at once.
  static let most = 1_000

  /// All of them, the newest first.
  static func list(_ request: ListLostParts, _ home: any Snapshot) throws -> LostPartsViews {
    let query = SortQuery([.lostParts], in: home.personalRoom, limit: most)
    let views = try home.records(query).filter { try !isMoot($0, home) }
      .map { try view(of: $0, home) }
    return .with { $0.lost = views.reversed() }
  }

  /// The event is in another room of our person, with all that this person wrote: nothing is lost. The same where the part of a series
  /// is gone that kept its dates.
  private static func isMoot(_ record: Record, _ home: any Snapshot) throws -> Bool {
    if EventKinds.lostParts.decode(record.body).isKeptStart {
      return try record.about.flatMap { try home.record(of: $0) } == nil
    }
    return try isMoved(record, home) && home.children(of: record.id, in: record.room).isEmpty
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
    view.deleted = record.isDeleted
    guard !record.isDeleted else { return view }
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
    let parts = try home.children(of: record.id, in: record.room) + personal(of: record, home)
    for part in parts {
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
    return try home.records(query).filter { try !isMoot($0, home) }.map { record in
      let view = try view(of: record, home)
      let isMoved = try isMoved(record, home)
      let isKept = EventKinds.lostParts.decode(record.body).isKeptStart
      let deletion = isMoved ? "moved to another room" : "deleted"
      return Notice(
        item: record.item, room: record.room, instant: view.milliseconds,
        title: isKept ? "\(view.name) was not moved everywhere" : "\(view.name) was \(deletion)",
        text: isKept ? keptText : text(of: view, isMoved ? "moved" : "deleted"),
        variables: ["PARLOR_EVENT": view.name, "PARLOR_ROOM": view.roomName])
    }
  }

  /// Returns the fields of an event that our person wrote, for people.
  private static func fields(of written: EventSchema.Event) -> [String] {
    let calendar = (try? EventCalendar(zone: written.start.zone)) ?? .world
    let date = written.hasStart ? calendar.text(EventRules.bounded(written.start).milliseconds) : ""
    let minutes = written.hasMinutes ? Count.of(written.minutes, "minute") : ""
    let status = written.status == .unspecified ? "" : "\(written.status)"
    return [
      ("name", written.name), ("date", date), ("length", minutes), ("place", written.place),
      ("web address", written.url), ("repetition", RepeatText.text(written.repeats)),
      ("status", status), ("notes", written.notes),
      ("categories", CalendarPeople(written.calendar).categories),
    ].compactMap { name, value in
      let text = EventRules.cut(value, EventRules.name)
      return text.isEmpty ? nil : "\(name): \(text)"
    }
  }

  private static let keptText =
    "Somebody else had changed some of its dates when you moved it, and these stay as they are."

  private static func text(of view: LostPartsView, _ verb: String) -> String {
    let who = view.deleterName.isEmpty ? "Somebody" : view.deleterName
    guard view.hasStart else {
      return
        "\(who) \(verb) it without having seen what you wrote: `parlor event lost` shows what you can do."
    }
    let count = view.toDos.count + view.budget.count + view.fields.count
    guard count > 0 else {
      return
        "\(who) \(verb) an event of yours: `parlor event lost keep` plans it again for you alone."
    }
    let parts = Count.of(count, "part that you wrote is", "parts that you wrote are")
    return "\(who) \(verb) it. \(parts) kept: `parlor event lost` shows what you can do."
  }
}
