import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The copies that people have given to each other: in trades of our person, and in trades that others have signed.
///
/// One person gives an item id at most once: a person who gets a copy, or gets a lent one back, makes it again with another id. So
/// two settlements that give one id are the proof that its giver gave one copy twice. The person who made the offer gives by its
/// settlement, and the person who answered by the word that takes it: nobody is accused by the signature of the other one.
struct TradeLedger {
  /// One copy that changed hands.
  struct Given {
    let giver: Author
    let receiver: Author
    /// Its item id with the giver.
    let copy: Data
    let offer: RecordID
    let settlement: RecordID
    /// The name of the card; empty where it is not known.
    let name: String
    let step: () throws -> TradeStep?
  }

  private(set) var given: [Given] = []
  /// Signed trades of others that were looked at.
  private(set) var steps = 0
  private(set) var trades = 0

  /// Reads what is known.
  init(_ home: any Snapshot) throws {
    let all = try Trade.all(home)
    trades = all.count
    var seen: Set<Data> = []
    for trade in all { add(trade, home) }
    let own = Set(given.map(\.settlement))
    for trade in all {
      for step in trade.histories.flatMap(\.body.steps) {
        let bytes = try step.serializedData()
        guard seen.insert(bytes).inserted, seen.count <= DeckRules.mostSteps else { continue }
        add(step, beside: own, home)
      }
    }
  }

  private mutating func add(_ trade: Trade, _ home: any Snapshot) {
    guard let answer = trade.completed, let settlement = trade.settlement else { return }
    let offerer = trade.offer.record.author
    for giver in [trade.me, trade.other] where giver == offerer || trade.taking != nil {
      for copy in trade.given(by: giver, in: answer) {
        given.append(
          Given(
            giver: giver, receiver: giver == trade.me ? trade.other : trade.me, copy: copy.copy,
            offer: trade.id, settlement: settlement.record.id, name: copy.card.name,
            step: { try Self.step(of: trade, home) }))
      }
    }
  }

  /// Returns the entries of a trade that both sides have signed; nil while one of them has not.
  static func step(of trade: Trade, _ home: any Snapshot) throws -> TradeStep? {
    guard let settlement = trade.settlement, trade.completed != nil,
      let answer = trade.accepted(by: settlement.body),
      let end = try home.signedEntry(of: settlement.record),
      let word = try home.signedEntry(of: answer.record)
    else { return nil }
    var taking: SignedEntry?
    if let last = trade.taking {
      // What is here now may not be what was taken, and proves nothing then.
      guard last.body.settlement == settlement.record.contentHash,
        let signed = try home.signedEntry(of: last.record)
      else { return nil }
      taking = signed
    }
    return .with {
      $0.settlement = end
      $0.answer = word
      if let taking {
        $0.taking = taking
        $0.taking.room = Data()
      }
      // It follows from the two, and others need not receive it.
      ($0.settlement.room, $0.answer.room) = (Data(), Data())
    }
  }

  // MARK: What others have signed

  /// A trade as its sides have signed it.
  struct Signed {
    let settlement: ProvenRecord
    let offer: RecordID
    let end: TradeSettlement
    let answer: ProvenRecord
    let stakes: [TradeCopy]
    /// Whether the answerer has signed that it takes this settlement.
    let isTaken: Bool

    /// Checks a step; nil for one that proves nothing.
    init?(_ step: TradeStep, _ home: any Snapshot) {
      self.init(step, records: { home.records(provenBy: $0) })
    }

    /// - Parameter records: the records that a signed entry makes; none where its signature does not hold.
    init?(_ step: TradeStep, records: (SignedEntry) -> [ProvenRecord]) {
      guard let step = step.inItsRoom,
        let settlement = records(step.settlement).first(where: { $0.kind == .tradeSettlement }),
        let answer = records(step.answer).first(where: { $0.kind == .tradeAnswer }),
        let offer = settlement.parent, answer.parent == offer,
        settlement.id == RecordID(by: settlement.author, named: Trade.settlementNonce(offer))
      else { return nil }
      let end = TradeKinds.settlement.decode(settlement.body)
      let word = TradeCopies.cleaned(TradeKinds.answer.decode(answer.body))
      guard end.completes, end.answer == answer.id.data, word.accepts, word.settlement.isEmpty,
        word.isOldForm || end.offerHash == word.offer && end.answerHash == answer.contentHash,
        settlement.room == answer.room, settlement.author != answer.author,
        RoomID(direct: settlement.author, answer.author) == settlement.room,
        word.stakes.map(\.copy) == end.gets
      else { return nil }
      if step.hasTaking {
        guard let taking = records(step.taking).first(where: { $0.kind == .tradeAnswer }),
          taking.id == RecordID(by: answer.author, named: Trade.takingNonce(offer)),
          taking.room == settlement.room, taking.parent == offer
        else { return nil }
        let last = TradeKinds.answer.decode(taking.body)
        guard last.takes, last.settlement == settlement.contentHash,
          last.stakes.map(\.copy) == end.gets
        else { return nil }
      }
      (self.settlement, self.offer, self.end, self.answer) = (settlement, offer, end, answer)
      stakes = word.stakes
      isTaken = step.hasTaking
    }

    /// The copies that each of the two gave, with their receivers.
    var moved: [(giver: Author, receiver: Author, copy: Data, name: String)] {
      end.gives.map { (settlement.author, answer.author, $0, "") } + taken
    }

    /// The same of what its giver has signed to give.
    var given: [(giver: Author, receiver: Author, copy: Data, name: String)] {
      end.gives.map { (settlement.author, answer.author, $0, "") } + (isTaken ? taken : [])
    }

