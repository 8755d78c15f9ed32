import Schema

/// The whole screen of a room: who is there, what was said, what just happened, and the line being typed.
public struct ChatScreen: Sendable {
  /// The notes between the messages and the line being typed.
  public struct Notes: Equatable, Sendable {
    /// An answer to a command, such as a list; several lines.
    public var panel: [Line] = []
    /// The last error or event; one line.
    public var message = ""
    /// The reason why the daemon cannot be reached now; empty while it can.
    public var lost = ""

    /// Nothing to say.
    public init() {}
  }

  /// The prompt before the line being typed.
  private static let prompt = " > "
  /// The least rows that are left to messages beside a panel.
  private static let leastMessages = 3

  private let room: RoomView
  private let scrollback: Scrollback
  private let editor: LineEditor
  private let notes: Notes
  private let style: Style

  /// Shows a room.
  public init(
    _ room: RoomView, scrollback: Scrollback, editor: LineEditor, notes: Notes, style: Style
  ) {
    self.room = room
    self.scrollback = scrollback
    self.editor = editor
    self.notes = notes
    self.style = style
  }

  /// Rows that messages have on a screen of some size.
  public static func messageRows(_ size: ScreenSize, notes: Notes) -> Int {
    let rest = size.rows - 3
    return max(1, rest - panelRows(size, notes))
  }

  private static func panelRows(_ size: ScreenSize, _ notes: Notes) -> Int {
    min(notes.panel.count, mostPanelRows(size))
  }

  /// The rows that a panel may have, its title included.
  static func mostPanelRows(_ size: ScreenSize) -> Int { max(0, size.rows - 3 - leastMessages) }

  /// As many lines as the screen has: title, messages, notes, the line being typed.
  public func lines(_ size: ScreenSize) -> [Line] {
    let input = Line(Self.prompt + typed(size).text)
    guard size.rows >= 4 else { return [statusLine(), input].suffix(size.rows) }
    var lines = [titleLine(size)]
    let rows = Self.messageRows(size, notes: notes)
    let messages = scrollback.visible().suffix(rows)
    lines += Array(repeating: Line(), count: rows - messages.count) + messages
    lines += notes.panel.suffix(Self.panelRows(size, notes))
    return lines + [statusLine(), input]
  }

  /// Returns the place of the cursor, from 0.
  public func cursor(_ size: ScreenSize) -> (row: Int, column: Int) {
    let column = Columns.width(Self.prompt) + typed(size).cursor
    return (lines(size).count - 1, min(column, size.columns - 1))
  }

  private func typed(_ size: ScreenSize) -> (text: String, cursor: Int) {
    editor.shown(columns: max(1, size.columns - Columns.width(Self.prompt)), style: style)
  }

  private func titleLine(_ size: ScreenSize) -> Line {
    var line = Line(" \(room.name.plain)", .bold)
    let people = people(most: max(10, size.columns / 2))
    let space = size.columns - line.width - Columns.width(people) - 5
    if !room.topic.isEmpty && space > 4 {
      line.add("  \(Columns.clip(room.topic.plain, to: space))", .faint)
    }
    line.fill(to: max(line.width + 2, size.columns - Columns.width(people) - 1))
    line.add(people)
    return line
  }

  /// Returns the people who look at the room now, and the number of others who are online.
  private func people(most columns: Int) -> String {
    let others = room.members.filter { $0.here && !$0.own }.map(\.name.plain)
    let online = room.members.count { $0.online && !$0.here && !$0.own }
    var text = others.isEmpty ? "nobody else here" : "here: \(PeopleChoice.names(others))"
    text = Columns.clip(text, to: columns)
    return online > 0 ? "\(text), \(online) online" : text
  }

  private func statusLine() -> Line {
    if !notes.lost.isEmpty { return Line(" \(notes.lost.plain)", .bold) }
    let dot = " · ".ascii(style, " | ")
    var parts: [String] = []
    if scrollback.unseen > 0 { parts.append("\(scrollback.unseen) new below") }
    if !notes.message.isEmpty {
      parts.append(notes.message.plain)
    } else if !room.notice.isEmpty {
      parts.append(room.notice.plain)
    }
    if !parts.isEmpty { return Line(" " + parts.joined(separator: dot), .bold) }
    parts =
      scrollback.isScrolled
      ? ["PageDown and Escape lead to the newest"]
      : ["/help", "PageUp shows older", "/quit"]
    return Line(" " + parts.joined(separator: dot), .faint)
  }
}
