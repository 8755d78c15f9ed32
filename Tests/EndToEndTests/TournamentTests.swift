import Foundation
import Glibc
import Schema
import Testing
import TournamentSchema

extension EndToEndTests {
  /// Tournaments of people who each have a daemon of their own.
  @Suite struct TournamentTests {
    /// The number of people who play; `scripts/tournaments` has eight.
    private static let people =
      ProcessInfo.processInfo.environment["PARLOR_PEOPLE"].flatMap { Int($0) } ?? 4
    private static let names = ["Ada", "Berta", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hana"]

    /// People in one room, each linked with all others.
    private static func linked(_ count: Int) async throws -> (
      homes: [Home], daemons: [RunningDaemon]
    ) {
      let homes = try names.prefix(count).map { try Home($0.lowercased()) }
      var daemons: [RunningDaemon] = []
      var nodes: [String] = []
      for (number, home) in homes.enumerated() {
        daemons.append(try await home.daemon())
        try await home.done("settings", "set", "name", names[number])
        nodes.append(try await home.ask("status", as: StatusView.self).node)
      }
      for (number, home) in homes.enumerated() {
        for other in 0..<count where other != number {
          try await home.done("peer", "trust", nodes[other])
        }
      }
      // Each dials the next ones in a circle: a node takes four links from one address, and all of these have the same.
      for (number, home) in homes.enumerated() {
        for gap in 1..<count where 2 * gap < count || 2 * gap == count && number < gap {
          try await home.done("peer", "add", daemons[(number + gap) % count].address)
        }
      }
      for home in homes {
        try await holds("\(home.name) is linked with all") {
          try await home.ask("status", as: StatusView.self).peersOnline == UInt32(count - 1)
        }
      }
      let program = try homes[0].start(["room", "make", "friends"] + names[1..<count])
      program.closeInput()
      #expect(try await program.end() == .exit(0), "\(program.story)")
      return (homes, daemons)
    }

    @Test(
      "T-46: a knockout is played at tables of War by itself, and a daemon that is killed on the way plays on"
    )
    func auto() async throws {
      let (homes, daemons) = try await Self.linked(Self.people)
      let names = Self.names.prefix(Self.people)
      let ada = homes[0]
      try await ada.done(
        "tournament", "new", "Cup", "--format", "knockout", "--entrants",
        names.joined(separator: ","), "--room", "friends")
      for name in names {
        try await ada.done("tournament", "entrant", "Cup", name, "--person", name)
      }
      try await ada.done("tournament", "knockout", "Cup")
      try await ada.done("tournament", "start", "Cup")
      for home in homes {
        try await holds("\(home.name) has the tournament") {
          try await home.run("tournament", "show", "Cup").code == 0
        }
      }
      let watch = try homes[1].start("tournament", "watch", "Cup")
      let players = try homes.map { try $0.start("tournament", "play", "Cup", "--auto", "--json") }
      // The last one's daemon is killed when the first match is decided: its command starts it again.
      try await holds("a match is played", otherwise: { players[0].story }) {
        try await ada.ask("tournament", "show", "Cup", as: TournamentView.self).played >= 1
      }
      let last = try #require(daemons.last)
      try await last.program.destroy()
      for player in players {
        #expect(try await player.end(within: .seconds(120)) == .exit(0), "\(player.story)")
      }
      var hashes: Set<String> = []
      for home in homes {
        let view = try await home.ask("tournament", "show", "Cup", as: TournamentView.self)
        #expect(view.phase == .finished && view.ranks.count == names.count, "\(home.name)")
        hashes.insert(view.hash)
        for match in view.bracket.flatMap(\.matches) where match.state == .decided {
          let counting = match.reports.filter(\.counts)
          #expect(counting.count == 2 && counting.allSatisfy { !$0.table.isEmpty }, "\(match)")
        }
      }
      #expect(hashes.count == 1)
      #expect(try await watch.end() == .exit(0), "\(watch.story)")
      // An optimised test would take the homes away, and with them what the program has written.
      withExtendedLifetime(homes) {
        #expect(watch.output.contains("Results"), "\(watch.output)")
      }
    }

    @Test(
      "T-19 to T-22, T-27, T-28, T-31: the example on the whole screen, from the groups to the final ranks"
    )
    func screen() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let teams = (1...15).map { "Team \($0)" }.joined(separator: ",")
      try await home.done("tournament", "new", "MyTournament1", "--entrants", teams)
      try await home.done("tournament", "groups", "MyTournament1")
      try await home.done("tournament", "knockout", "MyTournament1", "4=bye")
      try await home.done("tournament", "start", "MyTournament1")
      let terminal = try PseudoTerminal(columns: 100, rows: 30)
      let open = try Program(
        home.words(["tournament", "open", "MyTournament1"]), streams: .terminal(terminal.device),
        environment: home.environment)
      try await terminal.shows("[Group]", open)
      #expect(!terminal.look().text.contains("Results"))
      // The bracket waits for the groups, and says so.
      terminal.type("\u{1b}[C")
      try await terminal.shows("[Bracket]", open)
      try await terminal.shows("21 are left", open)
      terminal.type("\u{1b}[D")
      try await terminal.shows("[Group]", open)
      var view = try await home.ask("tournament", "show", "MyTournament1", as: TournamentView.self)
      var decided = 0
      for match in view.matches {
        terminal.type(Self.score(match) + "\r")
        decided += 1
        try await terminal.shows("\(decided) of \(view.total) matches", open)
        terminal.type("\u{1b}[B")
      }
      try await terminal.shows("[Bracket]", open)
      while true {
        view = try await home.ask("tournament", "show", "MyTournament1", as: TournamentView.self)
        let matches = view.bracket.flatMap(\.matches)
        guard let place = matches.firstIndex(where: { $0.state == .due }) else { break }
        terminal.type("\u{1b}[H" + String(repeating: "\u{1b}[B", count: place))
        try await terminal.shows(" \(matches[place].name) type the score", open)
        terminal.type(Self.score(matches[place]) + "\r")
        decided += 1
        try await terminal.shows("\(decided) of \(view.total) matches", open)
      }
      try await terminal.shows("[Results]", open)
      #expect(terminal.look().text.contains("Team 1 "), "\(terminal.look().text)")
      terminal.type("q")
      #expect(try await open.end() == .exit(0))
      #expect(terminal.echoes)
      // The groups were drawn: who went out there may share a rank, the four of the last round do not.
      #expect(view.phase == .finished && view.ranks.count == 15)
      #expect(view.ranks.prefix(4).map(\.rank) == [1, 2, 3, 4])
      #expect(try await home.done("tournament", "results", "MyTournament1").contains("Team 1"))
    }