    private var taken: [(giver: Author, receiver: Author, copy: Data, name: String)] {
      stakes.map { (answer.author, settlement.author, $0.copy, $0.card.name) }
    }
  }

  private mutating func add(
    _ step: TradeStep, beside own: Set<RecordID>, _ home: any Snapshot
  ) {
    guard let signed = Signed(step, home), !own.contains(signed.settlement.id) else { return }
    steps += 1
    for (giver, receiver, copy, name) in signed.given {
      given.append(
        Given(
          giver: giver, receiver: receiver, copy: copy, offer: signed.offer,
          settlement: signed.settlement.id, name: name, step: { step }))
    }
  }

  // MARK: What it says

  /// Copies that somebody gave more than once, in the order of their ids.
  func twice() -> [[Given]] {
    var groups: [[Data]: [Given]] = [:]
    for one in given { groups[[one.giver.data, one.copy], default: []].append(one) }
    return groups.sorted {
      $0.key.lexicographicallyPrecedes($1.key) { $0.lexicographicallyPrecedes($1) }
    }
    .compactMap { _, group in
      var once: [Given] = []
      for one in group where !once.contains(where: { $0.settlement == one.settlement }) {
        once.append(one)
      }
      return once.count > 1 ? once.sorted { $0.settlement < $1.settlement } : nil
    }
  }

  /// Whether our person has given a copy in a trade that is done.
  static func isGiven(_ copy: Data, by me: Author, _ home: any Snapshot) throws -> Bool {
    try home.rooms().contains { room in
      guard try home.room(room)?.kind == .direct else { return false }
      let kinds: [RecordKind] = [.tradeSettlement, .tradeAnswer]
      return try home.records(of: kinds, in: room, limit: PageLimit.most).contains { record in
        guard record.author == me else { return try isTaken(copy, by: record, home) }
        guard record.kind == .tradeSettlement else {
          let word = TradeKinds.answer.decode(record.body)
          return word.takes && word.stakes.contains { $0.copy == copy }
        }
        let end = TradeKinds.settlement.decode(record.body)
        return end.completes && end.gives.contains(copy)
      }
    }
  }

  /// Whether a settlement of the other gets a copy that our person has answered with, in the old form: what it says alone counts
  /// for nothing.
  private static func isTaken(
    _ copy: Data, by record: Record, _ home: any Snapshot
  ) throws -> Bool {
    guard record.kind == .tradeSettlement,
      TradeKinds.settlement.decode(record.body).gets.contains(copy)
    else { return false }
    return try Trade.around(record, home)?.completed?.body.stakes.contains { $0.copy == copy }
      == true
  }

  /// Returns the way by which copies of our person came to it, as the people before have signed it: it goes along with the copies
  /// in the next trade.
  static func history(
    of copies: [Collection.Copy], _ home: any Snapshot
  ) throws -> TradeHistory {
    var history = TradeHistory()
    var seen: Set<Data> = []
    var bytes = 0
    for copy in copies {
      guard let id = RecordID(copy.card.settlement), let room = RoomID(copy.card.settlementRoom),
        let record = try home.record(id, in: room), let trade = try Trade.around(record, home)
      else { continue }
      let known = trade.histories.filter { $0.record.author != home.me }.flatMap(\.body.steps)
      var steps = try [step(of: trade, home)].compactMap { $0 }
      steps += chain(to: TradeCopies.told(copy), of: trade, among: known, home)
      for step in steps {
        let encoded = try step.serializedData()
        guard seen.insert(encoded).inserted, bytes + encoded.count <= DeckRules.mostHistory else {
          continue
        }
        bytes += encoded.count
        history.steps.append(step)
      }
    }
    return history
  }

  /// The steps among some by which a copy came to who gave it to us.
  private static func chain(
    to copy: TradeCopy, of trade: Trade, among steps: [TradeStep], _ home: any Snapshot
  ) -> [TradeStep] {
    // What was lent since and came back has another id, and the same origin.
    let came = trade.given(by: trade.other, in: trade.completed)
    let before =
      came.first { one in
        trade.nonce(of: one).map { RecordID(by: trade.me, named: $0).data == copy.copy } == true
      } ?? came.first { $0.card.origin == copy.card.origin }
    guard let before else { return [] }
    var wanted = (owner: trade.other, copy: before.copy)
    var found: [TradeStep] = []
    let signed = steps.compactMap { step in Signed(step, home).map { (step, $0) } }
    while found.count < signed.count {
      let next = signed.lazy.compactMap { step, signed -> (TradeStep, Author, Data)? in
        for one in signed.moved where one.receiver == wanted.owner {
          guard let nonce = Trade.nonce(of: one.copy, in: signed.offer),
            RecordID(by: one.receiver, named: nonce).data == wanted.copy
          else { continue }
          return (step, one.giver, one.copy)
        }
        return nil
      }.first
      guard let (step, owner, copy) = next else { break }
      found.append(step)
      wanted = (owner, copy)
    }
    return found
  }
}

extension TradeStep {
  /// The step with the room in it, which is that of the two authors; nil where there are no two.
  var inItsRoom: TradeStep? {
    guard let one = Author(settlement.slice.log.author),
      let other = Author(answer.slice.log.author),
      one != other
    else { return nil }
    let room = RoomID(direct: one, other).data
    var step = self
    (step.settlement.room, step.answer.room) = (room, room)
    if hasTaking { step.taking.room = room }
    return step
  }
}
