import Schema
import TournamentSchema

/// The sums over the matches of an entrant. Everything is derived from them (row T-24); scores are thousandths.
struct Tally {
  var played = 0
  var won = 0
  var lost = 0
  var tied = 0
  var points: Int64 = 0
  var scored: Int64 = 0
  var conceded: Int64 = 0
  var penalties: Int64 = 0

  var difference: Int64 { scored - conceded }
}

/// A row of the standings.
struct Standing {
  let entrant: Int
  /// From 1 on.
  let rank: Int
  /// Others have the same rank: only lots decide between them.
  let isTied: Bool
  let tally: Tally
  /// The tie-breaks, in the order of the rules.
  let values: [Int64]
  /// Lots have decided between it and another one.
  let isByLot: Bool
}

/// The standings of some entrants in some matches.
struct Standings {
  private let competition: Competition
  private let members: [Int]
  private typealias Match = (home: Int, away: Int, ending: Ending)

  /// The decided matches of each of them: the tie-breaks ask for those of one entrant, and of many.
  private let own: [Int: [Match]]
  private let tallies: [Int: Tally]
  /// Of rounds that were set, in which somebody may not have played.
  private let swiss: SwissTieBreaks?

  /// Counts the decided matches between the members, and the byes of Swiss rounds: these count as wins, or as ties where they were
  /// asked for.
  init(_ competition: Competition, _ members: [Int], _ fixtures: [Fixture]) {
    self.competition = competition
    self.members = members
    let inside = Set(members)
    let matches = fixtures.compactMap { fixture -> Match? in
      guard fixture.state == .decided, let home = fixture.home.number,
        let away = fixture.away.number, let ending = fixture.ending,
        inside.contains(home), inside.contains(away)
      else { return nil }
      return (home, away, ending)
    }
    let byes = fixtures.compactMap { fixture -> (entrant: Int, isHalf: Bool)? in
      guard fixture.state == .bye, !fixture.isUnpaid,
        let entrant = fixture.home.number ?? fixture.away.number
      else {
        return nil
      }
      return (entrant, fixture.isHalf)
    }
    own = matches.reduce(into: [:]) { own, match in
      own[match.home, default: []].append(match)
      own[match.away, default: []].append(match)
    }
    tallies = Self.tallies(matches, byes: byes, competition.points)
    swiss =
      competition.style.traits.setsRounds ? SwissTieBreaks(competition, fixtures) : nil
  }

  private static func tallies(
    _ matches: [Match], byes: [(entrant: Int, isHalf: Bool)],
    _ points: Points
  ) -> [Int: Tally] {
    var tallies: [Int: Tally] = [:]
    for match in matches {
      let (ending, total) = (match.ending, match.ending.total)
      add(
        .home, total, ending.penalties.home, ending, points,
        to: &tallies[match.home, default: Tally()])
      add(
        .away, total.turned, ending.penalties.away, ending, points,
        to: &tallies[match.away, default: Tally()])
    }
    for bye in byes {
      tallies[bye.entrant, default: Tally()].points += bye.isHalf ? points.tie : points.win
      if bye.isHalf {
        tallies[bye.entrant, default: Tally()].tied += 1
      } else {
        tallies[bye.entrant, default: Tally()].won += 1
      }
    }
    return tallies
  }

  private static func add(
    _ side: MatchWinner, _ score: Score, _ penalty: Int64, _ ending: Ending, _ points: Points,
    to tally: inout Tally
  ) {
    tally.played += 1
    tally.scored += score.home
    tally.conceded += score.away
    tally.penalties += penalty
    tally.points += points.of(side, in: ending)
    switch ending.winner {
    case side: tally.won += 1
    case .neither where !ending.isForfeit: tally.tied += 1
    default: tally.lost += 1
    }
  }

  /// The rows, the best first; those who were put out come last. Entrants that only lots can tell apart share a rank, in the order
  /// of their numbers.
  func rows() -> [Standing] {
    var rows: [Standing] = []
    let isPutOut = { competition.entrants[$0].isDisqualified }
    for level in split(members.filter { !isPutOut($0) }) + split(members.filter(isPutOut)) {
      let parts = drawn(level)
      for part in parts {
        let rank = rows.count + 1
        for entrant in part {
          rows.append(
            Standing(
              entrant: entrant, rank: rank, isTied: part.count > 1, tally: tally(entrant),
              values: competition.tieBreaks.map { value($0, entrant, among: members) },
              isByLot: parts.count > 1))
        }
      }
    }
    return rows
  }

  private func tally(_ entrant: Int) -> Tally { tallies[entrant] ?? Tally() }

  /// Those who are level in all criteria stay together.
  private func split(_ entrants: [Int]) -> [[Int]] {
    parts(entrants) { tally($0).points }.flatMap {
      separate($0, by: competition.tieBreaks[...], among: $0)
    }
  }

