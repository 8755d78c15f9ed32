import Foundation
import Glibc
import Schema
import Testing
import WarSchema

extension EndToEndTests {
  /// Playing with nothing set up: against the machine, two at one screen, from a file, by a stick.
  @Suite struct NewcomerTests {
    @Test("G-57 a newcomer plays a whole match against the machine in one command, and it verifies")
    func machine() async throws {
      let home = try Home("Newcomer")
      let said = try await home.run("war", "play", "--auto")
      #expect(said.code == 0, "\(said.complaints)")
      #expect(said.output.contains("Round 1"))
      let statistics = try await home.ask("war", "stats", as: MatchStatistics.self)
      #expect(statistics.total.played == 1 && statistics.unverified == 0)
      #expect(statistics.people.map(\.name) == ["The Machine"])
      let tables = try await home.ask("war", "list", as: TableList.self)
      let file = home.scratch + "/match.war"
      try await home.done("war", "export", try #require(tables.tables.first).id, file)
      #expect(try await home.done("war", "verify", file).hasPrefix("Valid: all "))
    }

    @Test("G-57 a newcomer at a terminal plays a card against the machine with the first command")
    func atTerminal() async throws {
      let home = try Home("Newcomer")
      let terminal = try PseudoTerminal(columns: 100, rows: 30)
      let play = try Program(
        home.words(["war", "play"]), streams: .terminal(terminal.device),
        environment: home.environment)
      try await terminal.shows("War vs. The Machine", play)
      try await terminal.shows("Return plays", play)
      terminal.type("\r")
      // The machine's card and ours are turned over, and the next round, or a war, waits for us.
      try await holds("a round is decided", otherwise: { terminal.look().text }) {
        try await home.ask("war", "list", as: TableList.self).tables.first.map {
          $0.roundsDecided > 0 || $0.war.battle > 0
        } ?? false
      }
      terminal.type("q")
      #expect(try await play.end() == .exit(0))
      #expect(terminal.echoes)
    }

    @Test("G-57 a match with the machine that was left goes on, and a guest plays beside it (G-58)")
    func leftAndGuest() async throws {
      let home = try Home("Newcomer")
      let first = try home.start("war", "play")
      first.say("play")
      try await holds("round 1", otherwise: { first.story }) {
        first.output.contains("Round 1: The Machine plays")
          && first.output.contains("Newcomer") || first.output.contains("wins,")
          || first.output.contains("war!")
      }
      first.say("leave")
      #expect(try await first.end() == .exit(0))
      let table = try #require(try await home.ask("war", "list", as: TableList.self).tables.first)
      let again = try home.start("war", "resume")
      try await holds("another round", otherwise: { again.story }) {
        // A card that is asked for before the machine is back is not played.
        again.say("play")
        usleep(200_000)
        return again.output.contains("wins,") || again.output.contains("war!")
      }
      again.say("leave")
      #expect(try await again.end() == .exit(0))
      #expect(
        try await home.ask("war", "list", as: TableList.self).tables.map(\.id) == [table.id])
      let two = try home.start("war", "play", "--two", "Grace")
      try await holds("our card", otherwise: { two.story }) {
        two.say("play")
        usleep(200_000)
        return two.output.contains("did not answer") || two.output.contains("Round 1:")
      }
      try await holds("the guest's card", otherwise: { two.story }) {
        two.say("guest")
        usleep(100_000)
        return two.output.contains("Grace plays")
      }
      two.say("leave")
      #expect(try await two.end() == .exit(0))
    }

    @Test(
      "42.4 P-01 two homes of one machine without Avahi play with the commands of the README alone")
    func twoHomes() async throws {
      // A port of their own, so that they meet nobody who is not of this test.
      let port = UInt16.random(in: 20_000..<24_000)
      let (ada, bob) = (
        try Home("Ada", localPort: port), try Home("Bob", localPort: port)
      )
      for home in [ada, bob] { try await home.done("settings", "set", "name", home.name) }
      let host = try ada.start("war", "host", "--accept-first", "--auto")
      let joiner = try bob.start("war", "join", "--auto", "--wait", "60")
      #expect(try await host.end() == .exit(0), "\(host.story)")
      #expect(try await joiner.end() == .exit(0), "\(joiner.story)")
      for home in [ada, bob] {
        let tables = try await home.ask("war", "list", as: TableList.self).tables
        #expect(tables.map(\.phase) == [.finished])
      }
    }

