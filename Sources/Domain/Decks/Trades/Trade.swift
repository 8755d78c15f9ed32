import Feature
import FoundationEssentials
import Identifiers
import Schema

/// One offer with all that both sides have said to it.
///
/// The person who made the offer decides, in one settlement, so nothing that is written at the same time can contradict it. What
/// does not come from one of the two, and what was changed after it was made, counts for nothing.
struct Trade {
  /// What one of the two said.
  struct Said<Body: Sendable> {
    let record: Record
    let body: Body
  }

  let offer: Said<TradeOffer>
  /// Our person and the other of the two.
  let (me, other): (Author, Author)
  /// By who did not make the offer, in order.
  let answers: [Said<TradeAnswer>]
  /// The end, by who made the offer.
  let settlement: Said<TradeSettlement>?
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
    offer = Said(record: record, body: TradeCopies.cleaned(TradeKinds.offer.decode(record.body)))
    (me, self.other) = (home.me, other)
    let said = try home.children(of: record.id, in: record.room).filter { $0.changed == 0 }
    answers =
      said.filter { $0.kind == .tradeAnswer && $0.author != record.author }
      .map {
        Said(record: $0, body: TradeCopies.cleaned(TradeKinds.answer.decode($0.body)))
      }
    let answers = answers
    settlement =
      said.filter { $0.kind == .tradeSettlement && $0.author == record.author }
      .map { Said(record: $0, body: TradeKinds.settlement.decode($0.body)) }
      .first { end in
        end.body.answer.isEmpty
          ? !end.body.completes : answers.contains { $0.record.id.data == end.body.answer }
      }
    returned = Dictionary(
      said.filter { $0.kind == .tradeReturn }
        .map { ($0.author, Set(TradeKinds.giveBack.decode($0.body).copies)) }
    ) { $0.union($1) }
    histories = said.filter { $0.kind == .tradeHistory }
      .map { Said(record: $0, body: TradeKinds.history.decode($0.body)) }
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

  /// The answerer has changed its mind.
  var isWithdrawn: Bool { answers.dropFirst().contains { !$0.body.accepts } }

  /// The answerer's stakes went back without waiting.
  var isTakenBack: Bool { answers.contains { $0.body.takenBack } }

  /// The answer that is settled, where the copies change hands.
  var completed: Said<TradeAnswer>? {
    guard let settlement, settlement.body.completes else { return nil }
    return answers.first { $0.record.id.data == settlement.body.answer && $0.body.accepts }
  }

  var state: TradeState {
    if completed != nil {
      return offer.body.loan && !(lent(by: me) + lent(by: other)).isEmpty ? .lent : .done
    }
    if settlement != nil { return .declined }
    guard let first = answers.first else { return .open }
    return first.body.accepts ? .accepted : .declined
  }

  // MARK: What changes hands

  /// What one of the two gives: in the offer, or in an answer to it.
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

  /// What makes the copy that comes out of one: the same at every run.
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
