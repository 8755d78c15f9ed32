import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// One offer with all that both sides have said to it (specification section 19).
///
/// Each side decides once. The person who made the offer settles one answer, and who answered says which settlement it takes; only
/// then do the copies change hands. What a side has signed names by hash what the other one said, so nobody can say something else
/// afterwards. What does not come from one of the two, and what was changed after it was made, counts for nothing.
struct Trade {
  /// A statement of one of the two.
  struct Said<Body: Sendable> {
    let record: Record
    let body: Body
  }

  let offer: Said<TradeOffer>
  /// Our person and the other of the two.
  let (me, other): (Author, Author)
  /// By who did not make the offer, in order, to the offer as it is.
  let answers: [Said<TradeAnswer>]
  /// Our person's answers to an offer that says something else now.
  let stale: [Said<TradeAnswer>]
  /// The end, by who made the offer.
  let settlement: Said<TradeSettlement>?
  /// The last word of who answered: which settlement it takes, or that it takes none.
  let taking: Said<TradeAnswer>?
  /// The answer that is settled and taken, where the copies change hands.
  let completed: Said<TradeAnswer>?
  /// Copies that somebody gave back, by who had borrowed them: item ids with the owners.
  private let returned: [Author: Set<Data>]
  let histories: [Said<TradeHistory>]

  var id: RecordID { offer.record.id }
  var room: RoomID { offer.record.room }
  var isOwn: Bool { offer.record.author == me }

  /// Reads a trade; nil for a record that is not an offer, and outside the room of two people.
  init?(_ record: Record, _ home: any Snapshot) throws {
    guard record.kind == .tradeOffer, !record.isDeleted, record.changed == 0,
      let other = try home.people(in: record.room).map(\.author).first(where: {
        $0 != home.me && RoomID(direct: home.me, $0) == record.room
      }),
      record.author == home.me || record.author == other
    else { return nil }
    let (me, isOwn) = (home.me, record.author == home.me)
    (self.me, self.other) = (me, other)
    let said = try home.children(of: record.id, in: record.room).filter { $0.changed == 0 }
    // The last words of both count, however many others somebody has piled up.
    let last = try home.children(
      of: record.id, named: [Self.takingNonce(record.id), Self.settlementNonce(record.id)],
      in: record.room
    ).filter { $0.changed == 0 }
    let takingID = RecordID(by: isOwn ? other : me, named: Self.takingNonce(record.id))
    func word(_ record: Record) -> Said<TradeAnswer> {
      Said(record: record, body: TradeCopies.cleaned(TradeKinds.answer.decode(record.body)))
    }
    let words = said.filter { $0.kind == .tradeAnswer && $0.author != record.author }.map(word)
    let taking = last.first { $0.kind == .tradeAnswer && $0.id == takingID }.map(word)
    let hash = record.contentHash
    let given = words.filter { $0.record.id != takingID && $0.body.settlement.isEmpty }
    let answers = given.filter { $0.body.isOldForm || $0.body.offer == hash }
    stale = isOwn ? [] : given.filter { !$0.body.isOldForm && $0.body.offer != hash }
    let settlementID = RecordID(by: record.author, named: Self.settlementNonce(record.id))
    // What our own node has settled stands, whatever the other has made of its answer since.
    let settlement = last.first { $0.kind == .tradeSettlement && $0.id == settlementID }
      .map { Said(record: $0, body: TradeKinds.settlement.decode($0.body)) }
      .flatMap { isOwn || Self.counts($0.body, among: answers, offer: hash) ? $0 : nil }
    let completed = Self.completed(answers, settlement, taking, isOwn: isOwn)
    var body = TradeCopies.cleaned(TradeKinds.offer.decode(record.body))
    if let completed, completed.record.id == takingID {
      (body.gives, body.loan) = (completed.body.gets, completed.body.loan)
    }
    offer = Said(record: record, body: body)
    (self.answers, self.settlement, self.taking) = (answers, settlement, taking)
    self.completed = completed
    returned = said.reduce(into: [:]) { returned, record in
      guard record.kind == .tradeReturn else { return }
      returned[record.author, default: []]
        .formUnion(TradeKinds.giveBack.decode(record.body).copies)
    }
    histories = said.filter { $0.kind == .tradeHistory }
      .map { Said(record: $0, body: TradeKinds.history.decode($0.body)) }
  }

  /// Whether a settlement is one of what both have said.
  private static func counts(
    _ end: TradeSettlement, among answers: [Said<TradeAnswer>], offer: Data
  ) -> Bool {
    guard !end.answer.isEmpty else { return !end.completes }
    return answers.contains {
      $0.record.id.data == end.answer
        && ($0.body.isOldForm
          || end.offerHash == offer && end.answerHash == $0.record.contentHash)
    }
  }

  private static func accepted(
    by end: TradeSettlement, among answers: [Said<TradeAnswer>]
  ) -> Said<TradeAnswer>? {
    answers.first { $0.record.id.data == end.answer && $0.body.accepts }
  }

