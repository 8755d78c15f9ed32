import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Trouble in the middle of a tournament: entrants who are out or level, and rules by their names.
@Suite struct TournamentOrganiserTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada"])
  }

  private func make(_ names: [String], _ format: String) throws {
    try world.call(0, Methods.Tournaments.make) {
      ($0.name, $0.format) = ("Cup", format)
      $0.entrants = names.joined(separator: "\n")
    }
  }

  private func start() throws {
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
  }

  @discardableResult
  private func score(_ match: String, _ score: String) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.score) {
      ($0.tournament, $0.match, $0.score) = ("Cup", match, score)
    }
  }

  @Test(
    "T-02, T-37: nobody is matched with somebody who is out, who would lose at once and give up a place in a ladder",
    arguments: ["ladder", "free", "swiss"], [false, true])
  func out(format: String, isPutOut: Bool) throws {
    try make(["A", "B", "C", "D"], format)
    try start()
    try world.call(0, Methods.Tournaments.withdraw) {
      ($0.tournament, $0.entrant, $0.disqualify) = ("Cup", "A", isPutOut)
    }
    func round(_ matches: [String]) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.setRound) {
        ($0.tournament, $0.matches) = ("Cup", matches)
      }
    }
    let others = format == "swiss" ? ["B : C"] : []
    let said = refusal { _ = try round(["D : A"] + others) }
    #expect(said.hasPrefix("A is \(isPutOut ? "disqualified" : "withdrawn")"), "\(said)")
    #expect(try round(["D : B"] + (format == "swiss" ? ["C : bye"] : [])).total == 1)
  }

  @Test("43 T-13: level thirds are said, and a score for their match says that it waits for lots")
  func levelThirds() throws {
    try make((0..<8).map { "P\($0)" }, "groups")
    try world.call(0, Methods.Tournaments.setGroups) { ($0.tournament, $0.count) = ("Cup", 2) }
    try world.call(0, Methods.Tournaments.setKnockout) {
      ($0.tournament, $0.slots) = ("Cup", ["1=A1", "2=3rd1", "3=B1", "4=A2"])
    }
    try start()
    var view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    let places = view.groups.flatMap { $0.slots.enumerated() }
      .reduce(into: [String: Int]()) { $0[$1.element] = $1.offset }
    for match in view.matches {
      #expect(!view.messages.contains { $0.contains("tied") })
      let isBetter = places[match.home.name, default: 0] < places[match.away.name, default: 0]
      view = try score(match.name, isBetter ? "1:0" : "0:1")
    }
    let thirds = view.groups.map { $0.rows[2].name }.sorted()
    let message = try #require(view.messages.last)
    #expect(
      message.contains(", who are 3rd in their groups, are tied in every criterion")
        && thirds.allSatisfy { message.contains($0) }, "\(view.messages)")
    let said = refusal { try score("KO1.1", "1:0") }
    #expect(said.contains("are level") && !said.contains("matches before it"), "\(said)")
    #expect(try score("KO1.2", "1:0").bracket[0].matches[1].state == .decided)
    #expect(refusal { try score("KO2.1", "1:0") }.contains("waits for the matches before it"))
  }

  @Test("T-25: an order of tie-breaks has a name with its year, and FIFA's without one is said")
  func orders() throws {
    try make(["A", "B"], "league")
    func edit(_ ties: String) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.edit) { ($0.tournament, $0.tieBreaks) = ("Cup", ties) }
    }
    for name in ["fifa-2022", "fifa-2026", "uefa-2024", "swiss"] {
      let view = try edit(name)
      #expect(view.rules.ties == name && view.messages.isEmpty, "\(name)")
    }
    #expect(try edit("fifa-2026").rules.tieBreaks.first == "head-points")
    #expect(try edit("uefa").rules.ties == "uefa-2024")
    let view = try edit("fifa")
    #expect(view.rules.ties == "fifa-2022" && view.rules.tieBreaks.first == "difference")
    #expect(view.messages.contains { $0.contains("fifa-2026") }, "\(view.messages)")
    // The same criteria without beginning again are not that order.
    let typed = try edit(edit("uefa-2024").rules.tieBreaks.joined(separator: ","))
    #expect(typed.rules.ties.isEmpty)
  }

  @Test("43 T-5: somebody who comes in opens no way to draw lots until they fit")
  func lotsAgain() throws {
    try make(["A", "B"], "free")
    try start()
    func draw(_ reason: String = "") throws -> TournamentView {
      try world.call(0, Methods.Tournaments.draw) {
        ($0.tournament, $0.lots, $0.reason) = ("Cup", true, reason)
      }
      return try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    }
    #expect(try draw().draws.map(\.state) == [.done])
    try world.call(0, Methods.Tournaments.addEntrants) {
      ($0.tournament, $0.lines) = ("Cup", "C")
    }
    #expect(refusal { _ = try draw() }.contains("before others came in"))
    let view = try draw("C has come")
    #expect(view.draws.map(\.decides) == [false, true])
    #expect(view.groups[0].rows.allSatisfy { $0.lot == "by lot, draw 2 of 2" })
  }

  @Test("43 T-10: a score that was changed has the time of the change")
  func said() throws {
    try make(["A", "B"], "league")
    try start()
    let first = try #require(try score("R1.1", "1:0").matches[0].reports.first)
    world.network.run(milliseconds: 60_000)
    let second = try #require(try score("R1.1", "2:0").matches[0].reports.first)
    #expect(second.made >= first.made + 60_000 && second.earlier.map(\.until) == [second.made])
  }

  @Test(
    "T-51: what a file does not keep of a schedule and of tie-breaks is named",
    arguments: ["trf16", "trf26", "brackets"])
  func schedule(format: String) throws {
    try make(["A", "B", "C", "D"], "league")
    try world.call(0, Methods.Tournaments.edit) {
      ($0.tournament, $0.tieBreaks) = ("Cup", "head-points,difference")
    }
    try start()
    func lost() throws -> [String] {
      try world.call(0, Methods.Tournaments.export) {
        ($0.tournament, $0.format) = ("Cup", format)
      }.lost
    }
    let ties = try lost().filter { $0.contains("between equal points") }
    #expect(ties.count == 1, "\(ties)")
    if format != "brackets" {
      #expect(ties[0].hasSuffix(format == "trf16" ? ": head-points, difference." : ": difference."))
    }
    #expect(try !lost().contains { $0.contains("who came late") })
    try score("R1.1", "1:0")
    try world.call(0, Methods.Tournaments.addEntrants) {
      ($0.tournament, $0.lines) = ("Cup", "E")
    }
    let late = try lost()
    #expect(late.contains { $0.contains("who came late") }, "\(late)")
  }
}
