/// Paths on which partners are exchanged, and circles of odd length that count as one vertex.
extension Matching {
  // MARK: Paths

  /// Exchanges what is paired and what is not from a vertex to the root.
  mutating func turn(_ first: Int, _ partner: Int) {
    var (vertex, mate) = (first, partner)
    while true {
      let part = top[vertex]
      if part >= count { turn(within: part, to: vertex) }
      partners[vertex] = mate
      let above = labelEdge[part].from
      guard above >= 0 else { return }
      let odd = top[above]
      let entry = labelEdge[odd]
      if odd >= count { turn(within: odd, to: entry.to) }
      partners[entry.to] = entry.from
      (vertex, mate) = (entry.from, entry.to)
    }
  }

  /// Makes a vertex the one of its blossom that is paired outside.
  mutating func turn(within blossom: Int, to vertex: Int) {
    var part = vertex
    while parent[part] != blossom { part = parent[part] }
    if part >= count { turn(within: part, to: vertex) }
    let size = children[blossom].count
    let start = children[blossom].firstIndex(of: part) ?? 0
    let isForward = start % 2 == 1
    var place = start
    func at(_ place: Int) -> Int { (place % size + size) % size }
    while at(place) != 0 {
      place += isForward ? 1 : -1
      let link = links[blossom][at(isForward ? place : place - 1)]
      let (near, far) = isForward ? (link.from, link.to) : (link.to, link.from)
      let one = children[blossom][at(place)]
      if one >= count { turn(within: one, to: near) }
      place += isForward ? 1 : -1
      let two = children[blossom][at(place)]
      if two >= count { turn(within: two, to: far) }
      partners[near] = far
      partners[far] = near
    }
    children[blossom] = Array(children[blossom][start...] + children[blossom][..<start])
    links[blossom] = Array(links[blossom][start...] + links[blossom][..<start])
    base[blossom] = vertex
  }

  // MARK: Blossoms

  /// Makes a blossom of the circle that an edge between two even parts closes.
  mutating func shrink(_ one: Int, _ two: Int) {
    guard top[one] != top[two] else { return }
    // The first part that both ways to the root have in common.
    var seen: Set<Int> = []
    var way = one
    while way >= 0 {
      seen.insert(top[way])
      let above = labelEdge[top[way]].from
      way = above < 0 ? -1 : labelEdge[top[above]].from
    }
    way = two
    while !seen.contains(top[way]) { way = labelEdge[top[labelEdge[top[way]].from]].from }
    let stem = top[way]
    guard let blossom = unused.popLast() else { preconditionFailure("Too many blossoms.") }
    var path: [Int] = []
    var edges: [Edge] = [(one, two)]
    var part = top[one]
    while part != stem {
      path.append(part)
      edges.append(labelEdge[part])
      part = top[labelEdge[part].from]
    }
    path.append(stem)
    path.reverse()
    edges.reverse()
    part = top[two]
    while part != stem {
      path.append(part)
      edges.append((labelEdge[part].to, labelEdge[part].from))
      part = top[labelEdge[part].from]
    }
    base[blossom] = base[stem]
    parent[blossom] = -1
    children[blossom] = path
    links[blossom] = edges
    dual[blossom] = .zero
    label[blossom] = .even
    labelEdge[blossom] = labelEdge[stem]
    blossoms.append(blossom)
    for part in path {
      let inner = leaves(part)
      if label[part] == .odd { queue += inner }
      for leaf in inner { top[leaf] = blossom }
      parent[part] = blossom
    }
  }

  /// Makes the parts of a blossom parts of their own.
  mutating func open(_ blossom: Int) {
    for part in children[blossom] {
      parent[part] = -1
      label[part] = .none
      for leaf in leaves(part) { top[leaf] = part }
    }
    children[blossom] = []
    links[blossom] = []
    label[blossom] = .none
    blossoms.removeAll { $0 == blossom }
    unused.append(blossom)
  }

  mutating func openOdd(_ blossom: Int) {
    let parts = children[blossom]
    let edges = links[blossom]
    var entry = labelEdge[blossom]
    open(blossom)
    let size = parts.count
    func at(_ place: Int) -> Int { (place % size + size) % size }
    var place = parts.firstIndex(of: top[entry.to]) ?? 0
    let isForward = place % 2 == 1
    let pace = isForward ? 1 : -1
    while at(place) != 0 {
      let part = top[entry.to]
      label[part] = .odd
      labelEdge[part] = entry
      let mate = partners[base[part]]
      setEven(top[mate], (base[part], mate))
      place += pace
      let link = edges[at(isForward ? place : place - 1)]
      entry = isForward ? link : (link.to, link.from)
      place += pace
    }
    label[top[entry.to]] = .odd
    labelEdge[top[entry.to]] = entry
  }
}
