import DeckSchema
import Schema

/// Decks of XMage: `4 [M10:146] Lightning Bolt`, `SB:`, `NAME:` and where cards lie on the screen (row D-45). `TextDeck` reads them.
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

  static func write(_ list: DeckList) -> String {
    let cards = list.lines.map { line in
      let number = line.number.isEmpty ? "0" : line.number
      let place = line.set.isEmpty ? "" : "[\(line.set):\(number)] "
      return (line.zone == .sideboard ? "SB: " : "") + "\(line.count) \(place)\(line.name)"
    }
    return (["NAME:" + list.name] + cards).joined(separator: "\n") + "\n"
  }
}
