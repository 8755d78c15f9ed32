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

  /// An empty paper, so many characters wide.
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
    if ink.isFill { return fill(ink) }
    for part in InkShape.parts(of: ink) {
      // From hundredths of a unit across to dots from the middle.
      let radius = max(0.5, Double(part.width) / 10 * scale / 2)
      var last = part.points[0]
      for point in part.points {
        let (x, y) = (Double(point.x - last.x), Double(point.y - last.y))
        let steps = max(1, Int(max(abs(x), abs(y)) * scale))
        for step in 0...steps {
          let share = Double(step) / Double(steps)
          dab(
            (Double(last.x) + x * share) * scale, (Double(last.y) + y * share) * scale, radius, ink)
        }
        last = point
      }
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
    if ink.isEraser {
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
