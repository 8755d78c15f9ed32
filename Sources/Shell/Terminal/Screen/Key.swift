/// A key that a screen knows.
public enum Key: Equatable, Sendable {
  /// A character, as typed.
  case character(Character)
  case enter
  case space
  case backspace
  case escape
  /// Ctrl-C or Ctrl-D: the person wants out.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-L.
  case redraw
}

/// Reads keys out of what a terminal in raw mode sends; escape sequences of other keys are swallowed.
public struct KeyParser: Sendable {
  private enum State { case plain, escaped, sequence }

  private var state = State.plain
  private var partial: [UInt8] = []

  /// Starts with nothing typed.
  public init() {}

  /// Takes the next bytes.
  public mutating func consume(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.compactMap { key(for: $0) }
  }

  /// Says that nothing follows for now: an escape that stands alone is the escape key.
  public mutating func pause() -> [Key] {
    defer { state = .plain }
    return state == .escaped ? [.escape] : []
  }

  private mutating func key(for byte: UInt8) -> Key? {
    switch state {
    case .escaped:
      state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .plain
      return nil
    case .sequence:
      if (0x40...0x7e).contains(byte) { state = .plain }
      return nil
    case .plain:
      return byte < 0x80 ? plainKey(byte) : character(after: byte)
    }
  }

  private mutating func plainKey(_ byte: UInt8) -> Key? {
    partial = []
    switch byte {
    case 0x0a, 0x0d: return .enter
    case 0x20: return .space
    case 0x7f, 0x08: return .backspace
    case 0x03, 0x04: return .interrupt
    case 0x1a: return .suspend
    case 0x0c: return .redraw
    case 0x1b:
      state = .escaped
      return nil
    case 0x21...0x7e: return .character(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }

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
