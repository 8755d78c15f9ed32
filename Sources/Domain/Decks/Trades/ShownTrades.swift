import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Trades as one of the two sees them.
enum ShownTrades {
  /// A trade with what is told on the stream.
  static func view(of record: Record, _ home: any Snapshot) throws -> TradeView {
    guard let trade = try Trade(record, home) else { return .with { $0.deleted = true } }
    return try view(of: trade, nil, home)
  }

  /// The offer with which an answer or a settlement is shown.
  static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind != .tradeOffer else { return record }
    return try record.parent.flatMap { try home.record($0, in: record.room) }
  }

  /// - Parameter ledger: tells which copies were given twice; nil where that is not said.
  static func view(
    of trade: Trade, _ ledger: TradeLedger?, _ home: any Snapshot
  ) throws -> TradeView {
    let offer = trade.offer.body
    let answer = trade.completed ?? trade.acceptance
    let wants = offer.wants.map { CardLine($0) }
    let (mine, theirs) = (
      TradeCopies.lines(trade.given(by: trade.me, in: answer)),
      TradeCopies.lines(trade.given(by: trade.other, in: answer))
    )
    let doubts = try ledger.map { try Self.doubts(of: trade, $0, home) } ?? []
    let name = try home.person(trade.other, in: trade.room).name
    let (state, out) = (trade.state, trade.lent(by: trade.me) + trade.lent(by: trade.other))
    return .with {
      $0.id = trade.offer.record.item.description
      $0.room = trade.room.description
      $0.own = trade.isOwn
      $0.other = trade.other.description
      $0.otherName = name
      $0.state = state
      // What is wanted is not chosen before somebody accepts.
      $0.gives = trade.isOwn || answer != nil ? mine : wants
      $0.gets = trade.isOwn && answer == nil ? wants : theirs
      ($0.loan, $0.until, $0.note) = (offer.loan, offer.until, offer.note)
      $0.reason = reason(trade, name)
      $0.out = TradeCopies.lines(out)
      $0.actions = actions(trade)
      $0.doubts = doubts
      $0.wallMilliseconds = trade.offer.record.wall
      $0.deleted = false
    }
  }

  private static func reason(_ trade: Trade, _ name: String) -> String {
    if trade.completed == nil, let reason = trade.taking?.body.reason, !reason.isEmpty {
      return reason
    }
    if let settlement = trade.settlement, !settlement.body.completes {
      return Text.clean(settlement.body.reason, limit: DeckRules.tradeNote)
    }
    guard trade.state == .declined else { return "" }
    guard trade.taking == nil else { return "The trade was not taken." }
    return trade.isOwn ? "\(name) has declined." : "You have declined."
  }

  private static func actions(_ trade: Trade) -> [ActionView] {
    let state = trade.state
    let isOpen = state == .open
    let over = state == .accepted || isOpen ? nil : "The trade is over."
    let answer =
      trade.isOwn ? "It is your own offer." : isOpen ? nil : "The offer is answered already."
    let agreed = "Your node has agreed, and waits for the other one."
    let takeBack =
      over ?? (trade.isOwn && trade.settlement != nil ? agreed : nil)
      ?? (isOpen && !trade.isOwn ? "You have given nothing yet." : nil)
    return [
      ActionView("answer", answer), ActionView("take-back", takeBack),
      ActionView(
        "return",
        trade.lent(by: trade.other).isEmpty ? "You have borrowed nothing in this trade." : nil),
    ]
  }

  // MARK: What was given twice

  private static func doubts(
    of trade: Trade, _ ledger: TradeLedger, _ home: any Snapshot
  ) throws -> [String] {
    let copies = Set(
      (trade.offer.body.gives + trade.answers.flatMap(\.body.stakes)).map(\.copy))
    // A copy that came to somebody by a trade goes on under another id: what was given twice before is said of it, too.
    let steps = Set(
      trade.histories.flatMap(\.body.steps).compactMap { TradeLedger.Signed($0, home) }
        .flatMap { $0.given.map(\.copy) })
    return try ledger.twice().filter {
      $0.contains { copies.contains($0.copy) || steps.contains($0.copy) }
    }
    .map { try proof($0, home).message }
  }

  static func verify(_ request: VerifyTrades, _ home: any Snapshot) throws -> TradeProofs {
    let ledger = try TradeLedger(home)
    var proofs = ledger.twice()
    if !request.trade.isEmpty {
      let trade = try TradeCommands.find(request.trade, home)
      let copies = Set(
        (trade.offer.body.gives + trade.answers.flatMap(\.body.stakes)).map(\.copy)
          + trade.histories.flatMap(\.body.steps).compactMap { TradeLedger.Signed($0, home) }
          .flatMap { $0.given.map(\.copy) })
      proofs = proofs.filter { $0.contains { copies.contains($0.copy) } }
    }
    return try .with {
      $0.trades = UInt32(ledger.trades)
      $0.steps = UInt32(ledger.steps)
      $0.proofs = try proofs.map { try proof($0, home) }
    }
  }

  private static func proof(
    _ group: [TradeLedger.Given], _ home: any Snapshot
  ) throws -> TradeProof {
    let giver = try group.first.map { try name($0.giver, home) } ?? ""
    let receivers = try group.map { try name($0.receiver, home) }
    let card = group.first { !$0.name.isEmpty }?.name ?? "a card"
    let steps = try group.compactMap { try $0.step()?.inItsRoom }
    return .with {
      $0.card = card
      $0.giver = group.first?.giver.description ?? ""
      $0.giverName = giver
      $0.receivers = group.map(\.receiver.description)
      $0.receiverNames = receivers
      $0.message =
        "\(giver) gave one copy of \(card) \(group.count == 2 ? "twice" : "\(group.count) times"): to \(receivers.joined(separator: " and to "))."
      $0.steps = steps
    }
  }

  /// Returns a person's name on this node; the person may be in no room of ours.
  private static func name(_ author: Author, _ home: any Snapshot) throws -> String {
    if author == home.me { return "you" }
    for room in try home.rooms() {
      if try home.people(in: room).contains(where: { $0.author == author }) {
        return try home.person(author, in: room).name
      }
    }
    return "somebody (\(author.description.prefix(8)))"
  }

  // MARK: Notices

  /// Says on the day on which a loan ends that it does; nothing else happens then.
  static let due: Feature.DueFunction = { home, told, now in
    let since = Due.since(told, now: now)
    var due = Due()
    let days = max(since, 0) + 1
    let coming = try home.records(
      SortQuery([.tradeOffer], range: days ... .max, limit: PageLimit.most))
    for record in coming {
      guard let trade = try Trade(record, home), trade.state == .lent,
        let day = LoanDay.milliseconds(trade.offer.body.until)
      else { continue }
      guard day <= now else {
        due.next = [due.next, day].compactMap { $0 }.min()
        break
      }
      due.notices.append(try notice(of: trade, at: day, home))
    }
    return due
  }

  private static func notice(
    of trade: Trade, at day: Int64, _ home: any Snapshot
  ) throws -> Notice {
    let name = try home.person(trade.other, in: trade.room).name
    func list(_ copies: [TradeCopy]) -> String {
      TradeCopies.lines(copies).map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    }
    let (mine, theirs) = (trade.lent(by: trade.me), trade.lent(by: trade.other))
    let parts =
      (mine.isEmpty ? [] : ["\(name) has \(list(mine)) of yours"])
      + (theirs.isEmpty ? [] : ["you have \(list(theirs)) of \(name)"])
    return Notice(
      item: trade.offer.record.item, room: trade.room, instant: day, title: "A loan ends today",
      text: Text.clean(parts.joined(separator: "; "), limit: DeckRules.tradeNote))
  }
}
