import Schema

/// The next round of a Swiss tournament (row T-39): the pairs of `SwissRound`, with colours and in the order of boards.
struct SwissPairing {
  private let competition: Competition
  private let table: SwissTable
  /// The entrants in the order of their pairing numbers: those with the higher rating first, then those who came first.
  private let order: [Int]
  /// Those who asked for a half-point bye.
  private let absent: [Int]

  /// Looks at the rounds so far.
  ///
  /// - Parameters:
  ///   - halves: who asked for a half-point bye in this round.
  ///   - away: who is not there in this round.
  init(
    _ competition: Competition, _ fixtures: [Fixture], colours: Bool, clubsApart: Bool,
    halves: Set<Int> = [], absent away: Set<Int> = []
  ) {
    self.competition = competition
    let entrants = competition.entrants
    let order = entrants.indices.sorted {
      (entrants[$1].rating, $0) < (entrants[$0].rating, $1)
    }
    self.order = order
    absent = halves.filter { !entrants[$0].isOut }.sorted()
    var places = Array(repeating: 0, count: order.count)
    for (place, entrant) in order.enumerated() { places[entrant] = place }
    let rounds = fixtures.map { Course.round($0.name) }.max() ?? 0
    var entries = order.map { entrant in
      SwissTable.Entry(
        games: Array(repeating: nil, count: rounds),
        isPresent: !entrants[entrant].isOut && entrants[entrant].fromRound <= rounds + 1
          && !halves.contains(entrant) && !away.contains(entrant),
        club: entrants[entrant].club)
    }
    for fixture in fixtures {
      let round = Course.round(fixture.name) - 1
      guard let home = fixture.home.number, let away = fixture.away.number else {
        guard let alone = fixture.home.number ?? fixture.away.number else { continue }
        entries[places[alone]].games[round] = SwissTable.Game(
          points: fixture.isHalf ? competition.points.tie : competition.points.win,
          isBye: !fixture.isHalf)
        continue
      }
      let isPlayed = fixture.ending?.isForfeit != true
      for (one, other, isHome) in [(home, away, true), (away, home, false)] {
        entries[places[one]].games[round] = SwissTable.Game(
          opponent: places[other], isWhite: isPlayed ? isHome : nil,
          points: fixture.ending.map { competition.points.of(isHome ? .home : .away, in: $0) }
            ?? competition.points.tie)
      }
    }
    table = SwissTable(
      entries, rounds: rounds, expected: competition.swissRoundCount, win: competition.points.win,
      loss: competition.points.loss, colours: colours, clubsApart: clubsApart,
      firstIsBlack: competition.firstIsBlack)
  }

  /// The pairs, those with the most points first; byes last.
  func pairings() -> [Competition.Pairing] {
    let (partners, bye) = found()
    let pairs = partners.filter { $0.key < $0.value }.map { boards($0.key, $0.value) }.sorted {
      ($1.points.0, $1.points.1, $0.rank) < ($0.points.0, $0.points.1, $1.rank)
    }
    return pairs.map(\.pairing)
      + (bye.map { [Competition.Pairing(home: order[$0], away: nil)] } ?? [])
      + absent.map { Competition.Pairing(home: $0, away: nil, isHalf: true) }
  }

  private func found() -> (partners: [Int: Int], bye: Int?) {
    if let round = SwissRound(table) { return (round.partners, round.bye) }
    // Where the rules allow no pairing at all, colours give way first, then somebody meets another one again.
    if let round = SwissRound(table.withoutColourRules) { return (round.partners, round.bye) }
    return again()
  }

  /// As few as can be meet again or have a second bye; then they have as equal points as can be.
  private func again() -> (partners: [Int: Int], bye: Int?) {
    let here = order.indices.filter { table.entries[$0].isPresent }
    let count = here.count
    let pairs = Matching<SIMD4<Int64>>.pairs(count + count % 2) { high, low in
      let player = table.players[here[high]]
      guard low < count else { return [1, player.mayHaveBye ? 1 : 0, -player.points, 0] }
      let gap = (player.points - table.players[here[low]].points) / 500
      return [1, table.haveMet(here[high], here[low]) ? 0 : 1, 0, -gap * gap]
    }
    var partners: [Int: Int] = [:]
    var bye: Int?
    for (place, partner) in pairs.prefix(count).enumerated() {
      if let partner, partner < count {
        partners[here[place]] = here[partner]
      } else {
        bye = here[place]
      }
    }
    return (partners, bye)
  }

  private func boards(
    _ one: Int, _ other: Int
  ) -> (pairing: Competition.Pairing, points: (Int64, Int64), rank: Int) {
    let (first, second) = (table.players[one].points, table.players[other].points)
    let higher = first >= second ? one : other
    let pairing =
      table.isWhite(one, against: other)
      ? Competition.Pairing(home: order[one], away: order[other])
      : Competition.Pairing(home: order[other], away: order[one])
    return (pairing, (max(first, second), min(first, second)), higher)
  }
}
