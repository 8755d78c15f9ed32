/// The part of lines and areas that is on a canvas: points beyond it cannot be drawn.
struct SVGClipping {
  let width: Double
  let height: Double

  /// The parts of a line that are on the canvas.
  func lines(_ points: [SVGPoint]) -> [[SVGPoint]] {
    guard points.contains(where: { !holds($0) }) else { return [points] }
    var (parts, part): ([[SVGPoint]], [SVGPoint]) = ([], [])
    for (one, other) in zip(points, points.dropFirst()) {
      guard let (from, to) = cut(one, other) else {
        if !part.isEmpty { parts.append(part) }
        part = []
        continue
      }
      if part.last != from {
        if !part.isEmpty { parts.append(part) }
        part = [from]
      }
      part.append(to)
      if to != other {
        parts.append(part)
        part = []
      }
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private func holds(_ point: SVGPoint) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= width && point.y <= height
  }

  /// The part of a straight line that is on the canvas (Liang and Barsky's way); nil for nothing.
  private func cut(_ one: SVGPoint, _ other: SVGPoint) -> (SVGPoint, SVGPoint)? {
    let (x, y) = (other.x - one.x, other.y - one.y)
    var (from, to) = (0.0, 1.0)
    for (step, room) in [(-x, one.x), (x, width - one.x), (-y, one.y), (y, height - one.y)] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    guard from <= to else { return nil }
    func at(_ share: Double) -> SVGPoint { SVGPoint(x: one.x + share * x, y: one.y + share * y) }
    return (from == 0 ? one : at(from), to == 1 ? other : at(to))
  }

  /// Whether an area is all of the canvas.
  func isAll(_ points: [SVGPoint]) -> Bool {
    let isAtEdge = points.allSatisfy { point in
      [0, width].contains(point.x) && [0, height].contains(point.y)
    }
    return isAtEdge && Set(points.map { [$0.x, $0.y] }).count == 4
  }

  /// The part of an area that is on the canvas (Sutherland and Hodgman's way).
  func area(_ points: [SVGPoint]) -> [SVGPoint] {
    guard points.contains(where: { !holds($0) }) else { return points }
    var area = points
    let (width, height) = (width, height)
    let sides: [(SVGPoint) -> Double] = [
      { $0.x }, { width - $0.x }, { $0.y }, { height - $0.y },
    ]
    for room in sides {
      var result: [SVGPoint] = []
      for (place, point) in area.enumerated() {
        let before = area[(place + area.count - 1) % area.count]
        let (there, here) = (room(before), room(point))
        if (there < 0) != (here < 0) {
          let share = there / (there - here)
          result.append(
            SVGPoint(
              x: before.x + share * (point.x - before.x), y: before.y + share * (point.y - before.y)
            ))
        }
        if here >= 0 { result.append(point) }
      }
      area = result
    }
    return area
  }
}

/// The areas that are inside of some outlines.
enum SVGAreas {
  /// So many comparisons of a point with an edge are made; of more, what lies between two edges of them is inside.
  private static let mostSteps = 4_000_000

  /// Outlines of which each group is one area, by what lies between two edges of it.
  ///
  /// - Parameter isEvenOdd: whether all of them are so; otherwise what they go round more often one way than the other is inside.
  static func groups(_ outlines: [[SVGPoint]], isEvenOdd: Bool) -> [[[SVGPoint]]] {
    let outlines = outlines.filter { $0.count > 2 }
    guard !isEvenOdd, outlines.count > 1 else { return outlines.isEmpty ? [] : [outlines] }
    let areas = outlines.map(area)
    guard let largest = areas.max(by: { abs($0) < abs($1) }), largest != 0 else {
      return [outlines]
    }
    let solid = outlines.indices.filter { areas[$0] * largest > 0 }
    let holes = outlines.indices.filter { areas[$0] * largest <= 0 }
    let steps = holes.count * solid.reduce(0) { $0 + outlines[$1].count }
    guard steps <= mostSteps else { return [outlines] }
    var groups = Dictionary(uniqueKeysWithValues: solid.map { ($0, [outlines[$0]]) })
    var alone: [[[SVGPoint]]] = []
    for hole in holes {
      // A hole is one in the smallest area around it.
      let around = solid.filter {
        abs(areas[$0]) >= abs(areas[hole]) && contains(outlines[$0], outlines[hole][0])
      }
      if let place = around.min(by: { abs(areas[$0]) < abs(areas[$1]) }) {
        groups[place]?.append(outlines[hole])
      } else {
        alone.append([outlines[hole]])
      }
    }
    return solid.compactMap { groups[$0] } + alone
  }

  /// Twice the area, below zero for the other way round.
  private static func area(_ points: [SVGPoint]) -> Double {
    var sum = 0.0
    for (place, point) in points.enumerated() {
      let next = points[(place + 1) % points.count]
      sum += point.x * next.y - next.x * point.y
    }
    return sum
  }

  private static func contains(_ points: [SVGPoint], _ point: SVGPoint) -> Bool {
    var isInside = false
    for (place, one) in points.enumerated() {
      let other = points[(place + points.count - 1) % points.count]
      guard (one.y > point.y) != (other.y > point.y) else { continue }
      let crossing = (other.x - one.x) * (point.y - one.y) / (other.y - one.y) + one.x
      if point.x < crossing { isInside.toggle() }
    }
    return isInside
  }
}
