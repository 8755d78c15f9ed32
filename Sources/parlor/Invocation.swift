import ArgumentParser
import Client
import Dispatch
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One call of the command, from its words to its exit code.
enum Invocation {
  /// Parses, runs and ends the process; everything that goes wrong is told here and nowhere else.
  ///
  /// Runs on the thread with which the process began, whose memory grows in large steps. Other threads have arenas of their
  /// own, which grow by a system call for every few pages: with a long list that was a quarter of a command's time.
  static func run(_ words: [String]) -> Never {
    let isJSON = words.contains("--json")
    if let lines = Guide.lines(words, columns: min(RawTerminal.size.columns, 100)) {
      Output.lines(lines.map { $0.render(Output.style, columns: .max) })
      exit(end())
    }
    do {
      var command = try ParlorCommand.parseAsRoot(words)
      if let waiting = command as? any AsyncParsableCommand { wait(for: waiting, isJSON) }
      try command.run()
      exit(end())
    } catch {
      exit(tell(error, json: isJSON))
    }
  }

  /// The exit code of a command that has done its work: its output may still have been lost.
  private static func end() -> Int32 {
    guard let failure = Output.failure else { return SessionEnd.done }
    failure.tell(json: false)
    return failure.code
  }

  private static func wait(for command: any AsyncParsableCommand, _ isJSON: Bool) -> Never {
    nonisolated(unsafe) var command = command
    Task {
      do {
        try await command.run()
        // What a daemon prints is read by nobody who depends on it.
        exit(command is DaemonCommand ? SessionEnd.done : end())
      } catch {
        exit(tell(error, json: isJSON))
      }
    }
    dispatchMain()
  }

  private static func tell(_ error: any Error, json: Bool) -> Int32 {
    if let code = error as? ExitCode {
      Output.failure?.tell(json: false)
      return code.rawValue
    }
    if let failure = CommandFailure(error) {
      failure.tell(json: json)
      return failure.code
    }
    let code = ParlorCommand.exitCode(for: error)
    if code == .success {
      Output.line(ParlorCommand.fullMessage(for: error))
      return end()
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
