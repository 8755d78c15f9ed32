import DeckSchema
import Feature
import Schema

/// The kinds of records by which people show each other what they own and have built (specification section 19).
enum SharedKinds {
  /// Parts of the cards that somebody shows.
  static let presentation = Kind(
    .cardPresentation, CardPresentation.self, KindRules(limit: DeckKinds.largeLimit),
    noun: "collection", lists: "parlor card shown", title: { _ in "cards that somebody shows" })
  /// Commitments of people to a deck.
  static let commitment = Kind(
    .deckCommitment, DeckCommitment.self, KindRules(isPermanent: true), noun: "commitment",
    lists: "parlor library commitments", title: { "a deck of \(Count.of($0.count, "card"))" })
  /// The decks of commitments: in the personal room a record about the commitment, in its room a part of it.
  static let reveal = Kind(
    .deckReveal, DeckReveal.self, revealRules, noun: "revealed deck",
    lists: "parlor library commitments", title: \.list.name)

  private static let revealRules = KindRules(
    parents: [.deckCommitment], mayStandAlone: true, followsParent: true,
    limit: DeckKinds.largeLimit)
}
