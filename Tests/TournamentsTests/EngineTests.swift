import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Tournaments

/// Standings, ranks and pairings that follow from results, without records.
@Suite struct EngineTests {
  /// A competition whose matches all end as a seeded generator says.
  static func played(_ competition: Competition, seed: UInt64, ties: Bool = false) -> Competition {
    var competition = competition
    competition.decide = { match, home, away in
      var random = SeededGenerator(
        seed: seed &+ UInt64(match.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
      let one = Int64(random.next() % 5) * 1_000
      var two = Int64(random.next() % 5) * 1_000
      if one == two, !ties || !match.first!.isUppercase || match.hasPrefix("KO") { two += 1_000 }
      let winner: MatchWinner = one > two ? .home : one < two ? .away : .neither
      return Decision(
        state: .decided, ending: Ending(games: [Score(home: one, away: two)], winner: winner))
    }
    return competition
  }

  static func entrants(_ count: Int) -> [Competition.Entrant] {
    (0..<count).map { Competition.Entrant(name: "P\($0)") }
  }

  @Test("T-34: everybody meets everybody once, and home games are balanced", arguments: 2...30)
  func roundRobin(count: Int) {
    let rounds = Berger.rounds(count)
    #expect(rounds.count == count - 1 + count % 2)
    var met: Set<Set<Int>> = []
    var homes = Array(repeating: 0, count: count)
    for round in rounds {
      let players = round.flatMap { [$0.home, $0.away] }
      #expect(Set(players).count == players.count, "nobody plays twice in a round")
      for pair in round {
        #expect(met.insert([pair.home, pair.away]).inserted)
        homes[pair.home] += 1
      }
    }
    #expect(met.count == count * (count - 1) / 2)
    #expect((homes.max() ?? 0) - (homes.min() ?? 0) <= 1)
    #expect(Berger.rounds(count, legs: 2).joined().count == count * (count - 1))
  }

  @Test("T-13: four groups give A1–B2, C1–D2, A2–B1, C2–D1")
  func fourGroups() {
    let slots = KnockoutProposal.slots(groups: 4, qualifiers: 2)
    #expect(
      slots.map { Course.name($0, Competition()) } == [
        "A1", "B2", "C1", "D2", "A2", "B1", "C2", "D1",
      ])
  }

  @Test(
    "T-13: whatever the number of groups, those of one group are in different halves",
    arguments: 1...50)
  func halves(groups: Int) {
    let slots = KnockoutProposal.slots(groups: groups, qualifiers: 2)
    #expect(KnockoutProposal.powerOfTwo(slots.count) == slots.count)
    #expect(
      KnockoutProposal.problems(
        slots, name: { "\($0)" }, groups: Array(repeating: 2, count: groups)
      ).isEmpty)
    for half in [slots[..<(slots.count / 2)], slots[(slots.count / 2)...]] {
      let there = half.compactMap { slot -> Int? in
        guard case .place(let group, _) = slot else { return nil }
        return group
      }
      #expect(there.count == groups && Set(there).count == groups)
    }
  }

  @Test("T-09, T-10: groups are as even as can be, and nobody is left out", arguments: 2...100)
  func groups(count: Int) {
    let order = Shuffle.order(count, seed: Array(repeating: UInt8(count), count: 32))
    #expect(Set(order) == Set(0..<count))
    for number in Set([GroupDeal.count(count), 1, count / 2].filter { $0 > 0 }) {
      for byPots in [false, true] {
        let groups = GroupDeal.groups(order, into: number, byPots: byPots, clubs: nil)
        let sizes = groups.map { $0.compactMap { $0 }.count }
        #expect(groups.count == number && Set(groups.map(\.count)).count == 1)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
        #expect(Set(groups.joined().compactMap { $0 }) == Set(0..<count))
      }
    }
  }

  @Test("T-41: clubmates are in different groups")
  func clubs() {
    for seed in UInt8(0)..<40 {
      let clubs = (0..<16).map { "club \($0 % 4)" }
      let order = Shuffle.order(16, seed: [seed])
      for group in GroupDeal.groups(order, into: 4, byPots: false, clubs: clubs) {
        #expect(Set(group.compactMap { $0.map { clubs[$0] } }).count == 4, "seed \(seed)")
      }
    }
  }

