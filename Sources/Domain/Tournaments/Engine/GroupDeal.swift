import Feature
import Schema

/// Puts entrants into groups (rows T-09, T-10, T-41).
enum GroupDeal {
  /// The number of groups where nobody says one: four in each.
  static func count(_ entrants: Int) -> Int { (entrants + 3) / 4 }

  /// Returns the refusal of more in each group who play on than there are; nil where there are enough.
  ///
  /// - Parameter groups: the number of entrants in each group; none where no group is made yet.
  static func tooMany(
    qualifiers: Int, groups: [Int], _ code: RefusalCode = .notNow
  ) -> Refused? {
    guard let largest = groups.max(), qualifiers > largest else { return nil }
    return Refused(
      code,
      "\(qualifiers) of each group are to play on, and the largest group has \(Count.of(largest, "entrant")).",
      .chooseQualifiers)
  }

  /// The groups.
  ///
  /// All have the same number of places. Where entrants are missing, the last places of the last groups stay empty, at most one
  /// more in one group than in another.
  ///
  /// - Parameters:
  ///   - order: the entrants in the order in which they are dealt.
  ///   - byPots: one of each pot in every group, there and back; without it group by group.
  ///   - clubs: the club of each entrant, or an empty text; given where clubmates should be in different groups.
  static func groups(_ order: [Int], into count: Int, byPots: Bool, clubs: [String]?) -> [[Int?]] {
    guard count > 0 else { return [] }
    let size = (order.count + count - 1) / count
    let missing = size * count - order.count
    // As many places as each group has entrants.
    let sizes = (0..<count).map { group in
      let fromEnd = count - 1 - group
      return size - missing / count - (fromEnd < missing % count ? 1 : 0)
    }
    var groups: [[Int]] = Array(repeating: [], count: count)
    let turns =
      byPots ? pots(sizes) : sizes.enumerated().flatMap { Array(repeating: $0, count: $1) }
    var waiting = order
    for group in turns {
      let mates = clubs.map { clubs in Set(groups[group].map { clubs[$0] }) } ?? []
      let place =
        waiting.firstIndex { entrant in
          guard let club = clubs?[entrant], !club.isEmpty else { return true }
          return !mates.contains(club)
        } ?? 0
      groups[group].append(waiting.remove(at: place))
    }
    if let clubs { separate(&groups, clubs) }
    return groups.map { $0.map(Optional.some) + Array(repeating: nil, count: size - $0.count) }
  }

  /// The groups one after the other, and back.
  private static func pots(_ sizes: [Int]) -> [Int] {
    (0..<(sizes.max() ?? 0)).flatMap { pot in
      let there = sizes.indices.filter { sizes[$0] > pot }
      return pot % 2 == 0 ? there : there.reversed()
    }
  }

  /// Exchanges clubmates that are still in one group with entrants of other groups, where that makes it better.
  private static func separate(_ groups: inout [[Int]], _ clubs: [String]) {
    func conflicts(_ group: [Int]) -> Int {
      let named = group.map { clubs[$0] }.filter { !$0.isEmpty }
      return named.count - Set(named).count
    }
    for group in groups.indices {
      for place in groups[group].indices where conflicts(groups[group]) > 0 {
        search: for other in groups.indices where other != group {
          for there in groups[other].indices {
            let before = conflicts(groups[group]) + conflicts(groups[other])
            let (one, two) = (groups[group][place], groups[other][there])
            (groups[group][place], groups[other][there]) = (two, one)
            if conflicts(groups[group]) + conflicts(groups[other]) < before { break search }
            (groups[group][place], groups[other][there]) = (one, two)
          }
        }
      }
    }
  }
}
