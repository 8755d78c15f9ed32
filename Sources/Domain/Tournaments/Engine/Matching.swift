/// A matching of the greatest weight in a graph in which everybody may be paired with everybody.
///
/// Weights are vectors of which the first number decides, then the second, and so on: with them a criterion goes before all that come
/// after it. The method is Edmonds' with duals and blossoms in cubic time (Galil, Efficient algorithms for finding maximum
/// matching in graphs, ACM Computing Surveys 18, 1986).
struct Matching {
  /// What a pair is worth.
  typealias Weight = SIMD8<Int64>

  private struct Edge {
    var u = 0
    var v = 0
    var weight = Weight.zero
  }

  private let count: Int
  private var total: Int
  private var edges: [[Edge]]
  private var dual: [Weight]
  private var match: [Int]
  private var slack: [Int]
  private var root: [Int]
  private var parent: [Int]
  private var mark: [Int]
  private var visited: [Int]
  private var from: [[Int]]
  private var blossom: [[Int]]
  private var queue: [Int] = []
  private var time = 0

  /// Pairs.
  ///
  /// - Parameter weight: what a pair is worth; nil or nothing for one that must not be.
  /// - Returns: for each its partner, nil for one that stays alone.
  static func pairs(_ count: Int, weight: (Int, Int) -> Weight?) -> [Int?] {
    guard count > 1 else { return Array(repeating: nil, count: count) }
    var matching = Matching(count, weight)
    matching.solve()
    return (1...count).map { matching.match[$0] == 0 ? nil : matching.match[$0] - 1 }
  }

  private init(_ count: Int, _ weight: (Int, Int) -> Weight?) {
    self.count = count
    total = count
    let size = count + count / 2 + 2
    edges = (0..<size).map { u in (0..<size).map { Edge(u: u, v: $0) } }
    for u in 1...count {
      for v in 1...count where v > u {
        let value = weight(u - 1, v - 1) ?? .zero
        edges[u][v].weight = value
        edges[v][u].weight = value
      }
    }
    dual = Array(repeating: .zero, count: size)
    match = Array(repeating: 0, count: size)
    slack = match
    root = Array(0..<size)
    parent = match
    mark = Array(repeating: -1, count: size)
    visited = match
    from = Array(repeating: Array(repeating: 0, count: count + 1), count: size)
    blossom = Array(repeating: [], count: size)
  }

  static func isLess(_ one: Weight, _ other: Weight) -> Bool {
    for place in 0..<8 where one[place] != other[place] { return one[place] < other[place] }
    return false
  }

  private func rest(_ edge: Edge) -> Weight {
    dual[edge.u] &+ dual[edge.v] &- edges[edge.u][edge.v].weight &* 2
  }

  private mutating func updateSlack(_ u: Int, _ x: Int) {
    if slack[x] == 0 || Self.isLess(rest(edges[u][x]), rest(edges[slack[x]][x])) { slack[x] = u }
  }

  private mutating func setSlack(_ x: Int) {
    slack[x] = 0
    for u in 1...count
    where Self.isLess(.zero, edges[u][x].weight) && root[u] != x && mark[root[u]] == 0 {
      updateSlack(u, x)
    }
  }

  private mutating func push(_ x: Int) {
    if x <= count { return queue.append(x) }
    for inner in blossom[x] { push(inner) }
  }

  private mutating func setRoot(_ x: Int, _ b: Int) {
    root[x] = b
    guard x > count else { return }
    for inner in blossom[x] { setRoot(inner, b) }
  }

  private mutating func place(of x: Int, in b: Int) -> Int {
    let place = blossom[b].firstIndex(of: x) ?? 0
    guard place % 2 == 1 else { return place }
    blossom[b][1...].reverse()
    return blossom[b].count - place
  }

  private mutating func setMatch(_ u: Int, _ v: Int) {
    match[u] = edges[u][v].v
    guard u > count else { return }
    let edge = edges[u][v]
    let inner = from[u][edge.u]
    let place = place(of: inner, in: u)
    for step in 0..<place { setMatch(blossom[u][step], blossom[u][step ^ 1]) }
    setMatch(inner, v)
    blossom[u] = Array(blossom[u][place...] + blossom[u][..<place])
  }

  private mutating func augment(_ first: Int, _ second: Int) {
    var (u, v) = (first, second)
    while true {
      let next = root[match[u]]
      setMatch(u, v)
      guard next != 0 else { return }
      setMatch(next, root[parent[next]])
      (u, v) = (root[parent[next]], next)
    }
  }

  private mutating func ancestor(_ first: Int, _ second: Int) -> Int {
    time += 1
    var (u, v) = (first, second)
    while u != 0 || v != 0 {
      if u != 0 {
        if visited[u] == time { return u }
        visited[u] = time
        u = root[match[u]]
        if u != 0 { u = root[parent[u]] }
      }
      swap(&u, &v)
    }
    return 0
  }

