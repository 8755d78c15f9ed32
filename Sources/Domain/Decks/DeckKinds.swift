import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

extension RecordKind {
  /// One copy of a card: `CardCopy`.
  public static let cardCopy: RecordKind = 0x501
  /// A library that somebody builds of cards: `Library`.
  public static let library: RecordKind = 0x502
  /// The state of a library before somebody began to manage it: `LibraryEdit`.
  public static let libraryEdit: RecordKind = 0x503
  /// Names and numbers of cards: `DeckList`.
  public static let deckList: RecordKind = 0x504
  /// Somebody asks for a card: `CardRequest`.
  public static let cardRequest: RecordKind = 0x505
  /// An answer to that: `CardFacts`.
  public static let cardFacts: RecordKind = 0x506
  /// Somebody offers a trade: `TradeOffer`.
  public static let tradeOffer: RecordKind = 0x507
  /// The other side's answer to a trade: `TradeAnswer`.
  public static let tradeAnswer: RecordKind = 0x508
  /// The end of a trade: `TradeSettlement`.
  public static let tradeSettlement: RecordKind = 0x509
  /// Lent copies are given back: `TradeReturn`.
  public static let tradeReturn: RecordKind = 0x50a
  /// The way by which copies came to the person who gives them: `TradeHistory`.
  public static let tradeHistory: RecordKind = 0x50b
  /// Somebody wants a card, or has one to trade: `CardMark`.
  public static let cardMark: RecordKind = 0x50c
  /// A part of the cards that somebody shows: `CardPresentation`.
  public static let cardPresentation: RecordKind = 0x50d
  /// Binds somebody to a deck: `DeckCommitment`.
  public static let deckCommitment: RecordKind = 0x50e
  /// The deck of a commitment, revealed: `DeckReveal`.
  public static let deckReveal: RecordKind = 0x50f
  /// A moderator closes a request: `CardRequestClose`.
  public static let cardRequestClose: RecordKind = 0x510
}

/// The kinds of records that collections are made of (specification section 19).
public enum DeckKinds {
  /// Copies of cards, found by their names and by their libraries.
  public static let copy = Kind(
    .cardCopy, CardCopy.self, noun: "card", lists: "parlor card list", title: \.name,
    sortKey: { sortKey(library: $0.library) }, name: \.name,
    foldName: { CardName.fold($0) })
  /// Libraries.
  public static let library = Kind(
    .library, Library.self, libraryRules, noun: "library", lists: "parlor library list",
    title: \.name, name: \.name, foldName: DeckRules.folded, words: { $0.name + "\n" + $0.notes })
  /// The states of libraries before somebody began to manage them.
  public static let edit = Kind(
    .libraryEdit, LibraryEdit.self, editRules, noun: "session", lists: "parlor library list",
    title: { _ in "what a library was before" })
  /// Lists.
  public static let list = Kind(
    .deckList, DeckList.self, listRules, noun: "list", lists: "parlor library lists",
    title: \.name, name: \.name, foldName: DeckRules.folded, words: { $0.name + "\n" + $0.notes })

  /// Requests.
  public static let request = Kind(
    .cardRequest, CardRequest.self, noun: "request", lists: "parlor card requests", title: \.name,
    name: \.name, foldName: { CardName.fold($0) }, words: { $0.name + "\n" + $0.note })
  /// Answers, which anybody in the room may give.
  public static let facts = Kind(
    .cardFacts, CardFacts.self, answers, noun: "answer",
    lists: "parlor card requests", title: \.name, name: \.name,
    foldName: { CardName.fold($0) })

  /// Ends of requests; only those of moderators count.
  public static let close = Kind(
    .cardRequestClose, CardRequestClose.self, answers, noun: "closing",
    lists: "parlor card requests", title: \.reason)

  /// All of them.
  static let all: [AnyKind] = [
    copy.erased, library.erased, edit.erased, list.erased, request.erased, facts.erased,
    close.erased,
    TradeKinds.offer.erased, TradeKinds.answer.erased, TradeKinds.settlement.erased,
    TradeKinds.giveBack.erased, TradeKinds.history.erased, TradeKinds.mark.erased,
    SharedKinds.presentation.erased, SharedKinds.commitment.erased, SharedKinds.reveal.erased,
  ]

  /// The place of a copy in the index: the copies of one library stand together, and those of none at 0.
  ///
  /// Libraries whose ids begin alike share a place: who reads it looks at the whole id as well.
  static func sortKey(library: Data) -> Int64 {
    Int64(bitPattern: library.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Of all answers the first counts.
  private static let answers: KindRules = {
    var rules = KindRules(parents: [.cardRequest])
    rules.limit.perParent = 20
    return rules
  }()
  private static let libraryRules = KindRules()
  private static let editRules = KindRules(
    parents: [.library], followsParent: true, limit: largeLimit)
  private static let listRules = KindRules(limit: largeLimit)

  /// As much as an entry holds, less what stands around it.
  static let largeLimit: KindLimit = {
    var limit = KindLimit()
    limit.bytes = 60 << 10
    return limit
  }()
}
