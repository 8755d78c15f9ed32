import ArgumentParser
import Client
import Terminal

/// One call of the command, from its words to its exit code.
enum Invocation {
  /// Parses and runs; everything that goes wrong is told here and nowhere else.
  static func run(_ words: [String]) async -> Int32 {
    do {
      var command = try ParlorCommand.parseAsRoot(words)
      if var waiting = command as? any AsyncParsableCommand {
        try await waiting.run()
      } else {
        try command.run()
      }
      return SessionEnd.done
    } catch {
      return tell(error, json: words.contains("--json"))
    }
  }

  private static func tell(_ error: any Error, json: Bool) -> Int32 {
    if let code = error as? ExitCode { return code.rawValue }
    if let failure = CommandFailure(error) {
      failure.tell(json: json)
      return failure.code
    }
    let code = ParlorCommand.exitCode(for: error)
    if code == .success {
      Output.line(ParlorCommand.fullMessage(for: error))
      return SessionEnd.done
    }
    if code == .validationFailure {
      CommandFailure(SessionEnd.usage, usage(error)).tell(json: json)
      return SessionEnd.usage
    }
    CommandFailure(SessionEnd.refused, ParlorCommand.message(for: error)).tell(json: json)
    return SessionEnd.refused
  }

  /// What was wrong with the words, and what to do about it unless that is said already.
  private static func usage(_ error: any Error) -> String {
    let text = ParlorCommand.message(for: error).split(separator: "\n").first.map(String.init) ?? ""
    guard !text.hasSuffix("."), !text.hasSuffix("?") else { return text }
    // The last line is: See 'parlor war host --help' for more information.
    let parts = ParlorCommand.fullMessage(for: error).split(separator: "'")
    let command = parts.last { $0.hasSuffix(" --help") } ?? "parlor --help"
    return "\(text): `\(command)` explains."
  }
}