  private mutating func addBlossom(_ u: Int, _ top: Int, _ v: Int) {
    var b = count + 1
    while b <= total, root[b] != 0 { b += 1 }
    if b > total { total += 1 }
    dual[b] = .zero
    mark[b] = 0
    match[b] = match[top]
    blossom[b] = [top]
    var x = u
    while x != top {
      blossom[b].append(x)
      let y = root[match[x]]
      blossom[b].append(y)
      push(y)
      x = root[parent[y]]
    }
    blossom[b][1...].reverse()
    x = v
    while x != top {
      blossom[b].append(x)
      let y = root[match[x]]
      blossom[b].append(y)
      push(y)
      x = root[parent[y]]
    }
    setRoot(b, b)
    for x in 1...total {
      edges[b][x].weight = .zero
      edges[x][b].weight = .zero
    }
    for x in 1...count { from[b][x] = 0 }
    for inner in blossom[b] {
      for x in 1...total {
        if edges[b][x].weight == .zero
          || Self.isLess(rest(edges[inner][x]), rest(edges[b][x]))
        {
          edges[b][x] = edges[inner][x]
          edges[x][b] = edges[x][inner]
        }
      }
      for x in 1...count where from[inner][x] != 0 { from[b][x] = inner }
    }
    setSlack(b)
  }

  private mutating func expand(_ b: Int) {
    for inner in blossom[b] { setRoot(inner, inner) }
    let entry = from[b][edges[b][parent[b]].u]
    let place = place(of: entry, in: b)
    for step in stride(from: 0, to: place, by: 2) {
      let (inner, next) = (blossom[b][step], blossom[b][step + 1])
      parent[inner] = edges[next][inner].u
      mark[inner] = 1
      mark[next] = 0
      slack[inner] = 0
      setSlack(next)
      push(next)
    }
    mark[entry] = 1
    parent[entry] = parent[b]
    for step in (place + 1)..<max(blossom[b].count, place + 1) {
      let inner = blossom[b][step]
      mark[inner] = -1
      setSlack(inner)
    }
    root[b] = 0
  }

  private mutating func found(_ edge: Edge) -> Bool {
    let (u, v) = (root[edge.u], root[edge.v])
    if mark[v] == -1 {
      parent[v] = edge.u
      mark[v] = 1
      let next = root[match[v]]
      slack[v] = 0
      slack[next] = 0
      mark[next] = 0
      push(next)
    } else if mark[v] == 0 {
      let top = ancestor(u, v)
      if top == 0 {
        augment(u, v)
        augment(v, u)
        return true
      }
      addBlossom(u, top, v)
    }
    return false
  }

  private mutating func phase() -> Bool {
    for x in 1...total {
      mark[x] = -1
      slack[x] = 0
    }
    queue = []
    for x in 1...total where root[x] == x && match[x] == 0 {
      parent[x] = 0
      mark[x] = 0
      push(x)
    }
    guard !queue.isEmpty else { return false }
    while true {
      var head = 0
      while head < queue.count {
        let u = queue[head]
        head += 1
        if mark[root[u]] == 1 { continue }
        for v in 1...count
        where Self.isLess(.zero, edges[u][v].weight) && root[u] != root[v] {
          if rest(edges[u][v]) == .zero {
            if found(edges[u][v]) { return true }
          } else {
            updateSlack(u, root[v])
          }
        }
      }
      queue = []
      guard let step = nextStep() else { return false }
      for u in 1...count {
        if mark[root[u]] == 0 {
          if !Self.isLess(step, dual[u]) { return false }
          dual[u] = dual[u] &- step
        } else if mark[root[u]] == 1 {
          dual[u] = dual[u] &+ step
        }
      }
      for b in (count + 1)..<(total + 1) where root[b] == b {
        if mark[b] == 0 { dual[b] = dual[b] &+ step &* 2 }
        if mark[b] == 1 { dual[b] = dual[b] &- step &* 2 }
      }
      for x in 1...total
      where root[x] == x && slack[x] != 0 && root[slack[x]] != x
        && rest(edges[slack[x]][x]) == .zero
      {
        if found(edges[slack[x]][x]) { return true }
      }
      for b in (count + 1)..<(total + 1) where root[b] == b && mark[b] == 1 && dual[b] == .zero {
        expand(b)
      }
    }
  }

  /// How far the duals can be moved at once.
  private func nextStep() -> Weight? {
    var step: Weight?
    func take(_ value: Weight) {
      if step.map({ Self.isLess(value, $0) }) ?? true { step = value }
    }
    for b in (count + 1)..<(total + 1) where root[b] == b && mark[b] == 1 { take(half(dual[b])) }
    for x in 1...total where root[x] == x && slack[x] != 0 {
      if mark[x] == -1 { take(rest(edges[slack[x]][x])) }
      if mark[x] == 0 { take(half(rest(edges[slack[x]][x]))) }
    }
    return step
  }

  /// The numbers are even: all weights are doubled, and duals are moved by whole steps.
  private func half(_ value: Weight) -> Weight { value &>> 1 }

  private mutating func solve() {
    for x in 0...count { blossom[x] = [] }
    var most = Weight.zero
    for u in 1...count {
      for v in 1...count {
        from[u][v] = u == v ? u : 0
        if Self.isLess(most, edges[u][v].weight) { most = edges[u][v].weight }
      }
    }
    for b in (count + 1)..<root.count { root[b] = 0 }
    for u in 1...count { dual[u] = most }
    while phase() {}
  }
}
