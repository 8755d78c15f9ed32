import ArgumentParser
import Client
import Commands
import Feature
import Homes
import Profiles
import ProfileSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor profile show`.
struct ProfileShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show who this home belongs to.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    try options.client().call(Methods.Profiles.show).tell(options)
  }
}

/// `parlor profile list`.
struct ProfileListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the profiles of this machine that are yours.",
    discussion: "The one with the star is used by commands without --home.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let homes = ProfileHomes.own?.all ?? []
    let usual = try options.homePath()
    if options.json {
      for home in homes {
        let label = HomeLabel(home: home)
        let isLocked = Self.isLocked(home, label)
        Output.line(
          JSONText.object([
            ("name", .text(label?.name ?? "")),
            ("email", .text(isLocked ? "" : label?.email ?? "")), ("home", .text(home)),
            ("hasPassword", .flag(label?.hasPassword ?? false)), ("isLocked", .flag(isLocked)),
            ("isUsed", .flag(home == usual)),
          ]))
      }
      return
    }
    if homes.isEmpty {
      return Output.line("There is no home yet: any command makes the first one.")
    }
    for home in homes {
      let label = HomeLabel(home: home)
      let name = label?.name ?? "(no profile)"
      let isLocked = Self.isLocked(home, label)
      let email = isLocked ? "" : label?.email.plain ?? ""
      let columns = [
        home == usual ? "*" : " ", Columns.fit(name.plain, to: 20),
        Columns.fit(email.isEmpty ? "-" : email, to: 28),
        Columns.fit(isLocked ? "locked" : label?.hasPassword == true ? "password" : "", to: 9),
        home.plain,
      ]
      Output.line(columns.joined(separator: " "))
    }
  }

  /// Whether a home shows nothing of its person without the password: one that has a password and no daemon that was told it.
  private static func isLocked(_ home: String, _ label: HomeLabel?) -> Bool {
    guard label?.hasPassword == true else { return false }
    return (try? DaemonClient(home: home).call(Methods.Node.status))?.lock.locked ?? true
  }
}

/// `parlor profile use`.
struct ProfileUseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Choose the profile that commands use without --home.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The e-mail or the name of the profile, or the name of its directory.")
  var profile: String

  func run() throws {
    let homes = try ProfileHome.homes()
    let home = try homes.home(named: profile)
    try homes.choose(home)
    if options.json { return Output.line(JSONText.object([("home", .text(home))])) }
    Output.line("Commands use \(home.plain) from now on.")
    if ProfileHome.isNamed(options) {
      Output.line("Here they do not yet, as --home or PARLOR_HOME names another one.")
    }
  }
}

/// `parlor profile edit`.
struct ProfileEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the name or the e-mail of your profile.",
    discussion: "Another e-mail needs the password, and is confirmed by a mail again.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  @Option(help: "What others see.")
  var name: String?

  @Option(help: "Nobody else is told.")
  var email: String?

  func validate() throws {
    if name == nil, email == nil {
      throw ValidationError("There is nothing to change: give --name or --email.")
    }
  }

  func run() throws {
    let client = try ProfileHome.client(try options.homePath())
    let email = try email.map { try ProfileRules.email($0) }
    let now = try client.call(Methods.Profiles.show)
    let needsPassword = now.hasPassword_p && email.map { $0 != now.email } ?? false
    let password = needsPassword ? try secrets.input.next("Password: ") : ""
    let view = try client.call(Methods.Profiles.edit) {
      if let name { $0.name = name }
      if let email { $0.email = email }
      $0.password = password
    }
    try view.tellText(options)
  }
}

/// `parlor profile delete`.
struct ProfileDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a profile with its home and everything in it.",
    discussion: """
      The key goes as well: nobody can be this person again, and what others have stays with them. Run `parlor backup` first \
      to keep a way back.

      EXAMPLES
        parlor profile delete bea
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  @Argument(
    help:
      "The e-mail or the name of the profile, or the name of its directory; that of this home when left out."
  )
  var profile: String?

  @Flag(help: "Do not ask.")
  var yes = false

  func validate() throws {
    if profile != nil, options.home != nil {
      throw ValidationError("Two homes are named: leave out the profile or --home.")
    }
  }

  func run() throws {
    let home = try profile.map { try ProfileHome.homes().home(named: $0) } ?? options.homePath()
    guard ProfileHomes.isHome(home) else {
      throw CommandFailure(
        SessionEnd.refused, "\(home.plain) is not a home: there is nothing to delete.")
    }
    let client = try ProfileHome.client(home)
    let view = try client.call(Methods.Profiles.show)
    if !yes {
      try Confirmation.ask(
        "Delete \(view.name.plain) and everything in \(home.plain)?", isScript: options.json)
    }
    let password = view.hasPassword_p ? try secrets.input.next("Password: ") : ""
    try client.call(Methods.Profiles.delete) { $0.password = password }
    try StopCommand.waitForEnd(of: home)
    let rest = HomeRemoval(home: home).run()
    ProfileHomes.own?.forget(home)
    if options.json { return Output.line(JSONText.object([("deleted", .text(home))])) }
    Output.line("\(view.name.plain) is deleted.")
    if !rest.isEmpty {
      Output.line(
        "\(home.plain) stays, as it holds what Parlor did not put there: \(rest.prefix(5).joined(separator: ", ").plain)."
      )
    }
  }
}
