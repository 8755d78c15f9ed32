import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// The words that organisers type, and their effects: names, places, orders and numbers (rows T-33, T-37, T-39).
@Suite struct TournamentTypingTests {
  private func make(
    _ names: [String], format: String = "league", _ rules: (inout EditTournament) -> Void = { _ in }
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
    return world
  }

  private func start(_ world: RoomWorld) throws {
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
  }

  @discardableResult
  private func score(
    _ world: RoomWorld, _ match: String, _ score: String = "", isRuling: Bool = false,
    _ fill: (inout ScoreMatch) -> Void = { _ in }
  ) throws -> TournamentView {
    try world.call(0, isRuling ? Methods.Tournaments.rule : Methods.Tournaments.score) {
      $0.tournament = "Cup"
      $0.match = match
      $0.score = score
      $0.reason = "typed"
      fill(&$0)
    }
  }

  private func between(_ one: String, _ two: String, _ view: TournamentView) throws -> MatchView {
    try #require(view.matches.first { Set([$0.home.name, $0.away.name]) == [one, two] })
  }

  @Test("43 T-2: a place may be typed without its letters where they say nothing")
  func placesWithoutLetters() throws {
    let league = try make(["Ada", "Bob", "Cleo", "Dan"])
    try start(league)
    let view = try score(league, "1.2", "2:1")
    let match = try #require(view.matches.first { $0.name.hasSuffix("1.2") })
    #expect([match.home.score, match.away.score] == [2_000, 1_000])
    let missing = #expect(throws: Refused.self) { try score(league, "9.9", "2:1") }
    #expect(missing?.refusal.code == .notFound)

    let groups = try make((1...8).map { "Player \($0)" }, format: "groups")
    try groups.call(0, Methods.Tournaments.draw) { $0.tournament = "Cup" }
    try start(groups)
    let refused = #expect(throws: Refused.self) { try score(groups, "1.1", "2:1") }
    #expect(refused?.refusal.code == .ambiguous && "\(refused!)".contains("A1.1 or B1.1"))
  }

