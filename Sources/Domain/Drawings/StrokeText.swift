import Schema

/// Strokes as people type them.
public enum StrokeText {
  /// The points of one stroke with straight lines between them: left and top of each, as "100,500 500,100".
  ///
  /// - Throws: `DrawingProblem` for what is no number, no pair, or not on the paper.
  public static func points(_ text: String) throws(DrawingProblem) -> [Ink.Point] {
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
    return points.enumerated().flatMap { place, point in
      // A smooth line turns round a point; it goes through one that is there twice, and has a corner there.
      place == 0 || place == points.count - 1 ? [point] : [point, point]
    }
  }
}
