import ArgumentParser
import Commands
import Profiles
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The source of passwords and recovery words: never an argument or the environment, which others can read.
struct SecretOptions: ParsableArguments {
  @Option(
    name: .customLong("password-fd"),
    help: ArgumentHelp(
      "Read what would be typed from this open descriptor, a line for each; 0 is standard input.",
      valueName: "number"))
  var descriptor: Int32?

  func validate() throws {
    if let descriptor, descriptor < 0 || fcntl(descriptor, F_GETFD) < 0 {
      throw ValidationError(
        "--password-fd cannot be \(descriptor): name a descriptor that is open, as with `3<file`.")
    }
  }

  /// Begins to read.
  var input: SecretInput { SecretInput(descriptor) }
}

/// Secrets, one after the other: from a descriptor, or typed at the terminal without being shown.
final class SecretInput {
  /// So much is read from a descriptor at most; what is longer is no password anyway.
  private static let longest = 16 << 10

  private let descriptor: Int32?
  private var lines: [String]?

  init(_ descriptor: Int32?) { self.descriptor = descriptor }

  /// Whether somebody types.
  var isTyped: Bool { descriptor == nil }

  /// The next secret.
  ///
  /// - Parameter question: what is asked at a terminal.
  /// - Throws: `CommandFailure` where there is no terminal, or its person wants out.
  func next(_ question: String) throws -> String {
    guard let descriptor else { return try type(question) }
    if lines == nil { lines = Self.read(descriptor) }
    guard lines?.isEmpty == false else {
      throw CommandFailure(
        SessionEnd.usage,
        "The descriptor \(descriptor) has no line for this question: \(question.prefix { $0 != ":" })."
      )
    }
    return lines?.removeFirst() ?? ""
  }

  /// A new password and the same once more; one that cannot be a password is refused before it is asked for again.
  func newPassword(_ question: String) throws -> (password: String, confirmation: String) {
    let password = try next(question)
    _ = try ProfileRules.password(password, confirmation: password)
    return (password, try again(password, "The same again: "))
  }

  /// The same secret once more; where a descriptor has no line for it, the one before counts for both.
  private func again(_ secret: String, _ question: String) throws -> String {
    guard descriptor != nil else { return try type(question) }
    return lines?.isEmpty == false ? try next(question) : secret
  }

  private func type(_ question: String) throws -> String {
    guard isatty(0) == 1, isatty(1) == 1 else {
      throw CommandFailure(
        SessionEnd.usage,
        "There is no terminal to type the password at: give it with --password-fd.")
    }
    // The terminal hides what is typed before the question is shown: some people type at once.
    let terminal = RawTerminal(screen: false)
    Output.raw(question)
    defer {
      terminal.restore()
      Output.raw("\n")
    }
    var typed = ""
    while let key = terminal.waitForKey() {
      switch key {
      case .enter: return typed
      case .character(let character): typed.append(character)
      case .space: typed.append(" ")
      case .backspace, .delete: if !typed.isEmpty { typed.removeLast() }
      case .eraseLine: typed = ""
      case .interrupt, .close: throw CommandFailure(SessionEnd.refused, "Nothing was changed.")
      default: break
      }
      if typed.utf8.count > Self.longest { typed = String(typed.prefix(Self.longest)) }
    }
    return typed
  }

  private static func read(_ descriptor: Int32) -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < longest {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
