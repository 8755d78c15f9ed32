import Calendars
import Commands
import Events
import Terminal

/// The time zone of whoever types and reads.
enum LocalZone {
  /// The name of the zone in which a date is meant.
  ///
  /// - Parameter typed: what was asked for; nil means ours.
  static func name(_ typed: String?) throws -> String {
    let name = typed.map { ZoneText.name($0) ?? $0 } ?? OwnZone.name
    do {
      _ = try EventCalendar(zone: name)
      return name
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
  }

  /// Days and hours as they are here.
  static var calendar: EventCalendar { (try? EventCalendar(zone: OwnZone.name)) ?? .world }
}
