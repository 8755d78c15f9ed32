import Foundation
import GRDB
import Replication
import Schema
import Wire

/// A room's row: its number in this database and its owner.
public struct StoredRoom: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// Who made the room.
  public var owner: Author
  /// The position of the newest entry; 0 when there is none.
  public var position: Int64
}

/// A log's row.
public struct StoredLog: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// Where this node stands in it.
  public var state: LogState
  /// The proof, where it is forked.
  public var forkProof: ForkProof?
}

extension Reader {
  /// Finds a room.
  public func room(_ id: RoomID) throws -> StoredRoom? {
    guard
      let row = try Row.fetchOne(
        db, sql: "SELECT number, owner FROM room WHERE id = ?", arguments: [id.data])
    else { return nil }
    let number: Int64 = row[0]
    let owner: Data = row[1]
    guard let owner = Author(owner) else { return nil }
    let position =
      try Int64.fetchOne(
        db, sql: "SELECT max(position) FROM entry WHERE room = ?", arguments: [number]) ?? 0
    return StoredRoom(number: number, owner: owner, position: position)
  }

  /// All logs of a room with their heads.
  public func logs(_ room: StoredRoom) throws -> [StoredLog] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT number, author, incarnation, forked_from, fork_proof FROM log
        WHERE room = ? ORDER BY author, incarnation
        """, arguments: [room.number])
    return try rows.compactMap { row in
      let (number, authorData, incarnation): (Int64, Data, Int64) = (row[0], row[1], row[2])
      let (forkedFrom, proof): (Int64?, Data?) = (row[3], row[4])
      guard let author = Author(authorData) else { return nil }
      var state = LogState(key: LogKey(author: author, incarnation: UInt64(incarnation)))
      state.forkedFrom = forkedFrom.map { UInt64($0) }
      if let head = try Row.fetchOne(
        db,
        sql:
          "SELECT sequence, hash, causal_order FROM entry WHERE log = ? ORDER BY sequence DESC LIMIT 1",
        arguments: [number])
      {
        let (sequence, hash, order): (Int64, Data, Int64) = (head[0], head[1], head[2])
        state.next = UInt64(sequence) + 1
        state.hash = EntryHash(hash) ?? .zero
        state.order = UInt64(order)
      }
      return StoredLog(
        number: number, state: state,
        forkProof: try proof.map { try Coding.decode(ForkProof.self, from: $0) })
    }
  }

  /// The hash and order of one stored entry.
  public func known(log: Int64, sequence: UInt64) throws -> KnownEntry? {
    guard
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT hash, causal_order FROM entry WHERE log = ? AND sequence = ?"),
        arguments: [log, Int64(clamping: sequence)])
    else { return nil }
    let (hash, order): (Data, Int64) = (row[0], row[1])
    return EntryHash(hash).map { KnownEntry(hash: $0, order: UInt64(order)) }
  }

  /// Visits the entries of a room after a position, in local order, until `visit` returns false.
  public func entries(
    of room: StoredRoom, id: RoomID, after position: Int64, logs: [Int64: LogKey],
    visit: (Int64, VerifiedEntry) throws -> Bool
  ) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT position, log, sequence, causal_order, hash, header, payload, payload_hash, signature
          FROM entry WHERE room = ? AND position > ? ORDER BY position
          """), arguments: [room.number, position])
    while let row = try rows.next() {
      let number: Int64 = row[1]
      guard let log = logs[number] else { continue }
      if try !visit(row[0], Self.entry(row, room: id, log: log)) { return }
    }
  }

  /// The stored entries of one log from a sequence to the newest signed one, as a slice.
  public func slice(of log: StoredLog, room: RoomID, from sequence: UInt64) throws -> Slice? {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT position, log, sequence, causal_order, hash, header, payload, payload_hash, signature
        FROM entry WHERE log = ? AND sequence >= ? ORDER BY sequence
        """, arguments: [log.number, Int64(clamping: sequence)])
    let entries = try rows.map { try Self.entry($0, room: room, log: log.state.key) }
    guard let first = entries.firstIndex(where: { $0.signature != nil }) else { return nil }
    var slice = Slice()
    slice.log = log.state.key.message
    slice.first = sequence
    slice.entries = entries[...first].map(\.message)
    slice.signature = entries[first].signature ?? Data()
    return slice
  }

  private static func entry(_ row: Row, room: RoomID, log: LogKey) throws -> VerifiedEntry {
    let (sequence, order, hash): (Int64, Int64, Data) = (row[2], row[3], row[4])
    let (header, payload, payloadHash): (Data, Data?, Data) = (row[5], row[6], row[7])
    guard let hash = EntryHash(hash), let payloadHash = Bytes32(payloadHash) else {
      throw StoreError.damaged("entry \(sequence) of log \(log.author)")
    }
    return VerifiedEntry(
      place: LogPlace(room: room, log: log, sequence: UInt64(sequence)), hash: hash,
      order: UInt64(order), header: header, payload: payload, payloadHash: payloadHash,
      dependencies: try Coding.decode(EntryHeader.self, from: header).dependencies,
      signature: row[8])
  }
}
