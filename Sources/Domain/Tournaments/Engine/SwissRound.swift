/// The next round by the Dutch system (FIDE Handbook C.04.3, in force from 1 February 2026): bracket by bracket from the top, each the
/// best that the criteria allow, so that the rest can be paired as well.
struct SwissRound {
  private typealias Small = Matching<SIMD2<Int64>>

  private let table: SwissTable
  /// Those who are present, the highest first.
  private let order: [Int]
  /// The points of the one that gets the bye; nil where nobody needs one.
  private var byePoints: Int64?
  private(set) var partners: [Int: Int] = [:]
  private(set) var bye: Int?
  /// A pairing of all who are left, by the rules that have no exception. The vertex behind the last player is the bye.
  private var rest: Small
  /// For tests: how many brackets were paired with all that were left.
  private(set) var wholeCount = 0

  /// Nil where the rules allow no pairing.
  init?(_ table: SwissTable) {
    self.table = table
    let players = table.players
    order = players.indices.filter { table.entries[$0].isPresent }.sorted {
      (players[$1].points, players[$0].rank) < (players[$0].points, players[$1].rank)
    }
    let count = order.count
    let order = order
    var points: [Int64?] = [nil]
    if count % 2 == 1 {
      points = Set(order.filter { players[$0].mayHaveBye }.map { players[$0].points }).sorted()
    }
    var found: Small?
    for least in points {
      var small = Small(count + count % 2) { high, low in
        let isAllowed =
          low == count
          ? SwissCriteria.isCandidate(players[order[high]], least)
          : table.mayMeet(order[high], order[low])
        return isAllowed ? [1, 0] : nil
      }
      small.solve()
      if (0..<count).allSatisfy({ small.partner($0) != nil }) {
        found = small
        byePoints = least
        break
      }
    }
    guard let found else { return nil }
    rest = found
    pairAll()
  }

  private mutating func pairAll() {
    var next = 0
    /// Those who were moved down, as places of `order`.
    var moved: [Int] = []
    while next < order.count || moved.count > 1 {
      let start = next
      while next < order.count, points(next) == points(start) { next += 1 }
      let members = moved + Array(start..<next)
      let pairs = paired(members, moved: moved.count, next)
      moved = []
      var gone: [Int] = []
      for (place, partner) in zip(members, pairs) {
        if let partner {
          partners[order[place]] = order[members[partner]]
          gone.append(place)
        } else {
          moved.append(place)
        }
      }
      rest.remove(gone)
      rest.solve()
      if start == next { break }
    }
    bye = moved.first.map { order[$0] }
  }

  private func points(_ place: Int) -> Int64 { table.players[order[place]].points }

  // MARK: A bracket

  private enum Reach { case bracket, next, all }

  private struct Solved {
    /// The partners within the bracket.
    let pairs: [Int?]
    /// The number of those without a partner there.
    let unpaired: Int
    /// The partners of all that were looked at.
    let partners: [Int?]
  }

  /// The partner of each, as a place of `members`.
  ///
  /// The bracket alone is tried first: what is best there is best of all if the next bracket loses nothing by it, and the rest can be
  /// paired. Else more is looked at.
  private mutating func paired(_ members: [Int], moved: Int, _ next: Int) -> [Int?] {
    for reach in [Reach.bracket, .next] {
      if let pairs = tried(members, moved, next, reach) { return pairs }
    }
    wholeCount += 1
    return tried(members, moved, next, .all) ?? members.map { _ in nil }
  }

  private func tried(_ members: [Int], _ moved: Int, _ next: Int, _ reach: Reach) -> [Int?]? {
    var end = next
    while end < order.count, points(end) == points(next) { end += 1 }
    if reach == .next, end == next { return nil }
    let following = Array(next..<(reach == .bracket ? next : reach == .next ? end : order.count))
    let least = members.last.map(points) ?? 0
    let isByeHere = byePoints.map { $0 >= least } ?? false
    func bracket(bye: Bool) -> SwissCriteria.Bracket {
      SwissCriteria.Bracket(
        order: (members + following).map { order[$0] }, moved: moved, size: members.count,
        next: reach == .bracket ? members.count : members.count + (end - next),
        isWhole: reach == .all, byePoints: byePoints, isByeHere: bye)
    }
    if isByeHere {
      if reach != .all, members.count % 2 == 0 { return nil }
      let solved = solved(bracket(bye: true))
      if solved.unpaired == 1 {
        let pairs = solved.pairs
        if reach == .all { return pairs }
        let alone = zip(members, pairs).first { $0.1 == nil }?.0
        guard let alone, SwissCriteria.isCandidate(table.players[order[alone]], byePoints) else {
          return nil
        }
        return isComplete(members + [order.count]) ? pairs : nil
      }
      guard reach == .all else { return nil }
    }
    let solved = solved(bracket(bye: false))
    let pairs = solved.pairs
    if reach == .all { return pairs }
    let floating = zip(members, pairs).filter { $0.1 == nil }.map(\.0)
    let gone = zip(members, pairs).filter { $0.1 != nil }.map(\.0)
    if floating.isEmpty { return isComplete(gone) ? pairs : nil }
    if reach == .next {
      let here = members + following
      return isComplete(zip(here, solved.partners).filter { $0.1 != nil }.map(\.0)) ? pairs : nil
    }
    return fits(floating, Array(next..<end), gone) ? pairs : nil
  }

  private func solved(_ bracket: SwissCriteria.Bracket) -> Solved {
    let criteria = SwissCriteria(table, bracket)
    func solve<Weight: SIMD>(_ type: Weight.Type) -> Solved
    where Weight.Scalar == Int64 {
      var work = SwissBracket<Weight>(criteria)
      let unpaired = work.unpaired
      let pairs = work.pairs()
      return Solved(
        pairs: pairs, unpaired: unpaired, partners: bracket.order.indices.map(work.partner))
    }
    switch criteria.lanes + 1 {
    case ...2: return solve(SIMD2<Int64>.self)
    case ...4: return solve(SIMD4<Int64>.self)
    case ...8: return solve(SIMD8<Int64>.self)
    default: return solve(SIMD16<Int64>.self)
    }
  }

  /// Whether those who are left without some can all be paired.
  private func isComplete(_ without: [Int]) -> Bool {
    var trial = rest
    trial.remove(without)
    trial.solve()
    return trial.isPerfect
  }

  /// Whether the next bracket has as many pairs as its size allows, with all who are moved down, and the rest can be paired too.
  private func fits(_ floating: [Int], _ next: [Int], _ gone: [Int]) -> Bool {
    let all = floating + next
    let isOdd = all.count % 2 == 1
    // One of those who were there already may stay alone.
    var last = isOdd ? next.count - 1 : 0
    let first = isOdd ? max(0, next.count - 4) : 0
    while last >= first, !next.isEmpty {
      var some = all
      if isOdd { some.remove(at: floating.count + last) }
      var small = Small(some.count) { high, low in
        low >= floating.count && table.mayMeet(order[some[high]], order[some[low]]) ? [1, 0] : nil
      }
      small.solve()
      if small.isPerfect, isComplete(gone + some) { return true }
      last -= 1
    }
    return false
  }
}
