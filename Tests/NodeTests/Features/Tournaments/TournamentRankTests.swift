import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Ranks, arrows and marks as people see them.
@Suite struct TournamentRankTests {
  @discardableResult
  private func call<Request>(
    _ world: RoomWorld, _ method: Method<Request, TournamentView>, _ fill: (inout Request) -> Void
  ) throws -> TournamentView {
    try world.call(0, method, fill)
  }

  /// Eight in two groups, all of whose matches are played; in group A, the three at the end are level where `isLevel`.
  private func groups(_ world: RoomWorld) throws -> TournamentView {
    try call(world, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.entrants = "a1\na2\na3\na4\nb1\nb2\nb3\nb4"
    }
    try call(world, Methods.Tournaments.setGroups) {
      $0.tournament = "Cup"
      $0.count = 2
    }
    var view = try call(world, Methods.Tournaments.start) { $0.tournament = "Cup" }
    for match in view.matches {
      let (home, away) = (match.home.number, match.away.number)
      view = try call(world, Methods.Tournaments.score) {
        $0.tournament = "Cup"
        $0.match = match.name
        $0.score = home < away ? "\(away - home):0" : "0:\(home - away)"
      }
    }
    return view
  }

  @Test(
    "43 T-8: who is put out is last and marked, and the next one has the arrow and the place in the knockout"
  )
  func putOut() throws {
    let world = try RoomWorld(["Ada"])
    let before = try groups(world)
    let rows = before.groups[0].rows
    let view = try call(world, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = rows[0].name
      $0.disqualify = true
      $0.reason = "doping"
    }
    let now = view.groups[0].rows
    #expect(now.map(\.name) == [rows[1], rows[2], rows[3], rows[0]].map(\.name))
    #expect(now.map(\.qualifies) == [true, true, false, false])
    #expect(now[3].out == "disqualified" && now[3].rank == 4)
    let sides = view.bracket.flatMap(\.matches).flatMap { [$0.home.name, $0.away.name] }
    #expect(!sides.contains(rows[0].name) && sides.contains(rows[2].name))
    #expect(view.messages.contains("\(rows[0].name) is disqualified: doping"))
    let played = view.matches.flatMap { [$0.home, $0.away] }.filter { $0.name == rows[0].name }
    #expect(played.count == 3 && played.allSatisfy { $0.out == "disqualified" })
    #expect(view.entrants.filter { !$0.out.isEmpty }.map(\.out) == ["disqualified"])
  }

  @Test("43 T-9: there is no arrow among those who are level")
  func level() throws {
    let world = try RoomWorld(["Ada"])
    try call(world, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.entrants = "Nora\nCody\nMilo\nAbe"
    }
    try call(world, Methods.Tournaments.setGroups) {
      $0.tournament = "Cup"
      $0.count = 1
    }
    var view = try call(world, Methods.Tournaments.start) { $0.tournament = "Cup" }
    #expect(view.groups[0].rows.allSatisfy { !$0.qualifies })
    for match in view.matches {
      let isAbe = [match.home.name, match.away.name].contains("Abe")
      view = try call(world, Methods.Tournaments.score) {
        $0.tournament = "Cup"
        $0.match = match.name
        $0.score = !isAbe ? "1:1" : match.home.name == "Abe" ? "0:1" : "1:0"
      }
    }
    #expect(view.groups[0].rows.map(\.tied) == [true, true, true, false])
    #expect(view.groups[0].rows.allSatisfy { !$0.qualifies })
    let likely = try #require(view.bracket.first?.matches.first).home.likely
    #expect(
      Set(likely.split(whereSeparator: { ", ".contains($0) })) == ["Nora", "Cody", "or", "Milo"])
  }

  @Test("43 T-17: a better place that does not play on while a worse one does is named")
  func passedOver() throws {
    let world = try RoomWorld(["Ada"])
    try call(world, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.entrants = "a1\na2\na3\na4\nb1\nb2\nb3\nb4"
    }
    try call(world, Methods.Tournaments.setGroups) {
      $0.tournament = "Cup"
      $0.count = 2
    }
    func slots(_ slots: [String]) throws -> [String] {
      try call(world, Methods.Tournaments.setKnockout) {
        $0.tournament = "Cup"
        $0.slots = slots
        $0.proposed = true
      }.messages
    }
    #expect(try slots([]).isEmpty)
    #expect(try slots(["2=bye"]).isEmpty, "the second of B is out, and its winner plays on")
    #expect(
      try slots(["4=bye"]) == ["B1 does not play on, and B2 does: look at the knockout."])
    #expect(
      try slots(["2=B3", "4=B4"]) == [
        "B1 does not play on, and B4 does: look at the knockout.",
        "B2 does not play on, and B4 does: look at the knockout.",
      ])
  }
}
