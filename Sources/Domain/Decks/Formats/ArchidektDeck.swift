import DeckSchema
import Schema

extension DeckFormat {
  /// Archidekt: text with groups.
  static let archidekt = DeckFormat(
    name: "archidekt", title: "Archidekt", endings: ["txt"],
    parts: [.sets, .numbers, .foil, .etched, .cardTags, .commander, .companion],
    recognises: { $0.has(ArchidektDeck.isItsOwn) }, reads: { TextDeck.read($0) },
    writes: ArchidektDeck.write)
}

/// Decks of Archidekt: `4x Lightning Bolt (M10) 146 *F* [Burn,Draw]`. The first group of a card says its zone (row D-46).
enum ArchidektDeck {
  /// Whether a line is one that no other format has.
  static func isItsOwn(_ line: Substring) -> Bool {
    let rest = line.drop(while: \.isDigit)
    guard rest.count < line.count, rest.hasPrefix("x ") else { return false }
    return line.last == "]" && line.holds(" [") || line.last == "^" && line.holds(" ^")
      || line.last == "`" && line.holds(" `")
  }

  static func write(_ list: DeckList) -> String {
    list.lines.map(card(of:)).joined(separator: "\n") + "\n"
  }

  private static func card(of line: DeckLine) -> String {
    guard line.zone == .main else {
      return card(of: line, in: [TextDeck.heading(of: line.zone) ?? ""] + line.tags)
    }
    let text = card(of: line, in: line.tags)
    // A first tag may be the name of a zone, of a finish or of a set: behind the zone it is a tag.
    guard let found = try? CardLineText(text), found.zone == nil, found.outside == nil,
      found.line.tags == line.tags
    else { return card(of: line, in: ["Mainboard"] + line.tags) }
    return text
  }

  private static func card(of line: DeckLine, in groups: [String]) -> String {
    var plain = line
    plain.tags = []
    let (count, text) = ("\(line.count)", TextDeck.card(of: plain))
    let groups = groups.isEmpty ? "" : " [\(groups.joined(separator: ","))]"
    return "\(count)x\(text.dropFirst(count.count))\(groups)"
  }
}
