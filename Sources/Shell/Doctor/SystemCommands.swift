/// The commands that mend things, in the words of the machine at hand.
struct SystemCommands: Equatable, Sendable {
  /// Whether we are root already.
  var isRoot = false
  /// Whether systemd runs the machine.
  var hasSystemd = true
  /// The package manager, by its command.
  var packager: String? = "apt"
  /// The services that have a script in /etc/init.d.
  var scripts: Set<String> = []

  /// A command that needs root.
  func asRoot(_ command: String) -> String { isRoot ? command : "sudo " + command }

  /// Starts a service of the system, now and with the system.
  ///
  /// - Parameters:
  ///   - program: what runs where nothing manages services.
  ///   - isStatic: whether systemd starts it with the system in any case.
  func start(_ service: String, program: String, isStatic: Bool = false) -> String {
    let systemd = isStatic ? "systemctl start" : "systemctl enable --now"
    return asRoot(manage(service, systemd, "start") ?? program)
  }

  /// Ends a service of the system and starts it again; `program` is what runs where nothing manages services.
  func restart(_ service: String, program: String) -> String {
    asRoot(manage(service, "systemctl restart", "restart") ?? program)
  }

  private func manage(_ service: String, _ systemd: String, _ verb: String) -> String? {
    if hasSystemd { return "\(systemd) \(service)" }
    return scripts.contains(service) ? "/etc/init.d/\(service) \(verb)" : nil
  }

  /// Programs that keep the clock right where systemd does not run, by their services.
  static let clocks = ["chrony", "ntpsec", "ntp", "openntpd"]

  /// Has the clock set from the network.
  func setClock() -> String {
    if hasSystemd { return asRoot("timedatectl set-ntp true") }
    if let service = Self.clocks.first(where: { scripts.contains($0) }) {
      return restart(service, program: "")
    }
    return install(debian: "chrony", elsewhere: "chrony")
  }

  /// Installs a program under the names that its package has on Debian and elsewhere; empty without a
  /// package manager that is known.
  func install(debian: String, elsewhere: String) -> String {
    switch packager {
    case "apt": asRoot("apt install \(debian)")
    case "dnf", "zypper": asRoot("\(packager ?? "") install \(elsewhere)")
    case "pacman": asRoot("pacman -S \(elsewhere)")
    default: ""
    }
  }

  /// A word for the shell, quoted where it must be.
  static func word(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ":"),
        UInt8(ascii: ","), UInt8(ascii: "@"):
        true
      default: false
      }
    }
    if plain, !text.isEmpty { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: "'\\''") + "'"
  }
}
