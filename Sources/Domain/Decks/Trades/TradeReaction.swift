import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The entries that our node writes by itself for a trade: the settlement of our person's offers, and the copies that come and go
/// with one.
///
/// It brings the copies into line with the statements of both sides, however much of that was done before: a second run, a restart
/// and a restored backup change nothing twice. The records that it makes have derived ids.
enum TradeReaction {
  static let reaction = Reaction(
    [.tradeOffer, .tradeAnswer, .tradeSettlement, .tradeReturn], together: .tradeOffer,
    open: { home in try Trade.all(home).map(\.offer.record) },
    react: { change, home, draft in
      guard let trade = try Trade.around(change.record, home) else { return }
      try agree(trade, home, &draft)
    })

  static func agree(_ trade: Trade, _ home: any Snapshot, _ draft: inout Draft) throws {
    let cards = try Collection(home)
    if trade.isOwn {
      try agreeAsOfferer(trade, cards, &draft)
    } else {
      try agreeAsAnswerer(trade, cards, &draft)
    }
  }

  private static func agreeAsOfferer(
    _ trade: Trade, _ cards: Collection, _ draft: inout Draft
  ) throws {
    if let answer = trade.completed { return try complete(trade, answer, cards, &draft) }
    if trade.taking != nil { return try comeBack(trade, cards, &draft) }
    if let settlement = trade.settlement {
      // Until the other has said that it takes it.
      guard settlement.body.completes else { return }
      return try hold(trade.offer.body.gives, for: trade, cards, &draft)
    }
    guard let answer = trade.acceptance else { return }
    let reason = try objection(to: answer, of: trade, cards)
    try settle(trade, answer, reason, &draft)
    guard reason == nil else { return }
    if answer.body.isOldForm { return try complete(trade, answer, cards, &draft) }
    try hold(trade.offer.body.gives, for: trade, cards, &draft)
  }

  private static func agreeAsAnswerer(
    _ trade: Trade, _ cards: Collection, _ draft: inout Draft
  ) throws {
    if let settlement = trade.settlement, trade.taking == nil {
      guard trade.answers.contains(where: { $0.body.accepts }) else { return }
      return try decide(on: settlement, of: trade, cards, &draft)
    }
    if let answer = trade.completed { return try complete(trade, answer, cards, &draft) }
    if trade.taking != nil { return try release(trade, cards, &draft) }
    if trade.stale.contains(where: { $0.body.accepts }) {
      try end(trade, with: "The offer was changed after it was answered.", &draft)
      return try release(trade, cards, &draft)
    }
    if let answer = trade.acceptance, !trade.isTakenBack {
      try hold(answer.body.stakes, for: trade, cards, &draft)
    }
  }

  // MARK: The settlement

  /// Returns the reason why an answer of the other cannot be settled; nil where it can.
  private static func objection(
    to answer: Trade.Said<TradeAnswer>, of trade: Trade, _ cards: Collection
  ) throws -> String? {
    if trade.isWithdrawn { return "The answer was taken back." }
    #if DEBUG
      if cards.home.has(.settlesGone) { return nil }
    #endif
    for copy in trade.offer.body.gives {
      guard let own = try own(copy, cards), own.isInBox, own.card.borrowed.isEmpty else {
        return "\(copy.card.name) is no longer in the Card Box."
      }
    }
    guard TradeCopies.satisfy(answer.body.stakes, trade.offer.body.wants) else {
      return "The answer does not give what was wanted."
    }
    let count = try cards.count() - trade.offer.body.gives.count
    guard count + answer.body.stakes.count <= DeckRules.mostCopies else {
      return "There is no room for that many cards."
    }
    return nil
  }

  /// Writes the end of an offer of our person.
  ///
  /// - Parameters:
  ///   - answer: the answer that it settles; nil where the offer is taken back.
  ///   - reason: why nothing changes hands; nil where something does.
  static func settle(
    _ trade: Trade, _ answer: Trade.Said<TradeAnswer>?, _ reason: String?, _ draft: inout Draft
  ) throws {
    let body = TradeSettlement.with {
      $0.answer = answer?.record.id.data ?? Data()
      $0.completes = reason == nil
      $0.reason = reason ?? ""
      $0.other = trade.other.data
      $0.loan = trade.offer.body.loan
      $0.offerHash = trade.offer.record.contentHash
      $0.answerHash = answer?.record.contentHash ?? Data()
      guard reason == nil else { return }
      $0.gives = trade.offer.body.gives.map(\.copy)
      $0.gets = answer?.body.stakes.map(\.copy) ?? []
      $0.stakes = answer?.body.stakes ?? []
    }
    // One for each offer: what is decided stays so.
    try draft.make(
      TradeKinds.settlement, in: trade.room, parent: trade.id,
      named: Trade.settlementNonce(trade.id), body)
  }

  // MARK: What our person takes

