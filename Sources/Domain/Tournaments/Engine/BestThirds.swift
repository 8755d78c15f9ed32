/// The choice of a group for each slot of a knockout that names several groups, as `3rdADEF` does (row T-13). Such slots are for
/// the best among those with one place in their groups.
enum BestThirds {
  /// The round of 16 of a tournament of six groups: two of each group, and the four best thirds.
  ///
  /// As UEFA plays its European Championship: its regulations for 2024, article 21, have this round and the table below.
  static let six = [
    "B1", "3rdADEF", "A1", "C2", "F1", "3rdABC", "D2", "E2", "E1", "3rdABCD", "D1", "F2", "C1",
    "3rdDEF", "A2", "B2",
  ]

  /// The groups whose thirds meet the winners of B, C, E and F, by the groups whose thirds play on.
  private static let table = [
    "ABCD": "ADBC", "ABCE": "AEBC", "ABCF": "AFBC", "ABDE": "DEAB", "ABDF": "DFAB",
    "ABEF": "EFBA", "ACDE": "EDCA", "ACDF": "FDCA", "ACEF": "EFCA", "ADEF": "EFDA",
    "BCDE": "EDBC", "BCDF": "FDCB", "BCEF": "FECB", "BDEF": "FEDB", "CDEF": "FEDC",
  ]

  /// The groups that the winners of B, C, E and F may meet in it.
  private static let sets = ["ADEF", "DEF", "ABCD", "ABC"]

  /// The group that each slot gets; nil where they cannot all have one.
  ///
  /// UEFA's table decides where the slots are those of the table. Elsewhere the first slot gets the first of its groups that leaves
  /// all others one, then the second, and so on.
  ///
  /// - Parameters:
  ///   - groups: the groups of those who play on, as many as slots.
  ///   - slots: the groups from which each slot may have somebody.
  static func groups(_ groups: [Int], for slots: [[Int]]) -> [Int]? {
    guard groups.count == slots.count else { return nil }
    let names = slots.map { String($0.map(Course.letter).joined()) }
    let key = groups.sorted().map(Course.letter).joined()
    if Set(names) == Set(sets), names.count == sets.count, let row = table[key] {
      let letters = Dictionary(uniqueKeysWithValues: zip(sets, row))
      return names.compactMap { name in
        groups.first { Course.letter($0) == letters[name].map { String($0) } }
      }
    }
    var left = groups.sorted()
    guard isPossible(left, slots[...]) else { return nil }
    return slots.indices.compactMap { slot in
      let found = left.first { group in
        slots[slot].contains(group)
          && isPossible(left.filter { $0 != group }, slots[(slot + 1)...])
      }
      left.removeAll { $0 == found }
      return found
    }
  }

  private static func isPossible(_ groups: [Int], _ slots: ArraySlice<[Int]>) -> Bool {
    let slots = Array(slots)
    return Assignment.places(slots.count) { slots[$0].contains(groups[$1]) } != nil
  }

  /// Whether every choice of those who may play on fits the slots.
  ///
  /// By Hall's theorem it does where any slots together take from as many groups more than they are as there are groups of which
  /// nobody plays on: so the slots still have groups of their own when one of them stands there for these as well.
  static func isAlwaysPossible(_ slots: [[Int]], of groups: [Int]) -> Bool {
    guard slots.count <= groups.count else { return false }
    return slots.allSatisfy { slot in
      let all = slots + Array(repeating: slot, count: groups.count - slots.count)
      return Assignment.places(all.count) { all[$0].contains(groups[$1]) } != nil
    }
  }
}
