import Discovery
import Schema

/// The way by which others are found, as it was seen: D-Bus, Avahi, and a service that comes back.
struct AvahiFacts: Equatable, Sendable {
  /// The result of registering a service, or of the daemon's own.
  enum Trial: Equatable, Sendable {
    /// The program for it cannot be started; why.
    case noProgram(String)
    /// Avahi is not reached.
    case unreached
    /// Nothing was received.
    case silent
    /// Avahi takes registrations.
    case taken
    /// Avahi takes registrations, and does not show the service that the daemon registered before.
    case lost
    /// The service is seen, at these addresses.
    case seen([String])
  }

  /// Whether the program is on this machine.
  var isInstalled = true
  /// Whether its process is there.
  var isRunning = true
  /// The reason for which the system's D-Bus does not answer; nil when it does.
  var busProblem: String?
  /// Whether a D-Bus is on this machine.
  var isBusInstalled = true
  var trial = Trial.silent

  /// The checks `dbus`, `avahi` and `loopback`: at most one of them is a problem, the cause of the others.
  func checks(_ remedy: SystemCommands) -> [DoctorCheck] {
    let works =
      switch trial {
      case .taken, .lost, .seen: true
      case .noProgram, .unreached, .silent: false
      }
    if works { return [Self.bus, Self.taken, loopback(remedy)] }
    let start = remedy.start("avahi-daemon", program: "avahi-daemon --daemonize")
    guard isInstalled || isRunning else {
      return [
        busProblem == nil
          ? Self.bus
          : .notChecked(.dbus, "D-Bus does not answer; it is installed together with Avahi."),
        .problem(
          .avahi, "Avahi is not installed, so others are not found automatically: install it.",
          fix: remedy.install(debian: "avahi-daemon", elsewhere: "avahi")),
        .notChecked(.loopback, "Nothing can be registered without Avahi."),
      ]
    }
    if let busProblem {
      let bus =
        isBusInstalled
        ? remedy.start("dbus", program: "dbus-daemon --system --fork", isStatic: true)
        : remedy.install(debian: "dbus", elsewhere: "dbus")
      return [
        .problem(
          .dbus,
          "The system's D-Bus does not answer (\(busProblem)), and Avahi is asked through it.",
          fix: isRunning || bus.isEmpty ? bus : "\(bus) && \(start)"),
        .notChecked(.avahi, "Avahi cannot be asked without D-Bus."),
        .notChecked(.loopback, "Nothing can be registered without D-Bus."),
      ]
    }
    return [
      Self.bus, avahiProblem(remedy, start: start),
      .notChecked(.loopback, "Nothing can be registered without Avahi."),
    ]
  }

  private static let bus = DoctorCheck.ok(.dbus, "D-Bus answers.")
  private static let taken = DoctorCheck.ok(.avahi, "Avahi runs and takes registrations.")

  private func avahiProblem(_ remedy: SystemCommands, start: String) -> DoctorCheck {
    if case .noProgram(let reason) = trial {
      return .problem(
        .avahi,
        "The program parlor-discovery cannot be started (\(reason)), so others are not found automatically: put it "
          + "beside parlor.")
    }
    guard isRunning, trial == .silent else {
      return .problem(
        .avahi, "Avahi does not run, so others are not found automatically: start it.", fix: start)
    }
    return .problem(
      .avahi,
      "Avahi runs and does not answer, so others are not found automatically: start it again.",
      fix: Self.restart(remedy))
  }

  private func loopback(_ remedy: SystemCommands) -> DoctorCheck {
    switch trial {
    case .seen(let addresses):
      .ok(
        .loopback,
        "A service that was registered is seen again, at \(addresses.joined(separator: ", ")).")
    case .lost:
      .problem(
        .loopback,
        "The service that the daemon has registered is not seen from this machine, so others will not see yours: Avahi "
          + "may be kept from the interfaces in use (allow-interfaces, deny-interfaces in "
          + "/etc/avahi/avahi-daemon.conf).", fix: Self.restart(remedy))
    default:
      .notChecked(
        .loopback,
        "A service was registered and is not seen yet: Avahi takes about a second. While the daemon runs its own service is looked for."
      )
    }
  }

  private static func restart(_ remedy: SystemCommands) -> String {
    remedy.restart(
      "avahi-daemon", program: "avahi-daemon --kill && \(remedy.asRoot("avahi-daemon --daemonize"))"
    )
  }
}
