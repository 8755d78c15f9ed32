import ArgumentParser
import Client
import Commands
import Feature
import Profiles
import ProfileSchema
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor profile unlock` (rows ).
struct ProfileUnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: "Open a locked home with its password.",
    discussion:
      "After a wrong password the next try has to wait: 1 second, then twice as long each time, up to 5 minutes."
  )

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  @Argument(help: "The e-mail or the name of the profile; that of your home when left out.")
  var account: String?

  func run() throws {
    let home = try ProfileHome.path(account, options, or: ProfileText.noEmail)
    let client = try ProfileHome.client(home)
    let status = try client.call(Methods.Node.status).lock
    guard status.hasPassword_p else {
      throw CommandFailure(
        SessionEnd.refused, "This profile has no password: it is never locked.")
    }
    // Whoever has to wait need not type.
    if status.waitMilliseconds > 0 {
      throw CommandFailure(SessionEnd.refused, ProfileText.wait(status.waitMilliseconds))
    }
    let password = try secrets.input.next("Password: ")
    let isMeantByHome =
      account == nil || !ProfileHome.isNamed(options) && !ProfileRules.isEmail(account ?? "")
    let view = try client.call(Methods.Profiles.unlock) {
      $0.account = isMeantByHome ? "" : account ?? ""
      $0.password = password
    }
    try view.tellText(options)
  }
}

/// `parlor profile lock` (row A-15).
struct ProfileLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Lock your home: it asks for the password from now on.",
    discussion: """
      It stays locked when the daemon or the machine starts again. Screens that are open end, and each table is told that you \
      have left. `parlor settings set lock-after 15` locks it after 15 minutes without use, and whenever the daemon starts.
      """)

  @OptionGroup var options: GlobalOptions

  func run() throws { try options.client().call(Methods.Profiles.lock).tellText(options) }
}

/// `parlor profile change-password`.
struct ProfileChangePasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "change-password", abstract: "Set another password, or the first one.",
    discussion:
      "With --password-fd, the lines are the current password, where there is one, and the new one."
  )

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  func run() throws {
    let client = try ProfileHome.client(try options.homePath())
    let hasPassword = try client.call(Methods.Profiles.show).hasPassword_p
    let input = secrets.input
    let password = hasPassword ? try input.next("Password: ") : ""
    let (new, confirmation) = try input.newPassword("New password (8 characters or more): ")
    let view = try client.call(Methods.Profiles.changePassword) {
      $0.password = password
      $0.newPassword = new
      $0.passwordConfirmation = confirmation
    }
    try view.tellText(options)
    let isTyped = input.isTyped && !options.json
    if !view.recoveryWords.isEmpty, isTyped { try ProfileCreateCommand.confirm(client) }
  }
}

/// `parlor profile remove-password`.
struct ProfileRemovePasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-password", abstract: "Use this home without a password again.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  func run() throws {
    let client = try ProfileHome.client(try options.homePath())
    let hasPassword = try client.call(Methods.Profiles.show).hasPassword_p
    let password = hasPassword ? try secrets.input.next("Password: ") : ""
    try client.call(Methods.Profiles.removePassword) { $0.password = password }.tellText(options)
  }
}

/// `parlor profile reset` (rows ).
struct ProfileResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Replace a forgotten password, by mail or by the recovery words.",
    discussion: """
      With an e-mail, a mail is sent to it; the command that it contains sets the new password. It works once, within 30 \
      minutes, on this machine. With --password-fd and --words, the lines are the words and the new password.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  @Argument(help: "The e-mail of the profile.")
  var email: String?

  @Option(help: "What the mail says.")
  var token: String?

  @Flag(help: "Use the recovery words.")
  var words = false

  func validate() throws {
    if token != nil, words {
      throw ValidationError("Either --token or --words replaces a password, not both.")
    }
  }

  func run() throws {
    guard token != nil || words else { return try ask() }
    let client = try ProfileHome.client(
      try ProfileHome.path(email, options, or: ProfileText.noEmailAtReset))
    let input = secrets.input
    let typed = words ? try input.next("Recovery words: ") : ""
    let (new, confirmation) = try input.newPassword("New password (8 characters or more): ")
    let view = try client.call(Methods.Profiles.reset) {
      $0.token = token ?? ""
      $0.words = typed
      $0.newPassword = new
      $0.passwordConfirmation = confirmation
    }
    try view.tellText(options)
  }

  /// Has the mail sent.
  private func ask() throws {
    let isTyped = isatty(0) == 1 && isatty(1) == 1 && !options.json
    let typed = try email ?? (isTyped ? Typed.line("E-mail: ") : "")
    let address = try ProfileRules.email(typed, or: ProfileText.noEmailAtReset)
    let home = try ProfileHome.path(address, options, or: ProfileText.noEmailAtReset)
    let view = try ProfileHome.client(home).call(Methods.Profiles.askReset) { $0.email = address }
    try options.show(view, view.text.plain)
  }
}

/// `parlor profile confirm` (row A-09).
struct ProfileConfirmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm", abstract: "Confirm your e-mail or your recovery words.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var secrets: SecretOptions

  @Argument(help: "What the mail says.")
  var token: String?

  @Flag(help: "Say the recovery words once more.")
  var words = false

  @Flag(help: "Send the mail again; or, with --words or where no mail can be sent, make new words.")
  var again = false

  func validate() throws {
    guard token != nil || words || again else {
      throw ValidationError("Give what the mail says, or --words, or --again for another mail.")
    }
  }

  func run() throws {
    let client = try ProfileHome.client(try options.homePath())
    if again { return try askAgain(client) }
    let typed = token == nil ? try secrets.input.next("Recovery words: ") : ""
    let view = try client.call(Methods.Profiles.confirm) {
      $0.token = token ?? ""
      $0.words = typed
    }
    try view.tellText(options)
  }

  private func askAgain(_ client: DaemonClient) throws {
    let now = try client.call(Methods.Profiles.show)
    let needsPassword = now.hasPassword_p && (words || now.recovery != .mail)
    let input = secrets.input
    let password = needsPassword ? try input.next("Password: ") : ""
    let view = try client.call(Methods.Profiles.askConfirmation) {
      $0.words = words
      $0.password = password
    }
    try view.tellText(options)
    let isTyped = input.isTyped && !options.json
    if !view.recoveryWords.isEmpty, isTyped { try ProfileCreateCommand.confirm(client) }
  }
}

/// `parlor profile role` (row A-17).
struct ProfileRoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "See who moderates a room; as its owner, name moderators.",
    discussion: """
      A moderator of a room closes requests for cards there, and rules in its tournaments. What one has decided stays decided \
      when the role is taken back.

      EXAMPLES
        parlor profile role picnic
        parlor profile role picnic bob moderator
        parlor profile role picnic bob member
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Argument(help: "The person's name or the beginning of its id.")
  var person: String?

  @Argument(help: "moderator or member.")
  var role: String?

  func validate() throws {
    if person != nil, role == nil {
      throw ValidationError("Say also what the person is to be: moderator or member.")
    }
  }

  func run() throws {
    let client = try options.client()
    guard let person, let role else {
      let list = try client.call(Methods.Profiles.roles) { $0.room = room }
      if options.json { return try Output.json(list) }
      if list.roles.isEmpty { Output.line("Nobody owns this room, and nobody moderates it.") }
      for view in list.roles { Output.line(Columns.fit(view.personName.plain, to: 20) + view.role) }
      return
    }
    let view = try client.call(Methods.Profiles.setRole) {
      $0.room = room
      $0.person = person
      $0.role = role
    }
    try options.show(view, "\(view.personName.plain) is a \(view.role.plain) there now.")
  }
}
