import DeckSchema
import Schema

extension DeckFormat {
  /// Apprentice and Magic Workstation: text with `SB:`.
  static let dec = DeckFormat(
    name: "dec", title: "Apprentice", endings: ["dec", "mwDeck"], parts: [.name, .notes, .sets],
    recognises: { $0.has(ApprenticeDeck.isItsOwn) }, reads: { TextDeck.read($0) },
    writes: ApprenticeDeck.write)
}

/// Decks of Apprentice and Magic Workstation: `SB: 2 [M10] Polite Refusal` (row D-42).
enum ApprenticeDeck {
  /// Whether a line is one that plain text has not.
  static func isItsOwn(_ line: Substring) -> Bool {
    guard !line.uppercased().hasPrefix("SB:"), !line.uppercased().hasPrefix("// NAME") else {
      return true
    }
    let name = line.drop { $0.isNumber }.drop(while: \.isWhitespace)
    return line.first?.isNumber == true && name.first == "["
  }

  static func write(_ list: DeckList) -> String {
    let cards = list.lines.map { line in
      let set = line.set.isEmpty ? "" : "[\(line.set)] "
      return (line.zone == .main ? "    " : "SB: ") + "\(line.count) \(set)\(line.name)"
    }
    let lines = ["// NAME : " + list.name] + TextDeck.notes(of: list) + cards
    return lines.joined(separator: "\n") + "\n"
  }
}