  @Test(
    "T-31: each format ends, and each place has one holder or says that it is shared",
    arguments: 2...40)
  func ends(count: Int) {
    for format in [TournamentFormat.groups, .league, .knockout, .double] {
      for seed in UInt64(0)..<6 {
        var competition = Competition()
        competition.format = format
        competition.entrants = Self.entrants(count)
        competition.final = [.reset, .single, .none][Int(seed % 3)]
        let order = Shuffle.order(count, seed: [UInt8(seed)])
        if format == .groups {
          competition.groups = GroupDeal.groups(
            order, into: GroupDeal.count(count), byPots: false, clubs: nil)
          competition.slots = KnockoutProposal.slots(
            groups: competition.groups.count, qualifiers: 2
          )
          .map { slot in
            guard case .place(let group, let rank) = slot,
              rank >= competition.groups[group].compactMap({ $0 }).count
            else { return slot }
            return .bye
          }
        } else if format != .league {
          competition.slots = KnockoutProposal.seeded(order.map { .entrant($0) })
        }
        competition = Self.played(competition, seed: seed)
        competition.lots = Shuffle.order(count, seed: [UInt8(seed), 1])
        let course = Course(competition)
        #expect(course.phase == .finished, "\(format) of \(count), seed \(seed)")
        #expect(course.ranks.count == count && Set(course.ranks.map(\.entrant)).count == count)
        #expect(course.ranks.map(\.rank) == Array(1...count), "\(format) of \(count), seed \(seed)")
        #expect(Set(course.all.map(\.name)).count == course.all.count, "names of matches")
        #expect(course.hash(competition) == Course(competition).hash(competition))
      }
    }
  }