  /// Takes a settlement of what our person has answered, or says that it does not.
  private static func decide(
    on settlement: Trade.Said<TradeSettlement>, of trade: Trade, _ cards: Collection,
    _ draft: inout Draft
  ) throws {
    guard settlement.body.completes, let answer = trade.accepted(by: settlement.body) else {
      try end(trade, with: "", naming: settlement, &draft)
      return try release(trade, cards, &draft)
    }
    if let reason = try objection(to: settlement.body, of: answer.body, trade, cards) {
      try end(trade, with: reason, naming: settlement, &draft)
      return try release(trade, cards, &draft)
    }
    try take(settlement, answer, trade, &draft)
    try complete(trade, answer, cards, &draft)
  }

  /// Returns the reason why our node does not take a settlement; nil where it does.
  private static func objection(
    to end: TradeSettlement, of answer: TradeAnswer, _ trade: Trade, _ cards: Collection
  ) throws -> String? {
    guard end.gives == trade.offer.body.gives.map(\.copy), end.gets == answer.stakes.map(\.copy),
      end.loan == trade.offer.body.loan
    else { return "The settlement is not what was answered." }
    // It was done before such words were written.
    if answer.isOldForm { return nil }
    #if DEBUG
      if cards.home.has(.holdsNoStakes) { return nil }
    #endif
    for stake in answer.stakes {
      guard let own = try own(stake, cards), own.card.borrowed.isEmpty,
        own.card.held.isEmpty || own.card.held == trade.id.data
      else { return "\(stake.card.name) is no longer there." }
    }
    return nil
  }

  /// Says that our person takes a settlement, and what changes hands by it.
  private static func take(
    _ end: Trade.Said<TradeSettlement>, _ answer: Trade.Said<TradeAnswer>, _ trade: Trade,
    _ draft: inout Draft
  ) throws {
    var body = word(of: trade, taking: answer.body.stakes)
    body.settlement = end.record.contentHash
    try say(body, in: trade, &draft)
  }

  /// The record with which our person's node takes a trade.
  static func word(of trade: Trade, taking stakes: [TradeCopy]) -> TradeAnswer {
    .with {
      $0.accepts = true
      $0.offer = trade.offer.record.contentHash
      $0.settlement = Data(repeating: 0, count: 32)
      ($0.stakes, $0.gets) = (stakes, trade.offer.body.gives)
      $0.loan = trade.offer.body.loan
    }
  }

  /// Says that our person takes nothing in a trade, for good: the stakes are free again.
  ///
  /// - Parameter end: the settlement that is not taken; nil where there is none yet.
  static func end(
    _ trade: Trade, with reason: String, naming end: Trade.Said<TradeSettlement>? = nil,
    _ draft: inout Draft
  ) throws {
    let body = TradeAnswer.with {
      $0.offer = trade.offer.record.contentHash
      $0.settlement = end?.record.contentHash ?? Data()
      $0.reason = reason
    }
    try say(body, in: trade, &draft)
  }

  private static func say(
    _ word: TradeAnswer, in trade: Trade, _ draft: inout Draft
  ) throws {
    // One for each offer, so that nobody can be shown to have said both.
    try draft.make(
      TradeKinds.answer, in: trade.room, parent: trade.id, named: Trade.takingNonce(trade.id), word)
  }

  // MARK: Copies

  /// A copy of ours that a trade names, where our person has it still.
  static func own(
    _ copy: TradeCopy, _ cards: Collection
  ) throws -> Collection.Copy? {
    guard let item = ItemID(copy.copy), let record = try cards.home.record(of: item),
      record.kind == .cardCopy, record.room == cards.home.personalRoom
    else { return nil }
    return cards.copy(record)
  }

  /// Our copies go, and those of the other come.
  private static func complete(
    _ trade: Trade, _ answer: Trade.Said<TradeAnswer>, _ cards: Collection,
    _ draft: inout Draft
  ) throws {
    let home = cards.home
    let settlement = RecordID(
      by: trade.offer.record.author, named: Trade.settlementNonce(trade.id))
    let isLoan = trade.offer.body.loan
    for copy in trade.given(by: trade.me, in: answer) {
      let isBack = isLoan && trade.isReturned(copy, of: trade.me)
      var back = copy
      // It was taken back without waiting for the word that has come now.
      if !isLoan, let again = try again(copy, trade, home) { draft.delete(again) }
      if let own = try own(copy, cards) {
        if isLoan, !isBack {
          try hold(own, for: trade, &draft)
        } else {
          keepOwn(own.card, in: &back.card)
          #if DEBUG
            if home.has(.keepsGiven) {
              try draft.change(own.record, DeckKinds.copy) { $0.held = Data() }
              continue
            }
          #endif
          draft.delete(own.record)
        }
      }
      #if DEBUG
        if home.has(.losesReturned) { continue }
      #endif
      if isBack {
        try take(back, from: trade, borrowed: false, settlement: nil, home, &draft)
      }
    }
    for copy in trade.given(by: trade.other, in: answer) {
      if isLoan, trade.isReturned(copy, of: trade.other) {
        if let record = try again(copy, trade, home) { draft.delete(record) }
        continue
      }
      try take(
        copy, from: trade, borrowed: isLoan, settlement: settlement, home, &draft)
    }
  }

