/// The meetings of each round in which everybody meets everybody once (row T-34).
///
/// The Berger tables of FIDE's Handbook, C.05 annex 1: the last player stays in place, the others go around. An odd number of
/// players leaves one without a match in each round. Home and away alternate as evenly as can be.
enum Berger {
  /// One match: the places of two players in their list.
  struct Pair: Equatable {
    let home: Int
    let away: Int
  }

  /// The rounds.
  ///
  /// - Parameters:
  ///   - count: the number of players; fewer than two have no round.
  ///   - legs: how often everybody meets everybody; in every second leg home and away are exchanged.
  static func rounds(_ count: Int, legs: Int = 1) -> [[Pair]] {
    guard count > 1 else { return [] }
    let even = count + count % 2
    let circle = even - 1
    let once = (0..<circle).map { round -> [Pair] in
      let pivot = round * (even / 2) % circle
      let last = even - 1
      var pairs = [
        round % 2 == 0 ? Pair(home: pivot, away: last) : Pair(home: last, away: pivot)
      ]
      for step in 1..<max(even / 2, 1) {
        pairs.append(
          Pair(home: (pivot + step) % circle, away: (pivot + circle - step) % circle))
      }
      return pairs.filter { $0.home < count && $0.away < count }
    }
    return (0..<max(legs, 1)).flatMap { leg in
      leg % 2 == 0
        ? once : once.map { round in round.map { Pair(home: $0.away, away: $0.home) } }
    }
  }
}
