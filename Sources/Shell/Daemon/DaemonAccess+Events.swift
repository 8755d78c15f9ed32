import Events
import Feature
import Features
import Identifiers
import Node
import Schema
import Store
import Wire

/// What is planned, as the local API reads it.
extension DaemonAccess {
  func events(room: String?) throws -> EventViews {
    var list = EventViews()
    if let room {
      list.events = try read(room) { try $0.events() }
    } else {
      try eachRoom { list.events += try $0.events() }
      list.events = ShownEvents.soonestFirst(list.events)
    }
    let told = Set(try eventLines(room: nil).lines.lazy.filter(\.reminds).map(\.id))
    for index in list.events.indices where told.contains(list.events[index].id) {
      list.events[index].reminds = true
    }
    return list
  }

  func eventLines(room: String?) throws -> EventLines {
    // Which are told of, those of all rooms decide.
    var all: [EventLine] = []
    var rooms: [RoomID: Range<Int>] = [:]
    try eachRoom { views in
      let first = all.count
      all += try views.eventLines()
      rooms[views.id] = first..<all.count
    }
    let limit = Int(try settings().notifyLimit)
    for (place, _) in Reminders.upcoming(all, after: Clock.now.wall, limit: limit) {
      all[place].reminds = true
    }
    var list = EventLines()
    if let room {
      list.lines = try read(room) { views in
        try rooms[views.id].map { Array(all[$0]) } ?? views.eventLines()
      }
    } else {
      list.lines = all
    }
    list.lines = ShownEvents.soonestFirst(list.lines)
    return list
  }

  func event(_ text: String, room: String?) throws -> EventView {
    // The lobby is always there, and all rooms are seen from it.
    try read(room ?? "lobby") { views in
      let rooms = try room == nil ? views.home.rooms() : [views.id]
      let event = try views.home.find(text, [.event], in: rooms)
      return try ShownEvents.view(of: event, views.home)
    }
  }

  func picture(of event: String, room: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    try blob(room) { views in
      let found = try views.home.find(event, [.event], in: [views.id])
      return try views.pictureContent(of: found.item)
    }
  }

  /// What the clock of reminders looks at and does.
  func reminding(by notifier: Notifier) -> ReminderClock.World {
    ReminderClock.World(
      events: { try eventLines(room: nil).lines }, settings: { try settings() },
      tell: { reminder, settings in
        notifier.remind(
          reminder, settings.notifyCommand.split(separator: " ").map(String.init))
      }, now: { Clock.now.wall })
  }

  /// All events with what is to be done for them.
  ///
  /// - Throws: `Refused` where a room has more events than are read: nobody could tell then which of them were deleted.
  func plans() throws -> [EventView] {
    var plans: [EventView] = []
    try eachRoom { views in
      let more = try views.plans()
      guard more.count < ShownEvents.mostEvents else {
        throw Refused(.notNow, "There are too many events for a calendar folder: delete some.")
      }
      plans += more
    }
    return plans
  }

  /// Looks at all rooms of one snapshot.
  private func eachRoom(_ body: (RoomViews) throws -> Void) throws {
    try store.read { reader in
      let surroundings = try surroundings(reader)
      for id in try Node.roomIDs(reader, own: description.account) {
        if let views = try views(id, reader, surroundings) { try body(views) }
      }
    }
  }
}
