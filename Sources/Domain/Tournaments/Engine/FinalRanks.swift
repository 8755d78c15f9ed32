import Schema

/// Somebody's rank in the end.
struct FinalRank: Equatable {
  /// From 1 on.
  let rank: Int
  let entrant: Int
  /// Others have the same rank.
  let isTied: Bool
  /// The way to that rank, as `out in the semi-finals`.
  let how: String
}

/// The ranks from first to last, including those who were out early (row T-31).
enum FinalRanks {
  /// The way to the last ranks, of those who were put out.
  static let disqualified = "disqualified"

  /// Returns those of a table.
  static func ofTable(_ competition: Competition, _ course: Course) -> [FinalRank] {
    (course.standings.first ?? []).map {
      let how = competition.entrants[$0.entrant].isDisqualified ? disqualified : ""
      return FinalRank(rank: $0.rank, entrant: $0.entrant, isTied: $0.isTied, how: how)
    }
  }

  /// Returns those of a knockout, with the groups before it where there are some.
  static func ofBracket(_ competition: Competition, _ course: Course) -> [FinalRank] {
    let overall = overall(competition, course)
    var ranks: [FinalRank] = []
    var placed: Set<Int> = []
    let putOut = competition.entrants.indices.filter { competition.entrants[$0].isDisqualified }
    /// Those of one part are ordered by what they did in all matches before and in the groups.
    func place(_ entrants: [Int], _ how: (Int) -> String) {
      let new = entrants.filter {
        !placed.contains($0) && !competition.entrants[$0].isDisqualified
      }
      for part in ordered(new, overall) {
        let rank = ranks.count + 1
        for entrant in part {
          placed.insert(entrant)
          ranks.append(
            FinalRank(rank: rank, entrant: entrant, isTied: part.count > 1, how: how(entrant)))
        }
      }
    }
    let (final, third) = top(competition, course)
    for (entrant, how) in final { place([entrant]) { _ in how } }
    for entrant in absent(course) where final.isEmpty && !putOut.contains(entrant) {
      placed.insert(entrant)
      ranks.append(
        FinalRank(rank: 2, entrant: entrant, isTied: true, how: "did not play the final"))
    }
    for (entrant, how) in third { place([entrant]) { _ in how } }
    for round in course.rounds.reversed()
    where !competition.style.traits.playsLosersBracket || !round.name.hasPrefix("Winners") {
      // Those who lost there hold as many places from the next one on.
      let first = round.matches.count + 1
      for places in course.places where (first..<first * 2 - 1).contains(places.first) {
        guard let last = places.rounds.last?.matches.last else { continue }
        let match = "the match for the \(ordinal(places.first)) place"
        let isPlayed = last.state == .decided
        if let winner = last.winner("").number {
          place([winner]) { _ in isPlayed ? "won \(match)" : "had no opponent in \(match)" }
        }
        if let loser = last.loser("").number { place([loser]) { _ in "lost \(match)" } }
        place(gone(last)) { _ in "did not play \(match)" }
      }
      let out = round.matches.compactMap { $0.loser("").number }
      place(out) { _ in "out in \(phrase(round.name))" }
      place(round.matches.flatMap { gone($0) }) { _ in "out in \(phrase(round.name))" }
    }
    for round in course.rounds {
      place(round.matches.flatMap { gone($0) }) { _ in "did not play on" }
    }
    let groups = course.standings
    for rank in 0..<(groups.map(\.count).max() ?? 0) {
      let entrants = groups.filter { $0.count > rank }.map { $0[rank].entrant }
      place(entrants) { _ in "\(ordinal(rank + 1)) in the group" }
    }
    place(Array(competition.entrants.indices)) { _ in "" }
    for part in ordered(putOut, overall) {
      let rank = ranks.count + 1
      ranks += part.map {
        FinalRank(rank: rank, entrant: $0, isTied: part.count > 1, how: disqualified)
      }
    }
    return ranks
  }

