import ChatSchema
import Schema

/// The messages of a room as far as they are loaded, and the part of them that is on the screen.
///
/// The newest is shown until the person scrolls up; from then on what is shown stays, whatever arrives.
public struct Scrollback: Equatable, Sendable {
  /// The line at the bottom of the screen.
  private struct Anchor: Equatable {
    var message: String
    /// The place among that message's lines.
    var line: Int
  }

  /// Most messages kept while the newest are shown; older ones can be loaded again.
  private static let mostKept = 4_000

  /// In the room's order.
  public private(set) var messages: [MessageView] = []
  /// The message whose predecessors can be loaded; empty when all are loaded.
  public private(set) var before = ""
  /// Messages that arrived while the person looked at older ones.
  public private(set) var unseen = 0
  /// Nil while the newest is shown.
  private var anchor: Anchor?
  /// Lines to scroll up once older messages are loaded.
  private var wanted = 0
  private var columns = 80
  private var rows = 20

  /// Starts without messages.
  public init() {}

  /// Whether older messages are shown than the newest.
  public var isScrolled: Bool { anchor != nil }

  /// Whether older messages should be loaded now.
  public var needsOlder: Bool {
    guard !before.isEmpty else { return false }
    return wanted > 0 || linesAbove(anchor, most: rows) < rows
  }

  /// Sets the room there is for messages.
  public mutating func resize(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    guard var anchor, let index = index(of: anchor.message) else { return }
    anchor.line = min(anchor.line, lines(of: index).count - 1)
    self.anchor = anchor
  }

  /// Takes a message that came or changed.
  ///
  /// - Returns: whether it was not here before.
  @discardableResult
  public mutating func take(_ message: MessageView) -> Bool {
    if let index = index(of: message.id) {
      messages[index] = message
      return false
    }
    // What lies before everything that is loaded is read when the person gets there.
    if let first = messages.first, !before.isEmpty, Self.precedes(message, first) { return false }
    let place = messages.lastIndex { Self.precedes($0, message) }.map { $0 + 1 } ?? 0
    messages.insert(message, at: place)
    if anchor != nil && !message.own { unseen += 1 }
    trim()
    return true
  }

  /// Takes the newest messages, after a time without news; what is between them and older ones is loaded again.
  public mutating func takeNewest(_ list: MessageList) {
    let overlaps = list.messages.contains { index(of: $0.id) != nil }
    guard overlaps || list.before.isEmpty else { return replace(list) }
    let isFirst = messages.isEmpty
    for message in list.messages { take(message) }
    if isFirst || list.before.isEmpty { before = list.before }
  }

  /// Replaces all loaded messages by the newest ones.
  public mutating func replace(_ list: MessageList) {
    messages = list.messages
    before = list.before
    wanted = 0
    if let anchor, index(of: anchor.message) == nil { showNewest() }
  }

  /// Takes messages older than all loaded ones.
  public mutating func takeOlder(_ list: MessageList, before asked: String) {
    guard asked == before else { return }
    let new = list.messages.filter { index(of: $0.id) == nil }
    messages.insert(contentsOf: new, at: 0)
    before = list.before
    let lines = wanted
    wanted = 0
    if anchor != nil { scrollUp(lines) }
  }

  /// Shows the newest message again.
  public mutating func showNewest() {
    anchor = nil
    unseen = 0
    wanted = 0
  }

  /// Shows older messages; `needsOlder` says whether more are wanted for that.
  public mutating func pageUp() { scrollUp(max(1, rows - 1)) }

  /// Shows newer messages.
  public mutating func pageDown() {
    guard let anchor, let index = index(of: anchor.message) else { return showNewest() }
    move(down: max(1, rows - 1), from: (index, anchor.line))
  }

  private mutating func scrollUp(_ count: Int) {
    guard !messages.isEmpty else { return }
    var (index, line) = place(of: anchor)
    var left = count
    while left > line {
      guard index > 0 else {
        if !before.isEmpty { wanted = left - line }
        line = left
        break
      }
      left -= line + 1
      index -= 1
      line = lines(of: index).count - 1
    }
    anchor = Anchor(message: messages[index].id, line: line - left)
    // The oldest message stands at the top of the screen, not at its bottom.
    let missing = rows - linesAbove(anchor, most: rows)
    if missing > 0 && before.isEmpty { move(down: missing, from: (index, line - left)) }
  }

