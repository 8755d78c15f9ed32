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

/// `parlor profile`: who a home belongs to.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Give your home a name, an e-mail and a password; lock it.",
    discussion: """
      A profile is a home. The first one needs nothing: everything works without a name, an e-mail and a password. A password \
      keeps other people at this keyboard out of Parlor. It encrypts nothing: anybody who can read the files of a home can read \
      all that is in it. Against that, use an encrypted home directory.

      While a home is locked its node keeps running: it links, passes on, receives and answers, and says at each table \
      that you have left. Nearly every command is refused.

      Passwords are typed without being shown, or read from a descriptor with --password-fd.

      EXAMPLES
        parlor profile create --name Ada --email ada@example.org
        parlor profile lock
        parlor profile unlock
        parlor settings set lock-after 15
        parlor profile reset ada@example.org
        parlor profile unlock --password-fd 3 3<secret
      """,
    subcommands: [
      ProfileShowCommand.self, ProfileCreateCommand.self, ProfileListCommand.self,
      ProfileEditCommand.self, ProfileUseCommand.self, ProfileUnlockCommand.self,
      ProfileLockCommand.self, ProfileChangePasswordCommand.self,
      ProfileRemovePasswordCommand.self, ProfileResetCommand.self, ProfileConfirmCommand.self,
      ProfileDeleteCommand.self, ProfileRoleCommand.self,
    ], defaultSubcommand: ProfileShowCommand.self)
}

/// The parts that the commands of profiles share.
enum ProfileHome {
  /// The longest wait for the daemon, in milliseconds: it hashes, and waits for the program that takes mails.
  private static let patienceMilliseconds: Int32 = 60_000

  /// Whether the person has named a home, which no e-mail overrides then.
  static func isNamed(_ options: GlobalOptions) -> Bool {
    options.home != nil || getenv("PARLOR_HOME").map { $0.pointee != 0 } == true
  }

  /// The homes of the user who runs this program.
  static func homes() throws -> ProfileHomes {
    guard let homes = ProfileHomes.own else {
      throw CommandFailure(SessionEnd.usage, "The variable HOME is not set: use --home instead.")
    }
    return homes
  }

  /// A client of the daemon of a home, which is started when none runs; it waits as long as mails take.
  static func client(_ home: String) throws -> DaemonClient {
    _ = try DaemonStarter(home: home).client()
    return GlobalOptions.waiting(
      DaemonClient(home: home, timeoutMilliseconds: patienceMilliseconds))
  }

  /// The home that an e-mail, a name or the name of a directory means; that of the options where nothing was typed.
  ///
  /// - Parameter text: what is said where it means none and is no e-mail (rows ).
  /// - Throws: `Refused`.
  static func path(_ typed: String?, _ options: GlobalOptions, or text: String) throws -> String {
    guard let typed, !isNamed(options) else { return try options.homePath() }
    guard !typed.isEmpty, let homes = ProfileHomes.own else { throw Refused(.invalid, text) }
    do {
      return try homes.home(named: typed)
    } catch let refused as Refused where refused.refusal.code == .notFound {
      throw ProfileRules.isEmail(typed) ? refused : Refused(.invalid, text)
    }
  }
}

extension ProfileView {
  /// Prints it, as JSON or as lines.
  func tell(_ options: GlobalOptions) throws {
    if options.json { return try Output.json(self) }
    for line in lines { Output.line(line) }
  }

  /// Prints the result of the command, then the profile.
  func tellText(_ options: GlobalOptions) throws {
    if options.json { return try Output.json(self) }
    if !text.isEmpty { Output.line(text.plain) }
    if !mailProblem.isEmpty { Output.line(mailProblem.plain) }
    if mailSent, awaits == .mail {
      Output.line(
        "A mail is on its way to \(email.plain): run the command in it within 30 minutes to confirm the address."
      )
    }
    if !recoveryWords.isEmpty {
      Output.line(
        "With these words a forgotten password can be replaced. They are shown this once:")
      Output.line("")
      let words = recoveryWords.split(separator: " ")
      for start in stride(from: 0, to: words.count, by: 4) {
        Output.line("  " + words[start..<min(start + 4, words.count)].joined(separator: " "))
      }
      Output.line("")
    }
  }

  private var lines: [String] {
    let password =
      hasPassword_p
      ? locked ? "set, locked" : "set" : "none: whoever is at this keyboard may use Parlor"
    var lines = [
      ("name", name.plain),
      ("e-mail", email.isEmpty ? "none" : email.plain + (emailConfirmed ? "" : " (not confirmed)")),
      ("password", password),
    ]
    switch recovery {
    case .mail: lines.append(("if forgotten", "a mail to \(email.plain)"))
    case .words:
      lines.append(
        (
          "if forgotten",
          awaits == .words ? "the recovery words (not confirmed)" : "the recovery words"
        ))
    default: if hasPassword_p { lines.append(("if forgotten", "nothing: make recovery words")) }
    }
    if lockAfter > 0 { lines.append(("locks after", "\(lockAfter) min without use")) }
    lines += [("home", home.plain), ("account", ShortID.text(account))]
    return lines.map { Columns.fit($0.0, to: 14) + $0.1 }
  }
}
