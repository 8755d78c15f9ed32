/// Text from people and peers, made harmless.
public enum Text {
  /// Drops control and direction characters and all but the first eight marks on a letter, and cuts to `limit` bytes of UTF-8 at a
  /// character.
  ///
  /// - Parameter lines: whether line feeds stay, and tabs as spaces.
  public static func clean(_ text: String, limit: Int, lines: Bool = false) -> String {
    if text.utf8.count <= limit, isPlain(text, lines: lines) { return text }
    var kept = String.UnicodeScalarView()
    var size = 0
    for scalar in Harmless(text.unicodeScalars, lines: lines) {
      kept.append(scalar)
      size += scalar.utf8.count
      if size > limit { break }
    }
    var result = String(kept)
    guard result.utf8.count > limit else { return result }
    // The last character is cut in two by now, or too long.
    result.removeLast()
    while let last = result.unicodeScalars.last, joiners.contains(last.value) {
      result.unicodeScalars.removeLast()
    }
    return result
  }

  /// A text inside of XML or HTML, also between quotation marks.
  public static func markup(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A reader takes it for the end of a line otherwise.
      case "\r": result += "&#13;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Characters of what somebody else wrote that a sentence quotes.
  public static let quoted = 80

  /// The beginning of a text on one line, without control and direction characters, as sentences and lists quote what somebody
  /// wrote. Of a long text only the beginning is looked at.
  ///
  /// - Parameter characters: at most so many, of which the last one is an ellipsis where the text goes on; at most eight times as many
  ///   bytes.
  public static func preview(_ text: some StringProtocol, characters: Int = quoted) -> String {
    var line = String.UnicodeScalarView()
    var (size, isSpaced, isCut) = (0, false, false)
    for scalar in Harmless(text.unicodeScalars, lines: true) {
      guard !scalar.properties.isWhitespace else {
        isSpaced = size > 0
        continue
      }
      size += (isSpaced ? 1 : 0) + scalar.utf8.count
      guard size <= 8 * characters else {
        isCut = true
        break
      }
      if isSpaced { line.append(" ") }
      line.append(scalar)
      isSpaced = false
    }
    let begun = String(line)
    guard isCut || begun.count > characters else { return begun }
    return begun.prefix(characters - 1) + "…"
  }

  /// Whether each byte is one visible character or a space: most text is like that, and lists have much of it.
  ///
  /// - Parameter lines: whether there may be line feeds as well.
  public static func isPlain(_ text: String, lines: Bool = false) -> Bool {
    func isPlain(_ bytes: some Sequence<UInt8>) -> Bool {
      bytes.allSatisfy { 0x20...0x7e ~= $0 || lines && $0 == 0x0a }
    }
    // Bytes in one piece are looked at several times as fast.
    return text.utf8.withContiguousStorageIfAvailable { isPlain($0) } ?? isPlain(text.utf8)
  }

  /// Whether text is visible characters of ASCII with single spaces between them, and so one tidy line.
  public static func isTidy(_ text: String) -> Bool {
    func isTidy(_ bytes: some Sequence<UInt8>) -> Bool {
      var wasSpace = true
      for byte in bytes {
        guard 0x20...0x7e ~= byte, byte != 0x20 || !wasSpace else { return false }
        wasSpace = byte == 0x20
      }
      return !wasSpace
    }
    return text.isEmpty
      || text.utf8.withContiguousStorageIfAvailable { isTidy($0) } ?? isTidy(text.utf8)
  }

  /// Whether an invisible character does what it is for between its neighbours, and so cannot make one text look like another.
  ///
  /// A joiner (U+200D) stands between emoji; it and its opposite (U+200C) stand between letters of scripts that join.
  public static func isUseful(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    case 0x200d where isEmojiEnd(previous) && isEmoji(next): true
    case joiners:
      isJoining(previous) && isJoining(next)
        && next?.properties.generalCategory == .otherLetter
    default: false
    }
  }

  private static let joiners: ClosedRange<UInt32> = 0x200c...0x200d

  private static func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar, scalar.value >= 0x2000 else { return false }
    return scalar.properties.isEmoji
  }

  /// An emoji may end in a mark that says how it is shown, or in a colour of skin.
  private static func isEmojiEnd(_ scalar: Unicode.Scalar?) -> Bool {
    isEmoji(scalar) || scalar?.value == 0xfe0f
  }

  /// Letters and marks of Arabic, Syriac, the scripts of India and their neighbours.
  private static func isJoining(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    let isLetter =
      switch scalar.properties.generalCategory {
      case .otherLetter, .nonspacingMark, .spacingMark: true
      default: false
      }
    return isLetter && (0x0600...0x0dff ~= scalar.value || 0x1780...0x18aa ~= scalar.value)
  }

  /// The marks that a letter may have; no language needs as many, and four hundred would make a line that covers others.
  public static let marks = 8

  /// The harmless scalars of a text.
  private struct Harmless<Scalars: Sequence<Unicode.Scalar>>: Sequence, IteratorProtocol {
    private var rest: Scalars.Iterator
    private var previous: Unicode.Scalar?
    private var following: Unicode.Scalar?
    /// The marks since the last letter.
    private var marks = 0
    private let lines: Bool

    init(_ text: Scalars, lines: Bool) {
      rest = text.makeIterator()
      following = rest.next()
      self.lines = lines
    }

    mutating func next() -> Unicode.Scalar? {
      while let scalar = following {
        following = rest.next()
        if let kept = harmless(scalar) {
          previous = kept
          return kept
        }
      }
      return nil
    }

    private mutating func harmless(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      // Looking the rest up costs many times as much.
      let isSpace = lines && (scalar == "\n" || scalar == "\t")
      if isSpace || 0x20...0x7e ~= scalar.value {
        marks = 0
        return scalar == "\t" ? " " : scalar
      }
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
        .paragraphSeparator:
        return Text.isUseful(scalar, after: previous, before: following) ? scalar : nil
      case .nonspacingMark, .enclosingMark:
        marks += 1
        return marks > Text.marks ? nil : scalar
      default:
        marks = 0
        return scalar
      }
    }
  }
}

extension String {
  /// Whether this is the name that a person has typed; nobody has to know how others write theirs.
  public func isName(_ typed: String) -> Bool { lowercased() == typed.lowercased() }
}
