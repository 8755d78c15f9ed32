import Schema

/// The entrants in the slots of a knockout.
extension Course {
  /// The sides of the first round of the knockout.
  func sides(_ competition: Competition) -> [Side] {
    let bests = bests(competition)
    let chosen = chosen(competition, bests)
    return competition.slots.enumerated().map { number, slot in
      guard case .oneOf = slot else { return side(slot, competition, bests) }
      guard let (entrant, isSure) = chosen[number] else {
        return .waiting(Self.name(slot, competition))
      }
      return isSure
        ? .entrant(entrant) : .waiting(Self.name(slot, competition), likely: [entrant])
    }
  }

  /// Those who are in slots that several groups may fill, by these slots, and whether that is sure; without those who are level with
  /// others for it.
  func chosen(
    _ competition: Competition, _ bests: [Int: [Standing]]
  ) -> [Int: (entrant: Int, isSure: Bool)] {
    var ranks: [Int: [(slot: Int, groups: [Int])]] = [:]
    for (number, slot) in competition.slots.enumerated() {
      if case .oneOf(let rank, let groups) = slot {
        ranks[rank, default: []].append((number, groups))
      }
    }
    var chosen: [Int: (entrant: Int, isSure: Bool)] = [:]
    for (rank, slots) in ranks {
      let rows = bests[rank] ?? []
      let isKnown =
        rows.count >= slots.count
        && (rows.count == slots.count || rows[slots.count].rank > rows[slots.count - 1].rank)
        && standings.allSatisfy { $0.count <= rank || !$0[rank].isTied }
      guard isKnown else { continue }
      let entrants = Dictionary(
        uniqueKeysWithValues: rows.prefix(slots.count).compactMap { row in
          standings.firstIndex { $0.count > rank && $0[rank].entrant == row.entrant }
            .map { ($0, row.entrant) }
        })
      let groups = BestThirds.groups(Array(entrants.keys), for: slots.map(\.groups)) ?? []
      for (slot, group) in zip(slots, groups) {
        chosen[slot.slot] = entrants[group].map { ($0, isComplete.allSatisfy { $0 }) }
      }
    }
    return chosen
  }

  /// Those with one place in their groups, for each place that the slots of the knockout ask for.
  func bests(_ competition: Competition) -> [Int: [Standing]] {
    Set(competition.slots).openRanks.reduce(into: [:]) { $0[$1] = best($1, competition) }
  }

  /// Those with one place in their groups who are level with each other where it matters for the knockout, part by part.
  func levelBests(_ rank: Int, _ competition: Competition) -> [[Standing]] {
    let rows = best(rank, competition)
    var open = 0
    var places: [Int] = []
    for slot in competition.slots {
      if case .best(rank, let place) = slot { places.append(place) }
      if case .oneOf(rank, _) = slot { open += 1 }
    }
    // Among those who all play on the order decides nothing: only a tie across the last place matters.
    if open > 0, rows.indices.contains(open), rows[open].rank == rows[open - 1].rank {
      places.append(open)
    }
    let tied = Set(
      places.filter { rows.indices.contains($0) && rows[$0].isTied }.map { rows[$0].rank })
    return tied.sorted().map { rank in rows.filter { $0.rank == rank } }
  }

  func side(
    _ slot: Competition.Slot, _ competition: Competition, _ bests: [Int: [Standing]]
  ) -> Side {
    switch slot {
    case .bye: return .bye
    // Its side follows from all slots of its kind.
    case .oneOf: return .waiting(Self.name(slot, competition))
    case .entrant(let number): return .entrant(number)
    case .best(let rank, let place):
      let label = Self.name(slot, competition)
      let rows = bests[rank] ?? []
      guard rows.indices.contains(place) else { return .waiting(label) }
      let level = rows.filter { $0.rank == rows[place].rank }.map(\.entrant)
      // Only once all groups are over, and where it is known who is there in each.
      let isSure =
        isComplete.allSatisfy { $0 } && level.count == 1
        && standings.allSatisfy { $0.count <= rank || !$0[rank].isTied }
      return isSure ? .entrant(level[0]) : .waiting(label, likely: level)
    case .place(let group, let rank):
      let label = Self.name(slot, competition)
      guard standings.indices.contains(group), standings[group].indices.contains(rank) else {
        return .waiting(label)
      }
      let row = standings[group][rank]
      if isComplete[group], !row.isTied { return .entrant(row.entrant) }
      return .waiting(
        label, likely: standings[group].filter { $0.rank == row.rank }.map(\.entrant))
    }
  }

  /// Those whose matches do not count between the holders of one place in groups of unequal size: the last ones of the larger groups.
  ///
  /// So each of them has as many opponents that count as in the smallest group. UEFA found the best third of its qualifiers for the
  /// Euro 2016 so, with one group of five and eight of six: results against those in sixth place did not count.
  func uncounted(_ rank: Int) -> [Int] {
    let groups = standings.filter { $0.count > rank }
    let least = groups.map(\.count).min() ?? 0
    return groups.flatMap { $0.dropFirst(least).map(\.entrant) }
  }

  /// The matches of the groups in which none of some entrants plays.
  func matches(without left: Set<Int>) -> [Fixture] {
    guard !left.isEmpty else { return matches }
    return matches.filter { fixture in
      ![fixture.home.number, fixture.away.number].compactMap { $0 }.contains(where: left.contains)
    }
  }

  /// Those with one place in their groups, the best first: by points and the tie-breaks, without those of matches between them, and
  /// without what does not count between groups of unequal size.
  func best(_ rank: Int, _ competition: Competition) -> [Standing] {
    let members = standings.filter { $0.count > rank }.map { $0[rank].entrant }
    var whole = competition
    whole.tieBreaks = competition.tieBreaks.filter { !TieBreaks.isHeadToHead($0) }
    let counted = matches(without: Set(uncounted(rank)))
    let all = Standings(whole, Array(competition.entrants.indices), counted).rows()
    let inside = Set(members)
    let rows = all.filter { inside.contains($0.entrant) }
    return rows.map { row in
      Standing(
        entrant: row.entrant, rank: rows.count { $0.rank < row.rank } + 1,
        isTied: rows.count { $0.rank == row.rank } > 1, tally: row.tally, values: row.values,
        isByLot: row.isByLot)
    }
  }
}

extension Set<Competition.Slot> {
  /// The ranks in groups of which only some entrants play on. The first rank is 0.
  var openRanks: Set<Int> {
    Set<Int>(
      compactMap { slot -> Int? in
        switch slot {
        case .best(let rank, _), .oneOf(let rank, _): rank
        case .bye, .place, .entrant: nil
        }
      })
  }
}
