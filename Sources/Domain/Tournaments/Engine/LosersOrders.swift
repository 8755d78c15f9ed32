import Schema
import TournamentSchema

/// The ways in which those who lose in the winners' bracket of a double elimination come down to the losers' bracket (row T-38).
enum LosersOrders {
  /// Their names in files, which are those of brackets-model's `seedOrdering` (src/ordering.ts of brackets-manager.js).
  static let names: [(name: String, value: LosersOrder)] = [
    ("natural", .natural), ("reverse", .reverse), ("half_shift", .halfShift),
    ("reverse_half_shift", .reverseHalfShift), ("pair_flip", .pairFlip),
    ("inner_outer", .innerOuter),
  ]

  /// The number of orders that a first round of so many slots needs: one for each winners' round but the last, in which one loses.
  static func count(slots: Int) -> Int {
    slots > 2 ? slots.trailingZeroBitCount - 1 : 0
  }

  /// The orders of a new tournament.
  ///
  /// For each size they are those with the fewest rematches in the losers' bracket, over random results of entrants who are alike and
  /// of entrants among which the better seed wins more often. All orders that there are were tried, up to 128 slots.
  static func proposed(slots: Int) -> [LosersOrder] {
    switch slots {
    case 4: [.natural]
    case 8: [.natural, .reverse]
    case 16: [.natural, .reverse, .natural]
    case 32: [.natural, .reverseHalfShift, .halfShift, .natural]
    case 64: [.natural, .halfShift, .reverseHalfShift, .reverse, .natural]
    case 128: [.natural, .reverseHalfShift, .halfShift, .reverse, .natural, .reverse]
    default: []
    }
  }

  /// The orders of a tournament that says none: all were so once, and what was played stays as it is.
  static func unsaid(slots: Int) -> [LosersOrder] {
    (0..<count(slots: slots)).map { $0 == 0 ? .natural : $0 % 2 == 1 ? .reverse : .halfShift }
  }

  /// The places from which so many come, in the order in which they come.
  ///
  /// - Parameter count: a power of two.
  static func places(_ count: Int, _ order: LosersOrder) -> [Int] {
    let all = Array(0..<count)
    let half = count / 2
    switch order {
    case .reverse: return all.reversed()
    case .halfShift: return Array(all[half...] + all[..<half])
    case .reverseHalfShift: return all[..<half].reversed() + all[half...].reversed()
    case .pairFlip: return count > 1 ? all.map { $0 ^ 1 } : all
    case .innerOuter: return KnockoutProposal.places(count)
    case .natural, .UNRECOGNIZED: return all
    }
  }
}

extension Competition {
  /// The orders in which those who lost come down, for a first round of so many slots.
  ///
  /// A tournament says them from its start on. One that says too few, too many or an unknown one says none.
  func losersOrders(slots: Int) -> [LosersOrder] {
    let isSaid =
      losers.count == LosersOrders.count(slots: slots)
      && losers.allSatisfy { LosersOrder.allCases.contains($0) }
    if isSaid { return losers }
    return started ? LosersOrders.unsaid(slots: slots) : LosersOrders.proposed(slots: slots)
  }
}