  @Test("T-38: who loses twice is out, and nobody before that", arguments: 2...33)
  func doubleElimination(count: Int) {
    for seed in UInt64(0)..<8 {
      var competition = Competition()
      competition.format = .double
      competition.entrants = Self.entrants(count)
      competition.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
      let course = Course(Self.played(competition, seed: seed))
      var losses = Array(repeating: 0, count: count)
      for fixture in course.all {
        if let loser = fixture.loser("").number { losses[loser] += 1 }
      }
      let winner = course.ranks[0].entrant
      #expect(losses[winner] <= 1)
      for entrant in 0..<count where entrant != winner { #expect(losses[entrant] == 2) }
    }
  }

  @Test("T-39: no rematch, at most one bye, equal points meet", arguments: UInt64(0)..<60)
  func swiss(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 5 + Int(random.next() % 40)
    var competition = Competition()
    competition.format = .swiss
    competition.points = Points(win: 1_000, tie: 500, loss: 0)
    competition.tieBreaks = TieBreaks.swiss
    competition.entrants = Self.entrants(count)
    var met: Set<Set<Int>> = []
    var byes: Set<Int> = []
    for _ in 0..<min(competition.swissRoundCount, count - 2) {
      let so = Self.played(competition, seed: seed, ties: true)
      let pairings = SwissPairing(
        so, Course(so).matches, colours: true, clubsApart: false
      ).pairings()
      #expect(pairings.count == (count + 1) / 2, "seed \(seed)")
      let players = pairings.flatMap { [$0.home] + ($0.away.map { [$0] } ?? []) }
      #expect(Set(players) == Set(0..<count), "seed \(seed)")
      for pairing in pairings {
        if let away = pairing.away {
          #expect(met.insert([pairing.home, away]).inserted, "a rematch, seed \(seed)")
        } else {
          #expect(byes.insert(pairing.home).inserted, "a second bye, seed \(seed)")
        }
      }
      competition.rounds.append(pairings)
    }
    #expect(Course(Self.played(competition, seed: seed, ties: true)).standings[0].count == count)
  }

  @Test("The matching weighs as much as the best of all matchings", arguments: UInt64(0)..<300)
  func matching(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = 2 + Int(random.next() % 7)
    var weights: [[Int64]] = Array(repeating: Array(repeating: 0, count: count), count: count)
    for one in 0..<count {
      for two in 0..<one where random.next() % 4 > 0 {
        weights[one][two] = Int64(random.next() % 20)
        weights[two][one] = weights[one][two]
      }
    }
    func best(_ rest: [Int]) -> Int64 {
      guard let first = rest.first else { return 0 }
      let others = Array(rest.dropFirst())
      return others.reduce(best(others)) { most, other in
        max(most, weights[first][other] + best(others.filter { $0 != other }))
      }
    }
    let pairs = Matching<SIMD2<Int64>>.pairs(count) { one, two in
      weights[one][two] == 0 ? nil : SIMD2(weights[one][two], 0)
    }
    for (one, two) in pairs.enumerated() { if let two { #expect(pairs[two] == one) } }
    let total = pairs.enumerated().reduce(Int64(0)) {
      $0 + ($1.element.map { weights[$0][pairs[$0]!] } ?? 0)
    }
    #expect(total / 2 == best(Array(0..<count)), "seed \(seed)")
  }

  @Test("T-01, T-33: scores are read and written as people do")
  func scores() throws {
    for (typed, games, tiebreak) in [
      ("2:1", ["2:1"], nil), ("11:8 7:11 11-9", ["11:8", "7:11", "11:9"], nil),
      ("2:2 (4:3)", ["2:2"], "4:3"), ("0.5:0.5", ["0.5:0.5"], nil), ("3.125-2", ["3.125:2"], nil),
    ] as [(String, [String], String?)] {
      let read = try ScoreText.parse(typed)
      #expect(read.games.map { ScoreText.text($0) } == games)
      #expect(read.tiebreak.map { ScoreText.text($0) } == tiebreak)
    }
    for bad in [
      "", "2", "2:", "a:b", "-1:2", "2:1:3", "1.2345:0", "99999999:0", "(4:3)", "2:2 (4:3) (1:0)",
    ] {
      #expect(throws: (any Error).self) { try ScoreText.parse(bad) }
    }
    #expect(try ScoreText.winner([Score(home: 1_000, away: 1_000)], nil, bestOf: 1) == .neither)
    #expect(throws: (any Error).self) {
      try ScoreText.winner([Score(home: 11, away: 8)], nil, bestOf: 3)
    }
  }

  @Test("T-25: FIFA and UEFA separate the same tie differently")
  func tieBreaks() {
    // Three with as many points each: 0 beat 1, 1 beat 2, 2 beat 0; 3 lost to all of them.
    var competition = Competition()
    competition.format = .groups
    competition.entrants = Self.entrants(4)
    competition.groups = [[0, 1, 2, 3]]
    let results: [Set<Int>: [Int: Int64]] = [
      [0, 1]: [0: 2, 1: 0], [1, 2]: [1: 1, 2: 0], [2, 0]: [2: 1, 0: 0], [0, 3]: [0: 1, 3: 0],
      [1, 3]: [1: 5, 3: 0], [2, 3]: [2: 3, 3: 0],
    ]
    competition.decide = { _, home, away in
      let score = results[[home, away]] ?? [:]
      let (one, two) = (score[home] ?? 0, score[away] ?? 0)
      return Decision(
        state: .decided,
        ending: Ending(
          games: [Score(home: one * 1_000, away: two * 1_000)], winner: one > two ? .home : .away))
    }
    #expect(Course(competition).standings[0].map(\.entrant) == [1, 2, 0, 3])
    competition.tieBreaks = TieBreaks.uefa2024
    competition.reapply = true
    #expect(Course(competition).standings[0].map(\.entrant) == [0, 2, 1, 3])
    competition.tieBreaks = [.wins]
    let shared = Course(competition).standings[0]
    #expect(shared.map(\.rank) == [1, 1, 1, 4] && shared[0].isTied, "never by the alphabet")
    competition.lots = [2, 0, 1, 3]
    #expect(Course(competition).standings[0].map(\.entrant) == [1, 2, 0, 3])
  }

  @Test(
    "43: what is known of a match is asked once, however many there are",
    arguments: [
      (TournamentFormat.league, 100), (.groups, 100), (.knockout, 100), (.double, 100),
    ])
  func asked(format: TournamentFormat, count: Int) {
    var competition = Competition()
    competition.format = format
    competition.allPlaces = true
    competition.entrants = Self.entrants(count)
    competition.lots = Array(0..<count)
    if format == .groups {
      competition.groups = GroupDeal.groups(
        Array(0..<count), into: GroupDeal.count(count), byPots: false, clubs: nil)
      competition.slots = KnockoutProposal.slots(groups: competition.groups.count, qualifiers: 2)
    } else {
      competition.slots = KnockoutProposal.seeded((0..<count).map { .entrant($0) })
    }
    competition = Self.played(competition, seed: 1)
    var asked: [String: Int] = [:]
    let known = competition.decide
    competition.decide = { match, home, away in
      asked[match, default: 0] += 1
      return known(match, home, away)
    }
    let course = Course(competition)
    #expect(course.phase == .finished && Set(asked.values) == [1])
    #expect(asked.count == course.all.count { $0.home != .bye && $0.away != .bye })
  }
}
