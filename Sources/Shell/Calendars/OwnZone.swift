import Events
import Zones

/// The time zone of this machine.
public enum OwnZone {
  /// Its name in the time zone database; UTC by that name alone.
  public static let name: String = {
    // A number of hours from UTC is no name.
    let typed = MachineZone.variable("TZ") ?? ""
    if let zone = ZoneText.name(typed, isPOSIX: true) { return zone }
    let name = MachineZone().name ?? "UTC"
    return ["GMT", "UCT", "Etc/UTC", "Etc/UCT", "Zulu"].contains(name) ? "UTC" : name
  }()
}
