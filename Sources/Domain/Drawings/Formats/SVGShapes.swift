/// The basic shapes of SVG (section 9) as outlines.
enum SVGShapes {
  /// The outline of a shape.
  ///
  /// - Parameters:
  ///   - viewport: width and height of what per cents are.
  ///   - most: parts that it may have.
  /// - Returns: nil for an element that is none; whether something in it is wrong.
  /// - Throws: `DrawingProblem` where it has more parts.
  static func runs(
    of element: SVGDocument.Element, viewport: SVGPoint, most: Int
  ) throws(DrawingProblem) -> (runs: [SVGRun], isBroken: Bool)? {
    let diagonal = ((viewport.x * viewport.x + viewport.y * viewport.y) / 2).squareRoot()
    func x(_ name: String) -> Double? { length(name, viewport.x) }
    func y(_ name: String) -> Double? { length(name, viewport.y) }
    func length(_ name: String, _ whole: Double) -> Double? {
      element[name].flatMap { SVGLength.units($0, of: whole) }
    }
    switch element.name {
    case "path":
      let path = try SVGPath(element["d"] ?? "", most: most)
      return (path.runs, path.isBroken)
    case "line":
      let start = SVGPoint(x: x("x1") ?? 0, y: y("y1") ?? 0)
      let end = SVGPoint(x: x("x2") ?? 0, y: y("y2") ?? 0)
      return ([SVGRun(start: start, segments: [.line(end)])], false)
    case "polyline", "polygon":
      return try polyline(element, most: most)
    case "rect":
      let size = SVGPoint(x: x("width") ?? 0, y: y("height") ?? 0)
      guard size.x > 0, size.y > 0 else { return ([], false) }
      let (rx, ry) = (x("rx"), y("ry"))
      return (
        [
          rect(
            SVGPoint(x: x("x") ?? 0, y: y("y") ?? 0), size,
            (min(rx ?? ry ?? 0, size.x / 2), min(ry ?? rx ?? 0, size.y / 2)))
        ], false
      )
    case "circle", "ellipse":
      let radius = length("r", diagonal)
      let (rx, ry) =
        element.name == "circle" ? (radius, radius) : (x("rx") ?? y("ry"), y("ry") ?? x("rx"))
      guard let rx, let ry, rx > 0, ry > 0 else { return ([], false) }
      return ([ellipse(SVGPoint(x: x("cx") ?? 0, y: y("cy") ?? 0), rx, ry)], false)
    default: return nil
    }
  }

  private static func polyline(
    _ element: SVGDocument.Element, most: Int
  ) throws(DrawingProblem) -> (runs: [SVGRun], isBroken: Bool) {
    let numbers = SVGPath.numbers(element["points"] ?? "")
    guard numbers.count / 2 <= most else { throw DrawingProblem.tooManyPointsInFile }
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
      SVGPoint(x: numbers[$0], y: numbers[$0 + 1])
    }
    let isBroken = numbers.count % 2 == 1 || numbers.contains { !$0.isFinite }
    guard let first = points.first, !numbers.contains(where: { !$0.isFinite }) else {
      return ([], isBroken)
    }
    var run = SVGRun(start: first, segments: points.dropFirst().map { .line($0) })
    if element.name == "polygon" {
      run.segments.append(.line(first))
      run.isClosed = true
    }
    return ([run], isBroken)
  }

  private static func rect(
    _ corner: SVGPoint, _ size: SVGPoint, _ radii: (x: Double, y: Double)
  ) -> SVGRun {
    let (left, top) = (corner.x, corner.y)
    let (right, bottom) = (left + size.x, top + size.y)
    let (rx, ry) = (max(0, radii.x), max(0, radii.y))
    var run = SVGRun(start: SVGPoint(x: left + rx, y: top), isClosed: true)
    func side(_ x: Double, _ y: Double, _ cornerX: Double, _ cornerY: Double) {
      let end = SVGPoint(x: x, y: y)
      run.segments.append(.line(end))
      guard rx > 0, ry > 0 else { return }
      run.segments += SVGPath.arc(
        from: end, to: SVGPoint(x: cornerX, y: cornerY), radii: (rx, ry), turn: 0, isLarge: false,
        isSweep: true)
    }
    side(right - rx, top, right, top + ry)
    side(right, bottom - ry, right - rx, bottom)
    side(left + rx, bottom, left, bottom - ry)
    side(left, top + ry, left + rx, top)
    return run
  }

  private static func ellipse(_ center: SVGPoint, _ rx: Double, _ ry: Double) -> SVGRun {
    let start = SVGPoint(x: center.x + rx, y: center.y)
    let middle = SVGPoint(x: center.x - rx, y: center.y)
    var run = SVGRun(start: start, isClosed: true)
    for (from, to) in [(start, middle), (middle, start)] {
      run.segments += SVGPath.arc(
        from: from, to: to, radii: (rx, ry), turn: 0, isLarge: false, isSweep: true)
    }
    return run
  }
}

