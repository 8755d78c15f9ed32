import DeckSchema
import Feature
import Schema

/// A card as a card database has it.
public struct KnownCard: Sendable, Equatable {
  /// A format's ruling on a card.
  public enum Legality: String, Sendable, CaseIterable {
    case legal, banned, restricted
    case notLegal = "not_legal"
  }

  /// The facts that are known about it.
  public var facts: CardFacts
  /// The most copies in a deck, whatever the format; nil where the format decides.
  public var most: Int?
  /// By format, in small letters.
  public var legalities: [String: Legality]
  /// Its colour identity; nil where the database does not have it.
  public var identity: ColourIdentity?
  /// Words of its text by which it may command a deck; nil where the database does not have its text.
  public var command: CommandText?
  /// Whether it has two sides, as a card that is turned over: some programs call it by the name of its front.
  public var isTwoSided: Bool
  /// The rarities at which the file has it, in small letters: it may have been printed at others as well.
  public var rarities: Set<String>
  /// The words of the card; empty where the database does not have them.
  public var text: CardText

  /// Puts a card together.
  public init(
    facts: CardFacts, most: Int? = nil, legalities: [String: Legality] = [:],
    identity: ColourIdentity? = nil, command: CommandText? = nil, isTwoSided: Bool = false,
    rarities: Set<String> = [], text: CardText = CardText()
  ) {
    (self.facts, self.most, self.legalities) = (facts, most, legalities)
    (self.identity, self.command, self.isTwoSided) = (identity, command, isTwoSided)
    (self.rarities, self.text) = (rarities, text)
  }
}

/// The card database of a home, where there is one (rows D-29, D-59): the shell reads it, and it is never sent to anybody.
public struct CardDatabase: Lookup {
  /// The card with a name, or with a face of that name, in any way to write it; nil for one that is not there.
  public let card: @Sendable (_ name: String) -> KnownCard?
  /// Names of all cards with a face of some name.
  public let named: @Sendable (_ face: String) -> [String]
  /// Cards with a text in their names, by name: folded as names are.
  public let search: @Sendable (_ text: String, _ limit: Int) -> [KnownCard]
  /// Names that have something in common with one, in no order.
  public let candidates: @Sendable (_ name: String) -> [String]
  /// The source of the cards, for people; nil while there is no database.
  public let source: @Sendable () -> String?
  /// Whether it has the colour identities of its cards.
  public let colours: @Sendable () -> KnownColours

  /// Puts the functions of a database together.
  public init(
    card: @escaping @Sendable (String) -> KnownCard?,
    search: @escaping @Sendable (String, Int) -> [KnownCard],
    candidates: @escaping @Sendable (String) -> [String],
    source: @escaping @Sendable () -> String?,
    named: @escaping @Sendable (String) -> [String] = { _ in [] },
    colours: @escaping @Sendable () -> KnownColours = { .notInFile }
  ) {
    (self.card, self.search, self.candidates, self.source) = (card, search, candidates, source)
    (self.named, self.colours) = (named, colours)
  }
}

extension Snapshot {
  /// The card database, where there is one.
  var cards: CardDatabase? {
    guard let database = lookup(CardDatabase.self), database.source() != nil else { return nil }
    return database
  }

  /// Names that look like one, the nearest first.
  func namesNear(_ name: String) -> [String] {
    let known = (cards?.candidates(name) ?? []) + Catalogue.cards.map(\.name)
    return CardName.near(name, among: Set(known).sorted(), limit: 3)
  }
}
