import Drawings

/// Drawing on a paper with the keys or the mouse of a terminal, without any input or output of its own.
public struct PaperSession: Sendable {
  /// The next step for the caller.
  public enum Step: Equatable, Sendable {
    /// A stroke is done: the node is to keep it.
    case draw(Ink)
    /// Take the last stroke back.
    case undo
    /// Draw it again.
    case redo
    /// Save the paper and end.
    case save
    /// End; the strokes are kept.
    case end
    case nothing
  }

  /// The keys with what they do, the most needed first; the mouse draws as well.
  static let keys = [
    "q ends", "s saves", "Space pen", "arrows move", "u undo", "r redo", "c colour", "w width",
    "e eraser", "f fill", "d dots", "or the mouse",
  ]

  private static let most = Int32(DrawingRules.side * DrawingRules.parts)
  private static let middle = most / 2

  /// The drawing on the paper.
  public var sketch: Sketch
  /// The strokes that others draw on it at this moment.
  public var others: [Ink] = []
  /// The stroke that is being drawn; nil while the pen is up.
  public var drawing: Ink? { points.isEmpty ? nil : ink }
  private var (x, y) = (Self.middle, Self.middle)
  private var points: [Ink.Point] = []
  private var began: Int64 = 0
  private var colour = 0
  private var width = 2
  private var tool = Tool.brush

  /// Begins with the strokes on the paper.
  public init(_ sketch: Sketch) { self.sketch = sketch }

  /// Returns the width of the paper on a screen, in characters; two lines are left for the words below.
  public static func columns(_ size: ScreenSize) -> Int { columns(size, keys: keys) }

  /// The columns that a picture has above a line of text and the keys.
  static func columns(_ size: ScreenSize, keys: [String]) -> Int {
    // The text of the keys is as long in either style.
    let rows = KeyLines.lines(keys, columns: size.columns, Style(colours: false, unicode: true))
    return max(4, min(size.columns, 2 * (size.rows - 1 - rows.count)))
  }

  /// Takes one key.
  ///
  /// - Parameter now: milliseconds of any clock.
  public mutating func press(_ key: Key, _ size: ScreenSize, now: Int64) -> Step {
    switch key {
    case .left: return move(-1, 0, size, now)
    case .right: return move(1, 0, size, now)
    case .up: return move(0, -1, size, now)
    case .down: return move(0, 1, size, now)
    case .space, .enter: return points.isEmpty ? touch(now) : lift()
    case .pen(let isDown, let column, let row): return pen(isDown, column, row, size, now)
    case .character("c"):
      colour = (colour + 1) % DrawingRules.colours.count
      // The eraser keeps the colour for when the brush comes back (row W-10).
      if tool.erases { tool = .brush }
    case .character("f"): choose(.fill)
    case .character("d"): choose(.dots)
    case .character("e"): choose(.eraser)
    case .character("w"): width = (width + 1) % DrawingRules.presets.count
    case .character("u"):
      guard !points.isEmpty else { return .undo }
      points = []
    case .character("r"): return .redo
    case .character("s"): return .save
    case .character("q"), .escape, .interrupt, .close: return .end
    default: break
    }
    return .nothing
  }

  /// Takes a tool, or the brush again where it is taken already.
  private mutating func choose(_ chosen: Tool) { tool = tool == chosen ? .brush : chosen }

  private mutating func move(_ right: Int32, _ down: Int32, _ size: ScreenSize, _ now: Int64)
    -> Step
  {
    let step = max(1, Self.most / Int32(2 * Self.columns(size)))
    x = max(0, min(Self.most, x + right * step))
    y = max(0, min(Self.most, y + down * step))
    add(now)
    return .nothing
  }

  private mutating func touch(_ now: Int64) -> Step {
    began = now
    points = [Ink.Point(x: x, y: y)]
    return .nothing
  }

  /// Notes where the pen is while it is down.
  private mutating func add(_ now: Int64) {
    guard !points.isEmpty, points.count < DrawingRules.mostPoints else { return }
    let passed = UInt32(max(0, min(Int64(DrawingRules.longest), now - began)))
    points.append(Ink.Point(x: x, y: y, time: max(passed, points.last?.time ?? 0)))
  }

  private mutating func lift() -> Step {
    guard !points.isEmpty else { return .nothing }
    var ink = ink
    points = []
    // Where the pen did not move, all that is around it is filled.
    if tool.covers == .area,
      ink.points.allSatisfy({ $0.x == ink.points[0].x && $0.y == ink.points[0].y })
    {
      let first = ink.points[0]
      guard let flood = Flood.ink(x: first.x, y: first.y, in: sketch, colour: ink.colour) else {
        return .nothing
      }
      ink = flood
    }
    sketch.lines.append(Sketch.Line(.zero, ink))
    return .draw(ink)
  }

  private mutating func pen(
    _ isDown: Bool, _ column: Int, _ row: Int, _ size: ScreenSize, _ now: Int64
  ) -> Step {
    let columns = Self.columns(size)
    let isInside = column < columns && row < (columns + 1) / 2
    if isInside {
      x = Int32((2 * column + 1) * Int(Self.most) / (2 * columns))
      y = Int32(min(Int(Self.most), (2 * row + 1) * Int(Self.most) / columns))
    }
    guard isDown else { return lift() }
    guard isInside else { return .nothing }
    if points.isEmpty { return touch(now) }
    add(now)
    return .nothing
  }

  /// The stroke that is being drawn.
  private var ink: Ink {
    Ink(
      tool: tool, colour: DrawingRules.colours[colour].colour,
      width: DrawingRules.presets[width].width, points: points)
  }

  /// The paper and what the keys do.
  public func lines(_ size: ScreenSize, _ style: Style) -> [String] {
    var canvas = BrailleCanvas(sketch, columns: Self.columns(size))
    for ink in others { canvas.draw(ink) }
    if !points.isEmpty { canvas.draw(ink) }
    let tool = tool.erases ? tool.title : "\(tool.title), \(DrawingRules.colours[colour].name)"
    return canvas.lines(style) + [
      "\(tool), \(DrawingRules.presets[width].name)\(points.isEmpty ? "" : ", the pen is down")"
    ] + KeyLines.lines(Self.keys, columns: size.columns, style).map(\.text)
  }

  /// Returns the place of the pen, from 0.
  public func cursor(_ size: ScreenSize) -> (row: Int, column: Int) {
    let columns = Self.columns(size)
    return (
      min((columns + 1) / 2 - 1, Int(y) * columns / 2 / Int(Self.most)),
      min(columns - 1, Int(x) * columns / Int(Self.most))
    )
  }
}
