import Feature
import FoundationEssentials
import Profiles
import Programs
import Schema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A link to the page of this machine that does the same as a command of a mail.
public enum ProfileLink {
  /// The purpose of a link.
  public enum Purpose: String, Sendable {
    /// It confirms an e-mail (row A-09).
    case confirm
    /// It sets a new password (row A-13).
    case reset
  }

  /// The link, given where the page is.
  ///
  /// - Parameter base: the address of the page, as `http://127.0.0.1:4711`.
  public static func text(_ purpose: Purpose, token: String, base: String) -> String {
    (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/#\(purpose.rawValue)=\(token)"
  }
}

/// A mail to the person of a home, as RFC 5322 has it.
struct ProfileMail {
  let purpose: ProfileLink.Purpose
  let name: String
  let email: String
  let token: String
  /// The absolute path of the home, where it is not the one that commands use by themselves.
  let home: String?
  /// The address of the page; nil while it is off.
  let page: String?
  let machine: String

  /// The command that does the same as the link.
  var command: String {
    let home = home.map { "--home \(Self.quoted($0)) " } ?? ""
    return switch purpose {
    case .confirm: "parlor \(home)profile confirm \(token)"
    case .reset: "parlor \(home)profile reset --token \(token)"
    }
  }

  /// The whole message, with the line ends that sendmail takes.
  var text: String {
    let subject: String
    let reason: String
    switch purpose {
    case .confirm:
      subject = "Confirm your e-mail for Parlor"
      reason =
        "Somebody, probably you, has given this address to Parlor on \(machine).\nTo confirm that it is yours"
    case .reset:
      subject = "A new password for Parlor"
      reason =
        "Somebody, probably you, has forgotten the password of Parlor on \(machine).\nTo set a new one"
    }
    let link = page.map {
      "\nor open this link there:\n\n    \(ProfileLink.text(purpose, token: token, base: $0))\n"
    }
    return """
      To: <\(email)>
      Subject: \(subject)
      Auto-Submitted: auto-generated
      MIME-Version: 1.0
      Content-Type: text/plain; charset=UTF-8
      Content-Transfer-Encoding: 8bit

      Hello \(name),

      \(reason), run this on that machine:

          \(command)
      \(link ?? "")
      It works once, within 30 minutes. If it was not you, do nothing.

      """
  }

  private static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }
}

/// The program of this machine that takes mails.
struct MailProgram {
  /// The longest time that it may take.
  let patience: Duration
  private static let places = ["/usr/sbin/sendmail", "/usr/lib/sendmail", "/usr/bin/sendmail"]

  private let words: [String]

  /// The program that the setting names, else the sendmail of this machine; nil where there is none, or it is off.
  ///
  /// - Parameter patience: how long it may take.
  init?(_ setting: String, within patience: Duration = .seconds(20)) {
    if setting == "off" { return nil }
    self.patience = patience
    let words = setting.split(separator: " ").map(String.init)
    if words.isEmpty {
      guard let path = Self.places.first(where: { access($0, X_OK) == 0 }) else { return nil }
      self.words = [path, "-t", "-i"]
    } else {
      self.words = words
    }
  }

  /// Gives it a mail.
  ///
  /// - Returns: why it was not taken, as a sentence may have it in parentheses; nil where it was.
  func send(_ mail: ProfileMail) async -> String? {
    await withCheckedContinuation { continuation in
      OwnThread.start { continuation.resume(returning: run(Array(mail.text.utf8))) }
    }
  }

  private func run(_ input: [UInt8]) -> String? {
    let program = words[0]
    do throws(Filter.Failure) {
      let filter = Filter(
        program, Array(words.dropFirst()), within: patience, limit: 64 << 10, group: .own)
      let result = try filter.run(input)
      guard result.code != 0 else { return nil }
      let line = result.complaints.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
      let ending = result.code.map { "ended with \($0)" } ?? "died of a signal"
      let said = Text.clean(line, limit: 200)
      return "\(program) \(ending)\(said.isEmpty ? "" : ": \(said)")"
    } catch {
      switch error {
      case .notStarted(let code):
        return "\(program) cannot be started: \(String(cString: strerror(code)))"
      case .late:
        return "\(program) had not ended after \(patience.components.seconds) seconds"
      case .tooLong: return "\(program) printed too much"
      case .disk(let code): return "there is no room for it: \(String(cString: strerror(code)))"
      }
    }
  }
}