  /// Separates entrants by criteria, one after the other.
  ///
  /// - Parameter among: those whose matches the head-to-head criteria look at.
  private func separate(
    _ entrants: [Int], by criteria: ArraySlice<TieBreak>, among: [Int]
  ) -> [[Int]] {
    guard entrants.count > 1 else { return [entrants] }
    guard let criterion = criteria.first else { return [entrants] }
    if criterion == .headPoints, swiss != nil {
      return encounters(entrants).flatMap {
        separate($0, by: criteria.dropFirst(), among: entrants)
      }
    }
    let block = criteria.prefix(while: TieBreaks.isHeadToHead)
    if competition.reapply, !block.isEmpty {
      // All of them among all who are level; only then they begin again for those who are left.
      let keys = Dictionary(
        uniqueKeysWithValues: entrants.map { entrant in
          (entrant, block.map { value($0, entrant, among: entrants) })
        })
      let found = parts(entrants) { keys[$0] ?? [] }
      return found.flatMap { part in
        separate(
          part, by: found.count > 1 ? criteria : criteria.dropFirst(block.count), among: part)
      }
    }
    let isHead = TieBreaks.isHeadToHead(criterion)
    // The matches between those who are tied when the first of these criteria is asked.
    let table =
      isHead && !TieBreaks.isHeadToHead(previous(criterion) ?? .unspecified) ? entrants : among
    let found = parts(entrants) { value(criterion, $0, among: isHead ? table : members) }
    guard found.count > 1 else {
      return separate(entrants, by: criteria.dropFirst(), among: table)
    }
    return found.flatMap { separate($0, by: criteria.dropFirst(), among: table) }
  }

  /// Separates entrants who are tied by their matches with each other, of which some may not have been: FIDE's Handbook C.07, article 6.
  ///
  /// If all have met all, their points in these matches decide. Otherwise one is first who has more points there than each of
  /// the others would have with all that are missing. The same decides between those who are left together. A match that was not
  /// played is missing; of several between two, the mean counts.
  private func encounters(_ entrants: [Int]) -> [[Int]] {
    guard entrants.count > 1 else { return [entrants] }
    var (points, met): ([Int: Int64], [Int: Int]) = ([:], [:])
    for entrant in entrants {
      for other in entrants where other != entrant {
        let both = own[entrant, default: []].filter {
          !$0.ending.isForfeit && ($0.home == other || $0.away == other)
        }
        guard !both.isEmpty else { continue }
        let sum = Self.tallies(both, byes: [], competition.points)[entrant]?.points ?? 0
        points[entrant, default: 0] += sum / Int64(both.count)
        met[entrant, default: 0] += 1
      }
    }
    let all = entrants.count - 1
    guard entrants.contains(where: { met[$0, default: 0] < all }) else {
      let found = parts(entrants) { points[$0, default: 0] }
      return found.count > 1 ? found.flatMap(encounters) : found
    }
    let first = entrants.first { entrant in
      entrants.allSatisfy { other in
        let missing = Int64(all - met[other, default: 0])
        return other == entrant
          || points[entrant, default: 0]
            > points[other, default: 0] + missing * competition.points.win
      }
    }
    guard let first else { return [entrants.sorted()] }
    return [[first]] + encounters(entrants.filter { $0 != first })
  }

  private func previous(_ criterion: TieBreak) -> TieBreak? {
    guard let place = competition.tieBreaks.firstIndex(of: criterion), place > 0 else {
      return nil
    }
    return competition.tieBreaks[place - 1]
  }

  /// Those who are level, as lots have put them.
  private func drawn(_ entrants: [Int]) -> [[Int]] {
    let numbers = entrants.sorted()
    guard competition.lots.count == competition.entrants.count else { return [numbers] }
    return parts(numbers) { -Int64(competition.lots[$0]) }
  }

  /// Entrants with the same value stay together, the highest first.
  private func parts(_ entrants: [Int], _ value: (Int) -> Int64) -> [[Int]] {
    parts(entrants) { [value($0)] }
  }

  /// The same for several values, of which the first one that differs decides.
  private func parts(_ entrants: [Int], _ values: (Int) -> [Int64]) -> [[Int]] {
    let parts = Dictionary(grouping: entrants.sorted(), by: values)
    return parts.sorted { $1.key.lexicographicallyPrecedes($0.key) }.map(\.value)
  }

  private func value(_ criterion: TieBreak, _ entrant: Int, among: [Int]) -> Int64 {
    switch criterion {
    case .headPoints: head(entrant, among).points
    case .headDifference: head(entrant, among).difference
    case .headFor: head(entrant, among).scored
    case .difference: tally(entrant).difference
    case .for: tally(entrant).scored
    case .wins: Int64(tally(entrant).won)
    case .fairPlay: -tally(entrant).penalties
    case .buchholz: swiss?.buchholz(entrant) ?? opponents(of: entrant).reduce(0, +)
    case .buchholzCut:
      swiss?.buchholzCut(entrant) ?? opponents(of: entrant).sorted().dropFirst().reduce(0, +)
    case .sonneborn: swiss?.sonneborn(entrant) ?? sonneborn(entrant)
    case .rating: Int64(competition.entrants[entrant].rating)
    case .unspecified, .UNRECOGNIZED: 0
    }
  }

  private func head(_ entrant: Int, _ among: [Int]) -> Tally {
    guard among.count < members.count else { return tally(entrant) }
    let inside = Set(among)
    let between = own[entrant, default: []].filter {
      inside.contains($0.home) && inside.contains($0.away)
    }
    return Self.tallies(between, byes: [], competition.points)[entrant] ?? Tally()
  }

  /// The points of the opponents, where everybody meets everybody.
  private func opponents(of entrant: Int) -> [Int64] {
    own[entrant, default: []].map { tally($0.home == entrant ? $0.away : $0.home).points }
  }

  private func sonneborn(_ entrant: Int) -> Int64 {
    own[entrant, default: []].reduce(0) { sum, match in
      let other = tally(match.home == entrant ? match.away : match.home).points
      switch match.ending.winner {
      case .neither: return sum + (match.ending.isForfeit ? 0 : other / 2)
      case .home: return sum + (match.home == entrant ? other : 0)
      case .away: return sum + (match.away == entrant ? other : 0)
      default: return sum
      }
    }
  }
}
