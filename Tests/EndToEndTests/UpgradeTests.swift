import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// A daemon whose program is replaced while it runs, as by a newer package.
  @Suite struct UpgradeTests {
    /// The programs in a folder of their own, where each can be replaced.
    struct Installation {
      let home: Home
      private let folder: String

      init(_ name: String) throws {
        home = try Home(name, prefix: DoctorCommandTests.noBus)
        folder = home.scratch + "/bin"
        mkdir(folder, 0o700)
        for program in ["parlor", "parlord", "parlor-discovery"] {
          let (from, to) = ("\(Home.binaries)/\(program)", "\(folder)/\(program)")
          // The same bytes take no room twice.
          if link(from, to) != 0 { try FileManager.default.copyItem(atPath: from, toPath: to) }
        }
      }

      func start(_ words: [String]) throws -> Program {
        try Program(
          home.prefix + [folder + "/parlor", "--home", home.path] + words,
          streams: .files(home.scratch), environment: home.environment)
      }

      func run(_ words: String...) async throws -> Home.Said {
        let program = try start(words)
        program.closeInput()
        let ending = try await program.end()
        return Home.Said(
          ending: ending, output: program.output, complaints: program.complaints)
      }

      /// Starts a daemon in the foreground, and waits until it is ready.
      func daemon() async throws -> Program {
        let program = try start([
          "daemon", "--address", "127.0.0.1", "--no-discovery", "--json", "--claim-seconds", "77",
        ])
        try await ready(program, times: 1)
        return program
      }

      /// Waits until a daemon has said so many times that it is ready, as each start does; returns its ports.
      @discardableResult
      func ready(_ daemon: Program, times: Int) async throws -> [String] {
        try await eventually("a daemon that is ready", otherwise: { daemon.story }) {
          if let ending = daemon.poll() { throw Late(description: "\(ending): \(daemon.story)") }
          let lines = daemon.output.split(separator: "\n").map(String.init)
          return lines.count >= times ? lines : nil
        }
      }

      /// Puts the same bytes in the place of the daemon's program, as dpkg does: under another name first.
      func upgrade() throws {
        let (place, fresh) = (folder + "/parlord", folder + "/parlord.dpkg-new")
        try FileManager.default.copyItem(atPath: place, toPath: fresh)
        try #require(rename(fresh, place) == 0)
      }

      /// The number of open descriptors of a process; 0 where that is hidden.
      func descriptors(of process: pid_t) throws -> Int {
        guard getuid() == 0 else { return 0 }
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
      }

      /// The words with which a process was started.
      func words(of process: pid_t) throws -> String {
        try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
      }
    }

    @Test("45.5: after an upgrade the next command has the daemon begin again, and nothing is lost")
    func nextCommand() async throws {
      let ada = try Installation("ada")
      let daemon = try await ada.daemon()
      #expect(try await ada.run("chat", "post", "before").code == 0)
      let words = try ada.words(of: daemon.id)
      let descriptors = try ada.descriptors(of: daemon.id)
      #expect(words.contains("77"))
      try ada.upgrade()
      let read = try await ada.run("chat", "read")
      #expect(read.code == 0 && read.output.contains("before"), "\(read)")
      // What started it sees no end: the process, its words and its port are the same.
      let lines = try await ada.ready(daemon, times: 2)
      #expect(lines.count == 2 && lines[0] == lines[1], "\(daemon.story)")
      #expect(try ada.words(of: daemon.id) == words)
      // The new program is not replaced.
      for _ in 0..<3 { #expect(try await ada.run("settings").code == 0) }
      #expect(!(try await ada.run().output.contains("upgraded")))
      #expect(try await ada.ready(daemon, times: 2).count == 2)
      // It has no descriptors of the run before; only root sees those of a daemon.
      #expect(try ada.descriptors(of: daemon.id) < descriptors + 8)
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == .exit(0), "\(daemon.story)")
      #expect(access(ada.home.path + "/program", F_OK) != 0, "no note stays behind")
    }

    @Test("45.5: while a table is open the old daemon stays, and `parlor` and `doctor` say so")
    func held() async throws {
      let ada = try Installation("ada")
      let daemon = try await ada.daemon()
      let host = try ada.start(["war", "host", "--wait", "600"])
      try await holds("an open table", otherwise: { host.story }) {
        let said = try await ada.run("status", "--json")
        return try JSONMapping.message(StatusView.self, from: Array(said.output.utf8)).tablesOpen
          == 1
      }
      try ada.upgrade()
      let overview = try await ada.run()
      #expect(
        overview.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
          "Parlor was upgraded, and your node still runs the old version: `parlor stop --restart` starts the new one."
        ), "\(overview)")
      let doctor = try await ada.run("doctor", "--json")
      let report = try JSONMapping.message(DoctorReport.self, from: Array(doctor.output.utf8))
      let check = try #require(report.checks.first { $0.name == "daemon" })
      #expect(check.state == .problem && check.text.contains("upgraded"), "\(check)")
      #expect(check.fix.hasSuffix(" stop --restart"), "\(check)")
      #expect(try await ada.ready(daemon, times: 1).count == 1, "it was not disturbed")
      let again = try await ada.run("stop", "--restart")
      #expect(again.code == 0 && again.output == "It runs again.\n", "\(again)")
      #expect(try await ada.ready(daemon, times: 2).count == 2)
      #expect(!(try await ada.run().output.contains("upgraded")))
      host.signal(SIGTERM)
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == .exit(0), "\(daemon.story)")
    }

    @Test(
      "45.5: a daemon that nothing has replaced begins again when it is told to, and none is started where none runs"
    )
    func toldTo() async throws {
      let ada = try Installation("ada")
      let none = try await ada.run("stop", "--restart")
      #expect(none.code == 0 && none.output == "No daemon runs here.\n", "\(none)")
      #expect(Processes.naming(ada.home.path).isEmpty)
      let daemon = try await ada.daemon()
      let said = try await ada.run("stop", "--restart", "--json")
      #expect(said.code == 0 && said.output == "{\"restarted\":true}\n", "\(said)")
      #expect(try await ada.ready(daemon, times: 2).count == 2)
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == .exit(0), "\(daemon.story)")
    }

    @Test("45.5: commands that ask at once have the daemon begin again, and it stays alive")
    func atOnce() async throws {
      let ada = try Installation("ada")
      let daemon = try await ada.daemon()
      try ada.upgrade()
      let commands = try (0..<6).map { _ in try ada.start(["settings"]) }
      for command in commands {
        command.closeInput()
        #expect(try await command.end() == .exit(0), "\(command.story)")
      }
      // A signal that comes while the program is replaced, or begins, ends nothing.
      for _ in 0..<50 {
        daemon.signal(SIGUSR1)
        try await Task.sleep(for: .milliseconds(5))
      }
      try await holds("a daemon that answers", otherwise: { daemon.story }) {
        try await ada.run("settings").code == 0
      }
      #expect(daemon.poll() == nil, "\(daemon.story)")
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == .exit(0), "\(daemon.story)")
    }

    @Test("45.5: a program that was taken away is no newer one: the daemon is left alone")
    func removed() async throws {
      let ada = try Installation("ada")
      let daemon = try await ada.daemon()
      try FileManager.default.removeItem(atPath: ada.home.scratch + "/bin/parlord")
      let said = try await ada.run("settings")
      #expect(said.code == 0, "\(said)")
      #expect(!(try await ada.run().output.contains("upgraded")))
      #expect(try await ada.ready(daemon, times: 1).count == 1)
      daemon.signal(SIGTERM)
      #expect(try await daemon.end() == .exit(0), "\(daemon.story)")
    }
  }
}
