import Identifiers

/// The times at which the strokes of a picture are drawn again: in order, with pauses cut to one second (row W-18).
public struct SketchReplay: Equatable, Sendable {
  /// The time in which one stroke is drawn, in milliseconds since the replay began.
  public struct Span: Equatable, Sendable {
    /// Its first point.
    public var start: UInt64
    /// The milliseconds from the first point to the last one.
    public var duration: UInt64
  }

  /// The part of the picture that is seen at one moment.
  public struct Position: Equatable, Sendable {
    /// The number of strokes that are complete.
    public var whole: Int
    /// The number of points of the next one that are there.
    public var points: Int
  }

  /// The longest pause, in milliseconds.
  public static let pause: UInt64 = 1_000
  /// The milliseconds of each point of a stroke without times; the pause before it is `untimedPause`.
  static let untimed: UInt64 = 12
  static let untimedPause: UInt64 = 120

  /// One for each stroke.
  public let spans: [Span]
  private let sketch: Sketch

  /// Plans the replay of a picture.
  public init(_ sketch: Sketch) {
    self.sketch = sketch
    var spans: [Span] = []
    spans.reserveCapacity(sketch.lines.count)
    var clock: UInt64 = 0
    var end: UInt64?
    for line in sketch.lines {
      let ink = line.ink
      let isTimed = ink.hasTimes || ink.points.count == 1
      if let end {
        let pause = ink.start > end ? ink.start - end : 0
        clock += isTimed ? min(pause, Self.pause) : Self.untimedPause
      }
      let duration =
        isTimed ? ink.duration : min(2_000, UInt64(ink.points.count) * Self.untimed)
      spans.append(Span(start: clock, duration: duration))
      clock += duration
      end = max(end ?? 0, ink.end)
    }
    self.spans = spans
  }

  /// The length of the replay at its own speed, in milliseconds.
  public var duration: UInt64 { spans.last.map { $0.start + $0.duration } ?? 0 }

  /// Finds the part of the picture that is seen some milliseconds after the beginning, without playing the strokes before it.
  public func position(at time: UInt64) -> Position {
    // Before `low` all strokes have begun.
    let low = spans.partitioningIndex { $0.start > time }
    guard low > 0 else { return Position(whole: 0, points: 0) }
    let last = low - 1
    let points = points(of: last, at: time)
    return points == sketch.lines[last].ink.points.count
      ? Position(whole: low, points: 0) : Position(whole: last, points: points)
  }

  /// Returns the number of points that a stroke shows by a time after its beginning.
  private func points(of number: Int, at time: UInt64) -> Int {
    let (ink, span) = (sketch.lines[number].ink, spans[number])
    let passed = time - span.start
    guard passed < span.duration else { return ink.points.count }
    if ink.hasTimes {
      return ink.points.partitioningIndex { UInt64($0.time) > passed }
    }
    return min(ink.points.count, 1 + Int(passed * UInt64(ink.points.count) / max(1, span.duration)))
  }

  /// The picture as it is seen then.
  public func sketch(at time: UInt64) -> Sketch {
    let position = position(at: time)
    var lines = Array(sketch.lines.prefix(position.whole))
    if position.points > 0 {
      var line = sketch.lines[position.whole]
      line.ink.points = Array(line.ink.points.prefix(position.points))
      lines.append(line)
    }
    return Sketch(lines)
  }
}
