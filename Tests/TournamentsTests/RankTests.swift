import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Ranks in the end, and those that would be (rows T-27, T-31, T-37, T-38).
@Suite struct RankTests {
  private func double(_ count: Int, seed: UInt64) -> Competition {
    var competition = Competition()
    competition.format = .double
    competition.final = .none
    competition.entrants = EngineTests.entrants(count)
    competition.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
    return EngineTests.played(competition, seed: seed)
  }

  @Test(
    "43 T-4: without a final, who wins the winners' bracket is first, and who comes through the losers' bracket second",
    arguments: 2...33)
  func noFinal(count: Int) throws {
    for seed in 0..<6 {
      let competition = double(count, seed: UInt64(seed))
      let course = Course(competition)
      // Counted by itself: who has lost no match, and who has lost the last one with one loss before it at most.
      var losses = Array(repeating: 0, count: count)
      for fixture in course.all {
        if let loser = fixture.loser("").number, fixture.state == .decided { losses[loser] += 1 }
      }
      #expect(losses.count { $0 == 0 } == 1)
      #expect(course.ranks.first?.entrant == losses.firstIndex(of: 0))
      #expect(course.ranks.first?.how == "winner" && course.ranks.first?.rank == 1)
      if count > 2 { #expect(losses[course.ranks[1].entrant] == 1) }
      #expect(course.ranks.map(\.entrant).sorted() == Array(0..<count))
      #expect(course.ranks.dropFirst().allSatisfy { losses[$0.entrant] > 0 })
    }
  }

  @Test("43 T-4: a final to which neither came has no winner, and both were in it")
  func nobodyCame() throws {
    var competition = Competition()
    competition.format = .knockout
    competition.thirdPlace = true
    competition.entrants = EngineTests.entrants(4)
    competition.slots = KnockoutProposal.seeded((0..<4).map { .entrant($0) })
    competition = EngineTests.played(competition, seed: 3)
    let (decide, finalists) = (
      competition.decide, Course(competition).ranks.prefix(2).map(\.entrant).sorted()
    )
    competition.decide = { match, one, two in
      guard [one, two].sorted() == finalists, match != "3RD" else { return decide(match, one, two) }
      return Decision(state: .decided, ending: Ending(winner: .neither, isForfeit: true))
    }
    let ranks = Course(competition).ranks
    #expect(ranks.prefix(2).map(\.entrant).sorted() == finalists, "\(ranks)")
    #expect(ranks.map(\.rank) == [2, 2, 3, 4], "\(ranks)")
    #expect(ranks.prefix(2).allSatisfy { $0.how == "did not play the final" && $0.isTied })
  }

  private func groups(_ seed: UInt64, out: Int? = nil) -> Competition {
    var competition = Competition()
    competition.entrants = EngineTests.entrants(8)
    if let out {
      competition.entrants[out].isOut = true
      competition.entrants[out].isDisqualified = true
    }
    competition.groups = [[0, 1, 2, 3], [4, 5, 6, 7]]
    competition.slots = KnockoutProposal.slots(groups: 2, qualifiers: 2)
    return competition
  }

  @Test(
    "43 T-8: who is put out after the groups is last, and the next one plays on in its place",
    arguments: 0..<40)
  func putOut(seed: UInt64) throws {
    func played(_ competition: Competition, isKnockoutOpen: Bool) -> Course {
      var made = EngineTests.played(competition, seed: seed)
      let decide = made.decide
      if isKnockoutOpen {
        made.decide = { match, one, two in
          match.hasPrefix("KO") || match == "3RD" ? Decision() : decide(match, one, two)
        }
      }
      return Course(made)
    }
    let before = played(groups(seed), isKnockoutOpen: true)
    for out in 0..<8 {
      let group = out / 4
      let after = played(groups(seed, out: out), isKnockoutOpen: true)
      #expect(after.standings[group].last?.entrant == out)
      #expect(
        after.standings[1 - group].map(\.entrant) == before.standings[1 - group].map(\.entrant))
      // The first two that are left play on, unless lots are needed.
      let left = after.standings[group]
      let sides = after.rounds[0].matches.flatMap { [$0.home, $0.away] }.flatMap(\.expected)
      #expect(!sides.contains(out))
      if !left[0].isTied, !left[1].isTied {
        #expect(sides.contains(left[0].entrant) && sides.contains(left[1].entrant))
      }
      // Once all is played, it is last of all.
      let end = played(groups(seed, out: out), isKnockoutOpen: false)
      guard end.phase == .finished else { continue }
      #expect(end.ranks.last?.entrant == out && end.ranks.last?.how == "disqualified")
      #expect(end.ranks.map(\.entrant).sorted() == Array(0..<8))
    }
  }

  @Test(
    "43 T-8: who is put out once its knockout has begun keeps its place there, and loses what is left"
  )
  func putOutLater() throws {
    let seed = try #require(
      (0..<50).first {
        Course(EngineTests.played(groups($0), seed: $0)).phase == .finished
      })
    let before = Course(EngineTests.played(groups(seed), seed: seed))
    let winner = try #require(before.ranks.first?.entrant)
    var competition = EngineTests.played(groups(seed, out: winner), seed: seed)
    let decide = competition.decide
    competition.decide = { match, one, two in
      match == "KO2.1" ? Decision() : decide(match, one, two)
    }
    let after = Course(competition)
    #expect(
      after.rounds[0].matches.map { [$0.home, $0.away] }
        == before.rounds[0].matches.map { [$0.home, $0.away] })
    #expect(after.rounds[1].matches[0].ending?.isForfeit == true)
    #expect(after.ranks.first?.entrant != winner && after.ranks.last?.entrant == winner)
  }

  @Test("43 T-9: who would play on is nobody in particular among those who are level")
  func level() throws {
    var competition = groups(0)
    competition.entrants = ["Nora", "Cody", "Milo", "Abe", "E", "F", "G", "H"].map {
      Competition.Entrant(name: $0)
    }
    competition.decide = { match, home, away in
      // Abe has lost to all; the others have drawn.
      guard match.hasPrefix("A") else { return Decision() }
      let winner: MatchWinner = home == 3 ? .away : away == 3 ? .home : .neither
      let score = Score(home: winner == .home ? 1_000 : 0, away: winner == .away ? 1_000 : 0)
      return Decision(state: .decided, ending: Ending(games: [score], winner: winner))
    }
    let course = Course(competition)
    let first = course.rounds[0].matches[0].home
    #expect(first.number == nil && first.expected == [0, 1, 2])
    let names = first.expected.map { competition.entrants[$0].name }
    #expect(TournamentViews.choice(names) == "Nora, Cody or Milo")
    #expect(TournamentViews.choice(["A"]) == "A" && TournamentViews.choice([]) == "")
    #expect(TournamentViews.choice(["A", "B", "C", "D", "E"]) == "one of 5")
  }
}
