import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The sending of batches, within the credit of each link.
extension EntryExchange {
  /// Queues the rooms of which peers lack something in this turn.
  ///
  /// - Returns: the rooms, for `finishBatches(_:_:)`.
  func queueBatches() throws -> [RoomID] {
    let ids = turn.touched.union(turn.roomsToSync).sorted()
    for id in ids {
      for link in rooms.cache[id]?.syncs.keys.sorted() ?? []
      where links[link]?.state == .established {
        if let position = rooms.cache[id]?.stored.position,
          rooms.cache[id]?.syncs[link]?.mustAskAgain(at: position) == true
        {
          try rooms.beginSync(of: id, on: link)
        }
        rooms[link]?.wait(for: rooms.cache[id]?.syncs[link]?.unacknowledgedBytes, of: id)
        rooms[link]?.enqueue(id)
      }
    }
    return ids
  }

  /// Sends what is queued, within the credit of each link; the rooms of a link take turns.
  ///
  /// - Returns: a table that must be in memory before its entries may be sent; this is called again then. Nil at the end.
  func sendBatches(_ transaction: Transaction) throws -> RoomID? {
    for link in links.ids {
      while let id = rooms[link]?.first {
        if needsTable(id, on: link) { return id }
        rooms[link]?.removeFirst()
        if try sendBatch(of: id, on: link, transaction) { rooms[link]?.enqueue(id) }
        rooms[link]?.wait(for: rooms.cache[id]?.syncs[link]?.unacknowledgedBytes, of: id)
      }
    }
    return nil
  }

  /// Acknowledges what no batch has acknowledged, and notes what the peers have.
  func finishBatches(_ ids: [RoomID], _ transaction: Transaction) throws {
    for id in ids {
      for link in rooms.cache[id]?.syncs.keys.sorted() ?? []
      where links[link]?.state == .established {
        try acknowledge(id, on: link)
      }
    }
    for id in ids { try rooms.noteDeliveries(of: id, transaction.reader) }
    turn.hasSynced()
  }

  /// Acknowledges what no batch has acknowledged.
  private func acknowledge(_ id: RoomID, on link: LinkID) throws {
    guard links[link]?.budget.pace.withholds(id) != true,
      let number = rooms.cache[id]?.syncs[link]?.acknowledge()
    else { return }
    let acknowledge = Acknowledge.with { ($0.room, $0.number) = (id.data, number) }
    try links.send(.acknowledge(acknowledge), on: link)
  }

  /// Whether a link may be sent something of a room that it lacks.
  private func hasMore(of id: RoomID, on link: LinkID) -> Bool {
    guard let room = rooms.cache[id], let sync = room.syncs[link], sync.maySend,
      sync.cursor < room.stored.position
    else { return false }
    return !rooms.isReceiveOnly(link, in: room)
  }

  /// Whether a room is that of a table that a link may only watch, if at all.
  private func isForSpectators(_ room: Room, on link: LinkID) -> Bool {
    guard room.stored.kind == .table, let session = links[link] else { return false }
    return !session.accounts.contains(room.stored.opener)
  }

  /// Whether what may be sent of a room depends on a table that is not in memory.
  private func needsTable(_ id: RoomID, on link: LinkID) -> Bool {
    guard rooms.cache[id]?.stored.kind == .table, hasMore(of: id, on: link),
      let room = rooms.cache[id],
      isForSpectators(room, on: link)
    else { return false }
    return rooms.access[id]?.needsReload ?? true
  }

  /// The last position of a room that may be sent at a link: of a table, spectators are sent no round before it is decided.
  private func lastServed(of room: Room, on link: LinkID) -> Int64 {
    guard isForSpectators(room, on: link), let table = rooms.access[room.id], table.isSeated,
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
    guard let next = try nextBatch(of: id, on: link, transaction.reader) else { return false }
    // In place: what is known of the peer names every log.
    guard !next.slices.isEmpty,
      let number = rooms.cache[id]?.syncs[link]?.send(
        upTo: next.position, nexts: next.nexts, bytes: next.bytes)
    else {
      rooms.cache[id]?.syncs[link]?.skip(upTo: next.position)
      return false
    }
    var batch = Batch()
    (batch.room, batch.number, batch.slices) = (id.data, number, next.slices)
    if links[link]?.budget.pace.withholds(id) != true {
      batch.acknowledged = rooms.cache[id]?.syncs[link]?.acknowledge() ?? 0
    }
    try links.send(.batch(batch), on: link)
    return true
  }

  /// Slices for a batch.
  private typealias NextBatch = (
    slices: [Slice], nexts: [LogKey: UInt64], position: Int64, bytes: Int
  )

  /// The slices to send next at a link; nil where nothing may be sent.
  private func nextBatch(
    of id: RoomID, on link: LinkID, _ reader: Reader
  ) throws -> NextBatch? {
    guard hasMore(of: id, on: link), let room = rooms.cache[id], let sync = room.syncs[link],
      case let last = lastServed(of: room, on: link), sync.cursor < last
    else { return nil }
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
      try reader.entries(in: id, of: room.logs(lackingAfter: sync.cursor), from: known) {
        $0 <= last && builder.add($1, at: $0)
      }
    }
    return (builder.slices, builder.nexts, builder.position, builder.cost)
  }
}
