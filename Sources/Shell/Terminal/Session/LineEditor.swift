import Schema

/// One line that a person types, with a cursor and the lines typed before.
public struct LineEditor: Equatable, Sendable {
  /// Most characters that a line takes; more than any message may have.
  public static let longest = 16 << 10
  /// The most bytes of a line including pastes: those of a message.
  static let mostWithPaste = 8 << 10
  /// Most lines remembered.
  private static let mostRemembered = 200

  private var characters: [Character] = []
  /// The character that the cursor stands before.
  private var cursor = 0
  private var history: [String] = []
  /// The place in the history that is shown; its count for the line being typed.
  private var place = 0
  /// The line being typed, while one of the history is shown.
  private var draft = ""
  /// Characters that were typed into a full line, and are not in it.
  public private(set) var lost = 0

  /// Starts with an empty line.
  public init() {}

  /// The text that was typed.
  public var text: String { String(characters) }

  /// Whether the line begins with some characters; the rest is not looked at.
  func begins(with text: String) -> Bool { characters.starts(with: text) }

  /// Whether nothing is typed.
  public var isEmpty: Bool { characters.isEmpty }

  /// Whether there is nothing to send.
  public var isBlank: Bool { characters.allSatisfy(\.isWhitespace) }

  /// The end of a line that is asked for.
  enum Ending: Equatable {
    /// Return, with something to send.
    case given(String)
    /// Escape or the like, or Return with nothing to send.
    case takenBack
    /// No end: something was pasted and is not taken, for a reason.
    case refused(String)
  }

  /// Takes a key of a line that is asked for; Return and Escape end it.
  ///
  /// - Returns: nil while the line is being edited.
  mutating func type(_ key: Key) -> Ending? {
    switch key {
    case .enter where !isBlank: return .given(text)
    case .enter, .escape, .interrupt, .close: return .takenBack
    case .pasted(let paste):
      if let sentence = refusal(of: paste) { return .refused(sentence) }
      _ = take(key)
      return nil
    default:
      _ = take(key)
      return nil
    }
  }

  /// Takes a key.
  ///
  /// - Returns: false for one that edits nothing.
  public mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(character)
    case .space: insert(" ")
    case .newline: insert("\n")
    case .pasted(let paste): if refusal(of: paste) == nil { insert(paste) }
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = characters.count
    case .backspace:
      guard cursor > 0 else { break }
      cursor -= 1
      characters.remove(at: cursor)
    case .delete: if cursor < characters.count { characters.remove(at: cursor) }
    case .eraseLine:
      characters.removeFirst(cursor)
      cursor = 0
    case .eraseWord: eraseWord()
    case .up: show(place - 1)
    case .down: show(place + 1)
    default: return false
    }
    return true
  }

  /// The reason why a text that is pasted is not taken, all of it or nothing; nil for one that is.
  public func refusal(of paste: Paste) -> String? {
    let typed = text.utf8.count
    guard paste.bytes + typed > Self.mostWithPaste else { return nil }
    let pasted = Count.of(paste.bytes, "byte was", "bytes were")
    let beside = typed == 0 ? "" : " beside \(typed)"
    return "\(pasted) pasted\(beside), \(Self.mostWithPaste) are allowed: none was taken."
  }

  /// Replaces the line by a text, the cursor behind it.
  public mutating func set(_ text: String) {
    lost = 0
    characters = Array(text.prefix(Self.longest))
    cursor = characters.count
  }

  /// Remembers a line that was used, and starts the next one unless something else is typed by now.
  public mutating func finish(_ line: String) {
    history.removeAll { $0 == line }
    history.append(line)
    history.removeFirst(max(0, history.count - Self.mostRemembered))
    if text == line { set("") }
    place = history.count
    draft = ""
  }

  private mutating func insert(_ character: Character) {
    // A mark that belongs to the character before it becomes a part of it.
    if cursor > 0, let joined = Self.join(characters[cursor - 1], character) {
      characters[cursor - 1] = joined
      return
    }
    guard characters.count < Self.longest else {
      lost += 1
      return
    }
    characters.insert(character, at: cursor)
    cursor += 1
  }

  private mutating func insert(_ paste: Paste) {
    // A mark at its beginning belongs to the character before it.
    let before = cursor > 0 ? String(characters[cursor - 1]) : ""
    let added = Array(before + paste.text)
    characters.replaceSubrange((before.isEmpty ? cursor : cursor - 1)..<cursor, with: added)
    cursor += added.count - (before.isEmpty ? 0 : 1)
  }

  private static func join(_ first: Character, _ second: Character) -> Character? {
    let both = String(first) + String(second)
    return both.count == 1 && both.unicodeScalars.count <= 32 ? Character(both) : nil
  }

  private mutating func eraseWord() {
    var start = cursor
    while start > 0 && characters[start - 1].isWhitespace { start -= 1 }
    while start > 0 && !characters[start - 1].isWhitespace { start -= 1 }
    characters.removeSubrange(start..<cursor)
    cursor = start
  }

  private mutating func show(_ wanted: Int) {
    guard (0...history.count).contains(wanted), wanted != place else { return }
    if place == history.count { draft = text }
    place = wanted
    set(wanted == history.count ? draft : history[wanted])
  }

  /// The part of the line around the cursor that fits, and the column of the cursor in it.
  public func shown(columns: Int, style: Style) -> (text: String, cursor: Int) {
    // What the screen does not show is not looked at, however long the line is.
    var start = cursor
    var before = 0
    var cells: [String] = []
    while start > 0 {
      let cell = cell(characters[start - 1], style)
      let width = Columns.width(cell)
      guard before + width < columns else { break }
      cells.append(cell)
      before += width
      start -= 1
    }
    var text = cells.reversed().joined()
    var used = before
    for character in characters[cursor...] {
      let cell = cell(character, style)
      used += Columns.width(cell)
      guard used <= columns else { break }
      text += cell
    }
    return (text, before)
  }

  /// A character as it may be printed.
  private func cell(_ character: Character, _ style: Style) -> String {
    switch character {
    case " ": " "
    case "\n": style.unicode ? "⏎" : "/"
    default: String(character).plain
    }
  }
}
