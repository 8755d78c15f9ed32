import Schema
import TournamentSchema

/// The tie-breaks of rounds that were set, in which not everybody has played every time (row T-39).
///
/// They follow FIDE's Play-Off and Tie-Break Regulations, Handbook C.07 as in force from 1 March 2026: articles 8.1 (Buchholz),
/// 9.1 (Sonneborn-Berger), 14.1 (the cut) and 16 (unplayed rounds). Points are thousandths.
struct SwissTieBreaks {
  /// The result of an entrant in a round.
  private struct Round {
    /// The opponent that the pairing gave.
    var opponent: Int?
    var points: Int64 = 0
    /// The part of a win that was scored, in thousandths: the weight of the opponent for Sonneborn-Berger.
    var share: Int64 = 0
    /// Both have played.
    var isPlayed = false
    /// A bye that was asked for, with half a point or none (article 16.1.1).
    var isRequested = false
    /// A round that the entrant could have played: a bye that was asked for, or a loss by forfeit (article 16.1.2).
    var isVoluntary = false
    /// The match is not decided.
    var isOpen = false

    /// Absence: a bye with no point.
    static let absent = Round(isRequested: true, isVoluntary: true)
  }

  /// The share of a round in the sums of an entrant.
  private struct Contribution {
    let score: Int64
    let share: Int64
    let isVoluntary: Bool
  }

  private var rounds: [[Round]]
  private let points: Points
  /// The number of rounds of the whole tournament.
  private let length: Int

  /// Looks at the rounds that were set; at the last one only once it has begun.
  init(_ competition: Competition, _ fixtures: [Fixture]) {
    points = competition.points
    let last = fixtures.map { Course.round($0.name) }.max() ?? 0
    let waits = fixtures.filter { Course.round($0.name) == last }.waitsToBegin
    let count = waits ? last - 1 : last
    length =
      competition.style.traits.pairsRounds ? max(competition.swissRoundCount, count) : count
    rounds = Array(
      repeating: Array(repeating: .absent, count: count), count: competition.entrants.count)
    for fixture in fixtures {
      let round = Course.round(fixture.name)
      if round <= count { take(fixture, round - 1) }
    }
  }

  private mutating func take(_ fixture: Fixture, _ round: Int) {
    guard let home = fixture.home.number, let away = fixture.away.number else {
      guard let alone = fixture.home.number ?? fixture.away.number else { return }
      rounds[alone][round] =
        fixture.isHalf
        ? Round(points: points.tie, share: 500, isRequested: true, isVoluntary: true)
        : Round(points: points.win, share: 1_000)
      return
    }
    let sides = [(home, away, MatchWinner.home), (away, home, MatchWinner.away)]
    for (one, other, winning) in sides {
      guard fixture.state == .decided, let ending = fixture.ending else {
        rounds[one][round] = Round(opponent: other, isOpen: true)
        continue
      }
      let isTie = ending.winner == .neither && !ending.isForfeit
      let hasWon = ending.winner == winning
      rounds[one][round] = Round(
        opponent: other, points: points.of(winning, in: ending),
        share: hasWon ? 1_000 : isTie ? 500 : 0, isPlayed: !ending.isForfeit,
        isVoluntary: ending.isForfeit && !hasWon)
    }
  }

  private func score(_ entrant: Int) -> Int64 { rounds[entrant].reduce(0) { $0 + $1.points } }

  /// The points of somebody as they count for the opponents (article 16.3): a bye that was asked for is a draw where only voluntary
  /// ones follow it.
  private func adjusted(_ entrant: Int) -> Int64 {
    var isAtEnd = true
    return rounds[entrant].reversed().reduce(0) { sum, round in
      defer { isAtEnd = isAtEnd && round.isVoluntary }
      return sum + (round.isRequested && isAtEnd ? points.tie : round.points)
    }
  }

  /// The rounds of an entrant; in one without a game there is a dummy with as many points as the entrant (article 16.4), but not
  /// more than the opponent of the pairing, or than a draw in each round gives.
  private func contributions(_ entrant: Int) -> [Contribution] {
    let own = score(entrant)
    return rounds[entrant].filter { !$0.isOpen }.map { round in
      let limit = round.opponent.map(adjusted) ?? points.tie * Int64(length)
      return Contribution(
        score: round.isPlayed ? limit : min(own, limit), share: round.share,
        isVoluntary: round.isVoluntary)
    }
  }

  func buchholz(_ entrant: Int) -> Int64 { contributions(entrant).reduce(0) { $0 + $1.score } }

  /// The same without the lowest; those of voluntary rounds are cut before all others (article 16.5).
  func buchholzCut(_ entrant: Int) -> Int64 {
    let all = contributions(entrant)
    let cut = all.filter(\.isVoluntary).map(\.score).min() ?? all.map(\.score).min() ?? 0
    return all.reduce(0) { $0 + $1.score } - cut
  }

  func sonneborn(_ entrant: Int) -> Int64 {
    contributions(entrant).reduce(0) { $0 + $1.score * $1.share } / 1_000
  }
}