  /// The acceptance that a settlement settles; nil where it is not here.
  func accepted(by end: TradeSettlement) -> Said<TradeAnswer>? {
    Self.accepted(by: end, among: answers)
  }

  /// The answer by which the copies change hands, with what both sides have signed of them; nil while they do not.
  private static func completed(
    _ answers: [Said<TradeAnswer>], _ settlement: Said<TradeSettlement>?,
    _ taking: Said<TradeAnswer>?, isOwn: Bool
  ) -> Said<TradeAnswer>? {
    // What our own node has taken is taken, whatever the other has made of its settlement since.
    if let taking, !isOwn { return taking.body.takes ? taking : nil }
    guard let settlement, settlement.body.completes else { return nil }
    let answer = accepted(by: settlement.body, among: answers)
    guard let taking else { return answer?.body.isOldForm == true ? answer : nil }
    guard taking.body.takes, taking.body.settlement == settlement.record.contentHash else {
      return nil
    }
    guard !settlement.body.answerHash.isEmpty else { return answer }
    let body = TradeAnswer.with {
      $0.accepts = true
      $0.stakes = TradeCopies.cleaned(settlement.body.stakes)
    }
    return Said(record: answer?.record ?? taking.record, body: body)
  }

  /// The trade that a record belongs to; nil for what belongs to none.
  static func around(_ record: Record, _ home: any Snapshot) throws -> Trade? {
    if record.kind == .tradeOffer { return try Trade(record, home) }
    guard let offer = try record.parent.flatMap({ try home.record($0, in: record.room) }) else {
      return nil
    }
    return try Trade(offer, home)
  }

  // MARK: How far it is

  /// The answer that takes the offer, as long as nothing is settled.
  var acceptance: Said<TradeAnswer>? {
    guard let first = answers.first, first.body.accepts else { return nil }
    return first
  }

  /// Whether the answerer has changed its mind.
  var isWithdrawn: Bool { answers.dropFirst().contains { !$0.body.accepts } }

  /// Whether the answerer's stakes went back without waiting.
  var isTakenBack: Bool { answers.contains { $0.body.takenBack } }

  var state: TradeState {
    if completed != nil {
      return offer.body.loan && !(lent(by: me) + lent(by: other)).isEmpty ? .lent : .done
    }
    if taking != nil { return .declined }
    // It waits for the word of who has answered.
    if let settlement { return settlement.body.completes ? .accepted : .declined }
    if !stale.isEmpty { return .declined }
    guard let first = answers.first else { return .open }
    return first.body.accepts ? .accepted : .declined
  }

  // MARK: What changes hands

  /// Returns the copies that one of the two gives: those of the offer, or those of an answer to it.
  func given(by author: Author, in answer: Said<TradeAnswer>?) -> [TradeCopy] {
    author == offer.record.author ? offer.body.gives : answer?.body.stakes ?? []
  }

  /// A lent copy that was given back.
  func isReturned(_ copy: TradeCopy, of owner: Author) -> Bool {
    returned[owner == me ? other : me]?.contains(copy.copy) == true
  }

  /// Copies of somebody that the other has borrowed and not given back.
  func lent(by owner: Author) -> [TradeCopy] {
    guard offer.body.loan, let answer = completed else { return [] }
    return given(by: owner, in: answer).filter { !isReturned($0, of: owner) }
  }

  /// The nonce of the one settlement of an offer.
  static func settlementNonce(_ offer: RecordID) -> DerivedNonce {
    DerivedNonce("settlement", offer)
  }

  /// The same of the one word with which who answered takes a settlement.
  static func takingNonce(_ offer: RecordID) -> DerivedNonce {
    DerivedNonce("trade taking", offer)
  }

  /// Returns the nonce of the copy that comes out of one: the same at every run.
  func nonce(of copy: TradeCopy) -> DerivedNonce? { Self.nonce(of: copy.copy, in: id) }

  /// The same for any trade.
  static func nonce(of copy: Data, in offer: RecordID) -> DerivedNonce? {
    ItemID(copy).map { DerivedNonce("traded copy", offer, $0) }
  }

  /// The trades of our person with somebody, or with everybody, in the order in which they were offered.
  static func all(_ home: any Snapshot, in room: RoomID? = nil) throws -> [Trade] {
    let rooms = try room.map { [$0] } ?? home.rooms()
    return try rooms.flatMap { room -> [Trade] in
      guard try home.room(room)?.kind == .direct else { return [] }
      return try home.records(of: [.tradeOffer], in: room, limit: PageLimit.most)
        .compactMap { try Trade($0, home) }
    }
  }
}

extension TradeAnswer {
  /// Whether it names no offer: then the settlement alone decides, as before answers named one.
  var isOldForm: Bool { offer.isEmpty }
  /// Whether it takes a settlement, as the last word of who answers.
  var takes: Bool { accepts && !settlement.isEmpty }
}
