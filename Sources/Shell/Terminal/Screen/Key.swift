/// A key that a screen knows.
public enum Key: Equatable, Sendable {
  /// A character, as typed.
  case character(Character)
  case enter
  case space
  case backspace
  case escape
  /// Ctrl-C: the person wants out.
  case interrupt
  /// Ctrl-D: the end of what there is to say.
  case close
  /// Ctrl-Z.
  case suspend
  /// Ctrl-L.
  case redraw
  case left, right, up, down
  /// Home, or Ctrl-A.
  case home
  /// End, or Ctrl-E.
  case end
  case pageUp, pageDown
  case delete
  /// Ctrl-U: everything before the cursor goes.
  case eraseLine
  /// Ctrl-W: the word before the cursor goes.
  case eraseWord
  /// A line feed within what was pasted: not the Return key.
  case newline
  /// A text that was pasted at once, where the terminal says so.
  case pasted(Paste)
  /// The mouse, where a screen asked for it (SGR reports): the left button is down or not, over a column and a row from 0.
  case pen(isDown: Bool, column: Int, row: Int)
}

/// Reads keys out of what a terminal in raw mode sends; escape sequences of other keys are swallowed.
public struct KeyParser: Sendable {
  private enum State { case plain, escaped, sequence }

  /// Longest escape sequence that is understood; the rest of a longer one is swallowed too.
  private static let longestSequence = 16

  private var state = State.plain
  private var partial: [UInt8] = []
  /// The parameters of the escape sequence that is coming.
  private var parameters: [UInt8] = []
  /// The paste that is coming; nil for none.
  private var coming: Paste.Coming?

  /// Starts with nothing typed.
  public init() {}

  /// Takes the next bytes.
  public mutating func consume(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.compactMap { key(for: $0) }
  }

  /// Says that nothing follows for now: an escape that stands alone is the escape key, but for one within what is pasted.
  public mutating func pause() -> [Key] {
    guard state == .escaped, coming == nil else { return [] }
    state = .plain
    return [.escape]
  }

  private mutating func key(for byte: UInt8) -> Key? {
    switch state {
    case .escaped:
      parameters = []
      state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .plain
      return nil
    case .sequence:
      guard (0x40...0x7e).contains(byte) else {
        if parameters.count < Self.longestSequence { parameters.append(byte) }
        return nil
      }
      state = .plain
      return named(byte)
    case .plain:
      guard coming == nil || byte == 0x1b else {
        coming?.take(byte)
        return nil
      }
      return byte < 0x80 ? plainKey(byte) : character(after: byte)
    }
  }

  /// The key of a whole escape sequence; Shift, Alt and Ctrl, its second parameter, make no difference.
  private mutating func named(_ byte: UInt8) -> Key? {
    // Within what is pasted, only its end is more than text.
    guard coming == nil || byte == UInt8(ascii: "~") && parameters == Self.pasteEnd else {
      return nil
    }
    switch Character(Unicode.Scalar(byte)) {
    case "A": return .up
    case "B": return .down
    case "C": return .right
    case "D": return .left
    case "H": return .home
    case "F": return .end
    case "M": return pen(isDown: true)
    case "m": return pen(isDown: false)
    case "~": break
    default: return nil
    }
    let first = parameters.prefix { $0 != UInt8(ascii: ";") }
    switch Int(String(decoding: first, as: UTF8.self)) {
    case 1, 7: return .home
    case 3: return .delete
    case 4, 8: return .end
    case 5: return .pageUp
    case 6: return .pageDown
    case 200: coming = Paste.Coming()
    case 201:
      defer { coming = nil }
      return coming.map { .pasted($0.paste) }
    default: break
    }
    return nil
  }

  /// A report of the mouse: its button, its column and its row from 1; buttons beside the left one say nothing.
  private func pen(isDown: Bool) -> Key? {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let numbers = parameters.dropFirst().split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 3, let button = numbers[0], button & ~32 == 0, let column = numbers[1],
      let row = numbers[2], column > 0, row > 0
    else { return nil }
    return .pen(isDown: isDown, column: column - 1, row: row - 1)
  }

  private mutating func plainKey(_ byte: UInt8) -> Key? {
    partial = []
    switch byte {
    case 0x1b:
      state = .escaped
      return nil
    case 0x20: return .space
    case 0x21...0x7e: return .character(Character(Unicode.Scalar(byte)))
    case 0x0a, 0x0d: return .enter
    default: return Self.controls[byte]
    }
  }

  private static let pasteEnd = Array("201".utf8)

  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .close, 0x05: .end, 0x06: .right,
    0x08: .backspace, 0x0c: .redraw, 0x0e: .down, 0x10: .up, 0x15: .eraseLine, 0x17: .eraseWord,
    0x1a: .suspend, 0x7f: .backspace,
  ]

  /// Puts the bytes of a character beyond ASCII together.
  private mutating func character(after byte: UInt8) -> Key? {
    if byte >= 0xc0 { partial = [] }
    partial.append(byte)
    if let text = String(validating: partial, as: UTF8.self), let character = text.first {
      partial = []
      return .character(character)
    }
    if partial.count >= 4 { partial = [] }
    return nil
  }
}