    /// The lower number wins.
    private static func score(_ match: MatchView) -> String {
      let gap = match.away.number - match.home.number
      return gap > 0 ? "\(gap):0" : "0:\(-gap)"
    }

    @Test(
      "T-49, T-51, A-23: files and feedback by commands: written, read again, and wrong ones named by line"
    )
    func files() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done(
        "tournament", "new", "Cup", "--format", "league", "--entrants", "Ada,Bob,Cleo")
      try await home.done("tournament", "start", "Cup")
      try await home.done("tournament", "score", "Cup", "Ada : Bob", "2:1")
      let path = home.scratch + "/cup.json"
      try await home.done("tournament", "export", "Cup", path)
      let copy = try await home.ask(
        "tournament", "import", path, "--name", "Copy", as: TournamentView.self)
      let view = try await home.ask("tournament", "show", "Cup", as: TournamentView.self)
      #expect(copy.hash == view.hash && copy.played == 1)
      let report = try await home.done("tournament", "export", "Cup", home.scratch + "/cup.trf")
      #expect(report.contains("trf26") && report.contains("Not kept"), "\(report)")
      try Data("012 Open\n001  one\n".utf8).write(
        to: URL(fileURLWithPath: home.scratch + "/bad.trf"))
      let bad = try await home.run("tournament", "import", home.scratch + "/bad.trf")
      #expect(bad.code == 1 && bad.complaints.contains("Line 2"), "\(bad)")
      try await home.done("tournament", "print", "Cup", home.scratch + "/sheets.html", "--sheets")
      let mail = try await home.done("tournament", "feedback", "Fine & good", "--tournament", "Cup")
      #expect(mail.hasPrefix("mailto:?subject=Parlor%20tournaments&body=Fine%20%26%20good"))
      #expect(!mail.contains("Cleo") && mail.contains("league"), "no names")
      #expect(try await home.done("tournament", "verify", "Cup").contains(view.hash))
      let play = try await home.run("tournament", "play", "Cup")
      #expect(play.code == 1 && play.complaints.contains("no match"), "\(play)")
    }
  }
}
