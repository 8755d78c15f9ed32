/// The commands that mend things, in the words of the machine at hand.
struct Remedy: Equatable, Sendable {
  /// Whether we are root already.
  var isRoot = false
  /// Whether systemd runs the machine.
  var hasSystemd = true
  /// The package manager, by its command.
  var packager: String? = "apt"

  /// A command that needs root.
  func asRoot(_ command: String) -> String { isRoot ? command : "sudo " + command }

  /// Starts a service of the system; `program` is what runs where nothing manages services.
  func start(_ service: String, program: String) -> String {
    asRoot(hasSystemd ? "systemctl start \(service)" : program)
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
