/// Pairs one bracket: the best matching by the criteria, and among equal ones the first in the order of the rules (B.3 and B.4: who
/// of those moved down is paired, exchanges between the halves, then transpositions).
struct SwissBracket<Weight: SIMD> where Weight.Scalar == Int64 {
  private let criteria: SwissCriteria
  private let bracket: SwissCriteria.Bracket
  private let lane: Int
  private var matching: Matching<Weight>
  /// Places of the list `order` that have their partner for good.
  private var fixed: [Int: Int] = [:]
  /// The weight of one place more or less in an exchange: more than all transpositions.
  private let step: Int64
  /// The number of pairs within the bracket that are expected among those who were not moved down; -1 where some were.
  private let expectedPairs: Int
  /// Those of the upper half that left it: they are no longer the higher of a pair.
  private var gone: Set<Int> = []

  init(_ criteria: SwissCriteria) {
    self.criteria = criteria
    bracket = criteria.bracket
    lane = criteria.lanes
    let size = bracket.size
    step = Int64(size + 2) * 2
    expectedPairs = bracket.moved == 0 ? size / 2 : -1
    let (pairs, factor) = (expectedPairs, step)
    let place = lane
    matching = Matching<Weight>(bracket.order.count) { high, low in
      guard var weight: Weight = criteria.weight(high, low) else { return nil }
      if pairs >= 0, low < size { weight[place] = Self.exchange(high, pairs, size) * factor }
      return weight
    }
    if pairs > 0 {
      for high in 0..<pairs { matching.suggest(high, high + pairs) }
    }
    matching.solve()
  }

  /// As few exchanges as can be, then of places that lie as near to each other as can be.
  private static func exchange(_ place: Int, _ pairs: Int, _ size: Int) -> Int64 {
    (place < pairs ? Int64(size * size) : 0) - Int64(place)
  }

  /// The number of those of the bracket who have no partner in it.
  var unpaired: Int { bracket.size - (0..<bracket.size).filter(isPairedInside).count }

  /// The partner of one of all that are looked at; nil for one that has none in this step.
  func partner(_ place: Int) -> Int? { fixed[place] ?? matching.partner(place) }

  private func isPairedInside(_ place: Int) -> Bool {
    partner(place).map { $0 < bracket.size } ?? false
  }

  private func base(_ one: Int, _ other: Int) -> Weight? {
    criteria.weight(min(one, other), max(one, other))
  }

  private func weight(_ one: Int, _ other: Int, plus value: Int64) -> Weight? {
    guard var weight = base(one, other) else { return nil }
    weight[lane] = value
    return weight
  }

  // MARK: The whole

  /// Pairs. Returns the partner of each of the bracket, nil for those who leave it.
  mutating func pairs() -> [Int?] {
    if bracket.moved > 0 {
      chooseMoved()
      pairMoved()
    }
    pairRest()
    return (0..<bracket.size).map { place in
      partner(place).flatMap { $0 < bracket.size ? $0 : nil }
    }
  }

  // MARK: Those who were moved down

  /// Of those with the same points, the first ones are paired.
  private mutating func chooseMoved() {
    var start = 0
    while start < bracket.moved {
      var end = start + 1
      while end < bracket.moved, criteria.points(end) == criteria.points(start) { end += 1 }
      choose(start..<end)
      start = end
    }
  }

  private mutating func choose(_ places: Range<Int>) {
    var wanted = places.filter(isPairedInside).count
    var left = places.count
    let residents = bracket.moved..<bracket.size
    for place in places {
      let isKept = wanted > 0 && left <= wanted
      left -= 1
      if wanted > 0, !isKept, !isPairedInside(place) {
        raise(place, by: 1, residents)
      }
      if isKept || (wanted > 0 && isPairedInside(place)) {
        wanted -= 1
        // It stays so while others are tried.
        if !isKept { raise(place, by: 2, residents) }
      } else {
        matching.change(place, residents.map { ($0, nil) })
        matching.solve()
      }
    }
  }

  private mutating func raise(_ place: Int, by value: Int64, _ others: Range<Int>) {
    matching.change(place, others.map { ($0, weight(place, $0, plus: value)) })
    matching.solve()
  }

  /// Each has the highest opponent that the criteria allow.
  private mutating func pairMoved() {
    for place in 0..<bracket.moved where isPairedInside(place) {
      prefer(place, (bracket.moved..<bracket.size).filter { fixed[$0] == nil }) { _ in 0 }
    }
  }

