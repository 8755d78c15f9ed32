import Feature
import FoundationEssentials
import Schema

/// What was read of a deck file: the cards in their order, and every line that could not be placed (row D-48).
public struct DeckReading: Sendable {
  /// The format in which it was written.
  public let format: DeckFormat
  /// The deck.
  public internal(set) var list = DeckList()
  /// Where in the file each line of the list stood, from 1 on.
  public internal(set) var numbers: [Int] = []
  /// What was not taken.
  public internal(set) var problems: [MisplacedLine] = []

  /// So many lines that were not taken are named.
  static let mostProblems = 500
  /// Bytes of a line; longer ones are no cards.
  static let mostLineBytes = 1_000

  init(_ format: DeckFormat) { self.format = format }

  /// Takes a card.
  mutating func add(_ line: DeckLine, at number: Int) {
    guard list.lines.count < DeckRules.mostLines else { return leaveRest(line.name, at: number) }
    list.lines.append(line)
    numbers.append(number)
  }

  /// Takes a line that is a card, or notes why it is none.
  mutating func add(
    _ text: some StringProtocol, in zone: DeckZone, at number: Int,
    read: (String) throws(Unplaced) -> DeckLine = { (text) throws(Unplaced) in
      try CardLineText.read(text)
    }
  ) {
    guard list.lines.count < DeckRules.mostLines else { return leaveRest(text, at: number) }
    do {
      var line = try read(String(text))
      line.zone = zone
      add(line, at: number)
    } catch {
      leave(text, at: number, error.reason)
    }
  }

  private mutating func leaveRest(_ text: some StringProtocol, at number: Int) {
    leave(text, at: number, "A deck may have at most \(DeckRules.mostLines) lines.")
  }

  /// Notes a line that was not taken.
  mutating func leave(_ text: some StringProtocol, at number: Int, _ reason: String) {
    guard problems.count < Self.mostProblems else { return }
    problems.append(
      .with {
        $0.line = UInt32(clamping: number)
        $0.text = Text.preview(text)
        $0.reason = reason
      })
  }

  /// Takes what the deck is called.
  mutating func take(name text: some StringProtocol, at number: Int) {
    let name = Text.clean(String(text), limit: .max).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard name.utf8.count <= DeckRules.name else {
      return leave(text, at: number, "The name is longer than \(DeckRules.name) bytes.")
    }
    list.name = name
  }

  /// Takes what is said about the deck beside its cards.
  mutating func take(notes text: String, at number: Int) {
    let notes = Text.clean(text, limit: .max, lines: true)
    guard notes.utf8.count <= DeckRules.notes else {
      return leave(text, at: number, "The notes are longer than \(DeckRules.notes) bytes.")
    }
    list.notes = notes
  }
}

/// The lines of a file with their numbers.
enum FileLines {
  /// Checks how many lines a text has, before anything is made of them.
  ///
  /// - Throws: `Refused`.
  static func check(_ text: String, most: Int, _ what: String) throws {
    var count = 0
    for byte in text.utf8 { count += byte == 0x0a ? 1 : 0 }
    guard count <= most else {
      throw Refused(.invalid, "The file has more than \(most) lines: \(what).")
    }
  }

  /// Splits a text at its ends of lines.
  static func of(_ text: String) -> [(number: Int, text: Substring)] {
    let start =
      text.unicodeScalars.first == "\u{feff}"
      ? text.unicodeScalars.dropFirst() : text.unicodeScalars[...]
    let bytes = Substring(start).utf8
    return bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated().map {
      var line = $0.element
      if line.last == 0x0d { line = line.dropLast() }
      return ($0.offset + 1, Substring(line))
    }
  }
}
