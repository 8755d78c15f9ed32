/// The order of the members of a league or a group whose Berger tables give known rounds.
enum ScheduleOrder {
  /// The members in such an order: the same matches in the same rounds, and with the same sides where that can be.
  ///
  /// In the tables one member stays in place, or is the one who is missing where their number is odd. Whom it meets, round by round,
  /// says where all others stand.
  ///
  /// - Parameter rounds: all matches, of all legs.
  /// - Returns: nil where no order gives these rounds.
  static func members(
    _ members: [Int], _ rounds: [[(home: Int, away: Int)]], legs: Int
  ) -> [Int]? {
    let count = members.count
    let tables = Berger.rounds(count, legs: legs)
    guard count > 1, rounds.count == tables.count else { return nil }
    var found: [Int]?
    for fixed in count % 2 == 0 ? members.map({ $0 }) : [nil] {
      guard let order = order(members, fixed, rounds) else { continue }
      let made = tables.map { round in
        round.map { (home: order[$0.home], away: order[$0.away]) }
      }
      if zip(made, rounds).allSatisfy({ $0.elementsEqual($1, by: ==) }) { return order }
      let isSame = zip(made, rounds).allSatisfy { one, other in
        one.count == other.count
          && Set(one.map { Set([$0.home, $0.away]) }) == Set(other.map { Set([$0.home, $0.away]) })
      }
      if isSame, found == nil { found = order }
    }
    return found
  }

  /// The order in which a member stays in place; nil where another is met twice, or none is.
  private static func order(
    _ members: [Int], _ fixed: Int?, _ rounds: [[(home: Int, away: Int)]]
  ) -> [Int]? {
    let even = members.count + members.count % 2
    let circle = even - 1
    var order: [Int?] = Array(repeating: nil, count: circle)
    for round in 0..<circle {
      let playing = rounds[round].flatMap { [$0.home, $0.away] }
      let met: Int?
      if let fixed {
        let match = rounds[round].first { $0.home == fixed || $0.away == fixed }
        met = match.map { $0.home == fixed ? $0.away : $0.home }
      } else {
        let idle = Set(members).subtracting(playing)
        met = idle.count == 1 ? idle.first : nil
      }
      guard let met else { return nil }
      order[round * (even / 2) % circle] = met
    }
    let all = order.compactMap { $0 } + (fixed.map { [$0] } ?? [])
    return Set(all) == Set(members) && all.count == members.count ? all : nil
  }
}
