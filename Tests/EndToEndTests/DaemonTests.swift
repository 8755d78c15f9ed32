import Foundation
import Glibc
import Schema
import Store
import Testing

extension EndToEndTests {
  /// A daemon's life: one per home, quick to be ready, clean in its end.
  @Suite struct DaemonTests {
    @Test("a second daemon of a home refuses and leaves the first alone")
    func second() async throws {
      let home = try Home("ada")
      let first = try await home.daemon()
      let said = try await home.run("daemon", "--no-discovery")
      #expect(said.code == 1, "\(said)")
      #expect(said.sentences.count == 1 && said.complaints.contains("in use"), "\(said)")
      #expect(first.program.poll() == nil)
      try await home.done("status")
    }

    @Test("52.7 a daemon that dies leaves no core file with its keys")
    func memory() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      let limits = try String(contentsOfFile: "/proc/\(daemon.program.id)/limits", encoding: .utf8)
      let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
      let words = try #require(core).split(separator: " ")
      #expect(words.filter { $0 == "0" }.count == 2, "\(limits)")
    }

    @Test("invariant 13: after kill -9 a daemon is ready within two seconds, on its old port")
    func readyAfterKill() async throws {
      let home = try Home("ada")
      var daemon = try await home.daemon()
      try await home.done("settings", "set", "name", "Ada")
      #expect(access(home.path + "/api.sock", F_OK) == 0)
      var quickest = Duration.seconds(1_000)
      // A busy machine makes some of them late, and none of them quicker.
      for _ in 0..<5 {
        let port = daemon.port
        try await daemon.program.destroy()
        #expect(access(home.path + "/api.sock", F_OK) == 0, "the socket is left behind")
        let begin = ContinuousClock.now
        daemon = try await home.daemon()
        quickest = min(quickest, ContinuousClock.now - begin)
        #expect(daemon.port == port)
        let settings = try await home.ask("settings", as: SettingsView.self)
        #expect(settings.name == "Ada")
      }
      #expect(quickest < .seconds(2))
    }

