import Feature
import FoundationEssentials
import Identifiers
import Schema

/// What our node writes by itself for a trade: the settlement of our person's offers, and the copies that come and go with one.
///
/// It makes what is there agree with what both have said, whatever was done of it before: a second run, a restart and a restored
/// backup change nothing twice. What it makes has derived ids.
enum TradeReaction {
  static let reaction = Reaction(
    [.tradeOffer, .tradeAnswer, .tradeSettlement, .tradeReturn],
    open: { home in try Trade.all(home).map(\.offer.record) },
    react: { change, home, draft in
      guard let trade = try Trade.around(change.record, home) else { return }
      try agree(trade, home, &draft)
    })

  static func agree(_ trade: Trade, _ home: any Snapshot, _ draft: inout Draft) throws {
    let cards = try Collection(home)
    if let answer = trade.completed {
      return try complete(trade, answer, settlement: trade.settlement?.record.id, cards, &draft)
    }
    guard trade.settlement == nil else { return try release(trade, cards, &draft) }
    if trade.isOwn {
      guard let answer = trade.acceptance else { return }
      let reason = try objection(to: answer, of: trade, cards)
      let id = try settle(trade, answer, reason, &draft)
      if reason == nil { try complete(trade, answer, settlement: id, cards, &draft) }
    } else if let answer = trade.acceptance, !trade.isTakenBack {
      try hold(answer.body.stakes, for: trade, cards, &draft)
    }
  }

  // MARK: The settlement

  /// Why an answer cannot be settled; nil where it can.
  private static func objection(
    to answer: Trade.Said<TradeAnswer>, of trade: Trade, _ cards: Collection
  ) throws -> String? {
    if trade.isWithdrawn { return "The answer was taken back." }
    #if DEBUG
      if cards.home.has(.settlesGone) { return nil }
    #endif
    for copy in trade.offer.body.gives {
      guard let own = try own(copy, cards), own.isInBox, own.card.borrowed.isEmpty else {
        return "\(copy.card.name) is not in the Card Box any more."
      }
    }
    guard TradeCopies.satisfy(answer.body.stakes, trade.offer.body.wants) else {
      return "The answer does not give what was wanted."
    }
    let count = try cards.count() - trade.offer.body.gives.count
    guard count + answer.body.stakes.count <= DeckRules.mostCopies else {
      return "There is no room for so many cards."
    }
    return nil
  }

  /// Writes the end of an offer of our person.
  ///
  /// - Parameters:
  ///   - answer: the answer that it settles; nil where the offer is taken back.
  ///   - reason: why nothing changes hands; nil where something does.
  @discardableResult
  static func settle(
    _ trade: Trade, _ answer: Trade.Said<TradeAnswer>?, _ reason: String?, _ draft: inout Draft
  ) throws -> RecordID {
    let body = TradeSettlement.with {
      $0.answer = answer?.record.id.data ?? Data()
      $0.completes = reason == nil
      $0.reason = reason ?? ""
      $0.other = trade.other.data
      $0.loan = trade.offer.body.loan
      guard reason == nil else { return }
      $0.gives = trade.offer.body.gives.map(\.copy)
      $0.gets = answer?.body.stakes.map(\.copy) ?? []
    }
    // One for each offer: what is decided stays so.
    return try draft.make(
      TradeKinds.settlement, in: trade.room, parent: trade.id,
      named: DerivedNonce("settlement", trade.id), body)
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
    _ trade: Trade, _ answer: Trade.Said<TradeAnswer>, settlement: RecordID?,
    _ cards: Collection, _ draft: inout Draft
  ) throws {
    let home = cards.home
    let isLoan = trade.offer.body.loan
    for copy in trade.given(by: trade.me, in: answer) {
      let isBack = isLoan && trade.isReturned(copy, of: trade.me)
      var back = copy
      if let own = try own(copy, cards) {
        if isLoan, !isBack {
          try hold(own, for: trade, &draft)
        } else {
          back.card.settlement = own.card.settlement
          back.card.settlementRoom = own.card.settlementRoom
          #if DEBUG
            if home.has(.keepsGiven) { continue }
          #endif
          draft.delete(own.record)
        }
      }
      #if DEBUG
        if home.has(.losesReturned) { continue }
      #endif
      if isBack { try take(back, from: trade, borrowed: false, settlement: nil, home, &draft) }
    }
    for copy in trade.given(by: trade.other, in: answer) {
      if isLoan, trade.isReturned(copy, of: trade.other) {
        if let nonce = trade.nonce(of: copy),
          let record = try home.record(RecordID(by: trade.me, named: nonce), in: home.personalRoom),
          !record.isDeleted
        {
          draft.delete(record)
        }
        continue
      }
      try take(
        copy, from: trade, borrowed: isLoan, settlement: settlement, home, &draft)
    }
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

  /// Takes copies of ours out of the Card Box until the other side has settled.
  private static func hold(
    _ stakes: [TradeCopy], for trade: Trade, _ cards: Collection, _ draft: inout Draft
  ) throws {
    try stake(stakes.compactMap { try own($0, cards) }, for: trade, cards.home, &draft)
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
  private static func release(
    _ trade: Trade, _ cards: Collection, _ draft: inout Draft
  ) throws {
    for answer in trade.answers where answer.record.author == trade.me {
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
