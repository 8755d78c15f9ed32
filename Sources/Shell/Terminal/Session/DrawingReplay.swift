import Drawings

/// The replay of a drawing, with play, pause, seek and speed (row W-18), without a clock of its own.
public struct DrawingReplay: Sendable {
  /// The time between two pictures, in milliseconds.
  public static let frame = 50
  /// Speeds that can be chosen.
  public static let speeds: [Double] = [0.25, 0.5, 1, 2, 4, 8, 16]
  /// The keys with what they do, the most needed first.
  public static let keys = [
    "q ends", "Space plays and pauses", "left and right seek", "+ and - speed",
    "0 to 9 go to a tenth",
  ]

  private let replay: SketchReplay
  /// Milliseconds since the beginning.
  public private(set) var time: UInt64
  /// The speed, as a multiple of that at which it was drawn.
  public private(set) var speed: Double
  /// Whether it plays by itself.
  public private(set) var isPlaying: Bool

  /// Begins at a moment.
  public init(_ sketch: Sketch, at time: UInt64 = 0, speed: Double = 1) {
    replay = SketchReplay(sketch)
    self.time = min(time, replay.duration)
    self.speed = speed
    isPlaying = replay.duration > time
  }

  /// Whether it was seen to its end.
  public var isOver: Bool { time >= replay.duration }

  /// Moves on by the milliseconds that have passed.
  public mutating func pass(_ milliseconds: UInt64) {
    guard isPlaying else { return }
    time = min(replay.duration, time + UInt64(Double(milliseconds) * speed))
    if isOver { isPlaying = false }
  }

  /// Takes one key.
  ///
  /// - Returns: false where the person has seen enough.
  public mutating func press(_ key: Key) -> Bool {
    switch key {
    case .space, .enter:
      if isOver { time = 0 }
      isPlaying.toggle()
    case .right: time = min(replay.duration, time + 5_000)
    case .left: time -= min(time, 5_000)
    case .home: time = 0
    case .end: time = replay.duration
    case .character("+"), .character("="): speed = Self.speeds.first { $0 > speed } ?? speed
    case .character("-"): speed = Self.speeds.last { $0 < speed } ?? speed
    case .character(let digit) where digit.isASCII && digit.isNumber:
      time = replay.duration * UInt64(digit.wholeNumberValue ?? 0) / 10
    case .character("q"), .escape, .interrupt, .close: return false
    default: break
    }
    return true
  }

  /// The picture as it was then, a bar, and what the keys do.
  public func lines(_ size: ScreenSize, _ style: Style) -> [String] {
    let columns = PaperSession.columns(size, keys: Self.keys)
    return BrailleCanvas(replay.sketch(at: time), columns: columns).lines(style) + [
      DrawingText.position(
        time, of: replay.duration, speed: speed, isPlaying: isPlaying, columns: size.columns)
    ] + KeyLines.lines(Self.keys, columns: size.columns, style).map(\.text)
  }
}
