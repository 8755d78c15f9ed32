import Calendars
import Commands
import Events
import Terminal

/// The time zone of the person at the terminal.
enum LocalZone {
  /// The name of the zone in which a date is meant.
  ///
  /// - Parameter typed: the zone that was asked for; nil means ours.
  static func name(_ typed: String?) throws -> String {
    let name = typed.map { ZoneText.name($0) ?? $0 } ?? OwnZone.name
    do {
      _ = try EventCalendar(zone: name)
      return name
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
  }

  /// Days and hours in our own time zone.
  static var calendar: EventCalendar { (try? EventCalendar(zone: OwnZone.name)) ?? .world }
}
