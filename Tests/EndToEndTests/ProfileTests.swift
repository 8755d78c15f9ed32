import Client
import Foundation
import Glibc
import ProfileSchema
import Schema
import SwiftProtobuf
import Testing
import WholeSchema

extension EndToEndTests {
  /// Profiles with a password, in real processes.
  @Suite struct ProfileTests {
    static let password = "correct horse battery"

    /// Makes a profile; mails go nowhere, whatever this machine has, unless a program is named.
    static func create(
      _ home: Home, mail: String = "off", _ more: String...
    ) async throws -> ProfileView {
      let said = try await home.run(
        ["profile", "create", "--email", "ada@example.org", "--password-fd", "0", "--json"]
          + ["--mail-command", mail] + more,
        input: password)
      return try JSONMapping.message(ProfileView.self, from: Array(said.output.utf8))
    }

    static func unlock(_ home: Home, _ password: String = password) async throws -> Home.Said {
      try await home.run("profile", "unlock", "--password-fd", "0", input: password)
    }

    /// Returns the code with which a method is refused; nil where it is not.
    private func refusal(_ body: () throws -> Void) throws -> RefusalCode? {
      do {
        try body()
        return nil
      } catch ClientFailure.refused(let refusal) {
        return refusal.code
      }
    }

    @Test(
      "A-10, A-19: while locked, every method of the API and every route but the named ones is refused"
    )
    func everyMethod() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      _ = try await Self.create(home)
      try await home.done("profile", "lock")
      let client = DaemonClient(home: home.path)
      let open: Set<String> = [
        "node/status", "node/stop", "profiles/unlock", "profiles/ask-reset", "profiles/reset",
      ]
      #expect(Set(Methods.all.map(\.path)).isSuperset(of: open))
      for method in Methods.all where method.path != "node/stop" {
        let code = try refusal { _ = try client.perform(Call(method, method.request.init())) }
        #expect(
          (code == .locked) == !open.contains(method.path),
          "\(method.path): \(String(describing: code))")
      }
      // The same together in one request.
      let calls = Methods.all.filter { $0.path != "node/stop" }.map { Call($0, $0.request.init()) }
      for (call, result) in zip(calls, try client.perform(calls)) {
        guard case .failure(.refused(let refusal)) = result else {
          #expect(call.path == "node/status", "\(call.path)")
          continue
        }
        #expect((refusal.code == .locked) == !open.contains(call.path), "\(call.path)")
      }
      for path in [
        "/v1/backup", "/v1/bundle?room=lobby", "/v1/transcript?table=a", "/v1/blobs/abc",
        "/v1/card-pictures?name=a",
        "/v1/chat/list?room=lobby", "/v1/profiles/show",
      ] {
        #expect(try refusal { _ = try client.bytes(path) } == .locked, "\(path)")
      }
      #expect(
        try refusal {
          let stream = try client.changes("")
          while true { _ = try stream.read(milliseconds: 5_000) }
        } == .locked)
      #expect(try refusal { _ = try client.perform(Methods.Node.status()) } == nil)
      #expect(try await home.run("doctor").output.contains("Its home is locked"))
      #expect(
        try await home.run("chat", "read").sentences == [
          "parlor: This home is locked: `parlor profile unlock` opens it."
        ])
      #expect(daemon.program.poll() == nil)
      #expect(try await home.run("stop").code == 0)
    }

    @Test("52.8 the list of profiles hides the e-mail of a home while it is locked")
    func lockedInList() async throws {
      let home = try Home("ada")
      let daemon = try await home.daemon()
      _ = try await Self.create(home)
      func listed() async throws -> String {
        try await home.done("profile", "list") + (try await home.done("profile", "list", "--json"))
      }
      #expect(try await listed().contains("ada@example.org"))
      try await home.done("profile", "lock")
      let locked = try await listed()
      #expect(!locked.contains("@example") && locked.contains(" locked "), "\(locked)")
      #expect(try await Self.unlock(home).code == 0)
      #expect(try await listed().contains("ada@example.org"))
      // Without a daemon nobody has typed the password.
      try await daemon.program.destroy()
      #expect(try await !listed().contains("@example"))
    }

    @Test("A-12, A-15: lock and delay outlive a restart, kill -9 and a restore")
    func outlives() async throws {
      let home = try Home("ada")
      var daemon = try await home.daemon()
      #expect(try await Self.create(home).recoveryWords.split(separator: " ").count == 12)
      let file = home.scratch + "/ada.backup"
      try await home.done("backup", file)
      try await home.done("profile", "lock")
      try await daemon.program.destroy()
      daemon = try await home.daemon()
      #expect(try await home.run("chat", "read").code == 1)
      #expect(
        try await Self.unlock(home, "wrong horse").sentences == [
          "parlor: Sorry, that password is incorrect!"
        ])
      // The delay doubles; four more wrong ones make it long enough to be seen after a kill.
      for _ in 0..<4 {
        try await holds("the wait is over") {
          try await home.ask("status", as: StatusView.self).lock.waitMilliseconds == 0
        }
        _ = try await Self.unlock(home, "wrong horse")
      }
      try await daemon.program.destroy()
      daemon = try await home.daemon()
      let early = try await Self.unlock(home)
      #expect(early.code == 1 && early.complaints.contains("wait"), "\(early)")
      try await holds("the wait is over") {
        try await home.ask("status", as: StatusView.self).lock.waitMilliseconds == 0
      }
      #expect(try await Self.unlock(home).output == "Unlocked.\n")
      #expect(try await home.run("chat", "read").code == 0)
      try await daemon.program.destroy()

      let other = try Home("other")
      try await other.done("restore", file)
      #expect(try await other.run("chat", "read").complaints.contains("This home is locked"))
      #expect(try await Self.unlock(other).code == 0)
      #expect(try await other.run("chat", "read").code == 0)
    }

    @Test(
      "A-01, A-02, A-07, A-09, A-10 at a terminal: nothing typed is shown, the words are asked for again"
    )
    func atTerminal() async throws {
      let home = try Home("ada")
      let terminal = try PseudoTerminal(columns: 100, rows: 40)
      let create = try Program(
        home.words(["profile", "create", "--mail-command", "off"]),
        streams: .terminal(terminal.device),
        environment: home.environment)
      try await terminal.says("Name", create)
      terminal.type("Ada\r")
      try await terminal.says("E-mail: ", create)
      terminal.type("ada@example.org\r")
      try await terminal.says("Password (8 characters or more): ", create)
      terminal.type(Self.password + "x\u{7f}\r")
      try await terminal.says("The same again: ", create)
      terminal.type(Self.password + "\r")
      try await terminal.says("type them here: ", create)
      let screen = terminal.look().plain
      // The words that are drawn may have one in common with the password.
      #expect(!screen.components(separatedBy: "With these words")[0].contains("horse"))
      let lines = screen.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
      let words = lines.filter { $0.count == 4 && $0.allSatisfy { $0.allSatisfy(\.isLowercase) } }
      #expect(words.count == 3, "\(screen)")
      terminal.type("acid acorn\r")
      try await terminal.says("these are 2", create)
      terminal.type(words.joined().joined(separator: " ") + "\r")
      try await terminal.says("The recovery words are confirmed", create)
      #expect(try await create.end() == .exit(0) && terminal.echoes)
      try await home.done("profile", "lock")
      let unlock = try Program(
        home.words(["profile", "unlock"]), streams: .terminal(terminal.device),
        environment: home.environment)
      try await terminal.says("\nPassword: ", unlock)
      terminal.type("\u{3}")
      #expect(try await unlock.end() == .exit(1) && terminal.echoes)
      #expect(
        try await home.run("profile", "unlock").sentences.first?.contains("--password-fd") == true)
      #expect(try await Self.unlock(home).code == 0)
    }

    @Test(
      "A-15: a locked home says at the table that its person has left, goes on receiving, and the match resumes"
    )
    func awayAtTable() async throws {
      let pair = try await Pair.linked()
      _ = try await Self.create(pair.ada)
      let (host, joiner) = try await pair.seated()
      try await holds("both play") {
        try host.listen()
        try joiner.listen()
        return host.view.phase == .playing && joiner.view.phase == .playing
      }
      try await pair.ada.done("profile", "lock")
      _ = try await joiner.sees("that Ada has left") { change in
        if case .left? = change.tableEvent.what { true } else { nil }
      }
      #expect(try await host.program.end() == .exit(1))
      #expect(host.program.output.contains("This home is locked"), "\(host.story)")
      try await pair.berta.done("chat", "post", "are you there?")
      #expect(try await pair.ada.run("war", "list").code == 1)
      #expect(try await Self.unlock(pair.ada).code == 0)
      try await holds("the node has received it") {
        try await pair.ada.done("chat", "read").contains("are you there?")
      }
      let table = try #require(
        try await pair.ada.ask("war", "list", as: TableList.self).tables.first)
      let resumed = try Player(pair.ada, "war", "resume", table.id)
      try await holds("the match goes on") {
        try resumed.listen()
        return resumed.view.phase == .playing && resumed.view.paused.isEmpty
      }
    }

    @Test("A-01, A-08: a second profile has a home of its own; list, use and delete know it")
    func several() async throws {
      let home = try Home("ada")
      // Without --home, as people do.
      func run(_ words: String..., input: String = "") async throws -> Home.Said {
        let program = try Program(
          [Home.binaries + "/parlor"] + words, streams: .files(home.scratch),
          environment: home.environment)
        if !input.isEmpty { program.say(input) }
        program.closeInput()
        let ending = try await program.end()
        return Home.Said(ending: ending, output: program.output, complaints: program.complaints)
      }
      let first = home.scratch + "/.local/share/parlor"
      let second = home.scratch + "/.local/share/parlor-profiles/bob"
      #expect(try await run("profile", "list").output.contains("no home yet"))
      #expect(try await run("status", "--json").code == 0)
      #expect(
        try await run(
          "profile", "create", "--email", "ada@example.org", "--mail-command", "off",
          "--password-fd", "0", input: Self.password
        )
        .code == 0)
      let taken = try await run("profile", "create", "--email", "Ada@example.org", "--no-password")
      #expect(taken.sentences == ["parlor: Sorry, that email is already in use!"])
      let made = try await run(
        "profile", "create", "--name", "Bob", "--email", "bob@example.org", "--no-password",
        "--mail-command", "off")
      #expect(made.code == 0 && made.output.contains(second), "\(made)")
      #expect(try await run("profile", "list").output.split(separator: "\n").count == 2)
      #expect(try await run("profile", "use", "bob@example.org").code == 0)
      #expect(try await run("status").output.contains(second))
      #expect(
        try await run("profile", "use", "nobody@example.org").sentences == [
          "parlor: Sorry, that account doesn't exist!"
        ])
      let unasked = try await run("profile", "delete")
      #expect(unasked.code == 2 && FileManager.default.fileExists(atPath: second))
      // 42.20: by its name, from any home.
      #expect(try await run("profile", "use", "ada@example.org").code == 0)
      #expect(try await run("profile", "delete", "Bea", "--yes").code == 1)
      #expect(try await run("profile", "delete", "bob", "--yes").output == "Bob is deleted.\n")
      #expect(!FileManager.default.fileExists(atPath: second))
      #expect(try await run("status").output.contains(first))
      let kept = try await run(
        "profile", "delete", "--yes", "--password-fd", "0", input: "wrong horse")
      #expect(kept.sentences == ["parlor: Sorry, that password is incorrect!"])
      #expect(FileManager.default.fileExists(atPath: first + "/parlor.sqlite"))
      #expect(try await run("stop").code == 0)
    }

    @Test("42.20 a setting is shown alone by its name, and told alone when it changes")
    func oneSetting() async throws {
      let home = try Home("ada")
      #expect(try await home.done("settings", "set", "name", "Ada") == "name is Ada now.\n")
      #expect(try await home.done("settings", "get", "name") == "Ada\n")
      #expect(
        try await home.done("settings", "get", "bell", "--json") == #"{"key":"bell","value":"on"}"#
          + "\n")
      let unknown = try await home.run("settings", "get", "shoe-size")
      #expect(unknown.code == 1 && unknown.complaints.contains("no setting called shoe-size"))
    }

    @Test("A-22: without a profile nothing is asked, and the name is that of the machine")
    func noProfile() async throws {
      let home = try Home("ada")
      let view = try await home.ask("profile", "show", as: ProfileView.self)
      #expect(
        view.name.hasPrefix(ProcessInfo.processInfo.hostName) && !view.hasPassword_p && !view.locked
      )
      #expect(
        try await home.run("profile", "lock").sentences.first?.contains("no password") == true)
      #expect(!FileManager.default.fileExists(atPath: home.path + "/profile.json"))
      #expect(
        try await home.run("profile", "create", "--email", "ada", "--no-password").sentences
          == ["parlor: Sorry, you must enter an email!"])
      let large = String(repeating: "x", count: 1 << 20)
      let file = home.scratch + "/large"
      try large.write(toFile: file, atomically: true, encoding: .utf8)
      let refused = try Program(
        ["/bin/sh", "-c", "exec \"$@\" <\(file)", "sh"]
          + home.words([
            "profile", "create", "--email", "a@b", "--password-fd", "0",
          ]), streams: .files(home.scratch), environment: home.environment)
      #expect(try await refused.end() == .exit(1))
      #expect(refused.complaints.contains("choose a shorter one"))
    }
  }
}
