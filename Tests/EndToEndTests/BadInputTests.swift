import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Wrong requests: each is answered with a sentence and the exit code of design section 11.
  @Suite struct BadInputTests {
    @Test("wrong usage is exit code 2, needs no daemon and leaves no home behind")
    func usage() async throws {
      let home = try Home("ada")
      let wrong = [
        ["--nonsense"], ["nonsense"], ["war", "nonsense"], ["war", "host", "--nonsense"],
        ["war", "host", "--rules", "nonsense"], ["war", "host", "--wait", "soon"],
        ["war", "join", "--wait", "-1"], ["war", "join", "a", "b"], ["war", "export"],
        ["war", "verify"], ["war", "replay"], ["war", "accept", "--nonsense"],
        ["daemon", "--port", "65536"], ["daemon", "--port", "-1"], ["daemon", "--port", "x"],
        ["peer", "add"], ["peer", "forget"], ["peer", "nonsense"], ["settings", "set", "name"],
        ["settings", "nonsense"], ["status", "more"], ["stop", "--now"],
        ["simulate", "war", "--games", "0"], ["simulate", "war", "--games", "many"],
        ["simulate", "war", "--rules", "nonsense"], ["script"],
        ["script", "--find", "rain", "a.yaml"],
        ["script", "--find", "war", "--seeds", "0", "a.yaml"],
        ["script", "--find", "war", "--real", "a.yaml"],
        ["peer", "forget", ""], ["status", "--home", ""],
      ]
      for words in wrong {
        let program = try home.start(words)
        program.closeInput()
        #expect(try await program.end() == .exit(2), "\(program.story)")
        #expect(program.output.isEmpty && program.complaints.count > 20, "\(program.story)")
        let lines = program.complaints.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].hasPrefix("parlor: "), "\(program.story)")
        #expect(lines[0].hasSuffix(".") || lines[0].hasSuffix("?"), "\(program.story)")
      }
      #expect(!FileManager.default.fileExists(atPath: home.path))
    }

    @Test("wrong usage with --json is one object with the sentence and the code")
    func usageJSON() async throws {
      let home = try Home("ada")
      let said = try await home.run("war", "host", "--nonsense", "--json")
      #expect(said.code == 2 && said.complaints.isEmpty, "\(said)")
      let object = try JSONSerialization.jsonObject(with: Data(said.output.utf8))
      let fields = try #require(object as? [String: Any])
      #expect(fields["code"] as? Int == 2 && (fields["error"] as? String)?.isEmpty == false)
    }

    @Test("every command explains itself with --help")
    func help() async throws {
      let home = try Home("ada")
      let commands = [
        [], ["daemon"], ["stop"], ["status"], ["peer"], ["peer", "add"], ["war"], ["war", "host"],
        ["war", "join"], ["war", "resume"], ["war", "verify"], ["settings"], ["simulate", "war"],
      ]
      for words in commands {
        let program = try home.start(words + ["--help"])
        #expect(try await program.end() == .exit(0), "\(program.story)")
        #expect(program.output.contains("USAGE"), "\(program.story)")
      }
      #expect(!FileManager.default.fileExists(atPath: home.path))
    }

    @Test(
      "E-06: the help of what makes something new names the room that sees it, and no search in all rooms"
    )
    func newRoom() async throws {
      let home = try Home("ada")
      for words in [["event", "add"], ["todo", "add"], ["event", "import"]] {
        let program = try home.start(words + ["--help"])
        #expect(try await program.end() == .exit(0), "\(program.story)")
        let help = program.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(!help.contains("all rooms"), "\(help)")
        #expect(help.contains("yours alone") || help.contains("you alone"), "\(help)")
      }
    }

    @Test("a home that cannot be made or is no directory")
    func unusableHome() async throws {
      let home = try Home("ada")
      let file = home.scratch + "/file"
      try Data().write(to: URL(fileURLWithPath: file))
      for path in [file, file + "/below", "/proc/ada", "/dev/null"] {
        let daemon = try await home.run("--home", path, "daemon", "--no-discovery")
        refuses(daemon, 1, naming: path)
        let status = try await home.run("--home", path, "status")
        refuses(status, 3, naming: path)
      }
    }

    @Test(
      "a home that may not be written, and one that may not even be entered",
      .enabled(if: getuid() != 0 || mayBeNobody, "SKIPPED: nobody else can be here"))
    func unwritableHome() async throws {
      let home = try Home("ada", prefix: getuid() == 0 ? Self.nobody : [])
      mkdir(home.path, 0o500)
      chmod(home.scratch, 0o755)
      for mode in [0o555, 0o000] as [mode_t] {
        chmod(home.path, mode)
        refuses(try await home.run("daemon", "--no-discovery"), 1, naming: home.path)
        refuses(try await home.run("status"), 3, naming: home.path)
        refuses(try await home.run("war", "host"), 3, naming: home.path)
      }
      refuses(try await home.run("stop"), 3, naming: home.path)
      chmod(home.path, 0o700)
    }

    @Test(
      "the daemon of somebody else is neither used nor stopped",
      .enabled(if: getuid() == 0 && mayBeNobody, "SKIPPED: nobody else can be here"))
    func othersDaemon() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      let path = home.path
      chmod(home.scratch, 0o755)
      chmod(path, 0o711)
      let other = try Home("berta", prefix: Self.nobody)
      chmod(other.scratch, 0o755)
      refuses(try await other.run("--home", path, "status"), 3, naming: path)
      refuses(try await other.run("--home", path, "stop"), 3, naming: path)
      #expect(daemon.program.poll() == nil)
    }

    @Test("a file where the socket should be")
    func socketInTheWay() async throws {
      let home = try Home("ada")
      mkdir(home.path, 0o700)
      try Data().write(to: URL(fileURLWithPath: home.path + "/api.sock"))
      refuses(try await home.run("daemon", "--no-discovery"), 1, naming: "api.sock")
      refuses(try await home.run("status"), 3, naming: "remove it")
    }

    private static let nobody = [
      "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--",
    ]

    /// Whether a process of another user can be made that finds the programs.
    static let mayBeNobody: Bool = {
      let words = nobody + [Home.binaries + "/parlor", "--version"]
      let scratch = FileManager.default.temporaryDirectory.path
      guard
        let program = try? Program(
          words, streams: .files(scratch), environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
      else { return false }
      while program.poll() == nil { usleep(1_000) }
      unlink(program.outputPath)
      unlink(program.errorPath)
      return program.poll() == .exit(0)
    }()

    @Test("a home that another process holds")
    func lockedHome() async throws {
      let home = try Home("ada")
      mkdir(home.path, 0o700)
      let lock = open(home.path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(lock) }
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      refuses(try await home.run("daemon", "--no-discovery"), 1, naming: "in use")
      refuses(try await home.run("status"), 3, naming: "in use")
      refuses(try await home.run("war", "host"), 3, naming: "in use")
    }

    @Test("a port that is in use, and an address of another machine")
    func port() async throws {
      let home = try Home("ada")
      let other = try Home("berta")
      let daemon = try await home.daemon()
      let words = [
        "daemon", "--no-discovery", "--address", "127.0.0.1", "--port", "\(daemon.port)",
      ]
      let said = try await other.run(words)
      refuses(said, 1, naming: "\(daemon.port)")
      refuses(
        try await other.run("daemon", "--no-discovery", "--address", "192.0.2.1"), 1,
        naming: "192.0.2.1")
      refuses(
        try await other.run("daemon", "--no-discovery", "--address", "nowhere"), 1,
        naming: "nowhere")
    }

    @Test("no daemon: stop says so and starts none")
    func noDaemon() async throws {
      let home = try Home("ada")
      let said = try await home.run("stop")
      #expect(said.code == 0 && said.output.contains("No daemon"), "\(said)")
      #expect(try await home.done("stop", "--json") == "{\"stopped\":false}\n")
      #expect(Processes.naming(home.path).isEmpty)
    }

    @Test("peers and settings that are not there")
    func unknownThings() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let before = try await home.ask("settings", as: SettingsView.self)
      for address in ["nonsense", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", ":1", "[::1]", ""]
      {
        refuses(try await home.run("peer", "add", address), 1)
      }
      refuses(try await home.run("peer", "forget", "nobody"), 1, naming: "nobody")
      refuses(try await home.run("peer", "forget", "192.0.2.9:4711"), 1, naming: "192.0.2.9")
      refuses(try await home.run("settings", "set", "colour", "plaid"), 1)
      refuses(try await home.run("settings", "set", "name", "A"), 1)
      refuses(try await home.run("settings", "set", "bell", "maybe"), 1)
      refuses(try await home.run("settings", "set", "nonsense", "1"), 1)
      #expect(try await home.ask("settings", as: SettingsView.self) == before)
      #expect(try await home.ask("peer", "list", as: PeerList.self).peers.isEmpty)
    }

    @Test("tables and files that are not there")
    func noTable() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      for verb in [
        "resume", "show", "accept", "decline", "start", "cancel", "ask", "tap", "leave",
      ] {
        refuses(try await home.run("war", verb), 1)
        refuses(try await home.run("war", verb, "zzzz"), 1, naming: "zzzz")
      }
      refuses(try await home.run("war", "concede", "zzzz", "--yes"), 1, naming: "zzzz")
      refuses(try await home.run("war", "export", "zzzz", home.scratch + "/x"), 1, naming: "zzzz")
      refuses(try await home.run("war", "replay", "zzzz"), 1, naming: "zzzz")
      refuses(try await home.run("war", "verify", home.scratch + "/none"), 1, naming: "none")
      refuses(try await home.run("war", "verify", home.scratch), 1, naming: home.scratch)
      for words in [["war", "join"], ["war", "join", "zzzz"]] {
        let said = try await home.run(words + ["--wait", "0.2"])
        #expect(said.code == 4 && said.sentences.count == 1, "\(said)")
        #expect(said.output.hasPrefix("Searching for hosts ...\n"), "G-11: \(said)")
      }
      #expect(!FileManager.default.fileExists(atPath: home.scratch + "/x"))
      let list = try await home.done("war", "list")
      #expect(list.contains("No Games"), "G-16: \(list)")
    }

    @Test("names that fit two peers, or two tables, and a table that is gone")
    func ambiguous() async throws {
      let pair = try await Pair.linked()
      let third = try Home("carla")
      _ = try await third.daemon()
      try await third.done("settings", "set", "name", "Berta")
      try await third.done("peer", "add", pair.adasDaemon.address)
      try await holds("both Bertas are there") {
        try await pair.ada.ask("peer", "list", as: PeerList.self).peers.count { $0.name == "Berta" }
          == 2
      }
      refuses(try await pair.ada.run("peer", "forget", "Berta"), 1, naming: "more letters")
      #expect(try await pair.ada.ask("peer", "list", as: PeerList.self).peers.count == 2)

      // A table stands as long as the command that opened it.
      var hosts: [Player] = []
      var tables: [String] = []
      for text in ["one", "two"] {
        let host = try Player(pair.ada, "war", "host", "--description", text)
        tables.append(try await host.sees("the table") { $0.table.id.isEmpty ? nil : $0.table.id })
        hosts.append(host)
      }
      refuses(try await pair.ada.run("war", "cancel"), 1, naming: "name one of")
      refuses(try await pair.ada.run("war", "show", ""), 2, naming: "empty")
      try await holds("both are offered") {
        try await pair.berta.ask("war", "list", as: TableList.self).tables.count == 2
      }
      refuses(try await pair.berta.run("war", "ask"), 1, naming: "name one of")
      for home in [pair.berta, third] {
        try await home.done("war", "ask", tables[0])
      }
      try await holds("both have asked") {
        try await pair.ada.ask("war", "show", tables[0], as: TableView.self).asks.count == 2
      }
      refuses(try await pair.ada.run("war", "accept", tables[0]), 1, naming: "first letters")
      refuses(
        try await pair.ada.run("war", "accept", tables[0], "--asker", "Berta"), 1,
        naming: "first letters")

      try await pair.ada.done("war", "cancel", tables[0])
      try await holds("Berta knows") {
        try await pair.berta.ask("war", "show", tables[0], as: TableView.self).phase == .closed
      }
      for words in [["ask"], ["resume"], ["tap"], ["leave"], ["concede", "--yes"]] {
        let verb = ["war", words[0], tables[0]] + words.dropFirst()
        refuses(try await pair.berta.run(verb), 1, naming: "gone")
      }
      for host in hosts { try await host.program.destroy() }
    }

    private func refuses(_ said: Home.Said, _ code: Int32, naming word: String = "") {
      #expect(said.code == code, "\(said)")
      #expect(said.sentences.count == 1, "one sentence: \(said)")
      #expect(said.output.isEmpty, "\(said)")
      #expect(word.isEmpty || said.complaints.contains(word), "\(said)")
    }
  }
}
