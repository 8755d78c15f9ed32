import DeckSchema
import Schema

extension DeckFormat {
  /// Moxfield: text with tags (row D-46).
  static let moxfield = DeckFormat(
    name: "moxfield", title: "Moxfield", endings: ["txt"],
    parts: [.sets, .numbers, .foil, .etched, .cardTags, .commander, .companion],
    recognises: { $0.has(MoxfieldDeck.isItsOwn) }, reads: { TextDeck.read($0) },
    writes: MoxfieldDeck.write)
}

/// Decks of Moxfield: `4 Lightning Bolt (M10) 146 *F* #burn`, `SIDEBOARD:` (row D-46).
enum MoxfieldDeck {
  /// Whether a line is one that plain text seldom has.
  static func isItsOwn(_ line: Substring) -> Bool {
    ["SIDEBOARD:", "COMMANDER:", "COMPANION:"].contains(String(line)) || line.holds("*F*")
      || line.holds("*E*") || line.first?.isNumber == true && line.holds(" #")
  }

  static func write(_ list: DeckList) -> String {
    TextDeck.write(
      list,
      heading: { zone in
        zone == .main ? nil : TextDeck.heading(of: zone).map { $0.uppercased() + ":" }
      })
  }
}
