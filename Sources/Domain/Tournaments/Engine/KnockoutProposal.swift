import Schema

/// Who meets in the first round of a knockout unless people say otherwise (rows T-13 to T-15).
enum KnockoutProposal {
  /// After groups.
  ///
  /// With two of each group, those of one group are in different halves, so they meet in the final at the earliest. Four groups give
  /// A1–B2, C1–D2, A2–B1, C2–D1.
  ///
  /// - Parameters:
  ///   - groups: how many groups there are.
  ///   - qualifiers: how many of each play on.
  static func slots(groups: Int, qualifiers: Int) -> [Competition.Slot] {
    guard groups > 0, qualifiers > 0, groups * qualifiers > 1 else { return [] }
    guard qualifiers == 2 else {
      let order = (0..<qualifiers).flatMap { rank in
        (0..<groups).map { Competition.Slot.place(group: $0, rank: rank) }
      }
      return seeded(order)
    }
    return half(groups, first: 0) + half(groups, first: 1)
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

  /// Why these slots are no first round; empty where they are one (rows T-14, T-15).
  ///
  /// - Parameters:
  ///   - name: how a slot is shown.
  ///   - group: how many entrants a group has.
  static func problems(
    _ slots: [Competition.Slot], name: (Competition.Slot) -> String, group: (Int) -> Int
  ) -> [String] {
    var problems: [String] = []
    guard slots.count >= 2, powerOfTwo(slots.count) == slots.count else {
      return ["A knockout has 2, 4, 8, 16, 32, 64 or 128 slots, not \(slots.count)."]
    }
    var seen: Set<Competition.Slot> = []
    for slot in slots where slot != .bye {
      if !seen.insert(slot).inserted {
        problems.append("\(name(slot)) is in the knockout twice: each plays once.")
      }
      if case .place(let number, let rank) = slot, rank >= group(number) {
        problems.append(
          "There is no \(name(slot)): the group has \(Count.of(group(number), "entrant")).")
      }
    }
    for place in stride(from: 0, to: slots.count, by: 2)
    where slots[place] == .bye && slots[place + 1] == .bye {
      problems.append(
        "Match \(place / 2 + 1) has --bye-- against --bye--: one side must be somebody.")
    }
    return problems
  }
}
