import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// The answers of every command that cannot work: on a full disk, in homes that are missing, read-only or another
  /// user's, and when it or its daemon is told to end.
  @Suite struct HardshipTests {
    /// One of each command, with words that are accepted; `FILE`, `OUT`, `CALENDAR` and `BACKUP` stand for paths.
    private static let commands: [[String]] = [
      [], ["status"], ["peer", "list"], ["peer", "add", "127.0.0.1:9"], ["peer", "pair"],
      ["peer", "pair", "--ticket"], ["peer", "forget", "berta"], ["peer", "block", "berta"],
      ["room", "list"], ["room", "make", "other"], ["room", "show", "friends"],
      ["chat", "post", "hello"], ["chat", "read"], ["chat", "search", "hello"], ["chat", "export"],
      ["chat", "mute", "berta"], ["event", "list"],
      ["event", "add", "Dinner", "--at", "in 3 days"],
      ["event", "show", "picnic"], ["event", "todo", "add", "picnic", "eat"],
      ["event", "budget", "add", "picnic", "bread", "3"], ["event", "export", "CALENDAR"],
      ["event", "watch", "picnic", "--count", "1"], ["conflict", "list"], ["file", "list"],
      ["file", "share", "FILE"], ["war", "list"], ["war", "host", "--wait", "0.2"],
      ["war", "join", "--wait", "0.2"], ["war", "resume"], ["bundle", "export", "friends", "OUT"],
      ["backup", "OUT"], ["restore", "BACKUP"], ["mend"], ["settings"],
      ["settings", "set", "colour", "red"], ["service", "status"], ["doctor"],
      ["daemon", "--no-discovery", "--address", "192.0.2.1"], ["stop"],
    ]

    /// Whether a text has words that belong in no sentence for people: names of Swift's types and cases, and the words of a crash.
    private static func isForeign(_ text: String) -> Bool {
      let words = text.replacing(/\/[^ ):;,]*/, with: "PATH").replacing("MiB", with: "")
      return words.contains(/Optional\(|Error\b|[a-z]\w*\(\w+:|\b[a-z]+[A-Z]\w*|Fatal|[Cc]rash/)
    }

    /// Runs every command in a home and checks the form of what each says.
    ///
    /// - Parameter check: what must hold of each command besides.
    private func everyCommand(
      in home: Home, _ check: ([String], Home.Said) -> Void
    ) async throws {
      let (file, backup) = (home.scratch + "/map.txt", home.scratch + "/backup.parlor")
      for (number, words) in Self.commands.enumerated() {
        let paths = [
          "FILE": file, "OUT": "\(home.scratch)/\(number).out",
          "CALENDAR": "\(home.scratch)/\(number).ics", "BACKUP": backup,
        ]
        let words = words.map { paths[$0] ?? $0 }
        let said = try await home.run(words)
        #expect((0...4).contains(said.code), "\(words) \(said)")
        #expect(
          said.code == 0 || said.code == 4 || words == ["doctor"] || said.sentences.count == 1,
          "\(words) \(said)")
        for sentence in said.sentences {
          #expect(sentence.hasPrefix("parlor: "), "\(words) \(said)")
          #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(words) \(said)")
          #expect(!Self.isForeign(sentence), "\(words) \(said)")
        }
        check(words, said)
      }
    }

    /// A home with a room, an event and a file, and a backup of it; no daemon runs there.
    private func furnish(_ home: Home) async throws {
      try Data("here".utf8).write(to: URL(filePath: home.scratch + "/map.txt"))
      try await home.done("room", "make", "friends")
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      try await home.done("backup", home.scratch + "/backup.parlor")
      try await home.done("stop")
    }

    @Test("a home that is not there is made by whatever needs one, and by nothing else")
    func missingHome() async throws {
      let home = try Home("ada")
      try Data("here".utf8).write(to: URL(filePath: home.scratch + "/map.txt"))
      let needNone = ["restore", "mend", "service", "doctor", "daemon", "stop"]
      for words in Self.commands where needNone.contains(words.first ?? "") && words != ["daemon"] {
        guard words.first != "daemon" else { continue }
        let said = try await home.run(words)
        #expect(said.code < 2 && said.sentences.count <= 1, "\(words) \(said)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/parlor.sqlite"), "\(words)")
      }
      try await everyCommand(in: home) { words, said in
        #expect(
          !said.output.isEmpty || said.code != 0 || words.contains("export"), "\(words) silent")
      }
      let lost = try Program(
        [Home.binaries + "/parlor", "status"], streams: .files(home.scratch),
        environment: ["PATH": "/usr/bin:/bin"])
      #expect(
        try await lost.end() == .exit(2) && lost.complaints.contains("--home"), "\(lost.story)")
    }

    @Test(
      "a home that cannot be written, and one of another user, are named by every command",
      .enabled(if: getuid() == 0 && BadInputTests.mayBeNobody, "SKIPPED: nobody else can be here"))
    func homesOfOthers() async throws {
      for mode in [0o500, 0o700] as [mode_t] {
        let owner = try Home("ada")
        try await furnish(owner)
        chmod(owner.scratch, 0o755)
        chmod(owner.scratch + "/backup.parlor", 0o644)
        chmod(owner.path, mode)
        // Read-only for its own person, or somebody else's.
        if mode == 0o500 {
          chown(owner.path, 65_534, 65_534)
          for name in try FileManager.default.contentsOfDirectory(atPath: owner.path) {
            chown(owner.path + "/" + name, 65_534, 65_534)
          }
        }
        let nobody = [
          "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--",
        ]
        let home = try Home("nobody", prefix: nobody, at: owner.path)
        chmod(home.scratch, 0o777)
        try Data("here".utf8).write(to: URL(filePath: home.scratch + "/map.txt"))
        try FileManager.default.copyItem(
          atPath: owner.scratch + "/backup.parlor", toPath: home.scratch + "/backup.parlor")
        chmod(home.scratch + "/backup.parlor", 0o644)
        let before = try FileManager.default.contentsOfDirectory(atPath: owner.path).sorted()
        try await everyCommand(in: home) { words, said in
          if words == ["doctor"] {
            #expect(said.code == 1 && said.output.contains(owner.path), "\(said)")
          } else if words != ["service", "status"], !(words == ["stop"] && mode == 0o500) {
            #expect(said.code != 0 && said.complaints.contains(owner.path), "\(words) \(said)")
          }
          // What is in such a home, or not, is not the reason.
          for reason in ["not empty", "holds no database"] {
            #expect(!said.complaints.contains(reason), "\(words) \(said)")
          }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: owner.path).sorted() == before)
      }
    }

    @Test(
      "on a full disk every command works or says that the disk is full",
      .enabled(if: MountNamespace.isAllowed, "SKIPPED: no mount namespaces here"))
    func fullDisk() async throws {
      let disk = try await FullDiskTests.SmallDisk("ada", megabytes: 16)
      let home = disk.home
      try await furnish(home)
      for runs in [true, false] {
        if runs { _ = try await home.daemon() }
        try await disk.fill()
        for number in 0..<2_000 {
          if try await home.run("settings", "set", "name", "Ada \(number)").code != 0 { break }
        }
        if !runs { _ = try await home.run("stop") }
        // The last two start or stop daemons, and are looked at elsewhere.
        try await everyCommand(in: home) { words, said in
          let isTold = said.complaints.contains("disk is full")
          if ["daemon", "stop", "restore", "mend"].contains(words.first ?? "") { return }
          if ["service", "doctor"].contains(words.first ?? "") { return }
          if runs {
            let reads = ["list", "show", "read", "search", "export", "status", "settings", "watch"]
            if words == ["settings"] || words.count < 3 && words.contains(where: reads.contains) {
              #expect(said.code == 0, "\(words) \(said)")
            }
          } else {
            #expect(
              said.code == 3 && isTold && said.complaints.contains("cannot start"),
              "\(words) \(said)")
          }
          if ["make", "post", "add", "share", "set"].contains(where: words.contains) {
            #expect(said.code != 0 && isTold, "\(words) \(said)")
          }
        }
        _ = try await home.run("stop")
        try await disk.empty()
      }
      let said = try await home.run("chat", "post", "there is room again")
      #expect(said.code == 0, "\(said)")
    }

    @Test("SIGTERM ends what waits, and what waits for a daemon that ends says so")
    func termination() async throws {
      let home = try Home("ada")
      let waiting = [
        ["chat", "follow"], ["war", "host"], ["war", "join"], ["peer", "pair", "--wait"],
        ["event", "watch", "picnic", "--count", "1000"],
      ]
      let first = try await home.daemon()
      try await home.done("event", "add", "Picnic", "--at", "in 9 days")
      for words in waiting {
        let program = try home.start(words)
        try await Task.sleep(for: .seconds(1))
        #expect(program.poll() == nil, "\(words) \(program.story)")
        kill(program.id, SIGTERM)
        let ending = try await program.end()
        #expect(
          ending == .signal(SIGTERM) || ending == .exit(128 + SIGTERM) || ending == .exit(0)
            || ending == .exit(1), "\(words) \(program.story)")
        #expect(!Self.isForeign(program.complaints), "\(program.story)")
      }
      let programs = try [["chat", "follow"], ["event", "watch", "picnic", "--count", "1000"]].map {
        try home.start($0)
      }
      try await Task.sleep(for: .seconds(1))
      kill(first.program.id, SIGTERM)
      #expect(try await first.program.end() == .exit(0), "\(first.program.story)")
      for program in programs {
        #expect(try await program.end() == .exit(3), "\(program.story)")
        #expect(program.complaints.contains("daemon"), "\(program.story)")
        #expect(!Self.isForeign(program.complaints), "\(program.story)")
      }
      #expect(try await home.run("status").code == 0, "the next command starts it again")
    }
  }
}
