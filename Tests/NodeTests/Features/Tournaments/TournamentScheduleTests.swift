import Feature
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// Schedules that are changed, those who come later or are away, and what people have said of a match.
@Suite struct TournamentScheduleTests {
  private func make(
    _ names: [String], _ format: String, _ world: RoomWorld, room: String = ""
  ) throws {
    try world.call(0, Methods.Tournaments.make) {
      $0.name = "Cup"
      $0.format = format
      $0.entrants = names.joined(separator: "\n")
      $0.room = room
    }
  }

  private func start(_ world: RoomWorld) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.start) { $0.tournament = "Cup" }
  }

  @discardableResult
  private func score(
    _ world: RoomWorld, _ number: Int, _ match: String, _ score: String, reason: String = ""
  ) throws -> TournamentView {
    try world.call(number, Methods.Tournaments.score) {
      $0.tournament = "Cup"
      $0.match = match
      $0.score = score
      $0.reason = reason
    }
  }

  private func swap(_ world: RoomWorld, _ one: String, _ two: String) throws -> TournamentView {
    try world.call(0, Methods.Tournaments.setRound) {
      $0.tournament = "Cup"
      $0.swap = one
      $0.with = two
    }
  }

  private func pairs(_ view: TournamentView) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: view.matches.map { ($0.name, [$0.home.name, $0.away.name]) })
  }

  @Test(
    "43 T-19: two matches of a league change their places, as long as nobody plays twice in a round"
  )
  func swaps() throws {
    let world = try RoomWorld(["Ada"])
    try make(["A", "B", "C", "D", "E"], "league", world)
    let before = pairs(try start(world))
    // Two of one round.
    let after = pairs(try swap(world, "R1.1", "R1.2"))
    #expect(after["R1.1"] == before["R1.2"] && after["R1.2"] == before["R1.1"])
    var changed = 0
    var now = after
    for one in now.keys.sorted() {
      for two in now.keys.sorted() where two > one && one.prefix(2) != two.prefix(2) {
        // Who would play twice, counted by hand.
        func players(_ round: Substring, without name: String) -> [String] {
          now.filter { $0.key.prefix(2) == round && $0.key != name }.flatMap(\.value)
        }
        let clashes =
          !Set(players(one.prefix(2), without: one)).isDisjoint(with: now[two] ?? [])
          || !Set(players(two.prefix(2), without: two)).isDisjoint(with: now[one] ?? [])
        guard !clashes else {
          #expect(refusal { _ = try swap(world, one, two) }.contains("twice in one round"))
          continue
        }
        let next = pairs(try swap(world, one, two))
        #expect(next[one] == now[two] && next[two] == now[one])
        now = next
        changed += 1
      }
    }
    #expect(Set(now.values.map { Set($0) }) == Set(before.values.map { Set($0) }), "\(changed)")
    #expect(now.count == 10)
    try score(world, 0, "R1.1", "1:0")
    #expect(refusal { _ = try swap(world, "R1.1", "R1.2") }.contains("has a score already"))
  }

  @Test("43 T-19: a league takes others in a round without scores, and the table has them")
  func lateInLeague() throws {
    let world = try RoomWorld(["Ada"])
    try make(["A", "B", "C"], "league", world)
    func enter(_ name: String, from round: UInt32 = 0) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.addEntrants) {
        $0.tournament = "Cup"
        $0.lines = name
        $0.fromRound = round
      }
    }
    let before = pairs(try start(world))
    try score(world, 0, "R1.1", "1:0")
    #expect(refusal { _ = try enter("X", from: 1) }.contains("scores or exchanges in round 1"))
    #expect(refusal { _ = try enter("X", from: 5) }.contains("up to round 4"))
    var view = try enter("D")
    #expect(view.entrants.last?.fromRound == 2)
    let after = pairs(view)
    for (name, pair) in before { #expect(after[name] == pair) }
    #expect(after.count == 6 && after["R2.2"]?.contains("D") == true && after["R4.1"] != nil)
    #expect(view.groups[0].rows.map(\.name).contains("D"))
    for match in view.matches where match.state == .due {
      view = try score(world, 0, match.name, "1:0")
    }
    #expect(view.phase == .finished && view.ranks.count == 4)
    #expect(refusal { _ = try enter("X") }.contains("is over"))
  }

  @Test(
    "43 T-19: who comes later is paired from its round on, and who is absent is not paired in one")
  func late() throws {
    let world = try RoomWorld(["Ada"])
    try make(["A", "B", "C", "D"], "swiss", world)
    _ = try start(world)
    func pair(_ fill: (inout SetRound) -> Void = { _ in }) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.setRound) {
        $0.tournament = "Cup"
        $0.pair = true
        fill(&$0)
      }
    }
    func enter(_ name: String, from round: UInt32 = 0) throws -> TournamentView {
      try world.call(0, Methods.Tournaments.addEntrants) {
        $0.tournament = "Cup"
        $0.lines = name
        $0.fromRound = round
      }
    }
    func here(_ view: TournamentView, _ round: Int) -> Set<String> {
      Set(
        view.matches.filter { $0.name.hasPrefix("R\(round).") }
          .flatMap { [$0.home.name, $0.away.name] })
    }
    #expect(refusal { _ = try enter("X", from: 9) }.contains("has"))
    _ = try enter("E", from: 2)
    var view = try pair { $0.absent = ["A"] }
    #expect(here(view, 1) == ["B", "C", "D", "--bye--"])
    for match in view.matches where match.state == .due {
      view = try score(world, 0, match.name, "1:0")
    }
    #expect(refusal { _ = try enter("X", from: 1) }.contains("paired already"))
    _ = try enter("F")
    view = try pair { $0.half = ["B"] }
    #expect(
      here(view, 2) == ["A", "B", "C", "D", "E", "F", "--bye--"]
        || here(view, 2).isSuperset(of: ["A", "E", "F"]))
    #expect(view.matches.contains { $0.half && $0.home.name == "B" })
    #expect(view.entrants.map(\.fromRound) == [0, 0, 0, 0, 2, 2])
    #expect(
      refusal {
        _ = try world.call(0, Methods.Tournaments.setRound) {
          $0.tournament = "Cup"
          $0.pair = true
          $0.replace = true
          $0.half = ["A"]
          $0.absent = ["A"]
        }
      }.contains("either absent"))
    let knockout = try RoomWorld(["Ada"])
    try make(["A", "B"], "knockout", knockout)
    _ = try knockout.call(0, Methods.Tournaments.setKnockout) { $0.tournament = "Cup" }
    _ = try start(knockout)
    let refused = refusal {
      _ = try knockout.call(0, Methods.Tournaments.addEntrants) {
        $0.tournament = "Cup"
        $0.lines = "Z"
      }
    }
    #expect(refused.contains("has started"))
  }

  @Test("43 T-10: who said what, and what each has said before, is kept and shown")
  func history() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    _ = try world.make(0, "friends", ["Bob"])
    try make(["A", "B"], "league", world, room: "friends")
    _ = try world.call(0, Methods.Tournaments.edit) {
      $0.tournament = "Cup"
      $0.scorers = "everybody"
    }
    _ = try start(world)
    world.network.settle()
    try score(world, 0, "A : B", "2:0")
    try score(world, 0, "A : B", "2:1", reason: "own goal")
    _ = try world.call(0, Methods.Tournaments.score) {
      $0.tournament = "Cup"
      $0.match = "A : B"
      $0.forfeit = "B"
      $0.reason = "left"
    }
    try score(world, 0, "A : B", "3:1", reason: "came back")
    world.network.settle()
    let view = try score(world, 1, "B : A", "2:2")
    let match = try #require(view.matches.first)
    #expect(match.state == .disputed && match.reports.count == 2)
    let ada = try #require(match.reports.first { $0.author == "Ada" })
    #expect(ada.score == "3:1" && ada.note == "came back")
    #expect(ada.earlier.map(\.score) == ["2:0", "2:1", "B did not come"])
    let bob = try #require(match.reports.first { $0.author == "Bob" })
    #expect(bob.score == "2:2" && bob.earlier.isEmpty)
    #expect(try world.call(0, Methods.Tournaments.show) { $0.tournament = "Cup" }.hash == view.hash)
  }
}
