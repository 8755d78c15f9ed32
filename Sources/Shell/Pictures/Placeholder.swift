import CPictures
import Glibc

/// The background of an event without a picture (row E-29): hills under a sky, always the same for the same name.
struct Placeholder {
  /// Eight colours each: a sky from the top to the horizon, a sun, and hills from the farthest to the nearest.
  private static let palettes = [
    [0x2b1b52, 0x7b3b7a, 0xf08a5d, 0xffd9a0, 0x6d3569, 0x4c2757, 0x301b44, 0x190f2a],
    [0x0f2c4d, 0x2f6c8f, 0xf2c48d, 0xfff1cf, 0x3b6a7d, 0x264f63, 0x173748, 0x0b1f2b],
    [0x10233f, 0x275a6b, 0x8ed1b2, 0xf6f7d7, 0x2f6f6a, 0x20524f, 0x133836, 0x081f1f],
    [0x3a1c3f, 0xa23b52, 0xffb36b, 0xfff0c2, 0x8a3350, 0x5f2545, 0x3c1834, 0x200c1e],
    [0x141a3c, 0x3d4b93, 0xc3a6d8, 0xfdf2ff, 0x4a4f8f, 0x34396f, 0x22264e, 0x11132c],
    [0x1d2b1f, 0x4f7a4a, 0xf0d48a, 0xfffbe0, 0x4d7048, 0x365336, 0x223825, 0x101e14],
  ]

  private var state: UInt64

  init(_ name: String) {
    // FNV-1a: other processes have to come to the same number.
    state = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// From 0 to 1.
  private mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 40) / Double(1 << 24)
  }

  func paint(on canvas: Canvas) {
    var dice = self
    let palette = Self.palettes[Int(dice.next() * Double(Self.palettes.count))]
    canvas.fillDown(
      zip([0, 0.38, 0.68], palette).map { (place: $0, colour: Colour($1)) })
    dice.stars(on: canvas)
    dice.sun(Colour(palette[3]), on: canvas)
    for (index, hill) in palette[4...].enumerated() {
      dice.hill(Colour(hill), at: 0.52 + 0.085 * Double(index), on: canvas)
    }
    // Words stand in front of the nearest hills.
    canvas.fillDown([(0.45, .black.faint(0)), (1, .black.faint(0.42))])
  }

  private mutating func stars(on canvas: Canvas) {
    let unit = min(canvas.width, canvas.height)
    for _ in 0..<46 {
      let (x, y) = (next() * canvas.width, next() * next() * canvas.height * 0.4)
      canvas.use(.white.faint(0.10 + 0.5 * next() * (1 - y / (canvas.height * 0.42))))
      library.cairo_arc(canvas.context, x, y, unit * (0.0008 + 0.0016 * next()), 0, 2 * .pi)
      library.cairo_fill(canvas.context)
    }
  }

  private mutating func sun(_ colour: Colour, on canvas: Canvas) {
    let unit = min(canvas.width, canvas.height)
    let (x, y) = (canvas.width * (0.22 + 0.56 * next()), canvas.height * (0.13 + 0.06 * next()))
    let radius = unit * (0.06 + 0.03 * next())
    let glow = radius * 5.5
    library.cairo_arc(canvas.context, x, y, glow, 0, 2 * .pi)
    canvas.fill(
      library.cairo_pattern_create_radial(x, y, radius * 0.6, x, y, glow),
      [(0, colour.faint(0.55)), (0.25, colour.faint(0.22)), (1, colour.faint(0))])
    canvas.use(colour)
    library.cairo_arc(canvas.context, x, y, radius, 0, 2 * .pi)
    library.cairo_fill(canvas.context)
  }

  private mutating func hill(_ colour: Colour, at place: Double, on canvas: Canvas) {
    let (width, height) = (canvas.width, canvas.height)
    var waves: [(height: Double, count: Double, turn: Double)] = []
    for index in 0..<3 {
      let most: Double = height * (0.045 - 0.012 * Double(index))
      let count: Double = (0.7 + next()) * Double(index + 1)
      waves.append((most * (0.6 + 0.8 * next()), count, next() * 2 * .pi))
    }
    library.cairo_move_to(canvas.context, 0, height)
    let steps = 160
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      var y = place * height
      for wave in waves { y += wave.height * sin(part * wave.count * 2 * .pi + wave.turn) }
      library.cairo_line_to(canvas.context, part * width, y)
    }
    library.cairo_line_to(canvas.context, width, height)
    library.cairo_close_path(canvas.context)
    canvas.use(colour)
    library.cairo_fill(canvas.context)
  }
}
