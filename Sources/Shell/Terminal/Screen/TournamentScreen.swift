import Schema

/// A tournament on the screen: a line of tabs, the matches or a table, and a line for what is typed.
struct TournamentScreen {
  private let session: TournamentSession
  private let style: Style

  init(_ session: TournamentSession, style: Style) {
    (self.session, self.style) = (session, style)
  }

  func lines(_ size: ScreenSize) -> [Line] {
    let footer = footer(size)
    let view = session.view
    var head = Line(" " + view.name.plain, .bold)
    head.add(
      "  \(view.hash.prefix(8))  \(view.played) of \(Count.of(view.total, "match", "matches")) decided",
      .faint)
    let room = max(0, size.rows - 5)
    var body = session.matches.isEmpty ? table(room) : matches(room)
    body += [Line](repeating: Line(), count: max(0, room - body.count))
    let lines = [head, tabs, Line()] + body + [input, footer]
    return Array(lines.prefix(size.rows))
  }

  private var tabs: Line {
    var line = Line(" ")
    for tab in session.tabs {
      let isShown = tab == session.tab
      line.add(isShown ? "[\(tab.rawValue)]" : " \(tab.rawValue) ", isShown ? .bold : .faint)
      line.add(" ")
    }
    return line
  }

  private func table(_ room: Int) -> [Line] {
    let text = session.text
    let first = min(session.places[session.tab] ?? 0, max(0, text.count - room))
    return text.dropFirst(first).prefix(room).map { Line($0) }
  }

  /// The matches under the titles of their rounds, around the chosen one.
  private func matches(_ room: Int) -> [Line] {
    let chosen = session.chosen?.name
    var lines: [Line] = []
    var place = 0
    var title = ""
    for match in session.matches {
      if match.title != title {
        lines.append(Line("  " + match.title.plain, .faint))
        title = match.title
      }
      let isChosen = match.name == chosen
      if isChosen { place = lines.count }
      let mark = isChosen ? (style.unicode ? " ›" : " >") : "  "
      lines.append(
        Line(
          mark + TournamentText.match(match), isChosen ? .bold : match.mayScore ? .normal : .faint))
    }
    let first = max(0, min(place - room / 2, lines.count - room))
    return Array(lines.dropFirst(first).prefix(room))
  }

  private var label: String {
    if session.explained != nil { return " Reason: " }
    guard let chosen = session.chosen else { return "" }
    return " \(chosen.name.plain) "
  }

  private var typed: String { session.explained != nil ? session.reason : session.typed }

  /// The text being typed, or the reason why nothing can be typed.
  private var input: Line {
    guard let chosen = session.chosen else { return Line() }
    var line = Line(label, .bold)
    if chosen.mayScore {
      line.add(typed)
      if typed.isEmpty, session.explained == nil {
        line.add("type the score, as 2:1", .faint)
      }
    } else {
      line.add(chosen.reason.plain, .faint)
    }
    return line
  }

  private func footer(_ size: ScreenSize) -> Line {
    if !session.notice.isEmpty { return Line(" " + session.notice) }
    let arrows = style.unicode ? "← →" : "left and right"
    guard session.chosen != nil else {
      return KeyLines.line(["q leaves", "\(arrows) tabs"], columns: size.columns, style)
    }
    let choose = style.unicode ? "↑ ↓" : "up and down"
    let keys = ["Return reports", "q leaves", "\(choose) matches", "\(arrows) tabs"]
    return KeyLines.line(keys, columns: size.columns, style)
  }

  func cursor(_ size: ScreenSize) -> (row: Int, column: Int)? {
    guard session.chosen?.mayScore == true, size.rows >= 5 else { return nil }
    return (size.rows - 2, min(size.columns - 1, Columns.width(label) + Columns.width(typed.plain)))
  }
}
