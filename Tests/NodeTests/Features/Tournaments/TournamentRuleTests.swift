import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Rules as people meet them: what waits is in no file as a result, and nothing is lost in silence.
@Suite struct TournamentRuleTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada"])
  }

  @discardableResult
  private func make(
    _ names: [String], _ format: String, _ rules: (inout EditTournament) -> Void = { _ in }
  ) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = format
      $0.entrants = names.joined(separator: "\n")
    }
    return try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      rules(&$0)
    }
  }

  private func start() throws -> TournamentView {
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
  }

  @discardableResult
  private func score(
    _ match: String, _ score: String, reason: String = ""
  ) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.score) {
      ($0.tournament, $0.match, $0.score, $0.reason) = ("Cup", match, score, reason)
    }
  }

  @Test(
    "T-45, T-51: a score that waits for a second report is in no file as a result",
    arguments: ["json", "brackets", "trf16", "trf26"])
  func waiting(format: String) throws {
    try make(["A", "B"], "league") { $0.confirm = true }
    _ = try start()
    let view = try score("R1.1", "2:1")
    #expect(view.matches.map(\.state) == [.reported])
    let written = try world.call(0, Methods.Tournaments.export) {
      ($0.tournament, $0.format) = ("Cup", format)
    }
    #expect(
      written.lost.contains { $0.hasPrefix("R1.1: one report waits for the second") },
      "\(written.lost)")
    #expect(format != "json" || written.text.contains("\"state\": \"reported\""))
    let copy = try world.call(0, Methods.Tournaments.take) {
      ($0.text, $0.name) = (written.text, "Copy")
    }
    #expect(copy.played == 0 && copy.groups[0].rows.allSatisfy { $0.points == 0 })
    #expect(copy.matches.map(\.state) == [format == "json" ? .reported : .due])
  }

  @Test("T-53: more qualifiers than a group has are refused, before and after the groups are made")
  func qualifiers() throws {
    let names = (1...8).map { "P\($0)" }
    try make(names, "groups") { $0.qualifiers = 9 }
    func groups() throws -> TournamentView {
      try world.call(0, Methods.Tournaments.setGroups) {
        ($0.tournament, $0.count) = ("Cup", 2)
      }
    }
    func edit(_ count: UInt32) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.edit) {
        ($0.tournament, $0.qualifiers) = ("Cup", count)
      }
    }
    let reason = "the largest group has 4 entrants"
    #expect(refusal { _ = try groups() }.contains(reason))
    let drawn = refusal {
      try world.call(0, Methods.Tournaments.draw) { ($0.tournament, $0.groups) = ("Cup", 2) }
    }
    #expect(drawn.contains(reason), "\(drawn)")
    _ = try edit(4)
    #expect(try groups().groups.map(\.slots.count) == [4, 4])
    #expect(refusal { _ = try edit(9) }.contains(reason))
    #expect(try edit(3).rules.qualifiers == 3)
  }

  @Test("T-35, T-38: a second final that is not played any more is named with its score")
  func secondFinal() throws {
    try make(["A", "B"], "double")
    try world.call(0, Methods.Tournaments.setKnockout) { $0.tournament = "Cup" }
    _ = try start()
    try score("WB1.1", "1:0")
    try score("GF1", "0:1")
    let view = try score("GF2", "1:0")
    #expect(view.phase == .finished && view.messages.isEmpty)
    let asked = refusal { try score("GF1", "1:0") }
    #expect(asked.contains("GF2 is played already") && asked.contains("--reason"), "\(asked)")
    let after = try score("GF1", "1:0", reason: "typed the wrong way round")
    #expect(
      after.messages == ["GF2: 1 score does not count, as the match is not played."],
      "\(after.messages)")
    // With the first one as it was, the second counts again.
    #expect(try score("GF1", "0:1", reason: "it was right").messages.isEmpty)
  }
}