  @Test(
    "43 T-1: the order in which two are named is that of the score, for any two and any way of typing"
  )
  func order() throws {
    let names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "1", "0"]
    let world = try make(names) { $0.tieBreaks = "fair-play" }
    try start(world)
    var random = SeededGenerator(seed: 1)
    var penalties: [Set<String>: [String: UInt32]] = [:]
    for _ in 0..<120 {
      let pair = Array(names.shuffled(using: &random).prefix(2))
      let (one, two) = (pair[0], pair[1])
      let goals = (Int64.random(in: 0...9, using: &random), Int64.random(in: 0...9, using: &random))
      let points = (
        UInt32.random(in: 0...5, using: &random), UInt32.random(in: 0...5, using: &random)
      )
      let isDecided = goals.0 == goals.1
      let text = "\(goals.0):\(goals.1)" + (isDecided ? " (\(points.0):9)" : "")
      let view = try score(world, "\(one) : \(two)", text, isRuling: random.next() % 2 == 0) {
        $0.homePenalty = points.0
        $0.awayPenalty = points.1
        if random.next() % 2 == 0 { $0.winner = goals.0 > goals.1 ? one : two }
      }
      let match = try between(one, two, view)
      let (first, second) =
        match.home.name == one ? (match.home, match.away) : (match.away, match.home)
      // Rulings go before reports: only what counts is shown.
      guard match.reports.filter({ $0.note == "typed" && $0.counts }).count == 1 else { continue }
      #expect(
        first.score == goals.0 * 1_000 && second.score == goals.1 * 1_000, "\(one) : \(two) \(text)"
      )
      let winner = match.winner == .home ? match.home.name : match.away.name
      #expect(winner == (goals.0 > goals.1 ? one : two))
      penalties[[one, two]] = [one: points.0, two: points.1]
    }
    #expect(penalties.count > 10)
  }

  @Test(
    "43 T-1: each part of a score belongs to the side that is named first, also in a decision and by forfeit"
  )
  func parts() throws {
    let world = try make(["A", "B", "C", "D"]) {
      $0.tieBreaks = "fair-play"
      $0.bestOf = 3
    }
    try start(world)
    let before = try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }
    let turned = try between("C", "D", before)
    #expect(turned.home.name == "D", "the example: the match is D – C")
    var view = try score(world, "C : D", "11:8 7:11 11:9") {
      $0.homePenalty = 2
      $0.awayPenalty = 1
    }
    #expect(try between("C", "D", view).score == "8:11 11:7 9:11")
    #expect(try between("C", "D", view).winner == .away)
    let values = Dictionary(uniqueKeysWithValues: view.groups[0].rows.map { ($0.name, $0.values) })
    #expect(values["C"] == [-2_000] && values["D"] == [-1_000], "in thousandths")
    view = try score(world, "D : C", "11:8 7:11 11:9", isRuling: true)
    #expect(try between("C", "D", view).score == "11:8 7:11 11:9")
    view = try score(world, "C : D", isRuling: true) { $0.forfeit = "C" }
    #expect(try between("C", "D", view).winner == .home)
  }

  @Test("43 T-1: in a free round, the one who is named first is at home")
  func free() throws {
    let world = try make(["A", "B", "C", "D"], format: "free")
    try start(world)
    let view = try world.call(0, Methods.Tournaments.setRound) {
      $0.tournament = "Cup"
      $0.matches = ["D : A", "B : C"]
    }
    #expect(view.matches.map(\.home.name) == ["D", "B"])
    let scored = try score(world, "A : D", "3:1")
    #expect(scored.matches[0].home.score == 1_000 && scored.matches[0].winner == .away)
  }

  @Test("43 T-2: a name goes before a place, and a place is written #3, counted from 1")
  func places() throws {
    let world = try make(["1", "2", "3", "4"])
    try start(world)
    let scored = try score(world, "1 : 2", "5:0")
    let match = try between("1", "2", scored)
    #expect(match.state == .decided)
    #expect(scored.matches.count { $0.state == .decided } == 1)
    let out = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = "3"
    }
    #expect(out.entrants.filter { !$0.out.isEmpty }.map(\.name) == ["3"])
    let place = try world.call(0, Methods.Tournaments.withdraw) {
      $0.tournament = "Cup"
      $0.entrant = "#4"
    }
    #expect(place.entrants.filter { !$0.out.isEmpty }.map(\.name) == ["3", "4"])
    for text in ["#0", "#5", "#", "#-1", "#0003", "5"] {
      #expect(refusal { try score(world, "\(text) : 1", "1:0") }.contains("There is no entrant"))
    }
  }

  @Test("43 T-2: names, places and beginnings, by random lists of entrants")
  func random() throws {
    let words = [
      "0", "1", "2", "3", "10", "11", "#0", "#1", "Ada", "Adam", "bye", "tie", "both", "a:b", "b",
    ]
    var random = SeededGenerator(seed: 2)
    for _ in 0..<12 {
      let names = Array(words.shuffled(using: &random).prefix(6))
      let world = try make(names)
      for text in words + ["#2", "#5", "4", "Ad"] {
        // The rule again: an exact name; then #n, counted from 1; then the only name that begins so; then a number where no name begins so.
        var expected = names.firstIndex { $0.lowercased() == text.lowercased() }
        if expected == nil, text.hasPrefix("#") {
          expected = Int(text.dropFirst()).flatMap { (1...6).contains($0) ? $0 - 1 : nil }
        }
        let begun = names.indices.filter { names[$0].lowercased().hasPrefix(text.lowercased()) }
        if expected == nil, !text.hasPrefix("#") {
          expected =
            begun.count == 1
            ? begun[0]
            : begun.isEmpty ? Int(text).flatMap { (1...6).contains($0) ? $0 - 1 : nil } : nil
        }
        let club = "c\(random.next() % 1_000_000)"
        let view = try? world.call(0, Methods.Tournaments.editEntrant) {
          $0.tournament = "Cup"
          $0.entrant = text
          $0.club = club
        }
        #expect(view?.entrants.firstIndex { $0.club == club } == expected, "\(text) in \(names)")
      }
    }
  }

  @Test("43 T-2: entrants with colons, and those who are called like a word of Parlor")
  func words() throws {
    let world = try make(["Team: A", "Team: B", "bye", "tie", "both"], format: "free")
    try start(world)
    var view = try world.call(0, Methods.Tournaments.setRound) {
      $0.tournament = "Cup"
      $0.matches = ["Team: A : Team: B", "both : bye", "tie : --bye--"]
    }
    #expect(view.matches.map(\.away.name) == ["Team: B", "bye", "--bye--"])
    view = try score(world, "Team: B : Team: A", "2:1")
    #expect(view.matches[0].score == "1:2")
    view = try score(world, "bye : both") { $0.forfeit = "both" }
    #expect(view.matches[1].winner == .away, "the entrant both did not come")
  }

  @Test(
    "43 T-1: of several matches of two the next one is meant; once all are played, it has to be named"
  )
  func twice() throws {
    let world = try make(["A", "B"]) { $0.legs = 2 }
    try start(world)
    var view = try score(world, "A : B", "2:0")
    #expect(view.matches.map(\.state) == [.decided, .due])
    view = try score(world, "A : B", "3:1")
    #expect(view.matches.map(\.state) == [.decided, .decided])
    #expect(view.matches[1].home.name == "B" && view.matches[1].score == "1:3")
    #expect(refusal { try score(world, "A : B", "1:1") }.contains("R1.1 and R2.1"))
  }

  @Test("43 T-12: a number out of range is refused and named, never cut")
  func ranges() throws {
    let world = try make(["A", "B", "C"])
    let points = refusal {
      try world.call(0, Methods.Tournaments.edit) {
        $0.tournament = "Cup"
        $0.points = "1001,1,0"
      }
    }
    #expect(points.contains("at most 1000"))
    try start(world)
    for text in [
      "9999999:0", "0:1000001", "1000000.001:0", "99999999999999999999:1", "1:2 (1000001:0)",
    ] {
      #expect(refusal { try score(world, "A : B", text) }.contains("at most 1000000"), "\(text)")
    }
    #expect(
      refusal { try score(world, "A : B", "1:0") { $0.homePenalty = 1_001 } }.contains("1000"))
    #expect(try between("A", "B", score(world, "A : B", "1000000:0")).score == "1000000:0")
  }
}
