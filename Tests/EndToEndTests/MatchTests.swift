import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// Two homes, two daemons, two scripts: a whole match.
  @Suite struct MatchTests {
    @Test("G-03, G-30, G-32, G-41, G-46, G-61: a match by hand to its end; both verify it")
    func byHand() async throws {
      let pair = try await Pair.linked()
      let (host, joiner) = try await pair.seated()
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      #expect(try await host.program.end() == .exit(0), "\(host.program.story)")
      #expect(try await joiner.program.end() == .exit(0), "\(joiner.program.story)")
      let result = try #require(host.result)
      #expect(result == joiner.result)
      #expect(result.ending != .unspecified)
      #expect(!result.text.isEmpty)
      // Whoever holds all cards in the last battle is the one who has won.
      if result.ending == .cards,
        case .decided(let last)? = host.events.last(where: \.isDecided)?.what
      {
        #expect(last.hostCards == (result.winner == .host ? 52 : 0))
        #expect(last.joinerCards == (result.winner == .joiner ? 52 : 0))
      }
      #expect(
        host.events.filter(\.isDecided).map(\.decided.stateHash)
          == joiner.events.filter(\.isDecided).map(\.decided.stateHash))
      for home in [pair.ada, pair.berta] { try await verifies(home, host.view.id, result) }
      try await endsDamaged(pair.ada)
    }

    @Test("People 5: who searches with the first command of all is told what is wrong, if anything")
    func firstSearch() async throws {
      let home = try Home("ada")
      // The same program, beside one that takes its time before it says that DNS-SD works.
      let folder = Home.binaries + "/slow-discovery.\(getpid())"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let (program, discovery) = (folder + "/parlor", folder + "/parlor-discovery")
      for name in ["parlor", "parlord"] {
        try FileManager.default.linkItem(
          atPath: Home.binaries + "/" + name, toPath: folder + "/" + name)
      }
      let script = """
        #!/bin/sh
        sleep 1
        echo '{"event":"working"}'
        while read -r line; do echo '{"event":"alive"}'; done

        """
      try Data(script.utf8).write(to: URL(filePath: discovery))
      chmod(discovery, 0o755)
      let search = try Program(
        [program, "--home", home.path, "war", "join", "--wait", "0.5"],
        streams: .files(home.scratch), environment: home.environment)
      search.closeInput()
      #expect(try await search.end() == .exit(4), "\(search.story)")
      #expect(search.complaints.contains("Is the host on this network?"), "\(search.story)")
      #expect(!search.complaints.contains("has not answered yet"), "\(search.story)")
    }

    /// The export of one side verifies without a daemon, and says who has won.
    private func verifies(_ home: Home, _ table: String, _ result: MatchResult) async throws {
      let file = home.scratch + "/match.war"
      try await home.done("war", "export", table, file)
      let stranger = try Home("stranger")
      let report = try await stranger.ask("war", "verify", file, as: VerifyReport.self)
      #expect(report.valid && report.steps > 0 && report.result == result, "\(report)")
      #expect(report.host == "Ada" && report.joiner == "Berta")
      #expect(Processes.naming(stranger.path).isEmpty, "verifying starts no daemon")
    }

    /// A byte changed here and there in a long file is noticed.
    private func endsDamaged(_ home: Home) async throws {
      let file = home.scratch + "/match.war"
      let bytes = try #require(FileManager.default.contents(atPath: file))
      for place in stride(from: bytes.count / 10, to: bytes.count, by: bytes.count / 5) {
        try await home.noticesChange(at: place, of: bytes)
      }
    }

    @Test("G-61: any byte that is changed makes verify name the step or the damage")
    func everyChangeIsNoticed() async throws {
      let pair = try await Pair.linked()
      let (host, joiner) = try await pair.seated()
      try await play([host, joiner]) { host.events.filter(\.isDecided).count >= 2 }
      joiner.program.say("concede")
      try await play([host, joiner]) { host.result != nil && joiner.result != nil }
      #expect(host.result?.winner == .host && host.result?.ending == .conceded)
      let file = pair.ada.scratch + "/short.war"
      try await pair.ada.done("war", "export", host.view.id, file)
      let bytes = try #require(FileManager.default.contents(atPath: file))
      let header = Array(0..<20)
      let places = Set(
        header + stride(from: 0, to: bytes.count, by: 97) + ((bytes.count - 40)..<bytes.count))
      for place in places.sorted() { try await pair.ada.noticesChange(at: place, of: bytes) }
      for cut in [0, 1, 16, 48, 49, bytes.count / 2, bytes.count - 1] {
        try await pair.ada.refusesFile(bytes.prefix(cut), "cut to \(cut) bytes")
      }
      try await pair.ada.refusesFile(bytes + [0], "with a byte more")
    }

    @Test("G-47: both nodes play by themselves to the same end")
    func auto() async throws {
      let pair = try await Pair.linked()
      let host = try Player(pair.ada, "war", "host", "--auto", "--accept-first")
      let joiner = try Player(pair.berta, "war", "join", "ada", "--auto", "--wait", "30")
      #expect(try await host.program.end() == .exit(0), "\(host.program.story)")
      #expect(try await joiner.program.end() == .exit(0), "\(joiner.program.story)")
      try host.listen()
      try joiner.listen()
      #expect(host.result != nil && host.result == joiner.result)
    }
  }
}

extension TableEvent {
  /// Whether it tells what came of a battle.
  var isDecided: Bool { if case .decided = what { true } else { false } }
}

extension Home {
  /// `war verify` refuses a file whose byte at a place is another one.
  func noticesChange(at place: Int, of bytes: Data) async throws {
    var changed = bytes
    changed[changed.startIndex + place] ^= 0x01
    try await refusesFile(changed, "byte \(place) of \(bytes.count) changed")
  }

  /// `war verify` exits with 1 and says which step does not follow, or what is damaged.
  func refusesFile(_ bytes: Data, _ what: String) async throws {
    let file = scratch + "/changed.war"
    try bytes.write(to: URL(fileURLWithPath: file))
    let said = try await run("war", "verify", file, "--json")
    #expect(said.code == 1, "\(what): \(said)")
    let report = try JSONMapping.message(VerifyReport.self, from: Array(said.output.utf8))
    #expect(!report.valid && !report.text.isEmpty, "\(what): \(report)")
    #expect(
      report.step > 0 || report.text.contains("damaged")
        || report.text.contains("no file of a match"),
      "\(what): \(report.text)")
  }
}
