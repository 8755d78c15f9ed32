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

/// `parlor profile create` (rows A-01, A-02, A-05 to A-09).
struct ProfileCreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Give your home to somebody, or make one for somebody else.",
    discussion: """
      Where nobody has created a profile in your home yet, it becomes that of the profile, with everything in it. Else a new \
      home is made below the data directory, unless --home names a place.

      Where this machine can send mails, one is sent to confirm the e-mail. Where it cannot, twelve recovery words are shown \
      once and asked for again.

      A node that runs as a service may not gain rights, which Postfix and OpenSMTPD need to take a mail. There, have the mail \
      sent outside the service: `parlor settings set mail-command 'systemd-run --user --quiet --collect --pipe --wait \
      /usr/sbin/sendmail -t -i'`.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  @Option(help: "What others see; the name of this machine when left out.")
  var name: String?

  @Option(help: "Nobody else is told; no other profile of this machine has it.")
  var email: String?

  @Flag(help: "Set no password.")
  var noPassword = false

  @Option(help: "The program that sends mails, as in the setting of that name; off for none.")
  var mailCommand: String?

  @Flag(help: "Make recovery words, also where mails can be sent.")
  var words = false

  func run() throws {
    let isTyped = isatty(0) == 1 && isatty(1) == 1 && !options.json
    let name =
      try self.name ?? (isTyped ? Typed.line("Name (empty for that of this machine): ") : "")
    let email = try ProfileRules.email(self.email ?? (isTyped ? Typed.line("E-mail: ") : ""))
    let input = secrets.input
    var (password, confirmation) = ("", "")
    if !noPassword {
      (password, confirmation) = try input.newPassword("Password (8 characters or more): ")
      _ = try ProfileRules.password(password, confirmation: confirmation)
    }
    let (home, isNew) = try place(name: name, email: email)
    let client = try ProfileHome.client(home)
    let view: ProfileView
    do {
      if let mailCommand {
        try client.call(Methods.Node.set) { ($0.key, $0.value) = ("mail-command", mailCommand) }
      }
      view = try client.call(Methods.Profiles.create) {
        $0.name = name
        $0.email = email
        $0.password = password
        $0.passwordConfirmation = confirmation
        $0.words = words
      }
    } catch {
      // Nothing is left of a home that became nobody's.
      if isNew {
        _ = try? StopCommand.stop(home: home)
        HomeRemoval(home: home).run()
      }
      throw error
    }
    ProfileHomes.own?.note(home)
    try view.tellText(options)
    if isNew, !options.json {
      Output.line("The home of \(view.name.plain) is \(home.plain).")
      Output.line(
        "`parlor profile use \(view.email.plain)` has commands use it without --home from now on.")
    }
    if !view.recoveryWords.isEmpty, isTyped, input.isTyped { try Self.confirm(client) }
  }

  /// The home that the profile gets, and whether it is made for it.
  ///
  /// - Throws: `Refused` with the text of row A-08 before anything is made.
  private func place(name: String, email: String) throws -> (home: String, isNew: Bool) {
    let usual = try options.homePath()
    guard let homes = ProfileHomes.own else { return (usual, false) }
    let owner = homes.all.first { ProfileRules.isSame(HomeLabel(home: $0)?.email ?? "", email) }
    if let owner, owner != usual || !ProfileHome.isNamed(options) {
      throw Refused(.notNow, ProfileText.emailInUse)
    }
    let isTaken = HomeLabel(home: usual).map { !$0.email.isEmpty } ?? false
    if ProfileHome.isNamed(options) { return (usual, !isTaken && !ProfileHomes.isHome(usual)) }
    let word = name.isEmpty ? String(email.prefix { $0 != "@" }) : name
    return isTaken ? (homes.newHome(for: word), true) : (usual, false)
  }

  /// Asks for the words again, as often as it takes; the home is there whatever comes of it.
  static func confirm(_ client: DaemonClient) throws {
    while true {
      let typed = try Typed.line("Write them down, then type them here: ")
      guard !typed.isEmpty else {
        return Output.line("`parlor profile confirm --words` asks for them again.")
      }
      // They are not left on the screen above the place where they were typed again.
      do {
        let view = try client.call(Methods.Profiles.confirm) { $0.words = typed }
        return Output.line(view.text.plain)
      } catch ClientFailure.refused(let refusal) {
        Output.line(refusal.message.plain)
      }
    }
  }
}

/// Lines that are typed at a terminal and may be seen.
enum Typed {
  /// Asks for one line.
  ///
  /// - Throws: `CommandFailure` at the end of input.
  static func line(_ question: String) throws -> String {
    Output.raw(question)
    guard let line = readLine() else {
      Output.raw("\n")
      throw CommandFailure(SessionEnd.refused, "Nothing was changed.")
    }
    return line
  }
}
