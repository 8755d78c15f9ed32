/// A matching of the greatest weight in a graph in which everybody may be paired with everybody.
///
/// Weights are vectors of which the first number decides, then the second, and so on: with them a criterion goes before all that come
/// after it. The method is Edmonds' with duals and blossoms, one tree at a time (Galil, Efficient algorithms for finding maximum
/// matching in graphs, ACM Computing Surveys 18, 1986). After a change of some weights only a few trees have to grow again.
struct Matching<Weight: SIMD> where Weight.Scalar == Int64 {
  enum Label { case none, even, odd }

  typealias Edge = (from: Int, to: Int)

  /// The weight of a pair that must not be.
  private static var absent: Weight {
    var weight = Weight.zero
    weight[0] = -1 << 58
    return weight
  }

  let count: Int
  /// Doubled, so that duals are whole numbers.
  var weights: [Weight]
  var partners: [Int]
  /// Of vertices; behind them, of blossoms.
  var dual: [Weight]
  var top: [Int]
  var parent: [Int]
  var base: [Int]
  var children: [[Int]]
  var links: [[Edge]]
  var unused: [Int]
  var label: [Label]
  var labelEdge: [Edge]
  /// For each vertex outside the tree, and each odd one, the even vertex with the least slack.
  var best: [Int]
  /// For each even vertex the one in another blossom with the least slack.
  var bestEven: [Int]
  var queue: [Int] = []
  var active: [Int]
  /// The blossoms that exist.
  var blossoms: [Int] = []
  var pending: [Int] = []

  /// A graph.
  ///
  /// - Parameter weight: what a pair is worth, the lower number first; nil for one that must not be.
  init(_ count: Int, weight: (Int, Int) -> Weight?) {
    self.count = count
    let size = count + count / 2 + 1
    weights = Array(repeating: Self.absent, count: count * count)
    dual = Array(repeating: .zero, count: size)
    for high in 0..<count {
      for low in 0..<high {
        guard let value = weight(low, high) else { continue }
        weights[low * count + high] = value &+ value
        weights[high * count + low] = value &+ value
        if Self.isLess(dual[low], value) { dual[low] = value }
        if Self.isLess(dual[high], value) { dual[high] = value }
      }
    }
    partners = Array(repeating: -1, count: count)
    top = Array(0..<count)
    parent = Array(repeating: -1, count: size)
    base = Array(0..<size)
    children = Array(repeating: [], count: size)
    links = Array(repeating: [], count: size)
    unused = Array(count..<size)
    label = Array(repeating: .none, count: size)
    labelEdge = Array(repeating: (-1, -1), count: size)
    best = Array(repeating: -1, count: count)
    bestEven = best
    active = Array(0..<count)
    pending = active
  }

  /// The partner of one, nil for one that stays alone.
  func partner(_ vertex: Int) -> Int? { partners[vertex] < 0 ? nil : partners[vertex] }

  /// All that are left have a partner.
  var isPerfect: Bool { active.allSatisfy { partners[$0] >= 0 } }

  /// The partners of all of a graph.
  static func pairs(_ count: Int, weight: (Int, Int) -> Weight?) -> [Int?] {
    var matching = Matching(count, weight: weight)
    matching.solve()
    return (0..<count).map { matching.partner($0) }
  }

  static func isLess(_ one: Weight, _ other: Weight) -> Bool {
    for place in 0..<Weight.scalarCount where one[place] != other[place] {
      return one[place] < other[place]
    }
    return false
  }

  func slack(_ one: Int, _ other: Int) -> Weight {
    dual[one] &+ dual[other] &- weights[one * count + other]
  }

  /// Whether a pair may be in some matching of the greatest weight; where this is not known, it may.
  func mayPair(_ one: Int, _ other: Int) -> Bool {
    (top[one] == top[other] && weights[one * count + other] != Self.absent)
      || slack(one, other) == .zero
  }

  // MARK: Changes

  /// Finds a matching of the greatest weight.
  mutating func solve() {
    // First along edges without slack, in order.
    for vertex in pending where partners[vertex] < 0 && top[vertex] == vertex {
      for other in active
      where other > vertex && partners[other] < 0 && top[other] == other
        && slack(vertex, other) == .zero
      {
        partners[vertex] = other
        partners[other] = vertex
        break
      }
    }
    while let vertex = pending.popLast() {
      if partners[vertex] < 0, top[vertex] >= 0, Self.isLess(.zero, dual[vertex]) {
        search(base[top[vertex]])
      }
    }
  }

