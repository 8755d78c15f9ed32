import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Batches and their acknowledgements, both ways (specification section 6).
extension Rooms {
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
    let claimed = try provisionalRoom(batch.room, session, transaction.reader)
    guard let room = try claimed ?? sharedRoom(batch.room, session, transaction) else { return nil }
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
      batch.slices, in: room.id, from: session.id, at: cache[room.id]?.stored.position)
  }

  /// Finishes a batch whose slices were delivered.
  func finish(_ delivery: Delivery, of batch: Batch, _ session: LinkSession) throws {
    let id = delivery.room
    if delivery.hasGap {
      let directive = cache[id]?.syncs[session.id]?.receiveGap()
      if directive == .sendHave, let room = cache[id] { try sendHave(room, on: session.id) }
      links.countViolation(on: session.id, "too many gaps")
    }
    try sayUnwanted(in: id, on: session.id)
    cache[id]?.syncs[session.id, default: RoomSync()].receiveBatch(batch.number)
    let isNew = cache[id]?.stored.position != delivery.position
    pace(batch, isNew: isNew, of: id, on: session.id)
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
    try cache[room]?.syncs[link]?.receiveAcknowledgement(number) ?? false
  }

  /// Queues the rooms of which peers lack something in this turn.
  ///
  /// - Returns: the rooms, for `finishBatches(_:_:)`.
  func queueBatches() throws -> [RoomID] {
    let ids = turn.touched.union(turn.roomsToSync).sorted()
    for id in ids {
      for link in cache[id]?.syncs.keys.sorted() ?? [] where links[link]?.state == .established {
        if let position = cache[id]?.stored.position,
          cache[id]?.syncs[link]?.mustAskAgain(at: position) == true
        {
          try beginSync(of: id, on: link)
        }
        self[link]?.wait(for: cache[id]?.syncs[link]?.unacknowledgedBytes, of: id)
        self[link]?.enqueue(id)
      }
    }
    return ids
  }

  /// Sends what is queued, within the credit of each link; the rooms of a link take turns.
  ///
  /// - Returns: a table that must be in memory before its entries may be sent; this is called again then. Nil at the end.
  func sendBatches(_ transaction: Transaction) throws -> RoomID? {
    for link in links.ids {
      while let id = self[link]?.first {
        if needsTable(id, on: link) { return id }
        self[link]?.removeFirst()
        if try sendBatch(of: id, on: link, transaction) { self[link]?.enqueue(id) }
        self[link]?.wait(for: cache[id]?.syncs[link]?.unacknowledgedBytes, of: id)
      }
    }
    return nil
  }

  /// Acknowledges what no batch has acknowledged, and notes what the peers have.
  func finishBatches(_ ids: [RoomID], _ transaction: Transaction) throws {
    for id in ids {
      for link in cache[id]?.syncs.keys.sorted() ?? [] where links[link]?.state == .established {
        try acknowledge(id, on: link)
      }
    }
    for id in ids { try noteDeliveries(of: id, transaction.reader) }
    turn.hasSynced()
  }

  /// Acknowledges what no batch has acknowledged.
  private func acknowledge(_ id: RoomID, on link: LinkID) throws {
    guard links[link]?.budget.pace.withholds(id) != true,
      let number = cache[id]?.syncs[link]?.acknowledge()
    else { return }
    let acknowledge = Acknowledge.with { ($0.room, $0.number) = (id.data, number) }
    try links.send(.acknowledge(acknowledge), on: link)
  }

  /// Whether a link may be sent something of a room that it lacks.
  private func hasMore(of id: RoomID, on link: LinkID) -> Bool {
    guard let room = cache[id], let sync = room.syncs[link], sync.maySend,
      sync.cursor < room.stored.position
    else { return false }
    return !isReceiveOnly(link, in: room)
  }

  /// Whether a room is that of a table that a link may only watch, if at all.
  private func isForSpectators(_ room: Room, on link: LinkID) -> Bool {
    guard room.stored.kind == .table, let session = links[link] else { return false }
    return !session.accounts.contains(room.stored.opener)
  }

  /// Whether what may be sent of a room depends on a table that is not in memory.
  private func needsTable(_ id: RoomID, on link: LinkID) -> Bool {
    guard cache[id]?.stored.kind == .table, hasMore(of: id, on: link), let room = cache[id],
      isForSpectators(room, on: link)
    else { return false }
    return access[id]?.needsReload ?? true
  }

  /// The last position of a room that may be sent at a link: of a table, spectators are sent no round before it is decided.
  private func lastServed(of room: Room, on link: LinkID) -> Int64 {
    guard isForSpectators(room, on: link), let table = access[room.id], table.isSeated,
      links[link]?.accounts.contains(where: table.concerns) == false
    else { return .max }
    return table.served
  }

  /// Sends one batch.
  ///
  /// - Returns: whether there may be more.
  private func sendBatch(
    of id: RoomID, on link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    guard hasMore(of: id, on: link), var room = cache[id], var sync = room.syncs[link],
      case let last = lastServed(of: room, on: link), sync.cursor < last
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
      cache[id] = room
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
    cache[id] = room
    try links.send(.batch(batch), on: link)
    return true
  }
}
