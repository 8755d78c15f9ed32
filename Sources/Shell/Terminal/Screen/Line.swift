/// One line of a screen: text that knows how wide it is whatever its colours.
public struct Line: Equatable, Sendable {
  /// The look of a piece.
  public enum Look: Equatable, Sendable {
    case normal
    case bold
    case faint
    case accent(AccentColour)
  }

  /// A run of text with one look, by its end.
  private struct Run: Equatable, Sendable {
    /// In bytes of the text.
    var end: Int
    let look: Look
  }

  /// The text without looks.
  public private(set) var text: String
  private var runs: [Run] = []

  /// Starts with one piece of text, or with none.
  public init(_ text: String = "", _ look: Look = .normal) {
    self.text = text
    end(look)
  }

  /// The text in pieces that look alike.
  var pieces: [(text: String, look: Look)] {
    var start = 0
    return runs.map { run in
      defer { start = run.end }
      let bytes = text.utf8.dropFirst(start).prefix(run.end - start)
      return (String(Substring(bytes)), run.look)
    }
  }

  /// The columns taken.
  public var width: Int { Columns.width(text) }

  /// Reserves room for bytes and pieces: long lists have many lines.
  public mutating func reserve(bytes: Int, pieces: Int) {
    text.reserveCapacity(bytes)
    runs.reserveCapacity(pieces)
  }

  /// Adds a piece at the end.
  public mutating func add(_ text: String, _ look: Look = .normal) {
    self.text += text
    end(look)
  }

  /// Adds a piece that is clipped, or filled with spaces, to an exact number of columns.
  public mutating func add(_ text: String, _ look: Look = .normal, fit columns: Int) {
    Columns.fit(text, to: columns, into: &self.text)
    end(look)
  }

  /// Adds another line at the end.
  public mutating func add(_ other: Line) {
    let begin = text.utf8.count
    text += other.text
    for run in other.runs { end(run.look, at: begin + run.end) }
  }

  /// Gives a look to the text that was added.
  private mutating func end(_ look: Look, at place: Int? = nil) {
    let place = place ?? text.utf8.count
    guard place > runs.last?.end ?? 0 else { return }
    if runs.last?.look == look {
      runs[runs.count - 1].end = place
    } else {
      runs.append(Run(end: place, look: look))
    }
  }

  /// Fills up with spaces to a number of columns.
  public mutating func fill(to columns: Int) {
    let missing = columns - width
    if missing > 0 { add(String(repeating: " ", count: missing)) }
  }

  /// The line to print, cut to a number of columns; `Int.max` leaves it whole.
  public func render(_ style: Style, columns: Int) -> String {
    if columns == .max, !style.colours { return text }
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
}
