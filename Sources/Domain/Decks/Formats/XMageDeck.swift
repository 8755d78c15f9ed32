import DeckSchema
import Schema

extension DeckFormat {
  /// XMage: `4 [M10:146] Lightning Bolt`.
  static let xmage = DeckFormat(
    name: "xmage", title: "XMage", endings: ["dck"], parts: [.name, .sets, .numbers],
    warning: XMageDeck.warning, recognises: { $0.has(XMageDeck.isItsOwn) },
    reads: { TextDeck.read($0, isMarked: true, own: XMageDeck.take) }, writes: XMageDeck.write)
}

/// Decks of XMage: `4 [M10:146] Lightning Bolt`, `SB:`, `NAME:` and where cards lie on the screen (row D-45).
enum XMageDeck {
  /// Whether a line is one that no other format has.
  static func isItsOwn(_ line: Substring) -> Bool {
    if line.hasPrefix("NAME:") || line.hasPrefix("LAYOUT ") { return true }
    let card = line.hasPrefix("SB:") ? line.dropFirst(3).trimmed : line
    let rest = card.drop { $0.isNumber }.drop(while: \.isWhitespace)
    guard card.first?.isNumber == true, rest.first == "[", let end = rest.firstIndex(of: "]")
    else { return false }
    return rest[..<end].contains(":")
  }

  /// Takes a line that XMage alone has: a title, who made the deck, where cards lie on the screen. Returns false for another.
  static func take(_ text: Substring, at number: Int, _ reading: inout DeckReading) -> Bool {
    if text.hasPrefix("LAYOUT ") { return true }
    if text.hasPrefix("NAME:") {
      reading.take(name: text.dropFirst(5), at: number)
      return true
    }
    guard text.hasPrefix("AUTHOR:") else { return false }
    reading.losePart(text, at: number, "A deck has no place for its author.")
    return true
  }

  static func warning(of list: DeckList) -> String? {
    let count = list.lines.reduce(0) { $0 + ($1.set.isEmpty ? $1.count : 0) }
    guard count > 0 else { return nil }
    let cards = Count.of(count, "card has", "cards have")
    return "\(cards) no set, and XMage takes no card without one: name the sets first."
  }

  static func write(_ list: DeckList) -> String {
    let cards = list.lines.map { line in
      let number = line.number.isEmpty ? "0" : line.number
      let place = line.set.isEmpty ? "" : "[\(line.set):\(number)] "
      return (line.zone == .sideboard ? "SB: " : "") + "\(line.count) \(place)\(line.name)"
    }
    return (["NAME:" + list.name] + cards).joined(separator: "\n") + "\n"
  }
}
