import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Commands that contradict themselves or leave somebody out, and scores that are given again after an undo.
@Suite struct TournamentRefusalTests {
  func make(
    _ names: [String], _ format: String, starts: Bool = true,
    _ rules: (inout EditTournament) -> Void = { _ in }
  ) throws -> RoomWorld {
    let world = try RoomWorld(["Ada"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = format
      $0.entrants = names.joined(separator: "\n")
    }
    try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      rules(&$0)
    }
    if format == "knockout" {
      try world.call(0, Methods.Tournaments.setKnockout) { $0.tournament = "Cup" }
    }
    if starts { try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" } }
    return world
  }

  @discardableResult
  func score(
    _ world: RoomWorld, _ match: String, _ score: String = "", ruling: Bool = false,
    _ fill: (inout ScoreMatch) -> Void = { _ in }
  ) throws -> TournamentView {
    let method = ruling ? Methods.Tournaments.rule : Methods.Tournaments.score
    return try world.call(0, method) {
      $0.tournament = "Cup"
      $0.match = match
      $0.score = score
      if ruling { $0.reason = "seen" }
      fill(&$0)
    }
  }

  @discardableResult
  func round(
    _ world: RoomWorld, _ matches: [String] = [], _ fill: (inout SetRound) -> Void = { _ in }
  ) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.setRound) {
      $0.tournament = "Cup"
      $0.matches = matches
      $0.pair = matches.isEmpty
      fill(&$0)
    }
  }

  func enter(_ world: RoomWorld, _ name: String, from round: UInt32 = 0) throws
    -> TournamentView
  {
    try world.call(0, Methods.Tournaments.addEntrants) {
      $0.tournament = "Cup"
      $0.lines = name
      $0.fromRound = round
    }
  }

  @Test(
    "43 T-10: after an undo the same person can score the match again, as often as it likes",
    arguments: [false, true])
  func scoreAfterUndo(ruling: Bool) throws {
    let world = try make(["Ann", "Ben"], "league")
    for text in ["2:0", "3:1", "0:4"] {
      var view = try score(world, "R1.1", text, ruling: ruling)
      #expect(view.played == 1 && view.matches[0].score == text && view.matches[0].ruled == ruling)
      #expect(view.matches[0].reports.count == 1)
      _ = try world.call(0, Methods.Rooms.undo)
      view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
      #expect(view.played == 0 && view.matches[0].state == .due && view.matches[0].reports.isEmpty)
    }
    try score(world, "R1.1", "1:0", ruling: ruling)
    let view = try score(world, "R1.1", "1:1", ruling: ruling)
    #expect(view.matches[0].score == "1:1" && view.matches[0].reports.count == 1)
  }

  @Test("43 T-19: in a copy of a tournament everybody plays from the first round on")
  func copiedLate() throws {
    let world = try make(["A", "B", "C", "D"], "swiss")
    #expect(try enter(world, "E", from: 2).entrants.map(\.fromRound) == [0, 0, 0, 0, 2])
    let copy = try world.call(0, Methods.Tournaments.make) {
      $0.name = "Next"
      $0.from = "Cup"
    }
    #expect(copy.entrants.map(\.name) == ["A", "B", "C", "D", "E"])
    #expect(copy.entrants.allSatisfy { $0.fromRound == 0 })
  }

  @Test(
    "43 T-18: a score that contradicts itself is refused, in a report and in a ruling",
    arguments: [false, true])
  func contradictions(ruling: Bool) throws {
    let world = try make(["S4", "S5"], "league")
    for loser in ["S4", "both"] {
      let refused = refusal {
        try score(world, "R1.1", ruling: ruling) {
          $0.forfeit = loser
          $0.winner = "S4"
        }
      }
      #expect(refused.contains("without --winner"), "\(loser): \(refused)")
    }
    try score(world, "R1.1", "1:0", ruling: ruling)
    for change in [
      { $0.score = "2:0" }, { $0.winner = "S4" }, { $0.forfeit = "S4" }, { $0.homePenalty = 1 },
    ] as [(inout ScoreMatch) -> Void] {
      let refused = refusal {
        try score(world, "R1.1", ruling: ruling) {
          $0.takeBack = true
          change(&$0)
        }
      }
      #expect(refused.contains("either given or taken back"), "\(refused)")
    }
    let view = try score(world, "R1.1", ruling: ruling) { $0.takeBack = true }
    #expect(view.played == 0)
  }

  @Test("43 T-18: lots and the places of a knockout are not drawn into groups")
  func drawsWithoutGroups() throws {
    for (format, lots) in [("league", true), ("knockout", false)] {
      let world = try make(["A", "B", "C", "D"], format, starts: lots)
      let refused = refusal {
        try world.call(0, Methods.Tournaments.draw) {
          $0.tournament = "Cup"
          $0.lots = lots
          $0.groups = 2
        }
      }
      #expect(refused.contains("without groups"), "\(format): \(refused)")
      let view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
      #expect(view.draws.isEmpty)
    }
  }

  @Test("43 T-15: a report file says that those who are out are lost")
  func outsInReportFile() throws {
    let world = try make(["A", "B", "C", "D"], "swiss")
    func lost() throws -> [String] {
      try world.call(0, Methods.Tournaments.export) {
        $0.tournament = "Cup"
        $0.format = "trf26"
      }.lost
    }
    #expect(try !lost().contains { $0.contains("withdrawn") })
    _ = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = "D"
    }
    #expect(try lost().contains { $0.contains("withdrawn or disqualified") })
  }

  @Test("43 T-19: a typed round of a Swiss tournament leaves nobody out in silence")
  func everybodyInRound() throws {
    let world = try make(["Ann", "Ben", "Cid", "Dot", "Eve", "Fay"], "swiss")
    let typed = ["Ann : Ben", "Cid : bye", "Dot : half-bye"]
    let left = refusal { try round(world, typed) { $0.absent = ["Eve"] } }
    #expect(left.contains("Fay would be left out of round 1"), "\(left)")
    let two = refusal { try round(world, typed) }
    #expect(two.contains("Eve, Fay would be left out"), "\(two)")
    let both = refusal { try round(world, typed) { $0.absent = ["Eve", "Fay", "Ann"] } }
    #expect(both.contains("Ann is either absent or plays"), "\(both)")
    let half = refusal {
      try round(world, typed) {
        $0.absent = ["Eve"]
        $0.half = ["Fay"]
      }
    }
    #expect(half.contains("Fay : half-bye"), "\(half)")
    // Who comes later or is out is no one left out.
    _ = try enter(world, "Late", from: 2)
    _ = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = "Fay"
    }
    let view = try round(world, typed) { $0.absent = ["Eve"] }
    #expect(view.matches.map(\.home.name) == ["Ann", "Cid", "Dot"])
    let replaced = refusal { try round(world, ["Ann : Cid"]) { $0.replace = true } }
    #expect(replaced.contains("Ben, Dot, Eve would be left out"), "\(replaced)")
  }

  @Test("43 T-19: a round in which everybody has a half-point bye is none")
  func onlyHalves() throws {
    let world = try make(["A", "B", "C", "D"], "swiss")
    let refused = refusal { try round(world) { $0.half = ["A", "B", "C", "D"] } }
    #expect(refused.contains("Nobody is left to pair"), "\(refused)")
    #expect(try round(world) { $0.half = ["A", "B"] }.matches.count == 3)
  }

  @Test("43 T-19: nobody comes once the last round of a Swiss tournament is paired")
  func afterLastRound() throws {
    let world = try make(["A", "B", "C", "D"], "swiss") { $0.swissRounds = 1 }
    let view = try round(world)
    #expect(refusal { _ = try enter(world, "E") }.contains("nobody can enter any more"))
    for match in view.matches { try score(world, match.name, "1:0") }
    #expect(refusal { _ = try enter(world, "E") }.contains("nobody can enter any more"))
  }

  @Test("43 T-19: two who meet again in a Swiss tournament are named")
  func rematch() throws {
    let world = try make(["A", "B"], "swiss") { $0.swissRounds = 2 }
    var view = try round(world)
    #expect(view.messages.isEmpty)
    view = try score(world, "R1.1", "1:0")
    view = try round(world)
    #expect(view.messages.count == 1 && view.messages[0].hasSuffix("meet again in round 2."))
  }

  @Test("43 T-12: a number out of range and a name of two lines are refused")
  func ranges() throws {
    let world = try make(["A", "B", "C"], "swiss", starts: false)
    func edit(_ fill: (inout EditTournament) -> Void) -> String {
      refusal {
        try world.call(0, Methods.Tournaments.edit) {
          $0.tournament = "Cup"
          fill(&$0)
        }
      }
    }
    #expect(edit { $0.swissRounds = 0 }.contains("from 1 to 99"))
    #expect(edit { $0.swissRounds = 100 }.contains("from 1 to 99"))
    #expect(edit { $0.bestOf = 0 }.contains("from 1 to at most 99"))
    #expect(edit { $0.tieBreaks = "," }.contains("No tie-break"))
    #expect(edit { $0.name = "Two\nlines" }.contains("one line"))
    #expect(
      refusal { try world.call(0, Methods.Tournaments.make) { $0.name = "Two\nlines" } }
        .contains("one line"))
    let view = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    #expect(view.name == "Cup" && view.rules.rounds == 2 && view.rules.bestOf == 1)
  }

  @Test("43 T-10: reports in words say who has won or did not come")
  func words() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    _ = try world.make(0, "friends", ["Bob"])
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = "league"
      $0.entrants = "Ann\nBen"
      $0.room = "friends"
    }
    _ = try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      $0.scorers = "everybody"
    }
    _ = try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
    world.network.settle()
    func said(_ number: Int, _ fill: (inout ScoreMatch) -> Void) throws -> Set<String> {
      let view = try world.call(number, Methods.Tournaments.score) {
        $0.tournament = "Cup"
        $0.match = "Ann : Ben"
        fill(&$0)
      }
      world.network.settle()
      return Set(view.matches[0].reports.map { "\($0.author): \($0.score)" })
    }
    _ = try said(0) { $0.winner = "Ann" }
    #expect(try said(1) { $0.winner = "Ben" } == ["Ada: Ann won", "Bob: Ben won"])
    _ = try said(0) { $0.forfeit = "Ann" }
    #expect(
      try said(1) { $0.forfeit = "Ben" } == ["Ada: Ann did not come", "Bob: Ben did not come"])
    _ = try said(0) {
      $0.score = "1:1"
      $0.winner = "Ann"
    }
    #expect(
      try said(1) {
        $0.score = "1:1"
        $0.winner = "Ben"
      } == ["Ada: 1:1, Ann won", "Bob: 1:1, Ben won"])
  }

  @Test("43 T-10: who reports on a match that was decided hears that the decision stands")
  func decided() throws {
    let world = try make(["A", "B"], "league")
    #expect(try score(world, "R1.1", "1:0").messages.isEmpty)
    try score(world, "R1.1", "0:1", ruling: true)
    let view = try score(world, "R1.1", "2:0")
    #expect(view.matches[0].score == "0:1")
    #expect(view.messages.count == 1 && view.messages[0].contains("R1.1 was decided"))
    #expect(try score(world, "R1.1", "0:2", ruling: true).messages.isEmpty)
  }

  @Test(
    "43 T-7: a page for print has the tie-breaks of a Swiss tournament, a mark for who is out, and byes"
  )
  func swissPage() throws {
    let world = try make(["A", "B", "C", "D", "E"], "swiss")
    _ = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = "E"
    }
    try round(world) { $0.absent = ["D"] }
    func page() throws -> String {
      try world.call(0, Methods.Tournaments.export) {
        $0.tournament = "Cup"
        $0.format = "html"
      }.text
    }
    let text = try page()
    #expect(text.contains(">BH<") && text.contains(">SB<") && !text.contains(">Scores<"))
    #expect(text.contains("<td>E ×</td>") && text.contains("Matches to play"))
    #expect(text.contains("--bye--"), "one of the three has it")
    try score(world, "R1.1", "1:0")
    #expect(try !page().contains("--bye--"), "nothing is to be played")
  }
}
