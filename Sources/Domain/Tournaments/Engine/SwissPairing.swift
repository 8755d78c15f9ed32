import Schema

/// The next round of a Swiss tournament (row T-39).
///
/// A matching of the greatest weight, whose criteria are those of the Dutch system (FIDE Handbook C.04.3) in this order:
/// 1. nobody meets the same one twice, and nobody has a second bye (absolute: such pairs are left out while any pairing is left);
/// 2. as many pairs as can be;
/// 3. with an odd number, the bye goes to one with few points;
/// 4. pairs have as equal points as can be;
/// 5. colours: nobody has one three times in a row or three times more often, then nobody has the same twice;
/// 6. nobody meets one with other points in two rounds one after the other;
/// 7. clubmates are apart;
/// 8. within the same points the upper half meets the lower half in order.
struct SwissPairing {
  private let competition: Competition
  private let fixtures: [Fixture]
  private var points: [Int64]
  private var met: Set<[Int]> = []
  private var hadBye: Set<Int> = []
  private var colours: [[Bool]]
  private var floated: [Int]
  private let hasColours: Bool
  private let clubsApart: Bool

  /// Looks at the rounds so far.
  init(
    _ competition: Competition, _ fixtures: [Fixture], colours hasColours: Bool, clubsApart: Bool
  ) {
    self.competition = competition
    self.fixtures = fixtures
    self.hasColours = hasColours
    self.clubsApart = clubsApart
    let count = competition.entrants.count
    colours = Array(repeating: [], count: count)
    floated = Array(repeating: 0, count: count)
    points = Array(repeating: 0, count: count)
    for row in Standings(competition, Array(0..<count), fixtures).rows() {
      points[row.entrant] = row.tally.points
    }
    for fixture in fixtures {
      guard let home = fixture.home.number, let away = fixture.away.number else {
        if let alone = fixture.home.number ?? fixture.away.number { hadBye.insert(alone) }
        continue
      }
      met.insert([min(home, away), max(home, away)])
      if fixture.ending?.isForfeit != true {
        colours[home].append(true)
        colours[away].append(false)
      }
    }
  }

  /// The pairs, the best first; the bye last.
  func pairings() -> [Competition.Pairing] {
    let alive = competition.entrants.indices.filter { !competition.entrants[$0].isOut }
    // The best first; among equal ones those with the higher rating, then those who came first.
    let order = alive.sorted { one, two in
      (points[two], competition.entrants[two].rating, one)
        < (points[one], competition.entrants[one].rating, two)
    }
    let players = order.map(Optional.some) + (order.count % 2 == 1 ? [nil] : [])
    let halves = halves(order)
    var partners = matched(players, halves, strict: true)
    // Where the rules leave somebody without a match, they give way.
    if partners.contains(where: { $0 == nil }) {
      partners = matched(players, halves, strict: false)
    }
    var pairs: [Competition.Pairing] = []
    var bye: Competition.Pairing?
    for (place, partner) in partners.enumerated() {
      guard let partner else {
        if let alone = players[place] { bye = Competition.Pairing(home: alone, away: nil) }
        continue
      }
      guard place < partner, let one = players[place] else { continue }
      if let two = players[partner] {
        pairs.append(sides(one, two, board: pairs.count))
      } else {
        bye = Competition.Pairing(home: one, away: nil)
      }
    }
    return pairs + (bye.map { [$0] } ?? [])
  }

  /// For each its place within those with the same points, and the number of them.
  private func halves(_ order: [Int]) -> [Int: (place: Int, of: Int)] {
    var halves: [Int: (place: Int, of: Int)] = [:]
    let brackets = Dictionary(grouping: order) { points[$0] }
    for bracket in brackets.values {
      for (place, player) in bracket.enumerated() { halves[player] = (place, bracket.count) }
    }
    return halves
  }

