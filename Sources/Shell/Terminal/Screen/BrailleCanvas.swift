import Drawings

/// A picture as lines of braille: each character has two by four dots, and the colour of the last stroke that passed through it.
public struct BrailleCanvas {
  /// Characters from left to right.
  public let columns: Int
  /// Lines; the paper is as high as it is wide.
  public var rows: Int { (columns + 1) / 2 }
  private var dots: [UInt8]
  private var colours: [UInt32]
  private let scale: Double

  /// An empty paper of a width in characters.
  public init(columns: Int) {
    self.columns = max(1, columns)
    let count = self.columns * ((self.columns + 1) / 2)
    dots = Array(repeating: 0, count: count)
    colours = Array(repeating: 0, count: count)
    scale = Double(2 * self.columns) / Double(DrawingRules.side * DrawingRules.parts)
  }

  /// A paper with a picture on it.
  public init(_ sketch: Sketch, columns: Int) {
    self.init(columns: columns)
    for line in sketch.lines { draw(line.ink) }
  }

  /// Draws one stroke.
  public mutating func draw(_ ink: Ink) {
    if ink.tool.covers == .area { return fill(ink) }
    for part in InkShape.parts(of: ink) {
      // From hundredths of a unit across to dots from the middle.
      let radius = max(0.5, Double(part.width) / 10 * scale / 2)
      var last = (x: 0.0, y: 0.0)
      for step in InkShape.steps(part.points) {
        switch step {
        case .move(let x, let y): last = dots(x, y)
        case .line(let x, let y):
          let end = dots(x, y)
          pass(from: last, through: nil, to: end, radius, ink)
          last = end
        case .curve(let throughX, let throughY, let x, let y):
          let end = dots(x, y)
          pass(from: last, through: dots(throughX, throughY), to: end, radius, ink)
          last = end
        }
      }
    }
  }

  /// A place in twentieths of a unit, in dots.
  private func dots(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    (Double(x) / 2 * scale, Double(y) / 2 * scale)
  }

  /// Draws a line, or a curve that a point pulls, with a dab on each dot that it passes.
  private mutating func pass(
    from start: (x: Double, y: Double), through pull: (x: Double, y: Double)?,
    to end: (x: Double, y: Double), _ radius: Double, _ ink: Ink
  ) {
    let pull = pull ?? ((start.x + end.x) / 2, (start.y + end.y) / 2)
    let ways = [(start, pull), (pull, end)].map { max(abs($1.x - $0.x), abs($1.y - $0.y)) }
    let steps = max(1, Int(ways[0] + ways[1]))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let (early, late) = ((1 - share) * (1 - share), share * share)
      let middle = 1 - early - late
      dab(
        early * start.x + middle * pull.x + late * end.x,
        early * start.y + middle * pull.y + late * end.y, radius, ink)
    }
  }

  private mutating func fill(_ ink: Ink) {
    for row in 0..<(4 * rows) {
      for span in InkShape.spans(of: ink.points, at: (Double(row) + 0.5) / scale) {
        let (from, to) = (Int((span.from * scale).rounded()), Int((span.to * scale).rounded()))
        for column in from..<max(from, to) { set(row, column, ink) }
      }
    }
  }

  private mutating func set(_ row: Int, _ column: Int, _ ink: Ink) {
    guard row >= 0, column >= 0, row < 4 * rows, column < 2 * columns else { return }
    let place = row / 4 * columns + column / 2
    let bit = Self.bits[row % 4][column % 2]
    if ink.tool.erases {
      dots[place] &= ~bit
    } else {
      dots[place] |= bit
      colours[place] = ink.colour
    }
  }

  private mutating func dab(_ x: Double, _ y: Double, _ radius: Double, _ ink: Ink) {
    for row in Int(y - radius)...Int(y + radius) {
      for column in Int(x - radius)...Int(x + radius)
      where radius < 1
        || (Double(column) - x) * (Double(column) - x) + (Double(row) - y) * (Double(row) - y)
          <= radius * radius
      {
        set(row, column, ink)
      }
    }
  }

  /// The dots of a character, row by row (Unicode, "Braille Patterns").
  private static let bits: [[UInt8]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  /// The lines from the top, in colour where there is some.
  public func lines(_ style: Style) -> [String] {
    (0..<rows).map { row in
      var (text, colour): (String, UInt32?) = ("", nil)
      for column in 0..<columns {
        let place = row * columns + column
        if style.colours, dots[place] != 0, colours[place] != colour {
          colour = colours[place]
          text += Self.escape(colours[place])
        }
        let scalar =
          style.unicode ? UInt32(0x2800) + UInt32(dots[place]) : dots[place] == 0 ? 0x20 : 0x23
        text.unicodeScalars.append(Unicode.Scalar(scalar) ?? " ")
      }
      return colour == nil ? text : text + "\u{1b}[0m"
    }
  }

  /// Black ink is seen on a black terminal, too: it has the colour of the text there.
  private static func escape(_ colour: UInt32) -> String {
    colour == 0 ? "\u{1b}[0m" : "\u{1b}[38;2;\(colour >> 16);\(colour >> 8 & 255);\(colour & 255)m"
  }
}
