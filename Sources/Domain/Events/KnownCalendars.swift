import Foundation

/// The calendars of the zones that were asked for: long lists ask for the same few thousands of times.
final class KnownCalendars: @unchecked Sendable {
  static let all = KnownCalendars()

  /// So many are kept.
  private static let most = 64

  private let lock = NSLock()
  private var calendars: [String: EventCalendar] = [:]

  /// The calendar of a zone, where it was asked for before.
  func calendar(of zone: String) -> EventCalendar? { lock.withLock { calendars[zone] } }

  /// Keeps the calendar of a zone.
  func add(_ calendar: EventCalendar, of zone: String) {
    lock.withLock {
      if calendars.count < Self.most { calendars[zone] = calendar }
    }
  }
}
