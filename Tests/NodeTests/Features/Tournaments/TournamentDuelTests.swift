import DuelSchema
import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Tournaments whose matches are played as duels.
@Suite struct TournamentDuelTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada", "Bob", "Cleo"])
    for one in 0..<3 { for other in 0..<one { try world.pair(other, one) } }
    _ = try world.make(0, "friends", ["Bob", "Cleo"])
    for number in 0...1 {
      try world.makeLibrary(number, "Wood")
      try world.own(number, "Elf Cook", anyway: true)
      try world.put(number, "Elf Cook", into: "Wood")
      try world.setLands(number, "Wood", [("Forest", "59")])
    }
  }

  /// A started league of Cleo in which Ada meets Bob.
  private func make(bestOf: UInt32) throws -> MatchView {
    try world.call(2, Methods.Tournaments.make) {
      ($0.name, $0.format, $0.entrants, $0.room) = ("Cup", "league", "Ada\nBob", "friends")
    }
    for name in ["Ada", "Bob"] {
      try world.call(2, Methods.Tournaments.editEntrant) {
        ($0.tournament, $0.entrant, $0.person) = ("Cup", name, name)
      }
    }
    try world.call(2, Methods.Tournaments.edit) {
      ($0.tournament, $0.bestOf) = ("Cup", bestOf)
    }
    try world.call(2, Methods.Tournaments.start) { $0.tournament = "Cup" }
    world.network.settle()
    return try match(0)
  }

  private func match(_ number: Int) throws -> MatchView {
    let view = try world.call(number, Methods.Tournaments.show) { $0.tournament = "Cup" }
    return try #require(view.matches.first)
  }

  /// A duel of the two that both have named as the tournament's.
  private func begin(
    _ match: MatchView, games: UInt32
  ) throws -> (table: String, host: Int, joiner: Int) {
    let (host, joiner) = match.opens ? (0, 1) : (1, 0)
    let chosen = try [host, joiner].map { number in
      try world.call(number, Methods.Duels.choose) { ($0.library, $0.games) = ("Wood", games) }
    }
    let table = try world.call(host, Methods.Tables.host) {
      $0.game = "duel"
      ($0.terms, $0.choice) = (chosen[0].terms, chosen[0].choice)
    }.id
    try world.call(joiner, Methods.Tables.ask) { ($0.table, $0.choice) = (table, chosen[1].choice) }
    try world.call(host, Methods.Tables.answer) { ($0.table, $0.accept) = (table, true) }
    for number in 0...1 {
      try world.call(number, Methods.Tournaments.setTable) {
        ($0.tournament, $0.match, $0.table) = ("Cup", match.name, table)
      }
    }
    try world.call(host, Methods.Tables.start) { $0.table = table }
    try world.sit(table, 0, 1)
    return (table, host, joiner)
  }

  private func tap(_ number: Int, _ table: String, _ fill: (inout DuelMove) -> Void) throws {
    let tap = try Tap.duel(.with(fill), at: table)
    try world.call(number, Methods.Tables.tap) { $0 = tap }
  }

  @Test("V-46, T-46: the games of a duel that both have opened are the score, also after a start")
  func games() throws {
    let (table, host, joiner) = try begin(make(bestOf: 3), games: 3)
    for (game, loser) in [joiner, host, joiner].enumerated() {
      #expect(try match(2).reports.isEmpty)
      try tap(loser, table) { $0.end = .concede }
      guard game < 2 else { break }
      for number in 0...1 { try tap(number, table) { $0.begin.draw = 7 } }
    }
    world.network.run(milliseconds: 5_000)
    for number in 0...2 {
      let ended = try match(number)
      #expect(ended.state == .decided && ended.winner == .home, "\(ended)")
      #expect(ended.score == "1:0 0:1 1:0" && ended.reports.count == 2, "\(ended)")
      #expect(ended.reports.allSatisfy { $0.counts && $0.table == table })
    }
    let before = try world.call(2, Methods.Tournaments.show) { $0.tournament = "Cup" }.hash
    world.network.crash(0)
    try world.network.start(0)
    for other in 1...2 { world.network.connect(0, other) }
    world.network.run(milliseconds: 5_000)
    let after = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    #expect(after.hash == before && after.matches[0].reports.count == 2)
  }

  @Test("V-46, T-46: a match that was given away is reported once its winner has opened it")
  func conceded() throws {
    let (table, _, joiner) = try begin(make(bestOf: 3), games: 3)
    try world.call(joiner, Methods.Tables.giveUp) { $0.table = table }
    world.network.run(milliseconds: 29_000)
    #expect(try match(0).reports.isEmpty && match(2).state == .due)
    world.network.run(milliseconds: 5_000)
    let ended = try match(2)
    #expect(ended.state == .decided && ended.score == "1:0 1:0", "\(ended)")
  }

  @Test("V-46, T-46: where a match of the tournament is one game, a longer duel is one game of it")
  func oneGame() throws {
    let (table, host, joiner) = try begin(make(bestOf: 1), games: 3)
    try tap(joiner, table) { $0.end = .concede }
    for number in 0...1 { try tap(number, table) { $0.begin.draw = 7 } }
    try world.call(host, Methods.Tables.giveUp) { $0.table = table }
    world.network.run(milliseconds: 35_000)
    let ended = try match(2)
    #expect(ended.state == .decided && ended.score == "0:1", "\(ended)")
  }
}
