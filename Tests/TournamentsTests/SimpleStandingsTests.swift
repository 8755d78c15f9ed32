import Foundation
import Schema
import TestKit
import Testing

@testable import Tournaments

/// Standings a second time, as simply as can be: lists of results, no records of matches, no caches.
///
/// `scripts/tournaments` compares 100,000 tables; without it there is a short slice.
@Suite struct SimpleStandingsTests {
  /// Blocks of ten tables.
  private static let blocks =
    ProcessInfo.processInfo.environment["PARLOR_SEEDS"].flatMap { UInt64($0) } ?? 200

  struct Result {
    let home: Int
    let away: Int
    let score: Score
  }

  /// Points, difference, scored, wins of a team in some results.
  static func numbers(_ team: Int, _ results: [Result]) -> [Int64] {
    var (points, scored, conceded, wins): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    for result in results where result.home == team || result.away == team {
      let own = result.home == team ? result.score : result.score.turned
      scored += own.home
      conceded += own.away
      points += own.home > own.away ? 3_000 : own.home == own.away ? 1_000 : 0
      wins += own.home > own.away ? 1 : 0
    }
    return [points, scored - conceded, scored, wins]
  }

  static func split(_ teams: [Int], _ key: (Int) -> [Int64]) -> [[Int]] {
    let keys = Set(teams.map(key)).sorted { $1.lexicographicallyPrecedes($0) }
    return keys.map { wanted in teams.filter { key($0) == wanted } }
  }

  static func between(_ teams: [Int], _ results: [Result]) -> [Result] {
    results.filter { teams.contains($0.home) && teams.contains($0.away) }
  }

  static func fifa(_ teams: [Int], _ results: [Result]) -> [[Int]] {
    split(teams) { Array(numbers($0, results).prefix(3)) }.flatMap { run in
      split(run) { Array(numbers($0, between(run, results)).prefix(3)) }
    }
  }

  static func uefa(_ teams: [Int], _ results: [Result]) -> [[Int]] {
    func resolve(_ run: [Int]) -> [[Int]] {
      // Points, difference and goals among all of them, before anything begins again.
      let parts = split(run) { Array(numbers($0, between(run, results)).prefix(3)) }
      if parts.count > 1 { return parts.flatMap(resolve) }
      return split(run) { Array(numbers($0, results).dropFirst()) }
    }
    return split(teams) { [numbers($0, results)[0]] }.flatMap(resolve)
  }

  @Test("T-22 to T-26: both implementations of standings agree", arguments: 0..<blocks)
  func agree(block: UInt64) {
    for seed in block * 10..<block * 10 + 10 {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...7, using: &random)
      var results: [Result] = []
      var known: [[Int]: Score] = [:]
      for pair in Berger.rounds(count).joined() where random.next() % 8 > 0 {
        // Few different scores, so that there are many ties.
        let score = Score(
          home: Int64(random.next() % 3) * 1_000, away: Int64(random.next() % 3) * 1_000)
        results.append(Result(home: pair.home, away: pair.away, score: score))
        known[[pair.home, pair.away]] = score
      }
      var competition = Competition()
      competition.format = .league
      competition.entrants = EngineTests.entrants(count)
      let scores = known
      competition.decide = { _, home, away in
        guard let score = scores[[home, away]] else { return Decision() }
        return Decision(
          state: .decided,
          ending: Ending(
            games: [score],
            winner: score.home > score.away ? .home : score.home < score.away ? .away : .neither))
      }
      for isUEFA in [false, true] {
        competition.tieBreaks = isUEFA ? TieBreaks.uefa2024 : TieBreaks.fifa2022
        competition.reapply = isUEFA
        let rows = Course(competition).standings[0]
        let parts = Dictionary(grouping: rows, by: \.rank).sorted { $0.key < $1.key }
          .map { $0.value.map(\.entrant).sorted() }
        let teams = Array(0..<count)
        let simple = isUEFA ? Self.uefa(teams, results) : Self.fifa(teams, results)
        #expect(parts == simple.map { $0.sorted() }, "seed \(seed), \(isUEFA ? "UEFA" : "FIFA")")
      }
    }
  }
}
