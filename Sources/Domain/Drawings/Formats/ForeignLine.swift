import Feature
import FoundationEssentials
import Schema

/// A line as another program has it, in its own units.
struct ForeignLine {
  /// A position of the pen, in the units of the other program.
  struct Point {
    var x: Double
    var y: Double
    /// Milliseconds since the line began.
    var time = 0.0
    /// From 0 to 1.
    var pressure = 0.5
  }

  var tool = Tool.brush
  var colour: UInt32 = 0
  var width = 4.5
  var points: [Point] = []
  /// Milliseconds since the first line.
  var start = 0.0
  var hasTimes = false
  var hasPressure = false
}

extension ForeignLine {
  /// Lines on the paper: as they are where they fit on it, and otherwise as large as they can be.
  ///
  /// - Parameter size: of the canvas that they were drawn on; nil for one without an end.
  /// - Throws: `DrawingProblem` for a number that is none.
  static func strokes(
    _ lines: [ForeignLine], on size: (width: Double, height: Double)? = nil,
    report: inout ImportReport
  ) throws -> [Ink] {
    let lines = lines.filter { !$0.points.isEmpty }
    guard lines.reduce(0, { $0 + $1.points.count }) <= DrawingRules.mostPointsInAll else {
      throw DrawingProblem.tooManyPointsInFile
    }
    func isFine(_ number: Double) -> Bool { number.isFinite && abs(number) < 1e9 }
    for line in lines {
      guard isFine(line.width), isFine(line.start),
        line.points.allSatisfy({
          isFine($0.x) && isFine($0.y) && isFine($0.time) && isFine($0.pressure)
        })
      else { throw DrawingProblem.file("it has an invalid number, or one that is too large.") }
    }
    let fit = fit(lines, size)
    if fit.scale != 1 {
      report.change(
        "", "It was scaled to \(Int((fit.scale * 100).rounded())) per cent to fit on the paper.")
    }
    return lines.flatMap { $0.strokes(fit) }
  }

  /// Points of a line that is straight between them: a smooth line goes through one that is there twice.
  static func cornered(_ points: [Point]) -> [Point] {
    points.enumerated().flatMap { place, point in
      place == 0 || place == points.count - 1 ? [point] : [point, point]
    }
  }

  private struct Fit {
    var scale = 1.0
    var x = 0.0
    var y = 0.0
  }

  private static func fit(_ lines: [ForeignLine], _ size: (width: Double, height: Double)?) -> Fit {
    let side = Double(DrawingRules.side)
    var (left, top, right, bottom) = (0.0, 0.0, size?.width ?? 0, size?.height ?? 0)
    if size == nil {
      let points = lines.lazy.flatMap(\.points)
      if let first = points.first {
        (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
      }
      for point in points {
        (left, right) = (min(left, point.x), max(right, point.x))
        (top, bottom) = (min(top, point.y), max(bottom, point.y))
      }
      if left >= 0, top >= 0, right <= side, bottom <= side { return Fit() }
    } else if right == side, bottom == side {
      return Fit()
    }
    let margin = size == nil ? 20.0 : 0
    let longest = max(right - left, bottom - top, 0.001)
    let room = side - 2 * margin
    let scale = size == nil ? min(1, room / longest) : room / longest
    return Fit(
      scale: scale, x: (side - (left + right) * scale) / 2, y: (side - (top + bottom) * scale) / 2)
  }

  /// One stroke, or several where it has too many points.
  private func strokes(_ fit: Fit) -> [Ink] {
    func tenths(_ value: Double) -> Int32 {
      let most = Double(DrawingRules.side * DrawingRules.parts)
      return Int32(max(0, min(most, (value * Double(DrawingRules.parts)).rounded())))
    }
    let least = Double(DrawingRules.widths.lowerBound)
    let most = Double(DrawingRules.widths.upperBound)
    let width = UInt32(max(least, min(most, (self.width * fit.scale * 100).rounded())))
    var strokes: [Ink] = []
    var from = 0
    while from == 0 || from < points.count - 1 {
      let part = points[from..<min(points.count, from + DrawingRules.mostPoints)]
      let zero = part.first?.time ?? 0
      var last = 0.0
      let inks = part.map { point in
        last = max(last, min(Double(DrawingRules.longest), point.time - zero))
        let pressure = (max(0, min(1, point.pressure)) * 1_000).rounded()
        return Ink.Point(
          x: tenths(point.x * fit.scale + fit.x), y: tenths(point.y * fit.scale + fit.y),
          time: hasTimes ? UInt32(last) : 0, pressure: hasPressure ? UInt32(pressure) : 500)
      }
      let begin = max(0, min(Double(DrawingRules.latest), start + zero))
      strokes.append(
        Ink(
          tool: tool, colour: colour, width: width, points: inks, start: UInt64(begin),
          hasTimes: hasTimes, hasPressure: hasPressure))
      from += DrawingRules.mostPoints - 1
    }
    return strokes
  }
}
