import EventSchema
import Feature
import Identifiers
import Schema

/// The reminders that our person gets when an event comes (rows E-02 and E-53).
enum EventReminders {
  static func due(_ home: any Snapshot, _ told: Int64, _ now: Int64) throws -> Due {
    let limit = Int(home.setting(EventSettings.notifyLimit.key)) ?? Reminders.limit
    guard limit > 0 else { return Due() }
    let shown = try upcoming(home, after: Due.since(told, now: now), limit: limit)
    let lines = shown.map(\.line)
    let rooms = shown.reduce(into: [String: Record]()) { $0[$1.line.id] = $1.record }
    let (due, next) = Reminders.look(at: lines, told: told, now: now, limit: limit)
    return Due(
      notices: due.compactMap { reminder in
        rooms[reminder.event.id].map { notice(of: reminder, $0) }
      }, next: next)
  }

  /// The soonest events from now on: those that our person is told of.
  static func told(_ home: any Snapshot) throws -> Set<ItemID> {
    let limit = Int(home.setting(EventSettings.notifyLimit.key)) ?? Reminders.limit
    guard limit > 0 else { return [] }
    let shown = try upcoming(home, after: home.now, limit: limit)
    return Set(
      Reminders.upcoming(shown.map(\.line), after: home.now, limit: limit)
        .map { shown[$0.place].record.item })
  }

  /// The soonest events after an instant that our person is told of, and all that come again, from the index.
  private static func upcoming(
    _ home: any Snapshot, after instant: Int64, limit: Int
  ) throws -> [(record: Record, line: EventLine)] {
    func isTold(_ record: Record) throws -> Bool {
      try record.author == home.me || home.person(record.author, in: record.room).isPaired
    }
    let again = try home.recordsThatComeAgain([.event]).filter(isTold)
    let range = min(instant, .max - 1) + 1...Int64.max
    // Of what strangers plan in the lobby nobody is told, so more may have to be read.
    var wanted = limit
    while true {
      let found = try home.records(SortQuery([.event], range: range, limit: wanted))
      let told = try found.filter(isTold)
      guard told.count < limit, found.count == wanted else {
        let known = Set(again.map(\.item))
        // A rest of a series always comes again, so those that are set aside take no other's place.
        return try (again + told.filter { !known.contains($0.item) }).compactMap { record in
          try ShownEvents.line(of: record, home).map { (record, $0) }
        }
      }
      wanted *= 4
    }
  }

  private static func notice(of reminder: Reminder, _ record: Record) -> Notice {
    let event = reminder.event
    let calendar = (try? EventCalendar(zone: event.zone)) ?? .world
    let (day, hour, minute) = calendar.day(of: reminder.instant)
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let when =
      "\(day.year)-\(padded(day.month))-\(padded(day.day)) \(padded(hour)):\(padded(minute))"
      + (event.zone.isEmpty ? " UTC" : " \(event.zone)")
    return Notice(
      item: record.item, room: record.room, instant: reminder.instant, title: event.name,
      text: reminder.isMissed
        ? "Was on \(when), while Parlor was not running." : "Is now: \(when).",
      variables: ["PARLOR_EVENT": event.name, "PARLOR_ROOM": event.roomName])
  }
}
