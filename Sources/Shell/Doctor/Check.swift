import Schema

/// The names of the checks, in the order in which they are made.
public enum CheckName: String, CaseIterable, Sendable {
  /// The home's files are its person's alone.
  case files
  /// There is room on the disk of the home.
  case disk
  /// This program knows the database.
  case database
  /// The daemon runs and answers.
  case daemon
  /// The page is served where it should be, to this user alone.
  case page
  /// No other node has used up its share of the disk.
  case shares
  /// The clock is right by all that can be seen.
  case clock
  /// There is a network, and it passes multicast.
  case network
  /// The daemon's port takes connections.
  case port
  /// No firewall keeps others out.
  case firewall
  /// The system's D-Bus answers.
  case dbus
  /// Avahi answers.
  case avahi
  /// A service that is registered here is seen again.
  case loopback
  /// The daemon finds others by DNS-SD.
  case discovery
  /// A known peer is reached.
  case peer
}

extension DoctorCheck {
  /// All is well.
  static func ok(_ name: CheckName, _ text: String) -> DoctorCheck {
    make(name, .ok, text, fix: "")
  }

  /// It is not, and `fix` mends it.
  static func problem(_ name: CheckName, _ text: String, fix: String = "") -> DoctorCheck {
    make(name, .problem, text, fix: fix)
  }

  /// It could not be looked at, for the reason that the text gives.
  static func notChecked(_ name: CheckName, _ text: String, fix: String = "") -> DoctorCheck {
    make(name, .notChecked, text, fix: fix)
  }

  private static func make(
    _ name: CheckName, _ state: DoctorState, _ text: String, fix: String
  ) -> DoctorCheck {
    .with {
      $0.name = name.rawValue
      $0.state = state
      $0.text = text
      $0.fix = fix
    }
  }
}
