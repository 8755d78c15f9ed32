import Schema

/// Strokes as people type them.
public enum StrokeText {
  /// One stroke with straight lines between its points, which are typed as left and top of each: "100,500 500,100".
  ///
  /// A smooth line turns round a point, and has a corner at one that is there twice. A stroke of 10,000 corners is therefore two
  /// strokes; the second begins where the first ends. A fill goes straight from point to point as it is.
  ///
  /// - Parameter ink: its colour, width and tool; its points are not looked at.
  /// - Throws: `DrawingProblem` if something is not a number, not a pair or not on the paper, and for more than 10,000 points.
  public static func strokes(_ text: String, as ink: Ink) throws(DrawingProblem) -> [Ink] {
    let points = try points(text)
    guard ink.tool.covers == .line else { return [ink.with(points)] }
    // Each stroke has half as many corners as it may have points, and shares its last point with the next one.
    let most = DrawingRules.mostPoints / 2
    var strokes: [Ink] = []
    var first = 0
    repeat {
      let last = min(points.count - 1, first + most)
      strokes.append(
        ink.with(
          (first...last).flatMap { place in
            place == first || place == last ? [points[place]] : [points[place], points[place]]
          }))
      first = last
    } while first < points.count - 1
    return strokes
  }

  /// The points of one stroke, as they are typed.
  static func points(_ text: String) throws(DrawingProblem) -> [Ink.Point] {
    var points: [Ink.Point] = []
    for pair in text.split(whereSeparator: { $0 == " " || $0 == ";" || $0.isNewline }) {
      let numbers = pair.split(separator: ",", omittingEmptySubsequences: false)
      guard numbers.count == 2, let x = Double(numbers[0]), let y = Double(numbers[1]),
        x.isFinite, y.isFinite
      else { throw .number(Text.clean(String(pair), limit: 40)) }
      let side = 0...Double(DrawingRules.side)
      guard side.contains(x), side.contains(y) else { throw .outside }
      points.append(Ink.Point(x: Int32((x * 10).rounded()), y: Int32((y * 10).rounded())))
    }
    guard !points.isEmpty else { throw .noPoints }
    guard points.count <= DrawingRules.mostPoints else { throw .tooManyPoints(points.count) }
    return points
  }
}

extension Ink {
  /// The same stroke with other points, of which nobody knows when they were drawn.
  fileprivate func with(_ points: [Point]) -> Ink {
    Ink(
      tool: tool, colour: colour, width: width, points: points, start: start, hasTimes: false)
  }
}
