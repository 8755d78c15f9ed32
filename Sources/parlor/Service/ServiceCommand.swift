import ArgumentParser
import Client
import Commands
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor service`: the daemon as a service of systemd.
struct ServiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service", abstract: "Have your node run whenever you are logged in.",
    discussion: """
      It writes a systemd user unit, below XDG_CONFIG_HOME or ~/.config, and starts it. A unit that somebody \
      else wrote is left alone without --force. Where Parlor came as a package, its unit is enabled and no other one \
      is written. With `loginctl enable-linger` the node also runs while you \
      are not logged in.

      EXAMPLES
        parlor service install
        parlor service status
        parlor service remove
      """,
    subcommands: [
      ServiceInstallCommand.self, ServiceRemoveCommand.self, ServiceStatusCommand.self,
    ], defaultSubcommand: ServiceStatusCommand.self)

  /// The services of whoever runs this.
  static func services() throws -> UserServices {
    try UserServices(of: try program()) { name in getenv(name).map { String(cString: $0) } }
  }

  /// Makes the failure for a unit that is not ours to change.
  static func foreign(_ path: String) -> CommandFailure {
    CommandFailure(
      SessionEnd.refused,
      "\(path) was not written by this program: look at it, and repeat this with --force if it may go."
    )
  }

  /// The absolute path of this program.
  static func program() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else {
      throw CommandFailure(
        SessionEnd.refused, "The path of this program cannot be found: /proc must be mounted.")
    }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Tells what was done, and what is left to be done by hand.
  static func tell(_ text: String, unit: String, run commands: [String], json: Bool) {
    if json {
      return Output.line(
        JSONText.object([
          ("unit", .text(unit)), ("text", .text(text)),
          ("run", .text(commands.joined(separator: " && "))),
        ]))
    }
    Output.line(text)
    for command in commands { Output.line("  \(command)") }
  }
}

/// `parlor service install`.
struct ServiceInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Write the unit, start it now and at every login.")

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Replace a unit that is not ours, or that serves another home.")
  var force = false

  func run() throws {
    let services = try ServiceCommand.services()
    let home = try options.homePath()
    if let reason = HomeDirectory.make(home) {
      throw CommandFailure(SessionEnd.refused, HomeDirectory.unusable(home, reason))
    }
    if services.present == .nothing, !force, let unit = services.packaged, unit.home == home {
      return try enable(unit, services)
    }
    switch services.present {
    case .ours(let text) where !UserUnit.serves(home, text) && !force:
      throw CommandFailure(
        SessionEnd.refused,
        "\(services.path) serves another home: repeat this with --force, or with --home for that one."
      )
    case .foreign where !force: throw ServiceCommand.foreign(services.path)
    case .nothing, .ours, .foreign: break
    }
    let isManaged = services.isManaged
    let unit = UserUnit(
      program: try ServiceCommand.program(), home: home,
      confinement: isManaged ? services.confinement(of: home) : [])
    let isNew = services.present == .nothing
    try services.write(unit.text)
    guard isManaged else {
      return ServiceCommand.tell(
        "Wrote \(services.path). No service manager of yours answers here; where you are logged in, run:",
        unit: services.path,
        run: [
          "systemctl --user daemon-reload", "systemctl --user enable --now \(UserUnit.name)",
        ], json: options.json)
    }
    try services.manage("daemon-reload")
    // A daemon that a command has started holds the home.
    if isNew { try StopCommand.stop(home: home) }
    try services.manage("enable", "--now", UserUnit.name)
    if !isNew { try services.manage("restart", UserUnit.name) }
    ServiceCommand.tell(
      "Wrote \(services.path) and started it. This keeps it running while you are not logged in:",
      unit: services.path, run: ["loginctl enable-linger"], json: options.json)
  }
}

extension ServiceInstallCommand {
  /// Has the manager start the unit of a package.
  private func enable(_ unit: PackagedUnit, _ services: UserServices) throws {
    guard services.isManaged else {
      return ServiceCommand.tell(
        "\(unit.path) is there already. No service manager of yours answers here; where you are logged in, run:",
        unit: unit.path, run: ["systemctl --user enable --now \(UserUnit.name)"],
        json: options.json)
    }
    if services.word("is-active") != "active" { try StopCommand.stop(home: unit.home) }
    try services.manage("enable", "--now", UserUnit.name)
    ServiceCommand.tell(
      "Enabled \(unit.path) and started it. This keeps it running while you are not logged in:",
      unit: unit.path, run: ["loginctl enable-linger"], json: options.json)
  }
}

/// `parlor service remove`.
struct ServiceRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Stop the service and take the unit away; your node stays.")

  @OptionGroup var options: GlobalOptions

  @Flag(help: "Remove a unit that is not ours.")
  var force = false

  func run() throws {
    let services = try ServiceCommand.services()
    let present = services.present
    if present == .nothing, let unit = services.packaged {
      if services.isManaged { try services.manage("disable", "--now", UserUnit.name) }
      return ServiceCommand.tell(
        "Disabled \(unit.path), which stays as a part of the package. Your node is as it was; commands start its daemon again.",
        unit: unit.path, run: [], json: options.json)
    }
    if present == .nothing {
      return ServiceCommand.tell(
        "There is no \(services.path).", unit: services.path, run: [], json: options.json)
    }
    if present == .foreign, !force { throw ServiceCommand.foreign(services.path) }
    let isManaged = services.isManaged
    if isManaged { try services.manage("disable", "--now", UserUnit.name) }
    try services.remove()
    if isManaged { try services.manage("daemon-reload") }
    ServiceCommand.tell(
      "Removed \(services.path). Your node is as it was; commands start its daemon again.",
      unit: services.path, run: [], json: options.json)
  }
}

/// `parlor service status`.
struct ServiceStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say whether the unit is there, enabled and running.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let services = try ServiceCommand.services()
    let present = services.present
    let home = try options.homePath()
    let packaged = present == .nothing ? services.packaged : nil
    let path = packaged?.path ?? services.path
    let unit =
      switch present {
      case .nothing where packaged != nil: packaged?.home == home ? "packaged" : "other-home"
      case .nothing: "none"
      case .foreign: "foreign"
      case .ours(let text): UserUnit.serves(home, text) ? "ours" : "other-home"
      }
    let isManaged = services.isManaged
    let enabled = isManaged ? services.word("is-enabled") : "unknown"
    let active = isManaged ? services.word("is-active") : "unknown"
    if options.json {
      return Output.line(
        JSONText.object([
          ("path", .text(path)), ("unit", .text(unit)), ("enabled", .text(enabled)),
          ("active", .text(active)),
        ]))
    }
    let text =
      switch unit {
      case "none": "There is no unit: `parlor service install` writes it."
      case "foreign": "The unit was not written by this program."
      case "ours": "The unit serves \(home)."
      case "packaged": "The unit of the package serves \(home)."
      default: "The unit serves another home than \(home)."
      }
    Output.line("\(path)\n\(text)")
    guard unit != "none" else { return }
    Output.line(
      isManaged
        ? "It is \(enabled) and \(active)."
        : "No service manager of yours answers here, so nobody knows whether it runs.")
  }
}
