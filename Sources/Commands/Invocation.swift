import ArgumentParser
import Programs
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One call of a program, from its words to its exit code.
package enum Invocation {
  /// Opens standard input, output and error where the program that started us has closed them.
  ///
  /// Else the next file that is opened would take the place of one, and a sentence for people would be written into a
  /// database. Call it before anything else, also before what runs Swift's tasks opens its own.
  package static func openStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Parses, runs and ends the process; everything that goes wrong is told here and nowhere else.
  ///
  /// Runs on the thread with which the process began, whose memory grows in large steps. Other threads have arenas of their
  /// own, which grow by a system call for every few pages: with a long list that was a quarter of a command's time.
  ///
  /// - Parameter root: the command that holds all others.
  package static func run(_ root: any ParsableCommand.Type, _ words: [String]) -> Never {
    do {
      var command = try root.parseAsRoot(words)
      if let handed = command as? any Handed { try handed.perform() } else { try command.run() }
      end()
    } catch {
      exit(tell(error, root, words, json: words.contains("--json")))
    }
  }

  /// Does something that waits for others, and ends the process.
  ///
  /// - Parameters:
  ///   - root: the command that explains what goes wrong.
  ///   - work: a daemon's: what it prints is read by nobody who depends on it.
  package static func wait(
    _ root: any ParsableCommand.Type, json: Bool,
    for work: @escaping @Sendable () async throws -> Void
  ) -> Never {
    Task(executorPreference: TaskThreads.shared) {
      do {
        try await work()
        exit(SessionEnd.done)
      } catch {
        exit(tell(error, root, [], json: json))
      }
    }
    while true { pause() }
  }

  /// Ends the process once the work is done: the output may still have been lost.
  package static func end() -> Never { exit(code()) }

  private static func code() -> Int32 {
    guard let failure = Output.failure else { return SessionEnd.done }
    failure.tell(json: false)
    return failure.code
  }

  private static func tell(
    _ error: any Error, _ root: any ParsableCommand.Type, _ words: [String], json: Bool
  ) -> Int32 {
    if let code = error as? ExitCode {
      Output.failure?.tell(json: false)
      return code.rawValue
    }
    if let failure = CommandFailure(error) {
      failure.tell(json: json)
      return failure.code
    }
    let code = root.exitCode(for: error)
    if [.success, .validationFailure].contains(code), let missing = missing(root, words) {
      CommandFailure(SessionEnd.usage, missing).tell(json: json)
      return SessionEnd.usage
    }
    if code == .success {
      Output.line(root.fullMessage(for: error))
      return self.code()
    }
    if code == .validationFailure {
      CommandFailure(SessionEnd.usage, usage(error, root)).tell(json: json)
      return SessionEnd.usage
    }
    CommandFailure(SessionEnd.refused, root.message(for: error)).tell(json: json)
    return SessionEnd.refused
  }

  /// Says that a group has no command of the name that was typed.
  ///
  /// A group that runs a command by itself would show that one's help, or complain of its arguments.
  ///
  /// - Returns: nil where there is such a command, or where the one that the group runs takes the word.
  package static func missing(_ root: any ParsableCommand.Type, _ words: [String]) -> String? {
    var group = root
    var path = root._commandName
    var rest = words[...]
    while !group.configuration.subcommands.isEmpty {
      while let option = rest.first, option.hasPrefix("-") {
        rest = rest.dropFirst(option == "--home" ? 2 : 1)
      }
      guard let word = rest.popFirst() else { return nil }
      guard
        let next = group.configuration.subcommands.first(where: {
          $0._commandName == word || $0.configuration.aliases.contains(word)
        })
      else {
        return takes(root, words)
          ? nil
          : "There is no command `\(path) \(Text.preview(word, characters: 40))`: `\(path) --help` lists them."
      }
      group = next
      path += " \(word)"
    }
    return nil
  }

  /// Whether the parser has a place for all words, whatever else is wrong with them.
  private static func takes(_ root: any ParsableCommand.Type, _ words: [String]) -> Bool {
    do {
      _ = try root.parseAsRoot(words.filter { $0 != "--help" && $0 != "-h" })
      return true
    } catch {
      return !root.message(for: error).lowercased().contains("unexpected argument")
    }
  }

  /// Says what is wrong with the words of a command line, and which help explains it unless the message says so already.
  private static func usage(_ error: any Error, _ root: any ParsableCommand.Type) -> String {
    let text = root.message(for: error).split(separator: "\n").first.map(String.init) ?? ""
    guard !text.hasSuffix("."), !text.hasSuffix("?") else { return text }
    // The last line is: See 'parlor war host --help' for more information.
    let parts = root.fullMessage(for: error).split(separator: "'")
    let command = parts.last { $0.hasSuffix(" --help") } ?? "parlor --help"
    return "\(text): `\(help(String(command), typed: CommandLine.arguments))` explains."
  }

  /// The command whose help explains some words.
  ///
  /// Words that name no command of a group are taken by the group's default command. The person who typed them does not
  /// know that one, so the group's help is named: `parlor room --help` for `parlor room create`.
  ///
  /// - Parameters:
  ///   - command: what the parser names: `parlor room list --help`.
  ///   - words: what was typed.
  package static func help(_ command: String, typed words: [String]) -> String {
    var parts = command.split(separator: " ").dropLast()
    while parts.count > 1, let last = parts.last, !words.contains(String(last)) {
      parts.removeLast()
    }
    return parts.joined(separator: " ") + " --help"
  }
}
