import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// The same in files and messages.
extension TournamentRefusalTests {
  @Test("43 T-18: a table in CSV says who won where the score does not")
  func winners() throws {
    let world = try make(["A", "B", "C", "D"], "league")
    try score(world, "A : B") { $0.winner = "B" }
    try score(world, "A : C") { $0.forfeit = "A" }
    try score(world, "A : D", "1:1")
    let csv = try world.call(0, Methods.Tournaments.export) {
      $0.tournament = "Cup"
      $0.format = "csv"
    }.text
    let rows = csv.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let column = try #require(rows[0].firstIndex(of: "winner"))
    func winner(_ one: String, _ other: String) -> String? {
      rows.first { $0[0] == "match" && Set($0[2...3]) == [one, other] }?[column]
    }
    #expect(winner("A", "B") == "B" && winner("A", "C") == "C" && winner("A", "D")?.isEmpty == true)
  }

  @Test("43 T-18: a message with the first eight says how many there are behind them")
  func more() throws {
    func text(_ count: Int) throws -> [Substring] {
      let world = try make((1...count).map { "P\($0)" }, "league")
      return try world.call(0, Methods.Tournaments.export) {
        $0.tournament = "Cup"
        $0.format = "text"
      }.text.split(separator: "\n")
    }
    #expect(try text(8).count == 10)
    let lines = try text(11)
    #expect(lines.count == 11 && lines.last == "and 3 more")
  }

  @Test(
    "43 T-8: who is put out once the knockout has begun leaves no arrow to one who is not in it")
  func arrows() throws {
    let world = try make(["a1", "a2", "a3", "b1", "b2", "b3"], "groups", starts: false)
    try world.call(0, Methods.Tournaments.setGroups) {
      $0.tournament = "Cup"
      $0.count = 2
    }
    var view = try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
    for match in view.matches {
      let (home, away) = (match.home.number, match.away.number)
      view = try score(world, match.name, home < away ? "\(away - home):0" : "0:\(home - away)")
    }
    let first = try #require(view.bracket.first?.matches.first)
    let names = view.groups.flatMap(\.rows).filter(\.qualifies).map(\.name)
    view = try score(world, first.name, "1:0")
    view = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = first.home.name
      $0.disqualify = true
    }
    let sides = view.bracket[0].matches.flatMap { [$0.home.name, $0.away.name] }
    #expect(Set(sides) == Set(names))
    let now = view.groups.flatMap(\.rows).filter(\.qualifies).map(\.name)
    #expect(Set(now) == Set(names).subtracting([first.home.name]))
  }

  @Test(
    "43 T-5, T-51: a copy has the entrants that lots put into the knockout, with their scores",
    arguments: ["json", "brackets"])
  func lotsInFiles(format: String) throws {
    let world = try make(["a1", "a2", "b1", "b2"], "groups", starts: false)
    try world.call(0, Methods.Tournaments.setGroups) {
      $0.tournament = "Cup"
      $0.count = 2
    }
    var view = try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
    for match in view.matches { view = try score(world, match.name, "0:0") }
    try world.call(0, Methods.Tournaments.draw) {
      $0.tournament = "Cup"
      $0.lots = true
    }
    view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    while let next = view.bracket.flatMap(\.matches).first(where: { $0.state == .due }) {
      view = try score(world, next.name, "2:1")
    }
    #expect(view.phase == .finished && view.played == view.total)
    let written = try world.call(0, Methods.Tournaments.export) {
      $0.tournament = "Cup"
      $0.format = format
    }
    #expect(written.lost.contains { $0.hasPrefix("The lots") }, "\(written.lost)")
    let copy = try world.call(0, Methods.Tournaments.take) {
      $0.text = written.text
      $0.name = "Copy"
    }
    #expect(copy.phase == .finished && copy.played == view.played)
    func results(_ view: TournamentView) -> [String] {
      view.bracket.flatMap(\.matches).map { "\($0.home.name) \($0.score) \($0.away.name)" }
    }
    #expect(results(copy) == results(view))
    #expect(copy.ranks.first?.name == view.ranks.first?.name)
  }
}
