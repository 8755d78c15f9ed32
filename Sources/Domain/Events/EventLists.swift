import Feature
import Identifiers
import Schema

/// What people read of what is planned: lists, and one event.
enum EventLists {
  /// Events as lines, the soonest first.
  static func lines(_ request: ListEvents, _ home: any Snapshot) throws -> EventLines {
    // The events of all rooms decide which of them our person is told of.
    var (all, rooms): ([EventLine], [RoomID: Range<Int>]) = ([], [:])
    for room in try home.rooms() {
      let first = all.count
      try ShownEvents.addLines(of: room, to: &all, home)
      rooms[room] = first..<all.count
    }
    let limit = Int(home.setting(EventSettings.notifyLimit.key)) ?? Reminders.limit
    for (place, _) in Reminders.upcoming(all, after: home.now, limit: limit) {
      all[place].reminds = true
    }
    if !request.room.isEmpty {
      let room = try home.room(request.room).id
      all = try rooms[room].map { Array(all[$0]) } ?? ShownEvents.lines(in: room, home)
    }
    ShownEvents.sortSoonestFirst(&all)
    return .with { $0.lines = all }
  }

  /// Events without what is to be done for them, the soonest first.
  static func details(_ request: ListEvents, _ home: any Snapshot) throws -> EventViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    var events = try rooms.flatMap { try ShownEvents.events(in: $0, home) }
    let told = Set(try lines(ListEvents(), home).lines.lazy.filter(\.reminds).map(\.id))
    for index in events.indices where told.contains(events[index].id) {
      events[index].reminds = true
    }
    ShownEvents.sortSoonestFirst(&events)
    return .with { $0.events = events }
  }

  /// One event with all that belongs to it.
  static func event(_ request: ShowEvent, _ home: any Snapshot) throws -> EventView {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    return try ShownEvents.view(of: home.find(request.event, [.event], in: rooms), home)
  }

  /// One event as a calendar file (rows E-13, E-14).
  static func file(_ request: ShowEvent, _ home: any Snapshot) throws -> WrittenCalendar {
    let event = try event(request, home)
    return .with { $0.text = CalendarText.write([event], now: home.now) }
  }
}