    @Test("a daemon whose standard streams are closed opens no file of its own in their place")
    func closedStreams() async throws {
      // The variable keeps its descriptors readable, also by the person who runs the tests.
      let shell = ["/bin/sh", "-c", "SWIFT_BACKTRACE=enable=no exec \"$0\" \"$@\" <&- >&- 2>&-"]
      let closed = try Home("ada", prefix: shell)
      let program = try closed.start(["daemon", "--address", "127.0.0.1", "--no-discovery"])
      let home = try Home("ada", at: closed.path)
      _ = try await eventually("the socket of a daemon", otherwise: { program.story }) {
        access(home.path + "/api.sock", F_OK) == 0 ? true : nil
      }
      try await home.done("settings", "set", "name", "Ada")
      for descriptor in 0...2 {
        let file = "/proc/\(program.id)/fd/\(descriptor)"
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == "/dev/null")
      }
    }

    @Test(
      "SIGTERM, SIGINT and `parlor stop` end a daemon cleanly", arguments: [SIGTERM, SIGINT, 0])
    func cleanEnd(signal: Int32) async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      #expect(access(home.path + "/running", F_OK) == 0)
      if signal == 0 { try await home.done("stop") } else { daemon.program.signal(signal) }
      #expect(try await daemon.program.end() == .exit(0), "\(daemon.program.story)")
      #expect(daemon.program.complaints.isEmpty)
      #expect(access(home.path + "/running", F_OK) != 0, "nothing is to be checked next time")
      #expect(access(home.path + "/api.sock", F_OK) != 0, "the socket is gone")
      #expect(Processes.naming(home.path).isEmpty)
    }

    @Test("after `parlor stop` another daemon can be started at once")
    func stopAndStart() async throws {
      let home = try Home("ada")
      // One after the other in a shell, where nothing lies between the two.
      let words = "'\(Home.binaries)/parlor' --home '\(home.path)'"
      let rounds = """
        for round in $(seq 20); do
          \(words) daemon --address 127.0.0.1 --no-discovery &
          until \(words) stop | grep -q Stopped; do sleep 0.02; done
          flock --nonblock '\(home.path)/lock' true || echo "round $round: the home is still held"
        done
        wait
        """
      let shell = try Program(
        ["/bin/sh", "-c", rounds], streams: .files(home.scratch), environment: home.environment)
      shell.closeInput()
      #expect(try await shell.end(within: .seconds(120)) == .exit(0), "\(shell.story)")
      #expect(!shell.output.contains("held"), "\(shell.output)")
      #expect(shell.complaints.isEmpty, "\(shell.complaints)")
    }

    @Test("P-04: the status names where others can dial the node")
    func addresses() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      let status = try await home.ask("status", as: StatusView.self)
      #expect(status.addresses == [daemon.address])
      #expect(try await home.done("status").contains("address    \(daemon.address)\n"))
    }

    @Test("every setting is shown under the name that sets it, in words that set it again")
    func settings() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("settings", "set", "lobby", "paired")
      let shown = try await home.done("settings")
      for line in shown.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        #expect(try await home.run(["settings", "set"] + words).code == 0, "\(line)")
      }
      #expect(try await home.done("settings") == shown)
      #expect(shown.split(separator: "\n").count == 24 && shown.contains("lobby"), "\(shown)")
    }

    @Test("a home is for its person only")
    func modes() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      #expect(try Self.mode(home.path) == 0o700)
      for name in try FileManager.default.contentsOfDirectory(atPath: home.path) {
        #expect(try Self.mode(home.path + "/" + name) & 0o077 == 0, "\(name)")
      }
    }

    @Test("a database of a newer version is refused with a sentence, and nothing is changed")
    func newer() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      try await home.done("settings", "set", "name", "Ada")
      daemon.program.signal(SIGTERM)
      try await daemon.program.end()
      let file = home.path + "/parlor.sqlite"
      try Database(file).execute(sql: "PRAGMA user_version = 4711")
      let refused = try await home.run("daemon", "--no-discovery")
      #expect(refused.code == 1 && refused.sentences.count == 1, "\(refused)")
      #expect(refused.complaints.contains("4711"), "\(refused)")
      let status = try await home.run("status")
      #expect(status.code == 3 && status.complaints.contains("4711"), "\(status)")
      let kept: String? = try Database(file).value("SELECT value FROM setting")
      #expect(kept == "Ada")
    }

    @Test("a damaged database is refused with a sentence")
    func damaged() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      daemon.program.signal(SIGTERM)
      try await daemon.program.end()
      let file = URL(fileURLWithPath: home.path + "/parlor.sqlite")
      try Data(repeating: 0x5a, count: 8192).write(to: file)
      let refused = try await home.run("daemon", "--no-discovery")
      #expect(refused.code == 1 && refused.sentences.count == 1, "\(refused)")
      #expect(refused.complaints.contains("damaged"), "\(refused)")
    }

    @Test("commands start the daemon of their home; it outlives them and leaves no zombie")
    func startedByCommands() async throws {
      let home = try Home("ada")
      try await home.done("status")
      let daemon = try #require(Processes.naming(home.path).first)
      try await home.done("peer", "list")
      #expect(Processes.naming(home.path) == [daemon], "the same one serves the next command")
      try await home.done("stop")
      try await holds("the daemon is gone") { !Processes.runs(daemon) }
    }

    @Test("a daemon that dies below the terminal that started it leaves no zombie")
    func noZombie() async throws {
      let home = try Home("ada")
      let host = try Player(home, "war", "host")
      _ = try await host.sees("an open table") { $0.table.phase == .open ? true : nil }
      let daemon = try #require(Processes.naming(home.path).first { $0 != host.program.id })
      kill(daemon, SIGKILL)
      try await holds("another daemon", otherwise: { host.program.story }) {
        try host.listen()
        return Processes.naming(home.path).contains { $0 != host.program.id && $0 != daemon }
      }
      try await holds("nobody waits for the dead one") {
        !Processes.children(of: host.program.id).contains(daemon)
      }
      host.program.say("cancel")
      #expect(try await host.program.end() == .exit(0), "\(host.program.story)")
    }

    @Test(
      "what looks for others ends with its daemon, however that ends",
      arguments: [SIGKILL, SIGTERM])
    func discoveryEnds(signal: Int32) async throws {
      let home = try Home("ada")
      let daemon = try home.start("daemon", "--address", "127.0.0.1")
      try await holds("readiness", otherwise: { daemon.story }) { !daemon.output.isEmpty }
      let helper = try await eventually("the discovery program") {
        Processes.children(of: daemon.id).first
      }
      daemon.signal(signal)
      try await daemon.end()
      try await holds("its end") { !Processes.runs(helper) }
    }

    private static func mode(_ path: String) throws -> mode_t {
      var information = stat()
      guard stat(path, &information) == 0 else { throw Late(description: "no \(path)") }
      return information.st_mode & 0o777
    }
  }
}