  /// Our copies come back from a settlement that the other does not take. It is signed that they are given, so they come back under
  /// other ids, as lent ones do.
  ///
  /// - Parameter doubtful: the other may have taken it: there may be two of them.
  static func comeBack(
    _ trade: Trade, doubtful: Bool = false, _ cards: Collection, _ draft: inout Draft
  ) throws {
    guard let end = trade.settlement, end.body.completes, !end.body.answerHash.isEmpty else {
      return
    }
    for copy in trade.offer.body.gives {
      if let again = try again(copy, trade, cards.home), cards.copy(again).card.doubtful {
        try draft.change(again, DeckKinds.copy) { $0.doubtful = doubtful }
      }
      guard let own = try own(copy, cards) else { continue }
      var back = copy
      keepOwn(own.card, in: &back.card)
      back.card.doubtful = doubtful
      draft.delete(own.record)
      try take(back, from: trade, borrowed: false, settlement: nil, cards.home, &draft)
    }
  }

  /// Gives a copy that comes back everything about it that the other side was never told.
  private static func keepOwn(_ own: CardCopy, in back: inout CardCopy) {
    (back.settlement, back.settlementRoom) = (own.settlement, own.settlementRoom)
    (back.price, back.tags, back.binder) = (own.price, own.tags, own.binder)
  }

  /// The copy that a trade has made, where our person has it.
  private static func again(
    _ copy: TradeCopy, _ trade: Trade, _ home: any Snapshot
  ) throws -> Record? {
    guard let nonce = trade.nonce(of: copy),
      let record = try home.record(RecordID(by: trade.me, named: nonce), in: home.personalRoom),
      !record.isDeleted
    else { return nil }
    return record
  }

  /// Makes the copy that a trade brings, unless it was made and has gone on since.
  private static func take(
    _ copy: TradeCopy, from trade: Trade, borrowed: Bool, settlement: RecordID?,
    _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    guard let nonce = trade.nonce(of: copy) else { return }
    #if DEBUG
      if home.has(.takesAgain) {
        try draft.make(DeckKinds.copy, in: home.personalRoom, copy.card)
        return
      }
    #endif
    let id = RecordID(by: trade.me, named: nonce)
    if try home.record(id, in: home.personalRoom) != nil { return }
    // After a backup was restored, the copy may be gone from there although it was never here.
    if try TradeLedger.isGiven(id.data, by: trade.me, home) { return }
    var card = copy.card
    if let settlement {
      card.settlement = settlement.data
      card.settlementRoom = trade.room.data
    }
    card.borrowed = borrowed ? trade.id.data : Data()
    try draft.make(DeckKinds.copy, in: home.personalRoom, named: nonce, card)
  }

  /// Takes copies of ours out of the Card Box until the other side has said its last word.
  private static func hold(
    _ copies: [TradeCopy], for trade: Trade, _ cards: Collection, _ draft: inout Draft
  ) throws {
    let found = try copies.compactMap { try own($0, cards) }
    guard !trade.isOwn else {
      for copy in found { try hold(copy, for: trade, &draft) }
      return
    }
    try stake(found, for: trade, cards.home, &draft)
  }

  static func hold(
    _ copy: Collection.Copy, for trade: Trade, _ draft: inout Draft
  ) throws {
    guard copy.card.held != trade.id.data else { return }
    try hold(copy, for: trade.id, &draft)
  }

  /// Takes what our person answers an offer with out of the Card Box.
  static func stake(
    _ copies: [Collection.Copy], for trade: Trade, _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    #if DEBUG
      if home.has(.holdsNoStakes) { return }
    #endif
    for copy in copies { try hold(copy, for: trade, &draft) }
  }

  private static func hold(_ copy: Collection.Copy, for offer: RecordID, _ draft: inout Draft)
    throws
  {
    try draft.change(copy.record, DeckKinds.copy) {
      $0.held = offer.data
      ($0.library, $0.zone) = (Data(), .main)
    }
  }

  /// Puts what our person has staked back into the Card Box.
  static func release(
    _ trade: Trade, _ cards: Collection, _ draft: inout Draft
  ) throws {
    for answer in trade.answers + trade.stale where answer.record.author == trade.me {
      for copy in answer.body.stakes {
        guard let own = try own(copy, cards) else { continue }
        guard own.card.held == trade.id.data || own.card.doubtful && trade.isTakenBack else {
          continue
        }
        try draft.change(own.record, DeckKinds.copy) {
          if $0.held == trade.id.data { $0.held = Data() }
          // The other side has not settled: there is only one of it.
          if trade.isTakenBack { $0.doubtful = false }
        }
      }
    }
  }
}

#if DEBUG
  extension Snapshot {
    fileprivate func has(_ bug: PlantedTradeBug) -> Bool { lookup(PlantedTradeBug.self) == bug }
  }
#endif
