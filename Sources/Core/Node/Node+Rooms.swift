import Foundation
import Replication
import Schema
import Store
import Wire

/// Rooms: loading, writing our own entries, taking those of others.
extension Node {
  /// The room in memory, loaded where it is not.
  func room(_ id: RoomID, _ reader: Reader) throws -> Room? {
    if let room = rooms[id] { return room }
    guard var room = try Room.load(id, reader) else { return nil }
    room.syncs = restartedSyncs.removeValue(forKey: id) ?? [:]
    rooms[id] = room
    return room
  }

  /// Drops what is cached of a room's entries after an undone input or turn, and syncs it again.
  func forget(_ id: RoomID) {
    if let room = rooms.removeValue(forKey: id) {
      restartedSyncs[id] = room.syncs.mapValues(\.restarted)
    }
    tables[id]?.needsReload = true
    tables[id]?.storedPhase = nil
    resyncs.insert(id)
  }

  /// Writes one entry into our own log of a room.
  func write(_ operations: [Schema.Operation], in id: RoomID, _ transaction: Transaction) throws {
    guard shortage == nil else { throw Self.noRoom }
    guard var room = try room(id, transaction.reader) else {
      throw Refused(.notFound, "That table is gone.")
    }
    var log = try room.logs[account.log] ?? transaction.addLog(account.log, in: room.stored)
    var payload = Payload()
    payload.operations = operations
    let (citations, order) = room.uncited(by: account.log)
    let entry = try EntryWriter.write(
      payload, room: id, state: log.state, dependencies: citations, dependencyOrder: order,
      wallMilliseconds: UInt64(clamping: now.wall))
    for citation in citations {
      if let key = LogKey(citation.log) { room.cited[key] = citation.sequence }
    }
    try store(entry, log: &log, room: &room, transaction)
    written.append(
      Written(
        room: id, number: room.stored.number, position: room.stored.position, hash: entry.hash))
    rooms[id] = room
    touch(id)
  }

  /// Signs what was written in this turn, all of it at once.
  func signWritten(_ transaction: Transaction) throws {
    guard !written.isEmpty else { return }
    let signatures = try account.key.signHeads(written.map(\.hash))
    for (entry, signature) in zip(written, signatures) {
      try transaction.setSignature(signature, room: entry.number, position: entry.position)
      rooms[entry.room]?.sign(entry.position, signature)
    }
    written = []
  }

  private func store(
    _ entry: VerifiedEntry, log: inout StoredLog, room: inout Room, _ transaction: Transaction
  ) throws {
    touched.insert(room.id)
    let position = room.stored.position + 1
    try transaction.append(
      entry, room: room.stored.number, log: log.number, position: position)
    room.stored.position = position
    log.state.next = entry.place.sequence + 1
    log.state.hash = entry.hash
    log.state.order = entry.order
    room.logs[log.state.key] = log
    room.recent.append((position, entry))
  }

  /// Takes the slices of a batch; new entries are stored and applied.
  ///
  /// - Returns: whether something was missing before them.
  func take(
    _ slices: [Slice], in id: RoomID, from link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    touchedSyncs.insert(id)
    for slice in slices {
      guard var room = try room(id, transaction.reader) else { return true }
      guard let key = LogKey(slice.log) else { throw WireError.malformed("a log without author") }
      guard try mayWrite(key.author, in: id, transaction.reader) else {
        throw WireError.unproven("an entry of somebody who is not at this table")
      }
      var log = try room.logs[key] ?? transaction.addLog(key, in: room.stored)
      room.logs[key] = log
      rooms[id] = room
      if log.state.forkedFrom != nil { continue }
      switch try verify(slice, log: log, room: room, transaction.reader) {
      case .gap:
        return true
      case .fork(let proof, let from):
        try fork(proof, log: key, from: from, in: id, transaction)
      case .entries(let entries):
        for entry in entries {
          guard entry.place.sequence <= Limits.entriesPerTableLog else {
            throw WireError.limit("more than \(Limits.entriesPerTableLog) entries in one log")
          }
          guard entry.header.count + (entry.payload?.count ?? 0) <= Limits.tableEntry else {
            throw WireError.limit("an entry of more than \(Limits.tableEntry) bytes at a table")
          }
          try store(entry, log: &log, room: &room, transaction)
        }
        room.syncs[link]?.receiveEntries(
          of: key, next: slice.first + UInt64(slice.entries.count))
        rooms[id] = room
        for entry in entries { try apply(entry, transaction) }
        if !entries.isEmpty { touch(id) }
      }
    }
    return false
  }

  private func verify(
    _ slice: Slice, log: StoredLog, room: Room, _ reader: Reader
  ) throws -> SliceResult {
    try SliceVerifier.verify(
      slice, room: room.id, state: log.state,
      known: { key, sequence in
        guard let cited = room.logs[key] else { return nil }
        if sequence == cited.state.next - 1, sequence > 0 {
          return KnownEntry(hash: cited.state.hash, order: cited.state.order)
        }
        return try reader.known(log: cited.number, sequence: sequence)
      },
      stored: { try reader.slice(of: log, room: room.id, from: $0) }, heads: &heads)
  }

  /// Takes a proof of a fork, found here or passed on: entries from there on count for nothing.
  func fork(
    _ proof: ForkProof, log key: LogKey, from sequence: UInt64, in id: RoomID,
    _ transaction: Transaction
  ) throws {
    guard var room = try room(id, transaction.reader) else { return }
    var log = try room.logs[key] ?? transaction.addLog(key, in: room.stored)
    if let known = log.state.forkedFrom, known <= sequence { return }
    log.state.forkedFrom = sequence
    log.forkProof = proof
    try transaction.setFork(log: log.number, from: sequence, proof: proof)
    room.logs[key] = log
    rooms[id] = room
    tables[id]?.needsReload = true
    touch(id)
    for link in room.syncs.keys.sorted() { try beginSync(of: id, on: link) }
  }

  /// Whether an author's entries belong into a room.
  private func mayWrite(_ author: Author, in id: RoomID, _ reader: Reader) throws -> Bool {
    if rooms[id]?.stored.owner == author { return true }
    if tables[id]?.concerns(author) == true { return true }
    return try reader.members(of: id).contains(author)
  }
}
