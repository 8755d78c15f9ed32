import Schema
import TestKit
import Testing

@testable import Tournaments

/// Leagues to which somebody comes when they have begun (row T-58).
@Suite struct LateEntrantsTests {
  private func league(_ rounds: [Int], legs: Int) -> Competition {
    var competition = Competition()
    competition.format = .league
    competition.legs = legs
    competition.entrants = rounds.enumerated().map {
      Competition.Entrant(name: "P\($0)", fromRound: $1)
    }
    return competition
  }

  @Test(
    "43 T-19: who comes later meets everybody from that round on, and what there was stays as it was",
    arguments: 1...2)
  func late(legs: Int) throws {
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      let first = 2 + Int(random.next() % 9)
      let late = (0..<Int(1 + random.next() % 3)).map { _ in 2 + Int(random.next() % 9) }
      let competition = league(Array(repeating: 1, count: first) + late, legs: legs)
      let matches = Course(competition).matches
      var met: [Set<Int>: Int] = [:]
      var rounds: [Int: [Int]] = [:]
      for match in matches {
        let pair = [try #require(match.home.number), try #require(match.away.number)]
        met[Set(pair), default: 0] += 1
        rounds[Course.round(match.name), default: []] += pair
      }
      let count = competition.entrants.count
      #expect(met.count == count * (count - 1) / 2 && Set(met.values) == [legs], "seed \(seed)")
      for (_, players) in rounds { #expect(Set(players).count == players.count, "seed \(seed)") }
      let once = Berger.rounds(first).count * legs
      for number in first..<count {
        let own = rounds.filter { $0.value.contains(number) }.keys
        #expect(try #require(own.min()) >= min(competition.entrants[number].fromRound, once + 1))
      }
      // Without the last one, all others meet in the matches in which they met before.
      var before = competition
      before.entrants.removeLast()
      let known = Dictionary(uniqueKeysWithValues: matches.map { ($0.name, [$0.home, $0.away]) })
      for match in Course(before).matches {
        #expect(known[match.name] == [match.home, match.away], "seed \(seed), \(match.name)")
      }
      // In a league of an odd number, the one who is free in a round meets the one who comes.
      if first % 2 == 1, late.count == 1, late[0] <= once {
        #expect(rounds[late[0]]?.count == first + 1, "seed \(seed)")
      }
    }
  }
}
