import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// A home on a disk that is really full.
  @Suite struct FullDiskTests {
    /// A home on a small disk of its own, which only processes behind `enter` see.
    struct SmallDisk {
      let home: Home
      /// Holds the disk as long as it runs.
      let keeper: Program
      private let enter: [String]

      init(_ name: String, megabytes: Int) async throws {
        let keeping = try Home("keeper")
        let place = keeping.scratch + "/disk"
        mkdir(place, 0o700)
        let mount =
          "mount -t tmpfs -o size=\(megabytes)m none \(place) && echo ready && exec sleep 600"
        let keeper = try Program(
          MountNamespace.unshare + ["sh", "-c", mount], streams: .files(keeping.scratch),
          environment: MountNamespace.variables)
        try await holds("a disk of our own", otherwise: { keeper.story }) {
          keeper.output.contains("ready")
        }
        self.keeper = keeper
        enter = MountNamespace.enter(keeper.id)
        home = try Home(name, prefix: enter, at: place + "/home")
        keepsScratch = keeping
      }

      private let keepsScratch: Home

      /// Takes all the room that is left.
      func fill() async throws {
        // Two sizes: `dd` leaves what is less than a block.
        try await inside(
          "dd if=/dev/zero of=\(home.path)/../fill bs=1M; dd if=/dev/zero of=\(home.path)/../rest bs=1k; true"
        )
      }

      /// Gives it back.
      func empty() async throws { try await inside("rm \(home.path)/../fill \(home.path)/../rest") }

      /// Whether a file is in the home.
      func has(_ name: String) async throws -> Bool {
        try await run("test -e \(home.path)/\(name)") == .exit(0)
      }

      private func inside(_ script: String) async throws {
        guard try await run(script) == .exit(0) else {
          throw Late(description: "\(script) failed")
        }
      }

      private func run(_ script: String) async throws -> Program.Ending {
        try await Program(
          enter + ["sh", "-c", script], streams: .files(keepsScratch.scratch),
          environment: MountNamespace.variables
        ).end()
      }
    }

    @Test(
      "a full disk refuses with a sentence, keeps link and match, and goes on when there is room",
      .enabled(if: MountNamespace.isAllowed, "SKIPPED: no mount namespaces here"))
    func fullInMidMatch() async throws {
      let disk = try await SmallDisk("ada", megabytes: 16)
      let ada = disk.home
      let berta = try Home("berta")
      let pair = Pair(
        ada: ada, berta: berta, adasDaemon: try await ada.daemon(),
        bertasDaemon: try await berta.daemon())
      try await berta.done("peer", "add", pair.adasDaemon.address)
      try await pair.isLinked()
      let (host, joiner) = try await pair.seated()
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= 5 }
      #expect(try await disk.has("ballast"))
      let table = host.view.id
      let linkedAt = try await since(berta)
      let before = try await pair.standing(table)
      #expect(before.ada == before.berta)

      try await disk.fill()
      // What the log has room for is still taken; then nothing is.
      let refused = try await untilRefused(ada)
      #expect(refused.code == 1 && refused.sentences.count == 1, "\(refused)")
      #expect(refused.complaints.contains("disk is full"), "\(refused)")
      #expect(refused.complaints.contains("make room"), "\(refused)")
      #expect(try await !disk.has("ballast"), "it made room for the last commits")
      #expect(try await ada.ask("status", as: StatusView.self).storageProblem.contains("full"))
      let stored = try await pair.standing(table)
      #expect(stored == before, "nothing is lost")
      for words in [["war", "host"], ["war", "tap", table], ["settings", "set", "bell", "off"]] {
        let said = try await ada.run(words)
        #expect(said.code == 1 && said.complaints.contains("disk is full"), "\(said)")
      }
      // Berta's side goes as far as it can without Ada's.
      joiner.program.say("play")
      try await Task.sleep(for: .seconds(1))
      #expect(try await pair.standing(table).ada == stored.ada, "nothing new is taken")
      #expect(try await since(berta) == linkedAt, "the link stays up")
      try host.listen()
      #expect(host.notices.contains { $0.contains("disk is full") }, "\(host.story)")

      try await disk.empty()
      try await holds("it goes on by itself") {
        try await ada.ask("status", as: StatusView.self).storageProblem.isEmpty
      }
      #expect(try await disk.has("ballast"))
      let decided = stored.ada.decided
      try await play([host, joiner]) {
        host.result != nil || host.view.roundsDecided > decided + 5
      }
      #expect(try await since(berta) == linkedAt, "it is still the same link")
      if host.result == nil { joiner.program.say("concede") }
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      #expect(host.result == joiner.result)
      try await berta.done("war", "export", table, berta.scratch + "/match.war")
      try await berta.done("war", "verify", berta.scratch + "/match.war")
    }

    @Test(
      "a daemon killed on a full disk starts again with what it had",
      .enabled(if: MountNamespace.isAllowed, "SKIPPED: no mount namespaces here"))
    func killedWhileFull() async throws {
      let disk = try await SmallDisk("ada", megabytes: 16)
      let ada = disk.home
      let first = try await ada.daemon()
      try await ada.done("settings", "set", "name", "Ada")
      try await disk.fill()
      _ = try await untilRefused(ada)
      let before = try await ada.ask("settings", as: SettingsView.self)
      try await first.program.destroy()
      let second = try await ada.daemon()
      #expect(try await ada.ask("settings", as: SettingsView.self) == before)
      #expect(try await ada.ask("status", as: StatusView.self).storageProblem.contains("full"))
      try await disk.empty()
      try await holds("it goes on by itself") {
        try await ada.run("settings", "set", "name", "Anna").code == 0
      }
      try await second.program.destroy()
    }

    /// Writes long notes, and then changes names, until that is refused.
    private func untilRefused(_ home: Home) async throws -> Home.Said {
      var random = SystemRandomNumberGenerator()
      for number in 0..<1_000 {
        // Random digits, which no packing makes much smaller.
        let notes = (0..<400).map { _ in String(random.next(), radix: 36) }.joined()
        if try await home.run("todo", "add", "fill \(number)", "--notes", notes).code != 0 { break }
      }
      for number in 0..<2_000 {
        let said = try await home.run("settings", "set", "name", "Ada \(number)")
        if said.code != 0 { return said }
      }
      throw Late(description: "the disk is never full")
    }

    /// Returns the time at which the link of a home's only peer began.
    private func since(_ home: Home) async throws -> Int64 {
      let peer = try await home.ask("peer", "list", as: PeerList.self).peers.first
      guard let peer, peer.online else { throw Late(description: "the peer is gone") }
      return peer.lastSeenMilliseconds
    }
  }
}

/// A view of the file system of one's own.
enum MountNamespace {
  static let variables = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/sbin:/usr/bin:/sbin:/bin"
  ]

  static let unshare =
    getuid() == 0
    ? ["unshare", "--mount", "--"] : ["unshare", "--user", "--map-root-user", "--mount", "--"]

  /// Returns the prefix of a command that is to see the files that a process sees.
  static func enter(_ process: pid_t) -> [String] {
    let user = getuid() == 0 ? [] : ["--user", "--preserve-credentials"]
    return ["nsenter", "--target", "\(process)", "--mount"] + user + ["--"]
  }

  /// Whether this machine lets us mount something in one.
  static let isAllowed: Bool = {
    let scratch = FileManager.default.temporaryDirectory.path
    let words = unshare + ["mount", "-t", "tmpfs", "none", "/mnt"]
    guard let program = try? Program(words, streams: .files(scratch), environment: variables)
    else { return false }
    while program.poll() == nil { usleep(1_000) }
    unlink(program.outputPath)
    unlink(program.errorPath)
    return program.poll() == .exit(0)
  }()
}
