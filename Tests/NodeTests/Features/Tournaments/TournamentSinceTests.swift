import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Tournaments that go to another room, and work that is undone after others have gone on with it.
@Suite struct TournamentSinceTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    _ = try world.make(0, "friends", ["Bob"])
  }

  @discardableResult
  private func make(
    _ format: String, _ names: [String], in room: String = "friends", starts: Bool = true
  ) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = format
      $0.entrants = names.joined(separator: "\n")
      $0.room = room
    }
    try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      $0.scorers = "everybody"
    }
    if format == "knockout" {
      try world.call(0, Methods.Tournaments.setKnockout) {
        ($0.tournament, $0.proposed) = ("Cup", true)
      }
    }
    let view =
      starts
      ? try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" } : try show(0)
    world.network.settle()
    return view
  }

  private func show(_ number: Int) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.show) { $0.tournament = "Cup" }
  }

  private func score(_ number: Int, _ match: String, _ score: String) throws {
    try world.call(number, Methods.Tournaments.score) {
      ($0.tournament, $0.match, $0.score) = ("Cup", match, score)
    }
    world.network.settle()
  }

  private func undo() throws {
    _ = try world.call(0, Methods.Rooms.undo)
    world.network.settle()
  }

  /// Checks that the last command of Ada cannot be undone, and that everything stays as it is.
  private func stays(_ deed: String) throws {
    let before = try show(0).hash
    let said = refusal { try undo() }
    #expect(
      said == "It cannot be undone: Bob has \(deed) since, and that would no longer count.")
    #expect(try show(0).hash == before && show(1).hash == before)
  }

  // MARK: Sharing

  @Test(
    "T-10, T-50: lots that were drawn alone go along to a room, with the order that they gave, and nothing is drawn again"
  )
  func sharedLots() throws {
    let view = try make("league", ["P0", "P1", "P2"], in: "personal")
    try world.call(0, Methods.Tournaments.draw) { ($0.tournament, $0.lots) = ("Cup", true) }
    let before = try show(0)
    #expect(before.draws.map(\.state) == [.done])
    try share(view)
    for number in 0...1 {
      let after = try show(number)
      #expect(after.roomName == "friends" && after.hash == before.hash, "person \(number)")
      #expect(after.draws.map(\.state) == [.done] && after.draws[0].decides)
      #expect(after.draws[0].seed == before.draws[0].seed)
      #expect(after.draws[0].order == before.draws[0].order)
      #expect(after.draws[0].parts.map(\.name) == ["Ada"] && after.draws[0].leftOut.isEmpty)
      #expect(after.groups[0].rows.map(\.name) == before.draws[0].order)
      let check = try world.call(number, Methods.Tournaments.check) { $0.tournament = "Cup" }
      #expect(check.faults.isEmpty, "\(check.faults)")
      #expect(check.checks.contains { $0.contains("drew alone, without a witness") })
    }
  }

  @Test("T-10, T-50: groups that were drawn alone are in a room as they were drawn")
  func sharedGroups() throws {
    let view = try make("groups", (0..<6).map { "P\($0)" }, in: "personal", starts: false)
    try world.call(0, Methods.Tournaments.draw) { ($0.tournament, $0.groups) = ("Cup", 2) }
    let before = try show(0)
    #expect(before.groups.count == 2)
    try share(view)
    for number in 0...1 {
      let after = try show(number)
      #expect(after.groups.map(\.slots) == before.groups.map(\.slots))
      #expect(after.draws.map(\.order) == before.draws.map(\.order))
      #expect(after.draws.map(\.state) == [.done] && after.draws[0].changed.isEmpty)
    }
  }

  @Test("T-10, T-50: a draw that goes on does not go to another room")
  func openDraw() throws {
    let view = try make("league", ["P0", "P1", "P2"])
    _ = try world.make(0, "others", ["Bob"])
    world.network.partition(0, 1)
    try world.call(0, Methods.Tournaments.draw) { ($0.tournament, $0.lots) = ("Cup", true) }
    #expect(try show(0).draws.map(\.state) == [.open])
    #expect(
      refusal { try share(view, to: "others") }.contains(
        "A draw of this tournament is still running"))
    #expect(try show(0).roomName == "friends")
  }

  private func share(_ view: TournamentView, to room: String = "friends") throws {
    _ = try world.call(0, Methods.Rooms.move) {
      ($0.room, $0.record, $0.to) = (view.room, view.id, room)
    }
    world.network.settle()
  }

  // MARK: Undo

  @Test("E-70: a start is not undone once somebody else has scored")
  func start() throws {
    try make("league", ["P0", "P1", "P2", "P3"])
    try score(1, "R1.1", "2:1")
    try stays("scored R1.1")
  }

  @Test("E-70: a round is undone as long as nobody else has scored in it")
  func round() throws {
    try make("free", ["P0", "P1", "P2", "P3"])
    for match in ["P0 : P1", "P2 : P3"] {
      try world.call(0, Methods.Tournaments.setRound) {
        ($0.tournament, $0.matches) = ("Cup", [match])
      }
    }
    world.network.settle()
    try score(1, "R1.1", "2:1")
    try undo()
    #expect(try show(1).matches.map(\.name) == ["R1.1"], "nobody has scored in the second one")
    try stays("scored R1.1")
  }

  @Test("E-70: entrants stay once somebody else has scored a match that is there with them alone")
  func enter() throws {
    try make("league", ["P0", "P1"])
    try world.call(0, Methods.Tournaments.addEntrants) {
      ($0.tournament, $0.lines) = ("Cup", "P2")
    }
    world.network.settle()
    let match = try #require(
      show(1).matches.first { [$0.home.name, $0.away.name].contains("P2") })
    try score(1, match.name, "2:1")
    try stays("scored \(match.name)")
  }

  @Test("E-70: an exchange in the schedule stays once somebody else has scored what was exchanged")
  func swap() throws {
    try make("league", ["P0", "P1", "P2", "P3"])
    try world.call(0, Methods.Tournaments.setRound) {
      ($0.tournament, $0.swap, $0.with) = ("Cup", "R1.1", "R1.2")
    }
    world.network.settle()
    try score(1, "R2.1", "1:0")
    try score(1, "R1.2", "2:1")
    try stays("scored R1.2")
  }

  @Test("E-70, T-35: a score stays once somebody else has scored the match that follows from it")
  func later() throws {
    try make("knockout", ["P0", "P1", "P2", "P3"])
    try score(0, "KO1.1", "1:0")
    try score(0, "KO1.2", "1:0")
    try score(1, "KO2.1", "3:0")
    try stays("scored KO2.1")
  }

  @Test("E-70: what nobody else has gone on with is undone as before")
  func free() throws {
    try make("league", ["P0", "P1", "P2", "P3"])
    try score(1, "R1.1", "2:1")
    try score(0, "R1.2", "1:0")
    try undo()
    let matches = try show(1).matches
    #expect(matches.filter { $0.state == .decided }.map(\.name) == ["R1.1"])
  }
}
