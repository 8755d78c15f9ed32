import DrawingSchema
import Schema

/// One stroke: checked, and with all of its points as they are (rows W-09 to W-11, W-31, W-34).
public struct Ink: Equatable, Sendable {
  /// A position of the pen.
  public struct Point: Equatable, Sendable {
    /// Tenths of a unit from the left.
    public var x: Int32
    /// Tenths of a unit from the top.
    public var y: Int32
    /// Milliseconds since the stroke began.
    public var time: UInt32
    /// The pressure of the pen, from 0 to 1,000.
    public var pressure: UInt32

    /// Puts a point together.
    public init(x: Int32, y: Int32, time: UInt32 = 0, pressure: UInt32 = 500) {
      (self.x, self.y, self.time, self.pressure) = (x, y, time, pressure)
    }
  }

  /// The tool that drew it.
  public var tool: Tool
  /// As 0xrrggbb.
  public var colour: UInt32
  /// In hundredths of a unit.
  public var width: UInt32
  /// In the order in which they were drawn; at least one.
  public var points: [Point]
  /// The beginning of the stroke: milliseconds since the paper was begun.
  public var start: UInt64
  /// Whether it is known when each point was drawn.
  public var hasTimes: Bool
  /// Whether it is known how hard the pen was pressed.
  public var hasPressure: Bool

  /// Puts a stroke together that is known to be one.
  public init(
    tool: Tool = .brush, colour: UInt32 = 0, width: UInt32 = 450, points: [Point],
    start: UInt64 = 0, hasTimes: Bool = true, hasPressure: Bool = false
  ) {
    self.tool = tool
    self.colour = colour
    self.width = width
    self.points = points
    self.start = start
    self.hasTimes = hasTimes && points.count > 1
    self.hasPressure = hasPressure
  }

  /// Reads a stroke that anybody may have written.
  ///
  /// Every node finds the same strokes wrong: a stroke with anything wrong in it counts for nothing.
  /// - Throws: `DrawingProblem` with the first thing that is wrong.
  public init(_ ink: StrokeInk) throws(DrawingProblem) {
    let count = ink.x.count
    guard count > 0 else { throw .noPoints }
    guard count <= DrawingRules.mostPoints else { throw .tooManyPoints(count) }
    guard ink.y.count == count else { throw .uneven("heights") }
    guard ink.time.isEmpty || ink.time.count == count - 1 else { throw .uneven("times") }
    guard ink.pressure.isEmpty || ink.pressure.count == count else { throw .uneven("pressures") }
    guard DrawingRules.widths.contains(ink.width) else { throw .width }
    guard ink.colour <= 0xffffff else { throw .colour(String(ink.colour, radix: 16)) }
    guard let tool = Tool.all.first(where: { $0.message == ink.tool }) else {
      throw .number("\(ink.tool.rawValue)")
    }
    guard ink.start <= DrawingRules.latest else { throw .number("\(ink.start)") }
    let side = 0...Int64(DrawingRules.side * DrawingRules.parts)
    var (x, y, time): (Int64, Int64, UInt64) = (0, 0, 0)
    var points: [Point] = []
    points.reserveCapacity(count)
    for place in 0..<count {
      x += Int64(ink.x[place])
      y += Int64(ink.y[place])
      guard side.contains(x), side.contains(y) else { throw .outside }
      if place > 0, !ink.time.isEmpty { time += UInt64(ink.time[place - 1]) }
      guard time <= DrawingRules.longest else { throw .tooLong }
      let pressure = ink.pressure.isEmpty ? 500 : ink.pressure[place]
      guard pressure <= DrawingRules.mostPressure else { throw .number("\(pressure)") }
      points.append(Point(x: Int32(x), y: Int32(y), time: UInt32(time), pressure: pressure))
    }
    self.init(
      tool: tool, colour: ink.colour, width: ink.width, points: points, start: ink.start,
      hasTimes: !ink.time.isEmpty, hasPressure: !ink.pressure.isEmpty)
  }

  /// The stroke as it is sent.
  public var message: StrokeInk {
    var ink = StrokeInk()
    ink.tool = tool.message
    ink.colour = colour
    ink.width = width
    ink.start = start
    var last = Point(x: 0, y: 0)
    for (place, point) in points.enumerated() {
      ink.x.append(point.x - last.x)
      ink.y.append(point.y - last.y)
      if hasTimes, place > 0 { ink.time.append(point.time - last.time) }
      if hasPressure { ink.pressure.append(point.pressure) }
      last = point
    }
    return ink
  }

  /// Milliseconds from the first to the last point.
  public var duration: UInt64 { UInt64(points.last?.time ?? 0) }

  /// The end of the stroke: milliseconds since the paper was begun.
  public var end: UInt64 { start + duration }

  /// The same stroke with fewer points, which looks the same in a picture of that width in pixels.
  ///
  /// A point goes only where it and the next one lie within half a pixel of the last one that stays. The point before a long way
  /// stays, however near it is: a smooth line has a corner there, and would go round it without the point. No part of the line moves
  /// by more than a pixel, and none changes its width by more.
  ///
  /// - Parameter pixels: how wide the picture is; at least 1.
  public func thinned(to pixels: UInt32) -> Ink {
    let near = Int64(DrawingRules.side * DrawingRules.parts) / (2 * Int64(max(1, pixels)))
    guard near > 0, points.count > 2, tool.covers == .line else { return self }
    // The hardest touch makes a line 1.4 times its width thicker than none.
    let alike = hasPressure ? near * 100_000 / (14 * Int64(width)) : .max
    func isAlike(_ point: Point, _ other: Point) -> Bool {
      let (x, y) = (Int64(point.x - other.x), Int64(point.y - other.y))
      return x * x + y * y <= near * near
        && abs(Int64(point.pressure) - Int64(other.pressure)) <= alike
    }
    var kept = [points[0]]
    for place in 1..<(points.count - 1) {
      let last = kept[kept.count - 1]
      if !isAlike(points[place], last) || !isAlike(points[place + 1], last) {
        kept.append(points[place])
      }
    }
    kept.append(points[points.count - 1])
    var ink = self
    ink.points = kept
    return ink
  }
}
