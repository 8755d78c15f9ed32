import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of entries on their way: batches and their acknowledgements, both ways (specification section 6).
final class EntryExchange: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  /// Checks signatures of heads, and remembers those that hold.
  var heads = HeadVerifier()

  init(_ rooms: Rooms) {
    self.rooms = rooms
    (context, links, peers) = (rooms.context, rooms.links, rooms.peers)
    #if DEBUG
      heads.believesAll = context.planted == .trustsSignatures
    #endif
  }

  /// Begins to take a batch.
  ///
  /// - Returns: its slices, which are to be delivered and then finished; nil where there are none to take.
  func begin(
    _ batch: Batch, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Delivery? {
    guard peers.isPaired(session.node) || batch.slices.count <= Limits.slicesStranger else {
      throw WireError.limit("\(batch.slices.count) slices in a batch")
    }
    if try takeForkProofsFromRemovedMember(batch, session, transaction) { return nil }
    let claimed = try rooms.provisionalRoom(batch.room, session, transaction.reader)
    guard let room = try claimed ?? rooms.sharedRoom(batch.room, session, transaction) else {
      return nil
    }
    let isNews =
      try batch.acknowledged > 0 && acknowledge(batch.acknowledged, of: room.id, by: session.id)
    guard isNews || !batch.forks.isEmpty || !batch.slices.isEmpty else {
      // What says nothing new is not free.
      links.spend(on: session.id)
      return nil
    }
    turn.sync(room.id)
    try take(batch.forks, in: room.id, from: session.id, transaction)
    if batch.slices.isEmpty { return nil }
    recovery?.wait(Recovery.quietMilliseconds, from: now)
    return Delivery(
      batch.slices, in: room.id, from: session.id, at: rooms.cache[room.id]?.stored.position)
  }

  /// Finishes a batch whose slices were delivered.
  func finish(_ delivery: Delivery, of batch: Batch, _ session: LinkSession) throws {
    let id = delivery.room
    if delivery.hasGap {
      let directive = rooms.cache[id]?.syncs[session.id]?.receiveGap()
      if directive == .sendHave, let room = rooms.cache[id] {
        try rooms.sendHave(room, on: session.id)
      }
      links.countViolation(on: session.id, "too many gaps")
    }
    try rooms.sayUnwanted(in: id, on: session.id)
    rooms.cache[id]?.syncs[session.id, default: RoomSync()].receiveBatch(batch.number)
    let isNew = rooms.cache[id]?.stored.position != delivery.position
    links.pace(
      batch, isNew: isNew, of: id, by: rooms.writer(of: id, session), on: session.id)
  }

  func receive(
    _ acknowledge: Acknowledge, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let room = try rooms.sharedRoom(acknowledge.room, session, transaction) else { return }
    guard try self.acknowledge(acknowledge.number, of: room.id, by: session.id) else {
      links.spend(on: session.id)
      return
    }
    turn.sync(room.id)
  }

  /// Notes that a batch and all before it were stored at the other end.
  ///
  /// - Returns: whether that was news.
  private func acknowledge(_ number: UInt64, of room: RoomID, by link: LinkID) throws -> Bool {
    try rooms.cache[room]?.syncs[link]?.receiveAcknowledgement(number) ?? false
  }

  /// Takes proofs of forks from a paired peer that was removed from a room of ours: they prove themselves, and its removal may
  /// count for nothing then.
  ///
  /// - Returns: false where the batch is none of that.
  private func takeForkProofsFromRemovedMember(
    _ batch: Batch, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Bool {
    guard batch.slices.isEmpty, !batch.forks.isEmpty,
      let room = try rooms.removedRoom(batch.room, session, transaction.reader)
    else { return false }
    links.spend(on: session.id)
    try take(batch.forks, in: room.id, from: session.id, transaction)
    return true
  }
}
