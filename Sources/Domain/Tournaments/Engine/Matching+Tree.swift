/// A tree that grows from a vertex without a partner: even vertices can give theirs up, odd ones are between them.
extension Matching {
  mutating func search(_ root: Int) {
    for vertex in active {
      best[vertex] = -1
      bestEven[vertex] = -1
      label[vertex] = .none
    }
    for blossom in blossoms { label[blossom] = .none }
    queue.removeAll(keepingCapacity: true)
    setEven(top[root], (-1, -1))
    while !grow() {}
    for blossom in blossoms where parent[blossom] < 0 && dual[blossom] == .zero { open(blossom) }
  }

  /// One step of the search. Returns whether it is over.
  mutating func grow() -> Bool {
    while let vertex = queue.popLast() {
      for other in active where top[other] != top[vertex] {
        let rest = slack(vertex, other)
        switch label[top[other]] {
        case .even where rest == .zero: shrink(vertex, other)
        case .even:
          take(rest, vertex, other)
          take(rest, other, vertex)
        case .none where rest == .zero:
          if reach(vertex, other) { return true }
        default:
          if best[other] < 0 || Self.isLess(rest, slack(best[other], other)) {
            best[other] = vertex
          }
        }
      }
    }
    return step()
  }

  mutating func take(_ rest: Weight, _ vertex: Int, _ other: Int) {
    let known = bestEven[vertex]
    if known < 0 || top[known] == top[vertex] || Self.isLess(rest, slack(known, vertex)) {
      if known >= 0, top[known] == top[vertex] {
        findEven(vertex)
      } else {
        bestEven[vertex] = other
      }
    }
  }

  mutating func findEven(_ vertex: Int) {
    var found = -1
    var least = Weight.zero
    for other in active where label[top[other]] == .even && top[other] != top[vertex] {
      let rest = slack(vertex, other)
      if found < 0 || Self.isLess(rest, least) { (found, least) = (other, rest) }
    }
    bestEven[vertex] = found
  }

  enum Event { case alone(Int), reached(Int), met(Int), opened(Int) }

  /// Moves the duals until something happens.
  mutating func step() -> Bool {
    var least = Weight.zero
    var event: Event?
    func isSmaller(_ value: Weight) -> Bool { event == nil || Self.isLess(value, least) }
    for vertex in active {
      switch label[top[vertex]] {
      case .none where best[vertex] >= 0:
        let rest = slack(best[vertex], vertex)
        if isSmaller(rest) { (least, event) = (rest, .reached(vertex)) }
      case .even:
        if bestEven[vertex] >= 0, top[bestEven[vertex]] == top[vertex] { findEven(vertex) }
        if bestEven[vertex] >= 0 {
          let rest = slack(bestEven[vertex], vertex) &>> 1
          if isSmaller(rest) { (least, event) = (rest, .met(vertex)) }
        }
        if isSmaller(dual[vertex]) { (least, event) = (dual[vertex], .alone(vertex)) }
      default: break
      }
    }
    for blossom in blossoms where parent[blossom] < 0 && label[blossom] == .odd {
      let rest = dual[blossom] &>> 1
      if isSmaller(rest) { (least, event) = (rest, .opened(blossom)) }
    }
    guard let event else { return true }
    if least != .zero { move(by: least) }
    switch event {
    case .alone(let vertex):
      turn(vertex, -1)
      return true
    case .reached(let vertex): return reach(best[vertex], vertex)
    case .met(let vertex): shrink(bestEven[vertex], vertex)
    case .opened(let blossom): openOdd(blossom)
    }
    return false
  }

  mutating func move(by step: Weight) {
    for vertex in active {
      switch label[top[vertex]] {
      case .even: dual[vertex] = dual[vertex] &- step
      case .odd: dual[vertex] = dual[vertex] &+ step
      case .none: break
      }
    }
    for blossom in blossoms where parent[blossom] < 0 {
      switch label[blossom] {
      case .even: dual[blossom] = dual[blossom] &+ step &+ step
      case .odd: dual[blossom] = dual[blossom] &- step &- step
      case .none: break
      }
    }
  }

  mutating func setEven(_ part: Int, _ edge: Edge) {
    label[part] = .even
    labelEdge[part] = edge
    queue += leaves(part)
  }

  /// Adds what an edge leads to. Returns whether that was alone, so that the search is over.
  mutating func reach(_ vertex: Int, _ other: Int) -> Bool {
    let part = top[other]
    let mate = partners[base[part]]
    guard mate >= 0 else {
      turn(vertex, other)
      if part >= count { turn(within: part, to: other) }
      partners[other] = vertex
      return true
    }
    label[part] = .odd
    labelEdge[part] = (vertex, other)
    setEven(top[mate], (base[part], mate))
    return false
  }

  func leaves(_ part: Int) -> [Int] {
    guard part >= count else { return [part] }
    return children[part].flatMap { leaves($0) }
  }
}