/// Outlines as points on a paper.
enum SVGFlattening {
  /// The points of a run: those of a corner twice, as a smooth line goes through a point that is there twice.
  ///
  /// - Parameters:
  ///   - scale: how much larger the paper is.
  ///   - count: takes how many points come, and refuses too many.
  static func points(
    of run: SVGRun, scale: Double, count: (Int) throws(DrawingProblem) -> Void
  ) throws(DrawingProblem) -> [SVGPoint] {
    var (points, at) = ([run.start], run.start)
    for (place, segment) in run.segments.enumerated() {
      switch segment {
      case .line(let end): points.append(end)
      case .curve(let first, let second, let end):
        let length = distance(at, first) + distance(first, second) + distance(second, end)
        let steps = max(4, min(64, Int((length * scale).squareRoot().rounded(.up).clamped)))
        try count(steps)
        for step in 1...steps {
          points.append(between(at, first, second, end, Double(step) / Double(steps)))
        }
      }
      try count(2)
      let next = place + 1 < run.segments.count ? run.segments[place + 1] : nil
      if let next, isCorner(at, segment, next) { points.append(segment.end) }
      at = segment.end
    }
    return points
  }

  private static func between(
    _ start: SVGPoint, _ first: SVGPoint, _ second: SVGPoint, _ end: SVGPoint, _ share: Double
  ) -> SVGPoint {
    let rest = 1 - share
    let (a, b) = (rest * rest * rest, 3 * rest * rest * share)
    let (c, d) = (3 * rest * share * share, share * share * share)
    return SVGPoint(
      x: a * start.x + b * first.x + c * second.x + d * end.x,
      y: a * start.y + b * first.y + c * second.y + d * end.y)
  }

  /// Whether the line turns between two parts, by more than some degrees.
  private static func isCorner(_ start: SVGPoint, _ one: SVGSegment, _ other: SVGSegment) -> Bool {
    let (before, middle): (SVGPoint, SVGPoint) =
      switch one {
      case .line(let end): (start, end)
      case .curve(let first, let second, let end): (second != end ? second : first, end)
      }
    let after: SVGPoint =
      switch other {
      case .line(let end): end
      case .curve(let first, let second, _): first != middle ? first : second
      }
    if case .line = one, case .line = other { return true }
    let (ax, ay) = (middle.x - before.x, middle.y - before.y)
    let (bx, by) = (after.x - middle.x, after.y - middle.y)
    let lengths = (ax * ax + ay * ay).squareRoot() * (bx * bx + by * by).squareRoot()
    // The cosine of eight degrees.
    return lengths == 0 || (ax * bx + ay * by) / lengths < 0.99
  }

  private static func distance(_ one: SVGPoint, _ other: SVGPoint) -> Double {
    let (x, y) = (one.x - other.x, one.y - other.y)
    return (x * x + y * y).squareRoot()
  }
}

extension Double {
  /// A number that an `Int` can be.
  fileprivate var clamped: Double { isFinite ? Swift.max(-1e9, Swift.min(1e9, self)) : 0 }
}
