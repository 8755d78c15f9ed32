import Crypto
import DeckSchema
import FoundationEssentials
import Schema

/// The hash by which two players see that they have the same deck (row D-52).
enum DeckHash {
  /// The hash that Cockatrice shows: SHA-1 over the sorted small names, those of the sideboard behind "SB:", one for each copy and
  /// joined by semicolons; the first five bytes as a number with base 32, eight digits long.
  ///
  /// - Parameter cards: the card database, which knows the cards with two sides; nil where there is none.
  static func text(of list: DeckList, _ cards: CardDatabase? = nil) -> String {
    let names = list.lines.flatMap { line in
      let isMain = line.zone == .main
      let name = CockatriceName.of(line.name, cards)
      return Array(
        repeating: (isMain ? "" : "SB:") + name.lowercased(),
        count: min(Int(line.count), DeckRules.mostOfOneLine))
    }
    // By UTF-16 as Qt compares texts.
    let sorted = names.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
    let digest = Insecure.SHA1.hash(data: Data(sorted.joined(separator: ";").utf8))
    let number = digest.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let digits = String(number, radix: 32)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// Names of cards as Cockatrice has them, for its files and for the hash.
enum CockatriceName {
  /// Returns the front alone for a card with two sides, and the whole name for one with its parts on one side.
  ///
  /// - Parameter cards: the card database; nil where there is none, so that every name is a whole one.
  static func of(_ name: String, _ cards: CardDatabase?) -> String {
    guard name.holds(CardName.joint), let card = cards?.card(name), card.isTwoSided else {
      return name
    }
    return card.facts.name.components(separatedBy: CardName.joint).first ?? name
  }

  /// A list with all its names so.
  static func all(in list: DeckList, _ cards: CardDatabase?) -> DeckList {
    var list = list
    for index in list.lines.indices { list.lines[index].name = of(list.lines[index].name, cards) }
    return list
  }
}
