import Schema

/// The meetings in the first round of a knockout, unless people say otherwise (rows T-13 to T-15).
enum KnockoutProposal {
  /// After groups.
  ///
  /// Those of one group meet as late as can be: two of them in the final at the earliest, and of three and four only some before it,
  /// in the semi-finals. Four groups of two give A1–B2, C1–D2, A2–B1, C2–D1.
  ///
  /// - Parameters:
  ///   - groups: how many groups there are.
  ///   - qualifiers: how many of each play on.
  static func slots(groups: Int, qualifiers: Int) -> [Competition.Slot] {
    guard groups > 0, qualifiers > 0, groups * qualifiers > 1 else { return [] }
    guard qualifiers == 2 else { return apart(groups, qualifiers) }
    return half(groups, first: 0) + half(groups, first: 1)
  }

  /// Those with one place in their groups stand where seeds would: the winners are spread first. Each gets one of these slots that is far
  /// from its mates who stand already, and then far from the winner of its group.
  private static func apart(_ groups: Int, _ qualifiers: Int) -> [Competition.Slot] {
    let size = powerOfTwo(groups * qualifiers)
    let seeds = places(size)
    var slots = Array(repeating: Competition.Slot.bye, count: size)
    var mates: [[Int]] = Array(repeating: [], count: groups)
    for rank in 0..<qualifiers {
      let free = seeds.indices.filter {
        seeds[$0] / groups == rank && seeds[$0] < groups * qualifiers
      }.sorted { seeds[$0] < seeds[$1] }
      func first(_ group: Int, _ slot: Int) -> Int {
        mates[group].map { meeting($0, free[slot]) }.min() ?? 0
      }
      func winner(_ group: Int, _ slot: Int) -> Int {
        mates[group].first.map { meeting($0, free[slot]) } ?? 0
      }
      let rounds = Array((0...size.trailingZeroBitCount).reversed())
      // Round 0 is always possible: each may have any of these slots.
      let least = rounds.first { round in
        Assignment.places(groups) { first($0, $1) >= round } != nil
      }
      let chosen = rounds.lazy.compactMap { round in
        Assignment.places(groups) {
          first($0, $1) >= least ?? 0 && winner($0, $1) >= round
        }
      }.first
      for (group, slot) in (chosen ?? Array(0..<groups)).enumerated() {
        slots[free[slot]] = .place(group: group, rank: rank)
        mates[group].append(free[slot])
      }
    }
    return slots
  }

  /// The round in which two slots meet, 1 for the first.
  static func meeting(_ one: Int, _ other: Int) -> Int {
    var (one, other, round) = (one, other, 0)
    while one != other {
      one /= 2
      other /= 2
      round += 1
    }
    return round
  }

  /// A half: the winners of every second group, and the seconds of the others.
  private static func half(_ groups: Int, first: Int) -> [Competition.Slot] {
    let size = powerOfTwo(groups)
    let winners = stride(from: first, to: groups, by: 2).map { $0 }
    let seconds = stride(from: 1 - first, to: groups, by: 2).map { $0 }
    var byes = size - groups
    guard size > 1 else {
      return winners.map { .place(group: $0, rank: 0) } + seconds.map { .place(group: $0, rank: 1) }
    }
    var slots: [Competition.Slot] = []
    var free = seconds[...]
    var singles: [Competition.Slot] = []
    for winner in winners {
      // Winners get the byes, the last of them first, as in A1–B2, C1–bye.
      let isLast = winners.count - slots.count / 2 <= byes
      if !isLast, let second = free.popFirst() {
        let pair = [
          Competition.Slot.place(group: winner, rank: 0), .place(group: second, rank: 1),
        ]
        slots += first == 0 ? pair : pair.reversed()
      } else if byes > 0 {
        slots += [.place(group: winner, rank: 0), .bye]
        byes -= 1
      } else {
        singles.append(.place(group: winner, rank: 0))
      }
    }
    for second in free { singles.append(.place(group: second, rank: 1)) }
    while singles.count > 1, singles.count > byes {
      slots += [singles.removeFirst(), singles.removeFirst()]
    }
    for single in singles { slots += [single, .bye] }
    return slots
  }