  /// Pairs two where an edge without slack allows it, so that `solve` has less to do.
  mutating func suggest(_ one: Int, _ other: Int) {
    guard partners[one] < 0, partners[other] < 0, top[one] == one, top[other] == other,
      slack(one, other) == .zero
    else { return }
    partners[one] = other
    partners[other] = one
  }

  /// Changes what pairs of one are worth; `solve` must follow.
  mutating func change(_ vertex: Int, _ changes: [(other: Int, weight: Weight?)]) {
    if top[vertex] == vertex {
      let mate = partners[vertex]
      var shift = Weight.zero
      for (other, weight) in changes where other == mate {
        guard let weight else { break }
        shift = weight &+ weight &- weights[vertex * count + mate]
      }
      put(vertex, changes)
      let moved = dual[vertex] &+ shift
      let isKept =
        mate >= 0 ? weights[vertex * count + mate] != Self.absent : moved == .zero
      if isKept, !Self.isLess(moved, .zero) {
        dual[vertex] = moved
        if active.allSatisfy({ $0 == vertex || !Self.isLess(slack(vertex, $0), .zero) }) { return }
      }
    } else {
      dissolve(vertex)
      put(vertex, changes)
    }
    leave(vertex)
    var highest = Weight.zero
    for other in active where other != vertex {
      let value = weights[vertex * count + other] &- dual[other]
      if Self.isLess(highest, value) { highest = value }
    }
    dual[vertex] = highest
    pending.append(vertex)
  }

  /// Takes two out for good who are partners; `solve` must follow.
  mutating func fix(_ one: Int, _ other: Int) {
    remove([one, other])
    partners[one] = other
    partners[other] = one
  }

  /// Takes some out for good; `solve` must follow.
  mutating func remove(_ vertices: [Int]) {
    for vertex in vertices { dissolve(vertex) }
    for vertex in vertices { leave(vertex) }
    for vertex in vertices {
      top[vertex] = -1
      partners[vertex] = -1
    }
    active.removeAll { top[$0] < 0 }
  }

  /// Forbids pairs; `solve` must follow.
  mutating func forbid(_ isForbidden: (Int, Int) -> Bool) {
    while let blossom = blossoms.last(where: { parent[$0] < 0 }) { dissolve(base[blossom]) }
    for high in active {
      for low in active where low < high && isForbidden(low, high) {
        weights[low * count + high] = Self.absent
        weights[high * count + low] = Self.absent
        if partners[low] == high { leave(low) }
      }
    }
  }

  /// Gives all that are left other weights; `solve` must follow.
  mutating func rebuild(weight: (Int, Int) -> Weight?) {
    while let blossom = blossoms.last(where: { parent[$0] < 0 }) { dissolve(base[blossom]) }
    for vertex in active {
      partners[vertex] = -1
      dual[vertex] = .zero
    }
    for (place, high) in active.enumerated() {
      for low in active[..<place] {
        let value = weight(low, high)
        let doubled = value.map { $0 &+ $0 } ?? Self.absent
        weights[low * count + high] = doubled
        weights[high * count + low] = doubled
        guard let value else { continue }
        if Self.isLess(dual[low], value) { dual[low] = value }
        if Self.isLess(dual[high], value) { dual[high] = value }
      }
    }
    pending = active
  }

  private mutating func put(_ vertex: Int, _ changes: [(other: Int, weight: Weight?)]) {
    for (other, weight) in changes {
      let value = weight.map { $0 &+ $0 } ?? Self.absent
      weights[vertex * count + other] = value
      weights[other * count + vertex] = value
    }
  }

  mutating func leave(_ vertex: Int) {
    let mate = partners[vertex]
    guard mate >= 0 else { return }
    partners[vertex] = -1
    partners[mate] = -1
    pending += [mate, vertex]
  }

  /// Opens all blossoms around a vertex. The dual of a blossom goes to its vertices, so that the edges within stay without slack.
  private mutating func dissolve(_ vertex: Int) {
    while top[vertex] >= count {
      let blossom = top[vertex]
      if dual[blossom] != .zero {
        let part = dual[blossom] &>> 1
        for leaf in leaves(blossom) { dual[leaf] = dual[leaf] &+ part }
        if partners[base[blossom]] >= 0 {
          leave(base[blossom])
        } else {
          pending.append(base[blossom])
        }
      }
      open(blossom)
    }
  }
}
