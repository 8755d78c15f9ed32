import Terminal

/// Draws a session's lines, sending only the lines that changed.
struct ScreenPainter {
  private var shown: [String] = []
  private let style: Style

  init(style: Style) { self.style = style }

  /// Forgets what is on the screen, after somebody else wrote there.
  mutating func forget() { shown = [] }

  /// Brings the screen to these lines.
  mutating func paint(_ lines: [Line], _ size: ScreenSize) {
    let rows = lines.prefix(size.rows).map { $0.render(style, columns: size.columns) }
    var text = shown.isEmpty ? "\u{1b}[2J" : ""
    for index in 0..<max(rows.count, shown.count) {
      let row = index < rows.count ? rows[index] : ""
      guard index >= shown.count || shown[index] != row else { continue }
      text += "\u{1b}[\(index + 1);1H\(row)\u{1b}[K"
    }
    shown = rows
    if !text.isEmpty { Output.raw(text) }
  }
}