  private func matched(
    _ players: [Int?], _ halves: [Int: (place: Int, of: Int)], strict: Bool
  ) -> [Int?] {
    Matching.pairs(players.count) { one, two in
      switch (players[one], players[two]) {
      case (let player?, nil), (nil, let player?):
        let again = hadBye.contains(player)
        if strict, again { return nil }
        return Matching.Weight(again ? 1 : 1 << 20, -points[player] / 500, 0, 0, 0, 0, 0, 0)
      case (let player?, let other?):
        let again = met.contains([min(player, other), max(player, other)])
        if strict, again { return nil }
        return weight(player, other, again: again, halves)
      case (nil, nil): return nil
      }
    }
  }

  private func weight(
    _ one: Int, _ two: Int, again: Bool, _ halves: [Int: (place: Int, of: Int)]
  ) -> Matching.Weight {
    let gap = abs(points[one] - points[two]) / 500
    let clash = hasColours ? colourClash(one, two) : (hard: 0, soft: 0)
    var shift: Int64 = 0
    if points[one] == points[two], let here = halves[one], let there = halves[two] {
      let away = Int64(abs(here.place - there.place) - here.of / 2)
      shift = -away * away
    }
    return Matching.Weight(
      again ? 1 : 1 << 20, 0, -gap * gap, -Int64(clash.hard), -Int64(clash.soft), -floats(one, two),
      clubsApart && isClub(one, two) ? -1 : 0, shift)
  }

  private func isClub(_ one: Int, _ two: Int) -> Bool {
    let club = competition.entrants[one].club
    return !club.isEmpty && club == competition.entrants[two].club
  }

  /// One that met somebody with other points in the last round does so again.
  private func floats(_ one: Int, _ two: Int) -> Int64 {
    guard points[one] != points[two], let last = competition.rounds.last else { return 0 }
    let uneven = last.filter { pairing in
      pairing.away.map { before(pairing.home) != before($0) } ?? true
    }
    let moved = Set(uneven.flatMap { [$0.home, $0.away].compactMap { $0 } })
    return (moved.contains(one) ? 1 : 0) + (moved.contains(two) ? 1 : 0)
  }

  /// The points before the last round.
  private func before(_ player: Int) -> Int64 {
    let last = competition.rounds.count
    let earlier = fixtures.filter { !$0.name.hasPrefix("R\(last).") }
    return earlier.reduce(0) { sum, fixture in
      guard fixture.home.number == player || fixture.away.number == player else { return sum }
      switch fixture.winner("") {
      case .entrant(player): return sum + competition.points.win
      case .bye where fixture.ending?.isForfeit == false: return sum + competition.points.tie
      default: return sum
      }
    }
  }

  /// What a player should have: positive for home.
  private func wish(_ player: Int) -> Int {
    let games = colours[player]
    let balance = games.reduce(0) { $0 + ($1 ? -1 : 1) }
    let isTwice = games.count > 1 && games.last == games[games.count - 2]
    if isTwice { return games.last == true ? -4 : 4 }
    if abs(balance) > 1 { return balance > 0 ? 3 : -3 }
    if balance != 0 { return balance > 0 ? 2 : -2 }
    return games.last.map { $0 ? -1 : 1 } ?? 0
  }

  private func colourClash(_ one: Int, _ two: Int) -> (hard: Int, soft: Int) {
    let (first, second) = (wish(one), wish(two))
    guard first * second > 0 else { return (0, 0) }
    return min(abs(first), abs(second)) >= 3 ? (1, 1) : (0, min(abs(first), abs(second)))
  }

  private func sides(_ one: Int, _ two: Int, board: Int) -> Competition.Pairing {
    let (first, second) = (wish(one), wish(two))
    let isHome =
      first == second
      ? (first == 0 ? board % 2 == 0 : first > 0) : first > second
    return isHome
      ? Competition.Pairing(home: one, away: two) : Competition.Pairing(home: two, away: one)
  }
}
