import Events
import Foundation

/// The time zone of this machine.
public enum OwnZone {
  /// Its name in the time zone database; UTC by that name alone.
  public static var name: String {
    // Foundation takes a zone of hours from UTC for UTC.
    let typed = ProcessInfo.processInfo.environment["TZ"] ?? ""
    if let zone = ZoneText.name(typed, isPOSIX: true) { return zone }
    let name = TimeZone.current.identifier
    return ["GMT", "UCT", "Etc/UTC", "Etc/UCT", "Zulu"].contains(name) ? "UTC" : name
  }
}