  /// Without groups: the best and the worst seed meet, and so on; the best have the byes.
  ///
  /// - Parameter order: the seeds, the best first.
  static func seeded(_ order: [Competition.Slot]) -> [Competition.Slot] {
    places(powerOfTwo(order.count)).map { $0 < order.count ? order[$0] : .bye }
  }

  /// The seeds of a bracket from top to bottom, from 0 on.
  static func places(_ size: Int) -> [Int] {
    var places = [0]
    while places.count < size {
      let sum = places.count * 2 - 1
      places = places.flatMap { [$0, sum - $0] }
    }
    return places
  }

  /// The smallest power of two that is not smaller.
  static func powerOfTwo(_ count: Int) -> Int {
    var size = 1
    while size < count { size *= 2 }
    return size
  }

  /// Returns the reasons why slots that several groups may fill cannot be filled.
  private static func openProblems(
    _ slots: [Competition.Slot], name: (Competition.Slot) -> String, groups: [Int]
  ) -> [String] {
    var ranks: [Int: [(slot: Competition.Slot, groups: [Int])]] = [:]
    for slot in slots {
      if case .oneOf(let rank, let groups) = slot {
        ranks[rank, default: []].append((slot, groups))
      }
    }
    return ranks.sorted { $0.key < $1.key }.compactMap { rank, open in
      let there = groups.indices.filter { groups[$0] > rank }
      let shown = name(open[0].slot)
      for (slot, groups) in open {
        guard groups.allSatisfy(there.contains) else {
          return "There is no \(name(slot)): not all of these groups have such a place."
        }
      }
      let other = slots.first {
        switch $0 {
        case .place(_, rank), .best(rank, _): true
        default: false
        }
      }
      if let other {
        return
          "\(name(other)) and \(shown) may be the same one: take either places of groups, the best of them, or the best from some groups."
      }
      guard !BestThirds.isAlwaysPossible(open.map(\.groups), of: there) else { return nil }
      return
        "\(shown) and the others of its kind cannot take every \(open.count) of \(there.count) that may play on: let them take from more groups."
    }
  }

  /// Returns the reasons why these slots are no first round; empty where they are one (rows T-14, T-15).
  ///
  /// - Parameters:
  ///   - name: the name of a slot for people.
  ///   - groups: the number of entrants in each group.
  ///   - byesMeet: a file says so: byes may meet byes.
  static func problems(
    _ slots: [Competition.Slot], name: (Competition.Slot) -> String, groups: [Int],
    byesMeet: Bool = false
  ) -> [String] {
    var problems: [String] = []
    guard slots.count >= 2, powerOfTwo(slots.count) == slots.count else {
      return ["A knockout has 2, 4, 8, 16, 32, 64 or 128 slots, not \(slots.count)."]
    }
    var seen: Set<Competition.Slot> = []
    for slot in slots where slot != .bye {
      if case .oneOf = slot { continue }
      if !seen.insert(slot).inserted {
        problems.append("\(name(slot)) is in the knockout twice: each plays once.")
      }
      switch slot {
      case .place(let number, let rank):
        let count = groups.indices.contains(number) ? groups[number] : 0
        guard rank >= count else { continue }
        problems.append(
          "There is no \(name(slot)): the group has \(Count.of(count, "entrant")).")
      case .best(let rank, let place):
        let count = groups.count { $0 > rank }
        let first = Competition.Slot.best(rank: rank, place: 0)
        if place >= count {
          problems.append(
            "There is no \(name(slot)): \(Count.of(count, "group has", "groups have")) such a place."
          )
        }
        let single = slots.first {
          if case .place(_, rank) = $0 { return true }
          return false
        }
        if let single, problems.allSatisfy({ !$0.hasPrefix(name(single)) }) {
          problems.append(
            "\(name(single)) and \(name(first)) may be the same one: take either places of groups or the best of them."
          )
        }
      case .entrant, .bye, .oneOf: break
      }
    }
    problems += openProblems(slots, name: name, groups: groups)
    for place in stride(from: 0, to: slots.count, by: 2)
    where !byesMeet && slots[place] == .bye && slots[place + 1] == .bye {
      problems.append(
        "Match \(place / 2 + 1) has --bye-- against --bye--: one side must be somebody.")
    }
    return problems
  }
}