    @Test("42.4 G-01 `war join --at` takes the address that the host's screen shows")
    func atAnAddress() async throws {
      let (ada, bob) = (try Home("Ada"), try Home("Bob"))
      try await ada.done("settings", "set", "name", "Ada")
      let host = try ada.start("war", "host", "--accept-first", "--auto")
      let address = try await eventually("an address", otherwise: { host.story }) {
        host.output.split(separator: "\n").compactMap { line in
          line.split(separator: "parlor war join --at ").dropFirst().first.map(String.init)
        }.first
      }
      let own = try await ada.run("war", "join", "--at", address, "--wait", "2")
      #expect(own.code != 0)
      let joiner = try bob.start("war", "join", "--at", address, "--auto", "--wait", "60")
      #expect(try await joiner.end() == .exit(0), "\(joiner.story)")
      #expect(try await host.end() == .exit(0), "\(host.story)")
    }

    @Test("G-47 both players of a match follow files of commands") func scripts() async throws {
      let pair = try await Pair.linked()
      let script = pair.ada.scratch + "/script"
      try "play\nplay\nplay\n".write(toFile: script, atomically: true, encoding: .utf8)
      let host = try pair.ada.start("war", "host", "--accept-first", "--script", script)
      let joiner = try pair.berta.start("war", "join", "--script", script, "--wait", "30")
      try await holds("three rounds", otherwise: { host.story + joiner.story }) {
        [host, joiner].allSatisfy { $0.output.contains("Round 3") || $0.output.contains("war!") }
      }
      let missing = try await pair.ada.run("war", "host", "--script", script + "x")
      #expect(missing.code == 1 && missing.complaints.contains("cannot be read"))
    }

    @Test(
      "G-70 two homes that never meet play a whole match through one file, with the command alone, and it verifies"
    )
    func stick() async throws {
      let ada = try Home("Ada")
      let bob = try Home("Bob")
      let file = ada.scratch + "/match.war"
      try await ada.done("war", "carry", "--host", file)
      #expect(try await bob.done("war", "carry", file).contains("--accept"))
      try await bob.done("war", "carry", file, "--accept")
      try await ada.done("war", "carry", file, "--accept")
      func tables() async throws -> [TableView] {
        var tables: [TableView] = []
        for home in [ada, bob] {
          tables.append(
            try #require(try await home.ask("war", "list", as: TableList.self).tables.first))
        }
        return tables
      }
      // At most a file for each of 26 rounds from either side, and some for what is left.
      for trip in 0..<60 where try await tables().contains(where: { $0.phase != .finished }) {
        let home = trip.isMultiple(of: 2) ? bob : ada
        if trip == 3 {
          // A daemon is killed on the way: the next command starts another one.
          for process in Processes.naming(home.path) { kill(process, SIGKILL) }
          try await holds("it is gone") { Processes.naming(home.path).isEmpty }
        }
        try await home.done("war", "carry", file)
      }
      let (one, other) = (try await tables()[0], try await tables()[1])
      #expect(one.phase == .finished && one.result == other.result && one.id == other.id)
      for home in [ada, bob] {
        let met = try await home.ask("peer", "list", as: PeerList.self).peers.filter(\.online)
        #expect(met.isEmpty)
        let exported = home.scratch + "/exported.war"
        try await home.done("war", "export", one.id, exported)
        let report = try await home.ask("war", "verify", exported, as: VerifyReport.self)
        #expect(report.valid && report.hasResult && report.result == one.result, "\(report)")
      }
    }
  }
}