  /// Pairs one with the first of some that an equally good matching allows, for good.
  private mutating func prefer(_ place: Int, _ others: [Int], _ worth: (Int) -> Int64) {
    let mate = matching.partner(place)
    if let first = others.first(where: { $0 == mate || matching.mayPair(place, $0) }), first != mate
    {
      let own = worth(place)
      matching.change(
        place,
        others.enumerated().map { number, other in
          (other, weight(place, other, plus: own + Int64(others.count - number)))
        })
      matching.solve()
    }
    guard let mate = matching.partner(place) else { return }
    fixed[place] = mate
    fixed[mate] = place
    matching.fix(place, mate)
    matching.solve()
  }

  // MARK: The rest

  private mutating func pairRest() {
    let rest = (bracket.moved..<bracket.size).filter { fixed[$0] == nil }
    let pairs = rest.filter(isPairedInside).count / 2
    guard pairs > 0 else { return }
    let size = bracket.size
    var worth = Array(repeating: Int64(0), count: size)
    for (number, place) in rest.enumerated() {
      worth[place] = Self.exchange(number, pairs, size) * step
    }
    if bracket.moved > 0 || pairs != expectedPairs {
      // Without those who were moved down the halves are others.
      let criteria = criteria
      let lane = lane
      matching.rebuild { high, low in
        // Those who were moved down and are left go on.
        let isMoved = high < criteria.bracket.moved
        if isMoved, low < size { return nil }
        guard var weight: Weight = criteria.weight(high, low) else { return nil }
        if low < size { weight[lane] = worth[high] }
        return weight
      }
      for number in 0..<pairs { matching.suggest(rest[number], rest[number + pairs]) }
      matching.solve()
    }
    exchange(rest, pairs, worth)
    let isUpper = rest.map(isSmaller)
    let upper = rest.enumerated().filter { isUpper[$0.offset] }.map(\.element)
    let lower = rest.enumerated().filter { !isUpper[$0.offset] }.map(\.element)
    var half = Array(repeating: 0, count: bracket.order.count)
    for place in upper { half[place] = 1 }
    for place in lower { half[place] = 2 }
    matching.forbid { low, high in
      half[low] > 0 && half[high] > 0 && (half[low] != 1 || half[high] != 2)
    }
    matching.solve()
    for place in upper {
      prefer(place, lower.filter { $0 > place && fixed[$0] == nil }) { worth[$0] }
    }
  }

  /// Whether one is the higher of a pair of the bracket.
  private func isSmaller(_ place: Int) -> Bool {
    matching.partner(place).map { $0 > place && $0 < bracket.size } ?? false
  }

  /// Decides who changes halves: of the upper half the lowest, of the lower half the highest.
  private mutating func exchange(_ rest: [Int], _ pairs: Int, _ worth: [Int64]) {
    let count = rest.prefix(pairs).filter { !isSmaller($0) }.count
    guard count > 0 else { return }
    var left = count
    for number in (0..<pairs).reversed() where left > 0 {
      let place = rest[number]
      let later = Array(rest[(number + 1)...])
      let wasSmaller = isSmaller(place)
      if wasSmaller { change(place, later, worth[place] - 1) }
      if isSmaller(place) {
        if wasSmaller { change(place, later, worth[place]) }
      } else {
        left -= 1
        matching.change(place, later.map { ($0, nil) })
        matching.solve()
        gone.insert(place)
      }
    }
    left = count
    for number in pairs..<rest.count where left > 1 {
      let place = rest[number]
      let later = Array(rest[(number + 1)...])
      let wasSmaller = isSmaller(place)
      if !wasSmaller { change(place, later, worth[place] + 1) }
      if isSmaller(place) {
        left -= 1
        let outside = Array(bracket.size..<bracket.order.count)
        matching.change(place, (Array(rest[..<number]) + outside).map { ($0, nil) })
        matching.solve()
      }
      if !wasSmaller { change(place, later, worth[place]) }
    }
  }

  private mutating func change(_ place: Int, _ others: [Int], _ value: Int64) {
    matching.change(
      place, others.map { ($0, gone.contains(place) ? nil : weight(place, $0, plus: value)) })
    matching.solve()
  }
}
