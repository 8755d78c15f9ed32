import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Batches and their acknowledgements, both ways (specification section 6).
extension Node {
  func receive(_ batch: Batch, _ session: LinkSession, _ transaction: Transaction) throws {
    guard peers.isPaired(session.node) || batch.slices.count <= Limits.slicesStranger else {
      throw WireError.limit("\(batch.slices.count) slices in a batch")
    }
    if try takeForkProofsFromRemovedMember(batch, session, transaction) { return }
    let claimed = try provisionalRoom(batch.room, session, transaction.reader)
    guard let room = try claimed ?? sharedRoom(batch.room, session, transaction) else { return }
    let isNews =
      try batch.acknowledged > 0 && acknowledge(batch.acknowledged, of: room.id, by: session.id)
    guard isNews || !batch.forks.isEmpty || !batch.slices.isEmpty else {
      // What says nothing new is not free.
      links.spend(on: session.id)
      return
    }
    turn.sync(room.id)
    try take(batch.forks, in: room.id, from: session.id, transaction)
    if batch.slices.isEmpty { return }
    recovery?.wait(Recovery.quietMilliseconds, from: now)
    let before = rooms[room.id]?.stored.position
    if try take(batch.slices, in: room.id, from: session.id, transaction) {
      let directive = rooms[room.id]?.syncs[session.id]?.receiveGap()
      if directive == .sendHave, let room = rooms[room.id] {
        try sendHave(room, on: session.id)
      }
      links.countViolation(on: session.id, "too many gaps")
    }
    try sayUnwanted(in: room.id, on: session.id)
    rooms[room.id]?.syncs[session.id, default: RoomSync()].receiveBatch(batch.number)
    let isNew = rooms[room.id]?.stored.position != before
    pace(batch, isNew: isNew, of: room.id, on: session.id)
  }

  func receive(
    _ acknowledge: Acknowledge, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let room = try sharedRoom(acknowledge.room, session, transaction) else { return }
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
    try rooms[room]?.syncs[link]?.receiveAcknowledgement(number) ?? false
  }

  /// Sends what the peers of the touched rooms lack, within their credit; the rooms of a link take turns.
  func sendBatches(_ transaction: Transaction) throws {
    let ids = turn.touched.union(turn.roomsToSync).sorted()
    for id in ids {
      for link in rooms[id]?.syncs.keys.sorted() ?? [] where links[link]?.state == .established {
        if let position = rooms[id]?.stored.position,
          rooms[id]?.syncs[link]?.mustAskAgain(at: position) == true
        {
          try beginSync(of: id, on: link)
        }
        links[link]?.rooms.wait(for: rooms[id]?.syncs[link]?.unacknowledgedBytes, of: id)
        links[link]?.rooms.enqueue(id)
      }
    }
    for link in links.ids {
      while let id = links[link]?.rooms.next() {
        if try sendBatch(of: id, on: link, transaction) { links[link]?.rooms.enqueue(id) }
        links[link]?.rooms.wait(for: rooms[id]?.syncs[link]?.unacknowledgedBytes, of: id)
      }
    }
    for id in ids {
      for link in rooms[id]?.syncs.keys.sorted() ?? [] where links[link]?.state == .established {
        try acknowledge(id, on: link)
      }
    }
    for id in ids { try noteDeliveries(of: id, transaction.reader) }
    turn.hasSynced()
  }

  /// Acknowledges what no batch has acknowledged.
  private func acknowledge(_ id: RoomID, on link: LinkID) throws {
    guard links[link]?.budget.pace.withholds(id) != true,
      let number = rooms[id]?.syncs[link]?.acknowledge()
    else { return }
    let acknowledge = Acknowledge.with { ($0.room, $0.number) = (id.data, number) }
    try links.send(.acknowledge(acknowledge), on: link)
  }

  /// Sends one batch.
  ///
  /// - Returns: whether there may be more.
  private func sendBatch(
    of id: RoomID, on link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    guard var room = rooms[id], var sync = room.syncs[link], sync.maySend,
      sync.cursor < room.stored.position, !isReceiveOnly(link, in: room),
      case let last = try lastServed(of: room, on: link, transaction), sync.cursor < last
    else { return false }
    #if DEBUG
      let known =
        planted == .relaysNothing
        ? room.standing(of: sync, butFor: account.log) : room.lacking(sync)
    #else
      let known = room.lacking(sync)
    #endif
    let isPeerFree = links[link]?.longestFrame == Limits.framePaired
    var builder = BatchBuilder(
      position: sync.cursor, peerNext: known,
      limit: isPeerFree
        ? configuration.batchBytes : min(configuration.batchBytes, Limits.batchStranger),
      mostSlices: isPeerFree ? .max : Limits.slicesStranger)
    if let first = room.recent.first, first.position <= sync.cursor + 1 {
      for (position, entry) in room.recent where position > sync.cursor {
        guard position <= last, builder.add(entry, at: position) else { break }
      }
    } else {
      try transaction.reader.entries(in: id, of: Array(room.logs.values), from: known) {
        $0 <= last && builder.add($1, at: $0)
      }
    }
    if builder.slices.isEmpty {
      sync.skip(upTo: builder.position)
      room.syncs[link] = sync
      rooms[id] = room
      return false
    }
    var batch = Batch()
    batch.room = id.data
    batch.slices = builder.slices
    batch.number = sync.send(
      upTo: builder.position, nexts: builder.nexts, bytes: builder.cost)
    let isWithheld = links[link]?.budget.pace.withholds(id) == true
    batch.acknowledged = isWithheld ? 0 : sync.acknowledge() ?? 0
    room.syncs[link] = sync
    rooms[id] = room
    try links.send(.batch(batch), on: link)
    return true
  }
}
