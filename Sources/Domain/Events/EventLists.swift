import EventSchema
import Feature
import Identifiers
import Schema

/// The events as people read them: lists, and one event.
enum EventLists {
  /// The most events that one answer tells.
  private static let portion = 256

  /// Events as lines, the soonest first.
  static func sorted(_ request: ListEvents, _ home: any Snapshot) throws -> EventLines {
    var list = EventLines()
    try visit(request, home) { list.lines.append($0) }
    ShownEvents.sortSoonestFirst(&list.lines)
    return list
  }

  /// The same in no order, some at once.
  static func lines(
    _ request: ListEvents, _ home: any Snapshot, _ body: (EventLines) throws -> Void
  ) throws {
    var piece = EventLines()
    try visit(request, home) { line in
      piece.lines.append(line)
      guard piece.lines.count == portion else { return }
      try body(piece)
      piece.lines.removeAll(keepingCapacity: true)
    }
    try body(piece)
  }

  private static func visit(
    _ request: ListEvents, _ home: any Snapshot, _ body: (EventLine) throws -> Void
  ) throws {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    // The events of all rooms decide which of them our person is told of.
    let told = try EventReminders.told(home)
    for room in rooms { try ShownEvents.visitLines(of: room, told: told, home, body) }
  }

  /// Events without what is to be done for them, the soonest first.
  static func details(_ request: ListEvents, _ home: any Snapshot) throws -> EventViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    var events = try rooms.flatMap { try ShownEvents.events(in: $0, home) }
    let told = Set(try EventReminders.told(home).map(\.description))
    for index in events.indices where told.contains(events[index].id) {
      events[index].reminds = true
    }
    ShownEvents.sortSoonestFirst(&events)
    return .with { $0.events = events }
  }

  /// One event with all that belongs to it.
  static func event(_ request: ShowEvent, _ home: any Snapshot) throws -> EventView {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    return try ShownEvents.view(of: EventSeries.find(request.event, in: rooms, home), home)
  }

  /// One event, or all parts of a series where that is named and not the id of one part.
  private static func parts(_ request: ShowEvent, _ home: any Snapshot) throws -> [EventView] {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let record = try EventSeries.find(request.event, in: rooms, home)
    let isOne = record.item.description.hasPrefix(request.event.lowercased())
    let others = isOne ? [] : try EventSeries.parts(of: record, home)
    var views = try ([record] + others).map { try ShownEvents.view(of: $0, home) }
    ShownEvents.sortSoonestFirst(&views)
    return views
  }

  /// One event or series as a calendar file (rows E-13, E-14), or all of them with what is to be done besides (row E-55).
  static func file(_ request: ShowEvent, _ home: any Snapshot) throws -> WrittenCalendar {
    guard request.event.isEmpty else {
      let events = try parts(request, home)
      return .with { $0.text = CalendarText.write(events, isOwn: true, now: home.now) }
    }
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let events = try ShownEvents.whole(in: rooms, home)
    let toDos = try rooms.flatMap { room in
      guard let found = try ShownEvents.toDos(in: room, home) else {
        throw ShownEvents.tooManyParts(try home.room(room)?.name)
      }
      return found
    }
    guard !events.isEmpty || !toDos.isEmpty else {
      throw Refused(
        .notFound, "Nothing is planned and nothing is to be done yet: there is nothing to write.")
    }
    return .with {
      $0.text = CalendarText.write(events, toDos: toDos, isOwn: true, now: home.now)
    }
  }
}
