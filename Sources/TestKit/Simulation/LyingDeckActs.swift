import Decks
import DeckSchema
import Feature
import Features
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// Cards that people trade with some who settle offers again, the other way, once the other one relies on what was settled
/// first. In the end no copy is lost or with two people, and nobody is shown as who gave one twice.
final class LyingDeckActs: DeckActs {
  /// The lies that it counts.
  override class var counts: [String] { super.counts + [settledAgain] }
  /// Settlements that were made again.
  static let settledAgain = "trades settled again"

  /// The offers that were settled again.
  private var done: Set<String> = []

  override var isEager: Bool { true }

  override func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    super.act(person, &random)
    guard person.number.isMultiple(of: 2), person.isRunning else { return }
    do {
      try settleAgain(person)
    } catch {
      person.world.network.check { throw CheckViolation("liar", "\(error)") }
    }
  }

  private func settleAgain(_ person: ActingPerson) throws {
    let world = person.world
    let trades = (person.call(Methods.Trades.list) { $0.all = true })?.trades ?? []
    for trade in trades
    where trade.own && [.done, .declined].contains(trade.state) && !done.contains(trade.id) {
      let other = (0..<world.people).first { world.author($0).description == trade.other }
      guard let other, world.network.isLinked(person.number, other),
        let room = Base32.decode(trade.room).flatMap({ RoomID($0) }),
        let offer = Base32.decode(trade.id).flatMap({ RecordID($0) }),
        let end = try settlement(of: offer, in: room, person, world.author(other))
      else { continue }
      done.insert(trade.id)
      try send(end, of: offer, in: room, from: person, to: other)
      person.count(Self.settledAgain)
      person.trace("settles \(trade.id) again")
      return
    }
  }

  /// The other end of a trade than its settlement says; nil where nothing was answered or settled.
  private func settlement(
    of offer: RecordID, in room: RoomID, _ person: ActingPerson, _ other: Author
  ) throws -> TradeSettlement? {
    let me = person.author
    return try person.world.network.nodes[person.number].store.read { reader in
      guard let number = try reader.room(room)?.records,
        let made = try reader.record(offer, in: number)
      else { return nil }
      let parts = try reader.children(of: offer, in: number)
      guard let end = parts.first(where: { $0.kind == .tradeSettlement }) else { return nil }
      let said = try TradeSettlement(serializedBytes: end.body)
      guard !said.completes else { return .with { ($0.answer, $0.reason) = (said.answer, "No.") } }
      guard let answer = parts.first(where: { $0.id.data == said.answer }) else { return nil }
      let word = try TradeAnswer(serializedBytes: answer.body)
      let gives = try TradeOffer(serializedBytes: made.body)
      func hash(_ record: StoredRecord, by author: Author) -> Data {
        ProvenRecord(
          id: record.id, room: room, kind: record.kind, parent: record.parent, author: author,
          body: record.body
        ).contentHash
      }
      return .with {
        ($0.answer, $0.completes, $0.loan) = (said.answer, true, gives.loan)
        ($0.gives, $0.gets) = (gives.gives.map(\.copy), word.stakes.map(\.copy))
        ($0.offerHash, $0.answerHash) = (hash(made, by: me), hash(answer, by: other))
        $0.stakes = word.stakes
      }
    }
  }

  /// Sends it in a log of its own that cites nothing, so that it stands before what was settled first.
  private func send(
    _ end: TradeSettlement, of offer: RecordID, in room: RoomID, from person: ActingPerson,
    to other: Int
  ) throws {
    let network = person.world.network
    let account = try network.nodes[person.number].store.read { try $0.accounts().first }
    guard let account else { return }
    let log = LogKey(
      author: account.author, incarnation: account.incarnation + 1 << 41 + UInt64(done.count))
    let purpose = Array("settlement\0".utf8)
    let operation = try Schema.Operation.with {
      $0.put.nonce = Data(Hashing.digest(.derived, purpose, offer.bytes).data.prefix(16))
      $0.put.kind = RecordKind.tradeSettlement.rawValue
      $0.put.parent = offer.data
      $0.put.body = try end.serializedData()
    }
    let entry = try EntryWriter.write(
      .with { $0.operations = [operation] }, room: room, state: LogState(key: log),
      dependencies: [], dependencyOrder: 0, wallMilliseconds: 1)
    person.world.history.forgers.insert(person.number)
    let key = try SigningKey(secret: account.secret)
    let slice = try Slice.with {
      ($0.log, $0.first, $0.entries) = (log.message, 1, [entry.message])
      $0.signature = try key.signHeads([entry.hash])[0]
    }
    let batch = Batch.with {
      ($0.room, $0.slices) = (room.data, [slice])
      $0.number = SingleHistoryChecker.madeUpNumber
    }
    network.inject(try Coding.encode(Frame(.batch(batch))), from: person.number, to: other)
  }
}
