/// The shape of a stroke: lines of one width each, smooth and with round ends. Whatever draws it, on the page, in SVG or in pixels,
/// draws these.
public enum InkShape {
  /// A part of a stroke that has one width.
  public struct Part: Equatable, Sendable {
    /// Tenths of a unit.
    public let points: [Ink.Point]
    /// In hundredths of a unit.
    public let width: UInt32
  }

  /// One step of a smooth line through points, in twentieths of a unit.
  public enum Step: Equatable, Sendable {
    /// It begins there.
    case move(x: Int, y: Int)
    /// A straight line to there.
    case line(x: Int, y: Int)
    /// A curve to there, pulled towards a point.
    case curve(throughX: Int, throughY: Int, x: Int, y: Int)
  }

  /// Widths that come of pressure differ by at least a sixteenth.
  private static let levels: UInt32 = 16

  /// The most dots of a line of them, without the first: a long thin line has more room between them.
  private static let mostDots = 200

  /// The parts of a stroke, in order: one, unless the pen was pressed differently, or one for each of its dots.
  public static func parts(of ink: Ink) -> [Part] {
    if ink.tool.isDotted { return dots(of: ink) }
    guard ink.hasPressure, ink.points.count > 1 else {
      let pressure = ink.hasPressure ? ink.points[0].pressure : 500
      return [Part(points: ink.points, width: width(ink.width, pressure))]
    }
    var parts: [Part] = []
    var (from, level) = (0, self.level(ink.points, 1))
    for place in 2..<max(2, ink.points.count) {
      let next = self.level(ink.points, place)
      guard next != level else { continue }
      parts.append(part(ink, from...(place - 1), level))
      (from, level) = (place - 1, next)
    }
    parts.append(part(ink, from...(ink.points.count - 1), level))
    return parts
  }

  /// The dots of a straight line, at both ends and with as much room between them as they are wide, or a little more.
  private static func dots(of ink: Ink) -> [Part] {
    guard let first = ink.points.first, let last = ink.points.last else { return [] }
    let (x, y) = (Int(last.x - first.x), Int(last.y - first.y))
    let length = Double(x * x + y * y).squareRoot()
    // From hundredths of a unit to tenths, twice.
    let count = min(mostDots, Int(length * 5 / Double(max(1, ink.width))))
    return (0...count).map { number in
      func place(_ from: Int32, _ to: Int32) -> Int32 {
        let parts = max(1, count)
        return Int32((Int(from) * (parts - number) + Int(to) * number + parts / 2) / parts)
      }
      let point = Ink.Point(x: place(first.x, last.x), y: place(first.y, last.y))
      return Part(points: [point], width: ink.width)
    }
  }

  private static func part(_ ink: Ink, _ range: ClosedRange<Int>, _ level: UInt32) -> Part {
    let pressure = level * DrawingRules.mostPressure / levels
    return Part(points: Array(ink.points[range]), width: width(ink.width, pressure))
  }

  /// Returns the pressure of the pen on the way to a point, in steps from 0 to `levels`.
  private static func level(_ points: [Ink.Point], _ place: Int) -> UInt32 {
    (points[place - 1].pressure + points[place].pressure) * levels
      / (2 * DrawingRules.mostPressure)
  }

  /// From three tenths of the width for the lightest touch to seventeen for the hardest.
  private static func width(_ width: UInt32, _ pressure: UInt32) -> UInt32 {
    max(1, width * (300 + 14 * pressure / 10) / 1_000)
  }

  /// Returns the parts of a level line that are inside a closed line: from left to right, in tenths of a unit.
  ///
  /// The part between two crossings is inside, whichever way the closed line goes round.
  public static func spans(of points: [Ink.Point], at height: Double) -> [(
    from: Double, to: Double
  )] {
    guard var last = points.last else { return [] }
    var crossings: [Double] = []
    for point in points {
      let (one, two) = (Double(last.y), Double(point.y))
      if (one <= height) != (two <= height) {
        crossings.append(
          Double(last.x) + Double(point.x - last.x) * (height - one) / (two - one))
      }
      last = point
    }
    crossings.sort()
    return stride(from: 0, to: crossings.count - 1, by: 2).map {
      (crossings[$0], crossings[$0 + 1])
    }
  }

  /// A smooth line: between two points it passes through the middle, so that a point only pulls it.
  public static func steps(_ points: [Ink.Point]) -> [Step] {
    guard let first = points.first, let last = points.last else { return [] }
    var steps = [Step.move(x: 2 * Int(first.x), y: 2 * Int(first.y))]
    if points.count > 2 {
      for place in 1..<(points.count - 1) {
        let (point, next) = (points[place], points[place + 1])
        if place == 1 {
          steps.append(.line(x: Int(first.x + point.x), y: Int(first.y + point.y)))
        }
        steps.append(
          .curve(
            throughX: 2 * Int(point.x), throughY: 2 * Int(point.y), x: Int(point.x + next.x),
            y: Int(point.y + next.y)))
      }
    }
    // A tap makes a dot: a line without a length has round ends, too (row W-11).
    steps.append(.line(x: 2 * Int(last.x), y: 2 * Int(last.y)))
    return steps
  }
}
