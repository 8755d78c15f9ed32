/// The schedule of a league or a group: the Berger tables, those who came later, and the exchanges of an organiser (rows T-34, T-58,
/// T-59).
struct Schedule {
  /// The rounds, with entrants.
  private(set) var rounds: [[Berger.Pair]]
  /// Whether the last exchange that was asked for is one of this schedule, and has taken place.
  private(set) var lastCounts = false

  /// - Parameter prefix: what the names of the matches begin with: R, or the letter of the group.
  init(_ competition: Competition, _ members: [Int], prefix: String) {
    let takesLate = competition.style.traits.takesLate
    let first = members.filter { !takesLate || competition.entrants[$0].fromRound < 2 }
    rounds = Berger.rounds(first.count, legs: competition.legs).map { round in
      round.map { Berger.Pair(home: first[$0.home], away: first[$0.away]) }
    }
    if first.count < members.count { addLate(members, competition) }
    for swap in competition.swaps {
      lastCounts = false
      guard let one = place(swap.one, prefix), let two = place(swap.two, prefix) else { continue }
      lastCounts = exchange(one, two)
    }
  }

  /// Adds the matches of those who come in a later round, one after the other.
  ///
  /// The matches so far stay as they are. Each late entrant meets everybody before it in the first round in which both are there and
  /// free, and behind the last round there is always another one.
  private mutating func addLate(_ members: [Int], _ competition: Competition) {
    var playing = rounds.map { Set($0.flatMap { [$0.home, $0.away] }) }
    var known = members.filter { competition.entrants[$0].fromRound < 2 }
      .map { (number: $0, start: 0) }
    for late in members where competition.entrants[late].fromRound > 1 {
      let start = min(competition.entrants[late].fromRound - 1, rounds.count)
      for leg in 0..<competition.legs {
        for (place, other) in known.enumerated() {
          var round = max(start, other.start)
          while round < rounds.count, !playing[round].isDisjoint(with: [late, other.number]) {
            round += 1
          }
          if round == rounds.count {
            rounds.append([])
            playing.append([])
          }
          let isHome = (place + leg) % 2 == 0
          rounds[round].append(
            Berger.Pair(home: isHome ? late : other.number, away: isHome ? other.number : late))
          playing[round].formUnion([late, other.number])
        }
      }
      known.append((late, start))
    }
  }

  private func place(_ name: String, _ prefix: String) -> (round: Int, place: Int)? {
    guard name.hasPrefix(prefix) else { return nil }
    let numbers = name.dropFirst(prefix.count).split(separator: ".").map { Int($0) ?? 0 }
    guard numbers.count == 2, rounds.indices.contains(numbers[0] - 1),
      rounds[numbers[0] - 1].indices.contains(numbers[1] - 1)
    else { return nil }
    return (numbers[0] - 1, numbers[1] - 1)
  }

  /// Exchanges two matches, unless somebody would play twice in one round.
  private mutating func exchange(
    _ one: (round: Int, place: Int), _ two: (round: Int, place: Int)
  ) -> Bool {
    let before = rounds
    rounds[one.round][one.place] = before[two.round][two.place]
    rounds[two.round][two.place] = before[one.round][one.place]
    let isFair = [one.round, two.round].allSatisfy { round in
      let players = rounds[round].flatMap { [$0.home, $0.away] }
      return Set(players).count == players.count
    }
    if !isFair { rounds = before }
    return isFair
  }
}

extension Competition {
  /// Whether the last exchange has taken place in one of the schedules.
  var lastSwapCounts: Bool {
    guard style.traits.playsGroups else {
      return Schedule(self, Array(entrants.indices), prefix: "R").lastCounts
    }
    return groups.enumerated().contains { number, slots in
      Schedule(self, slots.compactMap { $0 }, prefix: Course.letter(number)).lastCounts
    }
  }
}
