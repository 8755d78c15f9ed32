import Decks
import Feature
import Schema

/// The result of an import of a file of all cards.
public struct ImportedCards: Equatable, Sendable {
  /// The most names that are told.
  private static let mostTold = 5

  /// The number of cards that the database has now.
  public internal(set) var count = 0
  /// The number of cards that were left out, since nobody could ask for their names.
  public private(set) var leftOut = 0
  /// The first of their names.
  public private(set) var names: [String] = []

  /// Notes a card that is left out, because its name has no letter or is too long.
  mutating func leave(_ name: String) {
    leftOut += 1
    if names.count < Self.mostTold { names.append(Text.preview(name)) }
  }

  /// The result for people.
  public var sentence: String {
    let known = "\(Count.of(count, "card is", "cards are")) known here now."
    guard leftOut > 0 else { return known }
    let told = names.joined(separator: ", ") + (leftOut > names.count ? ", …" : "")
    return
      "\(known) \(Count.of(leftOut, "card is", "cards are")) left out, because a name needs a letter or digit and has at most \(CardName.most) bytes: \(told)."
  }
}