  private mutating func move(down count: Int, from place: (index: Int, line: Int)) {
    var (index, line) = place
    line += count
    while line >= lines(of: index).count {
      line -= lines(of: index).count
      index += 1
      guard index < messages.count else { return showNewest() }
    }
    if index == messages.count - 1 && line == lines(of: index).count - 1 { return showNewest() }
    anchor = Anchor(message: messages[index].id, line: line)
  }

  // MARK: Lines

  /// Returns the lines on the screen, from the top; fewer than there is room for when there is no more to show.
  public func visible() -> [Line] {
    guard !messages.isEmpty else { return [] }
    let bottom = place(of: anchor)
    var shown = Array(lines(of: bottom.index).prefix(bottom.line + 1).suffix(rows).reversed())
    var index = bottom.index - 1
    while shown.count < rows && index >= 0 {
      shown += lines(of: index).reversed().prefix(rows - shown.count)
      index -= 1
    }
    shown.reverse()
    shown += lines(of: bottom.index).dropFirst(bottom.line + 1).prefix(rows - shown.count)
    index = bottom.index + 1
    while shown.count < rows && index < messages.count {
      shown += lines(of: index).prefix(rows - shown.count)
      index += 1
    }
    return shown
  }

  /// The messages that end on the screen, the lowest first.
  public func onScreen() -> [MessageView] {
    guard !messages.isEmpty else { return [] }
    let bottom = place(of: anchor)
    var found: [MessageView] = []
    var used = 0
    var index = bottom.index
    while index >= 0 && used < rows {
      found.append(messages[index])
      used += index == bottom.index ? bottom.line + 1 : lines(of: index).count
      index -= 1
    }
    return found
  }

  /// Numbers to show before some messages, by their ids.
  public var numbers: [String: String] = [:]

  private func lines(of index: Int) -> [Line] {
    let message = messages[index]
    var lines: [Line] = []
    let day = MessageText.day(of: message)
    if index > 0 ? MessageText.day(of: messages[index - 1]) != day : before.isEmpty {
      lines.append(Line("  \(day)", .faint))
    }
    for (number, line) in MessageText.lines(of: message).enumerated() {
      var whole = Line(" ")
      if number == 0, let name = numbers[message.id] { whole.add("\(name) ", .bold) }
      whole.add(line)
      lines += whole.wrapped(to: columns, indent: 7)
    }
    return lines
  }

  private func place(of anchor: Anchor?) -> (index: Int, line: Int) {
    if let anchor, let index = index(of: anchor.message) {
      return (index, min(anchor.line, lines(of: index).count - 1))
    }
    return (messages.count - 1, lines(of: messages.count - 1).count - 1)
  }

  /// Lines from the top of all that is loaded to the bottom of the screen, counted up to a number.
  private func linesAbove(_ anchor: Anchor?, most: Int) -> Int {
    guard !messages.isEmpty else { return 0 }
    let bottom = place(of: anchor)
    var count = bottom.line + 1
    var index = bottom.index - 1
    while count < most && index >= 0 {
      count += lines(of: index).count
      index -= 1
    }
    return count
  }

  private func index(of id: String) -> Int? { messages.lastIndex { $0.id == id } }

  private mutating func trim() {
    guard anchor == nil, messages.count > Self.mostKept else { return }
    messages.removeFirst(Self.mostKept / 2)
    before = messages[0].id
  }

  // MARK: Order

  /// The room's order: causal order, then the bytes of the ids.
  private static func precedes(_ one: MessageView, _ other: MessageView) -> Bool {
    if one.order != other.order { return one.order < other.order }
    return one.id.utf8.lexicographicallyPrecedes(other.id.utf8) { rank($0) < rank($1) }
  }

  /// In base32 the digits come after the letters.
  private static func rank(_ letter: UInt8) -> UInt8 {
    letter < UInt8(ascii: "a") ? letter + 128 : letter
  }
}
