import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Trading and lending between two people (row D-58).
enum TradeCommands {
  private static let allowance = Allowance(
    name: "trades", burst: 30, everyMilliseconds: 2_000,
    refusal: "You have made many trades in a short time: wait a moment and try again.")

  static func offer(
    _ request: OfferTrade, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TradeView> {
    let room = try home.room(request.room)
    guard room.kind == .direct else {
      throw Refused(
        .invalid, "A trade is between two people: name the person, not the room \(room.name).")
    }
    try home.checkIsHeard(in: room.id)
    let chosen = try picked(request.gives, Collection(home))
    let gives = chosen.map(TradeCopies.told)
    let wants = try request.wants.map { try CardWanted.resolved($0, home) }
    guard !gives.isEmpty || !wants.isEmpty else {
      throw Refused(.invalid, "The offer is empty: say what you give, or what you want.")
    }
    try checkCount(wants.reduce(0) { $0 + Int($1.count) })
    guard request.until.isEmpty || request.loan else {
      throw Refused(
        .invalid, "Only a loan has a day on which it ends: lend the cards, or name no day.")
    }
    if !request.until.isEmpty {
      guard let day = LoanDay.milliseconds(request.until), day > home.now - 86_400_000 else {
        throw Refused(
          .invalid,
          "\(Text.preview(request.until, characters: 20)) is no day to come: write it as 2030-12-24."
        )
      }
    }
    let body = try TradeOffer.with {
      ($0.gives, $0.wants, $0.loan, $0.until) = (gives, wants, request.loan, request.until)
      $0.note = try Refused.line(request.note, "The note", limit: DeckRules.tradeNote)
    }
    draft.spend(allowance)
    let id = try draft.make(TradeKinds.offer, in: room.id, body)
    try tell(of: chosen, in: id, room.id, home, &draft)
    return .record(id, in: room.id)
  }

  /// Copies from the Card Box that a person may give away, each once.
  private static func picked(
    _ typed: [String], _ collection: Collection
  ) throws -> [Collection.Copy] {
    var used: Set<RecordID> = []
    let picked = try typed.flatMap { text -> [Collection.Copy] in
      let wanted = try CardWanted(own: text, count: 0)
      if DeckRules.basicLand(wanted.line.name) != nil {
        throw CardWanted.basicLand
      }
      let all = try wanted.copies(collection).filter { !used.contains($0.record.id) }
      let free = all.filter(\.isFree)
      guard free.count >= wanted.count else {
        throw CardCommands.missing(wanted, box: free.count, all: all, "give")
      }
      let chosen = try CopyChoice.take(wanted.count, of: free)
      used.formUnion(chosen.map(\.record.id))
      return chosen
    }
    try checkCount(picked.count)
    return picked
  }

  private static func checkCount(_ count: Int) throws {
    guard count <= DeckRules.mostTraded else {
      throw Refused(
        .invalid,
        "A side of a trade has at most \(DeckRules.mostTraded) cards, not \(count): make several trades."
      )
    }
  }

  /// Sends along how copies came to us.
  private static func tell(
    of copies: [Collection.Copy], in offer: RecordID, _ room: RoomID, _ home: any Snapshot,
    _ draft: inout Draft
  ) throws {
    let history = try TradeLedger.history(of: copies, home)
    guard !history.steps.isEmpty else { return }
    try draft.make(TradeKinds.history, in: room, parent: offer, history)
  }

  // MARK: Answers

  static func answer(
    _ request: AnswerTrade, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TradeView> {
    let trade = try find(request.trade, home)
    guard !trade.isOwn else {
      try checkIsOpen(trade)
      throw Refused(.notNow, "It is your own offer.", .takeTradeBack)
    }
    try checkIsOpen(trade)
    draft.spend(allowance)
    guard request.accept else {
      let hash = trade.offer.record.contentHash
      try draft.make(
        TradeKinds.answer, in: trade.room, parent: trade.id, .with { $0.offer = hash })
      return .record(trade.id, in: trade.room)
    }
    try home.checkIsHeard(in: trade.room)
    let chosen = try stakes(request, for: trade, Collection(home))
    let stakes = chosen.map(TradeCopies.told)
    let body = TradeAnswer.with {
      $0.accepts = true
      $0.stakes = stakes
      $0.offer = trade.offer.record.contentHash
    }
    // Our node must be able to take what it is settled with.
    guard
      try TradeReaction.word(of: trade, taking: stakes).serializedData().count
        <= DeckKinds.largeLimit.bytes
    else {
      throw Refused(.notNow, "The cards of both sides are too many for one trade: ask for less.")
    }
    try draft.make(TradeKinds.answer, in: trade.room, parent: trade.id, body)
    try tell(of: chosen, in: trade.id, trade.room, home, &draft)
    try TradeReaction.stake(chosen, for: trade, home, &draft)
    return .record(trade.id, in: trade.room)
  }

  private static func stakes(
    _ request: AnswerTrade, for trade: Trade, _ collection: Collection
  ) throws -> [Collection.Copy] {
    let wants = trade.offer.body.wants
    guard request.gives.isEmpty else {
      let chosen = try picked(request.gives, collection)
      guard TradeCopies.satisfy(chosen.map(TradeCopies.told), wants) else {
        throw Refused(.notNow, "That is not what the offer asks for.", .see("trade show"))
      }
      return chosen
    }
    var used: Set<RecordID> = []
    return try wants.flatMap { line -> [Collection.Copy] in
      let all = try collection.copies(named: line.name).filter { line.fits($0.card) }
      let free = all.filter { $0.isFree && !used.contains($0.record.id) }
      guard free.count >= line.count else {
        let wanted = try CardWanted(line.name, count: line.count)
        throw CardCommands.missing(wanted, box: free.count, all: all, "give")
      }
      let chosen = try CopyChoice.take(
        Int(line.count), of: free, remedy: .chooseCardsToGive)
      used.formUnion(chosen.map(\.record.id))
      return chosen
    }
  }

  private static func checkIsOpen(_ trade: Trade) throws {
    switch trade.state {
    case .open: return
    case .accepted: throw Refused(.notNow, "The offer is accepted already.")
    case .done, .lent: throw Refused(.notNow, "The trade is done already.")
    default: throw Refused(.notNow, "The offer no longer stands: make another one.")
    }
  }

  // MARK: Taking back and giving back

  static func takeBack(
    _ request: TakeBackTrade, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TradeView> {
    let trade = try find(request.trade, home)
    guard trade.state == .open || trade.state == .accepted else {
      throw Refused(.notNow, "The trade is over: there is nothing to take back.")
    }
    let name = try home.person(trade.other, in: trade.room).name
    if trade.isOwn {
      guard trade.settlement == nil else {
        guard request.anyway else {
          throw Refused(
            .notNow,
            "Your node has agreed already, and \(name)'s node has not answered: wait, or take the cards back with --anyway."
          )
        }
        try TradeReaction.comeBack(trade, doubtful: true, Collection(home), &draft)
        return .record(trade.id, in: trade.room)
      }
      try TradeReaction.settle(trade, trade.acceptance, "The offer was taken back.", &draft)
      return .record(trade.id, in: trade.room)
    }
    guard let answer = trade.acceptance, !trade.isTakenBack else {
      throw Refused(.notNow, "You have given nothing to that trade: there is nothing to take back.")
    }
    guard answer.body.isOldForm else {
      // Who has answered has the last word: nothing can be settled behind it.
      try TradeReaction.end(trade, with: "The answer was taken back.", &draft)
      try TradeReaction.release(trade, Collection(home), &draft)
      return .record(trade.id, in: trade.room)
    }
    guard request.anyway || !trade.isWithdrawn else {
      throw Refused(
        .notNow,
        "The other side was asked already, and its node has not answered: wait, or take the cards back with --anyway."
      )
    }
    let body = TradeAnswer.with { $0.takenBack = request.anyway }
    try draft.make(TradeKinds.answer, in: trade.room, parent: trade.id, body)
    if request.anyway {
      let collection = try Collection(home)
      for copy in answer.body.stakes {
        guard let own = try TradeReaction.own(copy, collection), own.card.held == trade.id.data
        else { continue }
        try draft.change(own.record, DeckKinds.copy) {
          $0.held = Data()
          $0.doubtful = true
        }
      }
    }
    return .record(trade.id, in: trade.room)
  }

  static func giveBack(
    _ request: ReturnTrade, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TradeView> {
    let trade = try find(request.trade, home)
    let borrowed = trade.lent(by: trade.other)
    guard !borrowed.isEmpty else {
      throw Refused(.notNow, "You have borrowed nothing in that trade, or given it back already.")
    }
    var chosen = request.cards.isEmpty ? borrowed : []
    for text in request.cards {
      let wanted = try CardWanted(own: text, count: 0)
      let found = CardName.meant(wanted.line.name, among: borrowed) { $0.card.name }.filter {
        copy in !chosen.contains { $0.copy == copy.copy } && wanted.fits(copy.card)
      }
      guard found.count >= wanted.count else {
        throw Refused(
          .notFound,
          "You have not borrowed \(wanted.count) \(wanted.line.name) in that trade.",
          .see("trade show")
        )
      }
      chosen += try CopyChoice.take(
        wanted.count, of: found, advice: "Name them as they stand here.", card: \.card,
        id: { _ in "" })
    }
    let copies = chosen.map(\.copy)
    try draft.make(
      TradeKinds.giveBack, in: trade.room, parent: trade.id, .with { $0.copies = copies })
    for copy in chosen {
      guard let nonce = trade.nonce(of: copy),
        let record = try home.record(RecordID(by: home.me, named: nonce), in: home.personalRoom),
        !record.isDeleted
      else { continue }
      draft.delete(record)
    }
    return .record(trade.id, in: trade.room)
  }

  // MARK: Reading

  static func list(_ request: ListTrades, _ home: any Snapshot) throws -> TradeViews {
    let room = try request.room.isEmpty ? nil : home.room(request.room).id
    let trades = try Trade.all(home, in: room)
      .sorted { ($0.offer.record.wall, $0.id) < ($1.offer.record.wall, $1.id) }
      .filter { request.all || ![.done, .declined].contains($0.state) }
    let ledger = try TradeLedger(home)
    return try .with { $0.trades = try trades.map { try ShownTrades.view(of: $0, ledger, home) } }
  }

  static func show(_ request: NamedTrade, _ home: any Snapshot) throws -> TradeView {
    try ShownTrades.view(of: find(request.trade, home), TradeLedger(home), home)
  }

  /// The trade that somebody means by its id or the beginning of one.
  static func find(_ text: String, _ home: any Snapshot) throws -> Trade {
    let rooms = try home.rooms().filter { try home.room($0)?.kind == .direct }
    let record = try home.find(text, [.tradeOffer], in: rooms)
    guard let trade = try Trade(record, home) else {
      throw Refused(.notFound, "That is no trade of yours.", .see("trade list"))
    }
    return trade
  }
}
