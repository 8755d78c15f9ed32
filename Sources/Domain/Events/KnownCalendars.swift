import Synchronization

/// The calendars of the zones that were asked for: long lists ask for the same few thousands of times.
enum KnownCalendars {
  /// The most that are kept: as many as there are names.
  private static let most = 1_000

  private static let calendars = Mutex<[String: EventCalendar]>([:])

  /// The calendar of a zone, where it was asked for before.
  static func calendar(of zone: String) -> EventCalendar? { calendars.withLock { $0[zone] } }

  /// Keeps the calendar of a zone.
  static func add(_ calendar: EventCalendar, of zone: String) {
    calendars.withLock {
      if $0.count < most { $0[zone] = calendar }
    }
  }
}
