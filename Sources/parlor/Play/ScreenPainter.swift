import Commands
import Terminal

/// Draws a session's lines, sending only the lines that changed.
struct ScreenPainter {
  private var shown: [String] = []
  private var cursor: (row: Int, column: Int)?
  private let style: Style

  init(style: Style) { self.style = style }

  /// Forgets the content of the screen, after somebody else wrote there.
  mutating func forget() { shown = [] }

  /// Brings the screen to these lines, with the cursor at a row and column from 0, or without one.
  mutating func paint(
    _ lines: [Line], _ size: ScreenSize, cursor: (row: Int, column: Int)? = nil
  ) {
    let rows = lines.prefix(size.rows).map { $0.render(style, columns: size.columns) }
    var text = shown.isEmpty ? "\u{1b}[2J" : ""
    for index in 0..<max(rows.count, shown.count) {
      let row = index < rows.count ? rows[index] : ""
      guard index >= shown.count || shown[index] != row else { continue }
      text += "\u{1b}[\(index + 1);1H\(row)\u{1b}[K"
    }
    shown = rows
    let isMoved = cursor?.row != self.cursor?.row || cursor?.column != self.cursor?.column
    guard !text.isEmpty || isMoved else { return }
    self.cursor = cursor
    // Out of sight while lines are drawn, or it would be seen jumping about.
    text = "\u{1b}[?25l" + text
    if let cursor { text += "\u{1b}[\(cursor.row + 1);\(cursor.column + 1)H\u{1b}[?25h" }
    Output.raw(text)
  }
}
