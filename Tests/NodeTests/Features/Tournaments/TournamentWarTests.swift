import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Tournaments whose matches are played at tables of War.
@Suite struct TournamentWarTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada", "Bob", "Cleo"])
    for one in 0..<3 { for other in 0..<one { try world.pair(other, one) } }
    _ = try world.make(0, "friends", ["Bob", "Cleo"])
  }

  /// A started tournament of Cleo in which Ada meets Bob; its match is named first.
  private func make(_ format: String, _ edit: (inout EditTournament) -> Void = { _ in }) throws
    -> MatchView
  {
    try world.call(2, Methods.Tournaments.make) {
      $0.name = "Duel"
      $0.format = format
      $0.entrants = "Ada\nBob"
      $0.room = "friends"
    }
    for name in ["Ada", "Bob"] {
      try world.call(2, Methods.Tournaments.editEntrant) {
        $0.tournament = "Duel"
        $0.entrant = name
        $0.person = name
      }
    }
    var request = EditTournament.with { $0.tournament = "Duel" }
    edit(&request)
    let changes = request
    try world.call(2, Methods.Tournaments.edit) { $0 = changes }
    if format == "knockout" {
      try world.call(2, Methods.Tournaments.setKnockout) {
        $0.tournament = "Duel"
        $0.proposed = true
      }
    }
    try world.call(2, Methods.Tournaments.start) { $0.tournament = "Duel" }
    world.network.settle()
    return try #require(try match(0))
  }

  private func match(_ number: Int) throws -> MatchView? {
    let view = try world.call(number, Methods.Tournaments.show) { $0.tournament = "Duel" }
    return view.matches.first ?? view.bracket.first?.matches.first
  }

  /// Plays a match of War between Ada and Bob, which some of the two have named as the tournament's.
  ///
  /// - Returns: the table.
  @discardableResult
  private func play(
    _ match: MatchView, namedBy people: [Int] = [0, 1], rules: Rules = Rules()
  ) throws -> String {
    let opener = match.opens ? 0 : 1
    let table = try VirtualSeating.seat(
      world.network, host: opener, joiner: 1 - opener, rules: rules)
    for number in people { try name(table, match, number) }
    world.network.settle()
    try VirtualSeating.play(world.network, table, host: opener, joiner: 1 - opener)
    world.network.run(milliseconds: 5_000)
    return table
  }

  private func name(_ table: String, _ match: MatchView, _ number: Int) throws {
    try world.call(number, Methods.Tournaments.setTable) {
      $0.tournament = "Duel"
      $0.match = match.name
      $0.table = table
    }
  }

  @Test("43 T-10: a table that was named and undone can be named again")
  func namedAgain() throws {
    let match = try make("league")
    let opener = match.opens ? 0 : 1
    let table = try VirtualSeating.seat(
      world.network, host: opener, joiner: 1 - opener, rules: Rules())
    for _ in 0..<2 {
      try name(table, match, 0)
      #expect(try self.match(0)?.tables.map(\.table) == [table])
      _ = try world.call(0, Methods.Rooms.undo)
      #expect(try self.match(0)?.tables.isEmpty == true)
    }
  }

  @Test(
    "T-45, T-46: what both nodes have verified counts, whoever else may score, once, also after a start"
  )
  func reported() throws {
    let match = try make("league")
    #expect(match.mayPlay && match.tables.isEmpty)
    #expect(try self.match(2)?.mayPlay == false, "Cleo is not in it")
    let table = try play(match)
    for number in 0..<3 {
      let ended = try #require(try self.match(number))
      #expect(ended.state == .decided && ended.reports.count == 2, "\(ended)")
      #expect(ended.reports.allSatisfy { $0.counts && $0.table == table && !$0.note.isEmpty })
      #expect(["1:0", "0:1"].contains(ended.score) && ended.tables.isEmpty == (number == 2))
      #expect(!ended.mayPlay)
    }
    let before = try world.call(2, Methods.Tournaments.show) { $0.tournament = "Duel" }.hash
    world.network.crash(0)
    try world.network.start(0)
    for other in 1...2 { world.network.connect(0, other) }
    world.network.run(milliseconds: 5_000)
    let after = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Duel" }
    #expect(after.hash == before && after.matches[0].reports.count == 2)
  }

  @Test(
    "T-45, T-46: a table that only one has named decides nothing where only organisers may score")
  func namedByOne() throws {
    let match = try make("league")
    try play(match, namedBy: [0])
    let seen = try #require(try self.match(2))
    #expect(seen.state == .due && seen.reports.map(\.counts) == [false], "\(seen.reports)")
    #expect(seen.reports.first?.reason == "not by a scorer")
  }

  @Test("T-46: others cannot name a table, and a match that is decided takes none")
  func refused() throws {
    let match = try make("league")
    let table = String(repeating: "a", count: 26)
    #expect(refusal { try name(table, match, 2) }.contains("You do not play R1.1"))
    #expect(refusal { try name("nowhere", match, 0) }.contains("nowhere"))
    try world.call(2, Methods.Tournaments.score) {
      $0.tournament = "Duel"
      $0.match = match.name
      $0.score = "1:0"
    }
    world.network.settle()
    #expect(refusal { try name(table, match, 0) }.contains("decided already"))
  }

  @Test("T-40, T-46: a best of three is played at table after table until one has won two games")
  func bestOf() throws {
    let match = try make("league") { $0.bestOf = 3 }
    var tables = 0
    while tables < 3, try #require(try self.match(0)).mayPlay {
      try play(match)
      tables += 1
    }
    let ended = try #require(try self.match(2))
    #expect(tables >= 2 && ended.state == .decided, "\(ended)")
    #expect(ended.score.split(separator: " ").count == tables)
  }

  @Test("T-32, T-46: a match without a winner is played again in a knockout")
  func again() throws {
    let match = try make("knockout")
    // Nobody has all cards after one round.
    try play(match, rules: .with { $0.roundCap = 1 })
    let first = try #require(try self.match(0))
    #expect(first.mayPlay && first.state == .due && first.reports.isEmpty, "\(first)")
    try play(match)
    let ended = try #require(try self.match(2))
    #expect(ended.state == .decided && ended.reports.count == 2, "\(ended)")
  }

  @Test("T-46: what a person has said goes before what the node would report")
  func typed() throws {
    let match = try make("league") {
      $0.scorers = "players"
      $0.confirm = true
    }
    try world.call(0, Methods.Tournaments.score) {
      $0.tournament = "Duel"
      $0.match = match.name
      $0.score = "7:7"
    }
    #expect(try self.match(0)?.mayPlay == false && self.match(1)?.mayPlay == true)
    try play(match)
    let seen = try #require(try self.match(2))
    #expect(seen.state == .disputed && seen.reports.map(\.score).contains("7:7"), "\(seen.reports)")
  }

  @Test("T-46: who is waited for at a table is called")
  func called() throws {
    let match = try make("league")
    let opener = match.opens ? 0 : 1
    for (key, value) in [("notify-command", "notify-send"), ("notify-text", "on")] {
      _ = try world.call(1 - opener, Methods.Node.set) {
        $0.key = key
        $0.value = value
      }
    }
    let table = try VirtualSeating.seat(
      world.network, host: opener, joiner: 1 - opener, rules: Rules())
    try name(table, match, opener)
    world.network.settle()
    let view = try #require(try self.match(1 - opener))
    #expect(view.tables.map(\.table) == [table] && !view.tables[0].own && view.mayPlay)
    let calls = world.network.nodes[1 - opener].calls
    #expect(calls.map(\.sender) == [["Ada", "Bob"][opener]])
    #expect(calls.map(\.text) == ["waits at a table for R1.1 of Duel"])
  }
}