  /// Those whose ranks follow from the last matches, the best first: from the final, and from the match for the third place.
  private static func top(
    _ competition: Competition, _ course: Course
  ) -> (final: [(entrant: Int, how: String)], third: [(entrant: Int, how: String)]) {
    var sides: [(side: Side?, how: String)] = []
    let final = course.rounds.last?.matches.last
    let winners = course.rounds.last { $0.name.hasPrefix("Winners") }?.matches.last
    // Without a final, who wins the winners' bracket has won: who comes through the losers' bracket is second.
    if competition.style.traits.playsLosersBracket, competition.final == .none,
      winners?.name != final?.name
    {
      sides = [
        (winners?.winner(""), "winner"), (final?.winner(""), "won the losers' bracket"),
      ]
    } else {
      sides = [(final?.winner(""), "winner"), (final?.loser(""), "lost the final")]
    }
    func known(_ sides: [(side: Side?, how: String)]) -> [(entrant: Int, how: String)] {
      sides.compactMap { side in side.side?.number.map { ($0, side.how) } }
    }
    return (
      known(sides),
      known([
        (
          course.third?.winner(""),
          course.third?.state == .bye
            ? "had no opponent in the match for the third place"
            : "won the match for the third place"
        ),
        (course.third?.loser(""), "lost the match for the third place"),
      ])
    )
  }

  /// Both of a final to which neither came: it has no winner, and both are second.
  private static func absent(_ course: Course) -> [Int] {
    course.rounds.last?.matches.last.map(gone) ?? []
  }

  /// Both of a match to which neither came.
  private static func gone(_ fixture: Fixture) -> [Int] {
    guard fixture.ending?.winner == .neither, fixture.ending?.isForfeit == true else { return [] }
    return [fixture.home.number, fixture.away.number].compactMap { $0 }
  }

  private static func phrase(_ round: String) -> String {
    round.hasPrefix("Losers") || round.hasPrefix("Winners")
      ? "the \(round.prefix(1).lowercased())\(round.dropFirst())" : "the \(round.lowercased())"
  }

  /// As 1st, 2nd, 11th.
  static func ordinal(_ number: Int) -> String {
    let ending =
      (11...13).contains(number % 100)
      ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }

  /// Returns the values that order entrants where the bracket does not: the place in the group, then the rank by all matches
  /// that count between groups of unequal size.
  private static func overall(_ competition: Competition, _ course: Course) -> [Int: [Int]] {
    var places: [Int: Int] = [:]
    for rows in course.standings {
      for (place, row) in rows.enumerated() { places[row.entrant] = place }
    }
    var whole = competition
    whole.tieBreaks = competition.tieBreaks.filter { !TieBreaks.isHeadToHead($0) }
    var known: [Set<Int>: [Int: Int]] = [:]
    /// The ranks by all matches that count between those with one place in their groups.
    func ranks(_ place: Int) -> [Int: Int] {
      let left = Set(course.uncounted(place))
      if let found = known[left] { return found }
      let counted = course.matches(without: left) + course.knockout
      let rows = Standings(whole, Array(competition.entrants.indices), counted).rows()
      let found = Dictionary(
        rows.map { ($0.entrant, $0.rank) }, uniquingKeysWith: { one, _ in one })
      known[left] = found
      return found
    }
    return competition.entrants.indices.reduce(into: [:]) { values, entrant in
      let place = places[entrant] ?? 0
      values[entrant] = [place, ranks(place)[entrant] ?? 0]
    }
  }

  /// Those whose ranks the bracket does not tell apart, in parts that nothing tells apart: by their places in the groups, then by what
  /// they made of all their matches, then by lots.
  private static func ordered(_ entrants: [Int], _ overall: [Int: [Int]]) -> [[Int]] {
    Dictionary(grouping: entrants.sorted()) { overall[$0] ?? [0, 0] }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}
