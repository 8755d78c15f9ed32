import Foundation
import Glibc
import Testing

extension EndToEndTests {
  /// Files made from the commands themselves: the manual page and the completions of shells.
  @Suite struct ManualTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path

    /// A command as the argument parser dumps it.
    struct Command: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable { var kind: String, name: String }
        var kind: String
        var names: [Name]?
        var valueName: String?
        var shouldDisplay: Bool
      }
      var commandName: String
      var shouldDisplay: Bool
      var arguments: [Argument]?
      var subcommands: [Command]?

      /// The words of each command that people see, with its arguments.
      func all(after words: [String] = []) -> [(words: [String], arguments: [Argument])] {
        guard shouldDisplay else { return [] }
        let own = words + [commandName]
        return [(own, (arguments ?? []).filter(\.shouldDisplay))]
          + (subcommands ?? []).flatMap { $0.all(after: own) }
      }
    }

    struct Dump: Decodable { var command: Command }

    static func commands(_ home: Home) async throws -> [(
      words: [String], arguments: [Command.Argument]
    )] {
      let json = try await home.done("--experimental-dump-help")
      let commands = try JSONDecoder().decode(Dump.self, from: Data(json.utf8)).command.all()
      #expect(commands.count > 30)
      return commands
    }

    @Test("every command and every option is in the manual page")
    func manual() async throws {
      let home = try Home("ada")
      let page = try await home.done("manual")
      // mdoc writes a hyphen as `\-`, and quotes what could be a macro.
      let plain = page.replacing("\\-", with: "-").replacing("\"", with: "")
      for (words, arguments) in try await Self.commands(home) {
        let name = words.joined(separator: " ")
        let begin = words.count == 1 ? ".Sh SYNOPSIS\n" : ".Ss \(name)\n"
        let start = try #require(plain.range(of: begin), "\(name) is not in the page")
        let rest = plain[start.upperBound...]
        let section =
          rest.range(of: "\n.S[sh] ", options: .regularExpression)
          .map { rest[..<$0.lowerBound] } ?? rest
        let tokens = section.split { $0 == " " || $0 == "\n" }
        func has(_ macro: Substring, _ name: String) -> Bool {
          zip(tokens, tokens.dropFirst()).contains { $0 == macro && $1 == name }
        }
        for argument in arguments {
          for option in argument.names ?? [] {
            let dash = option.kind == "long" ? "-" : ""
            #expect(has("Fl", dash + option.name), "\(name): \(option.name)")
          }
          if argument.kind == "positional" {
            #expect(has("Ar", argument.valueName ?? ""), "\(name): \(argument.valueName ?? "")")
          }
        }
      }
      #expect(!page.contains("Ss parlor manual"), "what is hidden stays hidden")
    }

    @Test("a topic is a page of docs/, and the topics are named where one looks for help")
    func topics() async throws {
      let home = try Home("ada")
      let page = try await home.done("help", "tournaments")
      #expect(page.contains("parlor tournament new Summer"), "\(page)")
      #expect(!page.contains("```"), "it is shown, and not printed as it is written")
      #expect(try await home.done("help").contains("tournaments"))
      #expect(try await home.done("help", "war").contains("parlor war --help"))
    }

    static let hasMandoc = ["/usr/bin/mandoc", "/usr/local/bin/mandoc"].contains {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
      "the manual page has no fault that mandoc knows of",
      .enabled(if: hasMandoc, "SKIPPED: mandoc is not installed"))
    func lint() async throws {
      let home = try Home("ada")
      let file = home.scratch + "/parlor.1"
      try await home.done("manual").write(toFile: file, atomically: true, encoding: .utf8)
      let lint = try Program(
        ["mandoc", "-T", "lint", "-W", "style", file], streams: .files(home.scratch),
        environment: home.environment)
      let ending = try await lint.end()
      #expect(ending == .exit(0) && lint.output.isEmpty, "\(lint.story)")
    }

    @Test(
      "the completions of each shell know every command and option",
      arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
      let home = try Home("ada")
      let script = try await home.done("--generate-completion-script", shell)
      for (words, arguments) in try await Self.commands(home) {
        #expect(script.contains(words.last ?? ""), "\(words)")
        for option in arguments.flatMap({ $0.names ?? [] }) {
          let flag = shell == "fish" ? option.name : "-" + option.name
          #expect(script.contains(flag), "\(words) \(option.name)")
        }
      }
    }

    @Test("bash completes subcommands and options")
    func bash() async throws {
      let home = try Home("ada")
      let file = home.scratch + "/parlor.bash"
      try await home.done("--generate-completion-script", "bash")
        .write(toFile: file, atomically: true, encoding: .utf8)
      for (typed, wanted) in [
        ("peer fo", "forget"), ("war host --au", "--auto"), ("doc", "doctor"),
      ] {
        let words = ["parlor"] + typed.split(separator: " ").map(String.init)
        let script = """
          . "\(file)"
          COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
          COMP_LINE="\(words.joined(separator: " "))" COMP_POINT=${#COMP_LINE}
          _parlor parlor "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
          printf '%s\\n' "${COMPREPLY[@]}"
          """
        let shell = try Program(
          ["bash", "--norc", "-c", script], streams: .files(home.scratch),
          environment: home.environment)
        shell.closeInput()
        #expect(try await shell.end() == .exit(0), "\(shell.story)")
        #expect(shell.output.split(separator: "\n").contains { $0 == wanted }, "\(shell.story)")
      }
    }

    @Test("an archive is installed where libraries for pictures are missing, and says so")
    func withoutPictures() async throws {
      let home = try Home("ada")
      let sentence = "Pictures are neither read nor drawn, because a library is missing (x)."
      for (file, text) in [
        (
          "bin/parlord",
          "#!/bin/sh\n[ \"$*\" != 'picture draw' ] || echo '\(sentence)' >&2\nexit 1\n"
        ),
        ("bin/parlor", "#!/bin/sh\necho 0.1.0\n"), ("share/doc/parlor/needs", "libx\n"),
      ] {
        let path = home.scratch + "/archive/" + file
        try FileManager.default.createDirectory(
          atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o755)
      }
      let install = home.scratch + "/archive/install"
      try FileManager.default.copyItem(atPath: Self.root + "/packaging/install", toPath: install)
      let program = try Program(
        [install, "--prefix", home.scratch + "/local"], streams: .files(home.scratch),
        environment: home.environment)
      program.closeInput()
      #expect(try await program.end() == .exit(0), "\(program.story)")
      #expect(program.complaints == sentence + "\n", "\(program.story)")
      #expect(program.output.hasPrefix("Installed 0.1.0 below "), "\(program.story)")
      #expect(access(home.scratch + "/local/bin/parlord", X_OK) == 0)
    }

    @Test("one script installs program, helper, manual page and completions, and takes them away")
    func install() async throws {
      let home = try Home("ada")
      let prefix = home.scratch + "/local files"
      func script(_ words: String...) async throws -> Program {
        let program = try Program(
          [Self.root + "/scripts/install-user", "--prefix", prefix] + words,
          streams: .files(home.scratch), environment: home.environment)
        program.closeInput()
        // It copies half a gigabyte, and has a page and completions written for each command.
        let ending = try await program.end(within: .seconds(240))
        #expect(ending == .exit(0), "\(program.story)")
        return program
      }
      let said = try await script("--from", Home.binaries)
      #expect(said.output.contains("is not in your PATH"), "\(said.story)")
      let found = FileManager.default.enumerator(atPath: prefix)?.compactMap { $0 as? String } ?? []
      for file in [
        "bin/parlor", "bin/parlord", "bin/parlor-lab", "bin/parlor-discovery",
        "share/man/man1/parlor.1",
        "share/bash-completion/completions/parlor", "share/zsh/site-functions/_parlor",
        "share/fish/vendor_completions.d/parlor.fish",
      ] {
        #expect(found.contains(file), "\(file)")
        let size = try FileManager.default.attributesOfItem(atPath: prefix + "/" + file)[.size]
        #expect((size as? Int ?? 0) > 1_000, "\(file)")
      }
      let installed = try Program(
        [prefix + "/bin/parlor", "--version"], streams: .files(home.scratch),
        environment: home.environment)
      #expect(try await installed.end() == .exit(0), "\(installed.story)")
      _ = try await script("--remove")
      let left = FileManager.default.enumerator(atPath: prefix)?.compactMap { $0 as? String } ?? []
      #expect(!left.contains { $0.contains("parlor") }, "\(left)")
    }
  }
}
