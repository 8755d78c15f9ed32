import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Ladders, against a second way to the same order.
@Suite struct LadderTests {
  /// A match of two, with its winner; nil while nothing decides it.
  private struct Challenge {
    let home: Int
    let away: Int
    var winner: MatchWinner?
  }

  private static func competition(_ count: Int, _ rounds: [[Challenge]]) -> Competition {
    var competition = Competition()
    competition.format = .ladder
    competition.tieBreaks = TournamentFormat.ladder.style.tieBreaks
    competition.entrants = (0..<count).map { Competition.Entrant(name: "Player \($0)") }
    competition.rounds = rounds.map { round in
      round.map { Competition.Pairing(home: $0.home, away: $0.away) }
    }
    var winners: [String: MatchWinner] = [:]
    for (number, round) in rounds.enumerated() {
      for (place, challenge) in round.enumerated() {
        winners["R\(number + 1).\(place + 1)"] = challenge.winner
      }
    }
    let known = winners
    competition.decide = { match, _, _ in
      guard let winner = known[match] else { return Decision() }
      return Decision(state: .decided, ending: Ending(winner: winner))
    }
    return competition
  }

  private static func order(_ competition: Competition) -> [Int] {
    Course(competition).standings.joined().map(\.entrant)
  }

  /// Returns the place of each entrant. Places are counted up here, where the style moves entrants in a list.
  private static func places(_ count: Int, _ rounds: [[Challenge]]) -> [Int] {
    var places = Array(0..<count)
    for challenge in rounds.joined() {
      var winner = challenge.home
      var loser = challenge.away
      switch challenge.winner {
      case .home?: break
      case .away?: swap(&winner, &loser)
      default: continue
      }
      let (old, new) = (places[winner], places[loser])
      guard old > new else { continue }
      for entrant in 0..<count where places[entrant] >= new && places[entrant] < old {
        places[entrant] += 1
      }
      places[winner] = new
    }
    return places
  }

  /// Returns rounds in which nobody plays twice. Every fourth match has no winner, and every fourth is not decided.
  private static func rounds(_ count: Int, _ random: inout SeededGenerator) -> [[Challenge]] {
    (0..<(random.next() % 12)).map { _ in
      let entrants = Array(0..<count).shuffled(using: &random)
      let matches = 1 + Int(random.next() % UInt64(count / 2))
      return (0..<matches).map { match in
        let winners: [MatchWinner?] = [.home, .away, .neither, nil]
        return Challenge(
          home: entrants[2 * match], away: entrants[2 * match + 1],
          winner: winners[Int(random.next() % 4)])
      }
    }
  }

  @Test("T-02: who beats one above takes the place in a ladder, and those between go down by one")
  func random() {
    var moved = 0
    for seed in 1...300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let count = 2 + Int(random.next() % 9)
      let rounds = Self.rounds(count, &random)
      let course = Course(Self.competition(count, rounds))
      let places = Self.places(count, rounds)
      let rows = course.standings.first ?? []
      #expect(rows.map(\.rank) == Array(1...count), "seed \(seed)")
      for row in rows { #expect(places[row.entrant] == row.rank - 1, "seed \(seed)") }
      #expect(!rows.contains { $0.isTied } && course.phase == .played && course.ranks.isEmpty)
      if places != Array(0..<count) { moved += 1 }
    }
    #expect(moved > 100, "the order changes in most of them")
  }

  @Test("T-02: a ladder by hand")
  func byHand() {
    let (ada, bob, cleo, dan) = (0, 1, 2, 3)
    let rounds = [
      [Challenge(home: dan, away: bob, winner: .home)],
      [
        Challenge(home: ada, away: dan, winner: .home),
        Challenge(home: cleo, away: bob, winner: .neither),
      ], [Challenge(home: ada, away: bob, winner: .away)],
    ]
    #expect(Self.order(Self.competition(4, Array(rounds.prefix(1)))) == [ada, dan, bob, cleo])
    #expect(Self.order(Self.competition(4, Array(rounds.prefix(2)))) == [ada, dan, bob, cleo])
    #expect(Self.order(Self.competition(4, rounds)) == [bob, ada, dan, cleo])
    #expect(Self.order(Self.competition(4, [])) == [ada, bob, cleo, dan])
  }

  @Test("T-35, T-52: a result that comes late counts at the place of its match, not at its time")
  func late() {
    let (ada, bob, cleo) = (0, 1, 2)
    var first = Challenge(home: cleo, away: ada, winner: nil)
    let second = Challenge(home: bob, away: ada, winner: .home)
    #expect(Self.order(Self.competition(3, [[first], [second]])) == [bob, ada, cleo])
    first.winner = .home
    #expect(Self.order(Self.competition(3, [[first], [second]])) == [cleo, bob, ada])
  }

  @Test("T-37: one who withdrew loses what is not decided, and who is put out is behind all others")
  func out() {
    let (ada, bob, cleo) = (0, 1, 2)
    var competition = Self.competition(3, [[Challenge(home: ada, away: cleo, winner: nil)]])
    #expect(Self.order(competition) == [ada, bob, cleo])
    competition.entrants[ada].isOut = true
    #expect(Self.order(competition) == [cleo, ada, bob])
    competition.entrants[ada].isDisqualified = true
    #expect(Self.order(competition) == [cleo, bob, ada])
  }
}
