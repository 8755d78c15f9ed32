/// One line of a screen: pieces of text that know how wide they are whatever their colours.
public struct Line: Equatable, Sendable {
  /// How a piece looks.
  public enum Look: Equatable, Sendable {
    case normal
    case bold
    case faint
    case accent(AccentColour)
  }

  private(set) var pieces: [(text: String, look: Look)] = []

  /// Starts with one piece of text, or with none.
  public init(_ text: String = "", _ look: Look = .normal) {
    if !text.isEmpty { pieces.append((text, look)) }
  }

  /// The columns taken.
  public var width: Int { pieces.reduce(0) { $0 + Columns.width($1.text) } }

  /// The text without looks.
  public var text: String { pieces.map(\.text).joined() }

  /// Adds a piece at the end.
  public mutating func add(_ text: String, _ look: Look = .normal) {
    if let last = pieces.last, last.look == look {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append((text, look))
    }
  }

  /// Adds all pieces of another line at the end.
  public mutating func add(_ other: Line) { pieces += other.pieces }

  /// Fills up with spaces to so many columns.
  public mutating func fill(to columns: Int) {
    let missing = columns - width
    if missing > 0 { add(String(repeating: " ", count: missing)) }
  }

  /// This line in the middle of so many columns.
  public func centred(in columns: Int) -> Line {
    var line = Line(String(repeating: " ", count: max(0, (columns - width) / 2)))
    line.add(self)
    return line
  }

  /// The line to print, cut to so many columns; `Int.max` leaves it whole.
  public func render(_ style: Style, columns: Int) -> String {
    var left = columns
    var result = ""
    for piece in pieces where left > 0 {
      let text = left == .max ? piece.text : Columns.clip(piece.text, to: left)
      if left < .max { left -= Columns.width(text) }
      switch piece.look {
      case .normal: result += text
      case .bold: result += style.bold(text)
      case .faint: result += style.faint(text)
      case .accent(let colour): result += style.coloured(text, colour)
      }
    }
    return result
  }

  public static func == (left: Line, right: Line) -> Bool {
    left.pieces.elementsEqual(right.pieces) { $0.text == $1.text && $0.look == $1.look }
  }
}
