import Foundation
import Replication
import Schema
import Store
import Wire

/// The sync of rooms over links (specification section 6).
extension Node {
  /// Whether the accounts of a link may have a room: its members, and the host of a table we asked for.
  func shares(_ id: RoomID, with session: LinkSession, _ reader: Reader) throws -> Bool {
    if let table = tables[id], !table.needsReload, table.seat != .unspecified {
      return session.accounts.contains { table.concerns($0) }
    }
    let members = try reader.members(of: id)
    if members.contains(account.author) {
      return session.accounts.contains { members.contains($0) }
    }
    return asks[id].map { session.accounts.contains($0.host) } ?? false
  }

  /// Begins or repeats the sync of a room on a link: sends our digest.
  func beginSync(of id: RoomID, on link: LinkID) throws {
    guard var room = rooms[id], links[link]?.state == .established else { return }
    var sync = room.syncs[link] ?? RoomSync()
    sync.begin()
    room.syncs[link] = sync
    rooms[id] = room
    var digest = Digest()
    digest.room = id.data
    digest.digest = room.digest.data
    try send(.digest(digest), on: link)
  }

  /// Finds the room of a sync frame; refuses it in the same words whether it is unknown or not shared.
  private func sharedRoom(
    _ bytes: Data, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Room? {
    guard let id = RoomID(bytes) else {
      throw WireError.malformed("a room id of \(bytes.count) bytes")
    }
    if try shares(id, with: session, transaction.reader),
      let room = try room(id, transaction.reader)
    {
      return room
    }
    var refused = RoomRefused()
    refused.room = bytes
    refused.reason = "no such room is shared with you here"
    try send(.roomRefused(refused), on: session.id)
    if links[session.id]?.sin() == false {
      refuse(session.id, .limit, "too many refused rooms")
    }
    return nil
  }

  func receive(_ digest: Digest, _ session: LinkSession, _ transaction: Transaction) throws {
    guard var room = try sharedRoom(digest.room, session, transaction) else { return }
    var sync = room.syncs[session.id] ?? RoomSync()
    let isEqual = room.digest.data == digest.digest
    let directive = sync.receiveDigest(
      isEqual: isEqual, logs: room.logs.values.map(\.state), position: room.stored.position)
    room.syncs[session.id] = sync
    rooms[room.id] = room
    touchedSyncs.insert(room.id)
    if directive == .sendHave { try sendHave(room, on: session.id) }
  }

  func receive(_ have: Have, _ session: LinkSession, _ transaction: Transaction) throws {
    guard var room = try sharedRoom(have.room, session, transaction) else { return }
    guard have.positions.count <= Limits.citations else {
      throw WireError.limit("\(have.positions.count) logs in one room")
    }
    var positions: [LogKey: UInt64] = [:]
    for position in have.positions {
      guard let key = LogKey(position.log), position.next > 0 else {
        throw WireError.malformed("a position without log")
      }
      positions[key] = try startOfDifference(position, log: room.logs[key], transaction.reader)
    }
    var sync = room.syncs[session.id] ?? RoomSync()
    let directive = sync.receiveHave(positions)
    room.syncs[session.id] = sync
    rooms[room.id] = room
    touchedSyncs.insert(room.id)
    if directive == .stream(answerHave: true) { try sendHave(room, on: session.id) }
    try sendForks(room, on: session.id)
  }

  /// Where to start sending a log: after what the peer has, or at 1 where its history is another one, so
  /// that it can see the fork.
  private func startOfDifference(
    _ position: LogPosition, log: StoredLog?, _ reader: Reader
  ) throws -> UInt64 {
    guard let log, position.next > 1, position.next <= log.state.next else { return position.next }
    let ours = try reader.known(log: log.number, sequence: position.next - 1)
    return ours?.hash.data == position.hash ? position.next : 1
  }

  private func sendHave(_ room: Room, on link: LinkID) throws {
    var have = Have()
    have.room = room.id.data
    for (key, log) in room.logs.sorted(by: { $0.key < $1.key }) {
      if log.state.forkedFrom != nil { have.forked.append(key.message) }
      guard log.state.next > 1 else { continue }
      var position = LogPosition()
      position.log = key.message
      position.next = log.state.next
      position.hash = log.state.hash.data
      have.positions.append(position)
    }
    try send(.have(have), on: link)
  }

  private func sendForks(_ room: Room, on link: LinkID) throws {
    for (_, log) in room.logs.sorted(by: { $0.key < $1.key }) {
      guard let proof = log.forkProof else { continue }
      var batch = Batch()
      batch.room = room.id.data
      batch.forks = [proof]
      try send(.batch(batch), on: link)
    }
  }

  func receive(_ batch: Batch, _ session: LinkSession, _ transaction: Transaction) throws {
    guard let room = try sharedRoom(batch.room, session, transaction) else { return }
    touchedSyncs.insert(room.id)
    if batch.acknowledged > 0 {
      try rooms[room.id]?.syncs[session.id]?.receiveAcknowledgement(batch.acknowledged)
    }
    for proof in batch.forks {
      let (id, key, from) = try SliceVerifier.verify(proof)
      guard id == room.id else { throw WireError.malformed("a fork proof of another room") }
      try fork(proof, log: key, from: from, in: id, transaction)
    }
    if batch.slices.isEmpty { return }
    if try take(batch.slices, in: room.id, from: session.id, transaction) {
      let directive = rooms[room.id]?.syncs[session.id]?.receiveGap()
      if directive == .sendHave, let room = rooms[room.id] {
        try sendHave(room, on: session.id)
      }
      if links[session.id]?.sin() == false {
        refuse(session.id, .limit, "too many gaps")
      }
    }
    rooms[room.id]?.syncs[session.id, default: RoomSync()].receiveBatch(batch.number)
  }

  func receive(
    _ acknowledge: Acknowledge, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let room = try sharedRoom(acknowledge.room, session, transaction) else { return }
    try rooms[room.id]?.syncs[session.id]?.receiveAcknowledgement(acknowledge.number)
    touchedSyncs.insert(room.id)
  }

  /// Sends what the peers of the touched rooms lack, as far as their credit goes.
  func sendBatches(_ transaction: Transaction) throws {
    for id in touched.union(touchedSyncs).sorted() {
      guard let room = rooms[id] else { continue }
      for link in room.syncs.keys.sorted() where links[link]?.state == .established {
        while try sendBatch(of: id, on: link, transaction) {}
        try acknowledge(id, on: link)
      }
    }
    touchedSyncs = []
  }

  /// Acknowledges what no batch has acknowledged.
  private func acknowledge(_ id: RoomID, on link: LinkID) throws {
    guard let number = rooms[id]?.syncs[link]?.acknowledge() else { return }
    var acknowledge = Acknowledge()
    acknowledge.room = id.data
    acknowledge.number = number
    try send(.acknowledge(acknowledge), on: link)
  }

  /// Sends one batch.
  ///
  /// - Returns: whether there may be more.
  private func sendBatch(
    of id: RoomID, on link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    guard var room = rooms[id], var sync = room.syncs[link], sync.maySend,
      sync.cursor < room.stored.position
    else { return false }
    var builder = BatchBuilder(
      position: sync.cursor, peerNext: sync.peerNext, limit: Limits.batchStranger)
    if let first = room.recent.first, first.position <= sync.cursor + 1 {
      for (position, entry) in room.recent where position > sync.cursor {
        guard builder.add(entry, at: position) else { break }
      }
    } else {
      let logs = Dictionary(
        uniqueKeysWithValues: room.logs.values.map { ($0.number, $0.state.key) })
      try transaction.reader.entries(of: room.stored, id: id, after: sync.cursor, logs: logs) {
        builder.add($1, at: $0)
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
    batch.number = sync.send(upTo: builder.position, nexts: builder.nexts)
    batch.acknowledged = sync.acknowledge() ?? 0
    room.syncs[link] = sync
    rooms[id] = room
    try send(.batch(batch), on: link)
    return true
  }

  /// Digests again what has not been compared for a while, and what a failed turn has unsettled.
  func tickSync(_ transaction: Transaction) throws {
    let isDue = now.steady >= digestsAt
    if isDue { digestsAt = now.steady + Limits.digestMilliseconds }
    guard isDue || !resyncs.isEmpty else { return }
    let wanted = isDue ? Set(rooms.keys).union(resyncs) : resyncs
    resyncs = []
    for id in wanted.sorted() {
      guard try room(id, transaction.reader) != nil else {
        // It was made in what was undone.
        tables[id] = nil
        restartedSyncs[id] = nil
        continue
      }
      for link in links.keys.sorted() {
        guard let session = links[link], session.state == .established,
          try shares(id, with: session, transaction.reader)
        else { continue }
        try beginSync(of: id, on: link)
      }
    }
  }
}
