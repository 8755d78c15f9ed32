import Foundation
import Schema
import Testing

@testable import Tournaments

/// Knockouts with new seeds after each round, and with matches for every place.
@Suite struct KnockoutTests {
  /// A knockout of so many that is played to its end.
  private static func knockout(
    _ count: Int, seed: UInt64, _ change: (inout Competition) -> Void
  ) -> (competition: Competition, course: Course) {
    var competition = Competition()
    competition.format = .knockout
    competition.entrants = EngineTests.entrants(count)
    competition.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
    competition.lots = Array(0..<count)
    change(&competition)
    competition = EngineTests.played(competition, seed: seed)
    return (competition, Course(competition))
  }

  @Test("T-42: every place is played for, and each has one holder", arguments: 2...40)
  func allPlaces(count: Int) throws {
    for seed in UInt64(0)..<6 {
      let course = Self.knockout(count, seed: seed) {
        $0.allPlaces = true
        $0.reseed = seed % 2 == 1
      }.course
      #expect(course.phase == .finished, "\(count), seed \(seed)")
      #expect(course.ranks.map(\.rank) == Array(1...count), "\(count), seed \(seed)")
      #expect(Set(course.all.map(\.name)).count == course.all.count, "names of matches")
      var met: [Int: Int] = [:]
      for fixture in course.all where fixture.state == .decided {
        for side in [fixture.home, fixture.away] { met[try #require(side.number), default: 0] += 1 }
      }
      // Who wins a match for a place is just ahead of who loses it.
      for places in course.places where places.isPlayed {
        let last = try #require(places.rounds.last?.matches.last)
        guard last.state == .decided else { continue }
        let holder = course.ranks[places.first - 1]
        let other = course.ranks[places.first]
        #expect(last.winner("").number == holder.entrant, "\(count), seed \(seed)")
        #expect(last.loser("").number == other.entrant, "\(count), seed \(seed)")
        let place = FinalRanks.ordinal(places.first)
        #expect(holder.how == "won the match for the \(place) place")
      }
      guard KnockoutProposal.powerOfTwo(count) == count, count > 2 else { continue }
      // Without byes, everybody plays in every round, and no two ranks were left to chance.
      #expect(Set(met.values) == [count.trailingZeroBitCount] && met.count == count)
      #expect(course.ranks.allSatisfy { !$0.how.hasPrefix("out in") }, "\(course.ranks)")
    }
  }

  @Test("T-42: who does not come to the matches for places is behind those who do")
  func absentForPlaces() {
    var competition = Competition()
    competition.format = .knockout
    competition.entrants = EngineTests.entrants(8)
    competition.slots = KnockoutProposal.seeded((0..<8).map { .entrant($0) })
    competition.allPlaces = true
    // The lower number wins; who has lost to 3 in the first round then leaves.
    competition.entrants[4].isOut = true
    let lower = { (home: Int, away: Int) in
      Decision(
        state: .decided,
        ending: Ending(
          games: [Score(home: home < away ? 1_000 : 0, away: home < away ? 0 : 1_000)],
          winner: home < away ? .home : .away))
    }
    competition.decide = { match, home, away in
      match.hasPrefix("PL") && (home == 4 || away == 4) ? Decision() : lower(home, away)
    }
    var ranks = Course(competition).ranks
    #expect(ranks.map(\.entrant) == [0, 1, 2, 3, 5, 7, 6, 4])
    #expect(ranks.map(\.rank) == Array(1...8))
    // Nobody comes to any of these matches.
    competition.entrants[4].isOut = false
    competition.decide = { match, home, away in
      match.hasPrefix("KO")
        ? lower(home, away)
        : Decision(state: .decided, ending: Ending(winner: .neither, isForfeit: true))
    }
    ranks = Course(competition).ranks
    #expect(Array(ranks.map(\.entrant).prefix(2)) == [0, 1] && ranks.count == 8)
    #expect(Set(ranks[2...3].map(\.entrant)) == [2, 3])
    #expect(Set(ranks[4...].map(\.entrant)) == [4, 5, 6, 7])
  }

  @Test("T-36: after each round the best seed of those left meets the last", arguments: 2...40)
  func reseeding(count: Int) {
    for seed in UInt64(0)..<6 {
      let course = Self.knockout(count, seed: seed) { $0.reseed = true }.course
      #expect(course.phase == .finished && course.ranks.map(\.rank) == Array(1...count))
      for (number, round) in course.rounds.enumerated().dropFirst() {
        let sides = round.matches.map { [$0.home, $0.away].compactMap(\.number) }
        let left = sides.joined().sorted()
        let before = course.rounds[number - 1].matches.compactMap { $0.winner("").number }
        #expect(left == before.sorted(), "\(count), seed \(seed)")
        let pairs = Set(
          left.indices.prefix(left.count / 2).map {
            Set([left[$0], left[left.count - 1 - $0]])
          })
        #expect(Set(sides.map(Set.init)) == pairs, "\(count), seed \(seed), \(round.name)")
      }
    }
  }

  @Test("T-36: nobody is named in a round before all of the one before are over")
  func reseedingWaits() {
    var competition = Competition()
    competition.format = .knockout
    competition.reseed = true
    competition.entrants = EngineTests.entrants(8)
    competition.slots = KnockoutProposal.seeded((0..<8).map { .entrant($0) })
    // The last beats the first; the others win as their seeds say. One match is still open.
    var open = "KO1.4"
    competition.decide = { match, home, away in
      guard match != open else { return Decision() }
      let first = home == 0 || away == 0 ? max(home, away) : min(home, away)
      return Decision(
        state: .decided, ending: Ending(winner: first == home ? .home : .away))
    }
    var course = Course(competition)
    let labels = course.rounds[1].matches.flatMap { [$0.home, $0.away] }
    #expect(
      labels == ["1st", "4th", "2nd", "3rd"].map { .waiting("\($0) of those left") })
    open = ""
    course = Course(competition)
    let second = course.rounds[1].matches.map { [$0.home.number, $0.away.number] }
    #expect(second == [[1, 7], [2, 3]])
    let places = course.rounds[0].matches[0]
    #expect(
      Set(course.later(than: places, competition).map(\.name)) == [
        "KO2.1", "KO2.2", "3RD", "KO3.1",
      ])
    #expect(
      course.later(than: course.rounds[1].matches[1], competition).map(\.name) == ["3RD", "KO3.1"])
  }

  @Test("T-36: after groups, the better of two winners of groups is ahead")
  func reseedingGroups() {
    var competition = Competition()
    competition.reseed = true
    competition.entrants = EngineTests.entrants(16)
    competition.groups = (0..<4).map { group in (0..<4).map { $0 * 4 + group } }
    competition.slots = KnockoutProposal.slots(groups: 4, qualifiers: 2)
    // In the groups the lower number wins, by more in a group with a later letter; in the knockout the side at home.
    competition.decide = { match, home, away in
      let isGroup = !match.hasPrefix("KO") && match != "3RD"
      let goals = isGroup ? Int64(home % 4 + 1) * 1_000 : 1_000
      let isHome = !isGroup || home < away
      return Decision(
        state: .decided,
        ending: Ending(
          games: [Score(home: isHome ? goals : 0, away: isHome ? 0 : goals)],
          winner: isHome ? .home : .away))
    }
    let course = Course(competition)
    // A1–B2, C1–D2, A2–B1, C2–D1: entrants 0, 2, 4 and 6 are left. C1 has the best record, then A1; of the seconds C2 does.
    let names = course.rounds[1].matches.map { [$0.home.number, $0.away.number] }
    #expect(names == [[2, 4], [0, 6]])
  }
}
