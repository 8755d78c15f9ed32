import Foundation
import GRDB
import Identifiers
import Replication
import Schema
import Wire

/// A room's row.
public struct StoredRoom: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// What the room is for.
  public var kind: RoomKind
  /// Who made the room; zero for the lobby, one of the two for a direct room.
  public var opener: Author
  /// What its opener drew for its id; only of private rooms.
  public var nonce: Data?
  /// Who belongs to it; only of private rooms whose first entry is here.
  public var members: Members?
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

  init(number: Int64, state: LogState, forkProof: ForkProof?) {
    self.number = number
    self.state = state
    self.forkProof = forkProof
  }

  /// A log that has no row yet.
  public init(without key: LogKey) {
    self.init(number: 0, state: LogState(key: key), forkProof: nil)
  }

  /// Whether its author is known to have written two histories.
  public var isForked: Bool { state.forkedFrom != nil }

  /// The proof of the fork goes on from another entry than the one that is here before it: the histories part earlier, as
  /// whoever has the other one can show.
  public var isForkedEarlier: Bool {
    guard let forkProof, let hash = state.hashBelowFork else { return false }
    return forkProof.previous != hash.data
  }
}

extension Reader {
  /// Finds a room.
  public func room(_ id: RoomID) throws -> StoredRoom? {
    guard
      let row = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT number, kind, owner, nonce, membership, (SELECT max(position) FROM
              (SELECT (SELECT position FROM entry WHERE key < (log.number + 1) << 40 AND key > log.number << 40
                ORDER BY key DESC LIMIT 1) AS position FROM log WHERE log.room = room.number))
            FROM room WHERE id = ?
            """), arguments: [id.data])
    else { return nil }
    let (number, kind, opener): (Int64, Int, Data) = try (row.value(0), row.value(1), row.value(2))
    let (nonce, membership): (Data?, Data?) = try (row.value(3), row.value(4))
    let position: Int64 = try row.value(5) ?? 0
    guard let opener = Author(opener) else { return nil }
    // The next one must have room above it.
    guard (0..<Int64.max).contains(position) else { throw StoreError.ofAnotherForm }
    return StoredRoom(
      number: number, kind: RoomKind(rawValue: kind) ?? .unspecified, opener: opener, nonce: nonce,
      members: try membership.map { Members(try Coding.decode(Membership.self, from: $0)) },
      position: position)
  }

  /// All logs of a room with their heads.
  public func logs(_ room: StoredRoom) throws -> [StoredLog] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT number, author, incarnation, forked_from, fork_proof FROM log
          WHERE room = ? ORDER BY author, incarnation
          """), arguments: [room.number])
    return try rows.compactMap { row in
      let (number, authorData): (Int64, Data) = try (row.value(0), row.value(1))
      let proof: Data? = try row.value(4)
      guard let author = Author(authorData) else { return nil }
      var state = LogState(key: LogKey(author: author, incarnation: try row.count(2)))
      if let head = try Row.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT key, hash, causal_order FROM entry WHERE key > ? AND key < ?
            ORDER BY key DESC LIMIT 1
            """),
        arguments: [EntryKey(log: number, sequence: 0).value, EntryKey.end(of: number)])
      {
        let (key, hash): (Int64, Data) = try (head.value(0), head.value(1))
        state.next = EntryKey(key).sequence + 1
        state.hash = EntryHash(hash) ?? .zero
        state.order = try head.count(2)
      }
      if !row.hasNull(atIndex: 3) {
        try state.fork(from: row.count(3)) { try known(log: number, sequence: $0)?.hash }
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
        db.cachedStatement(sql: "SELECT hash, causal_order FROM entry WHERE key = ?"),
        arguments: [EntryKey(log: log, sequence: sequence).value])
    else { return nil }
    let (hash, order): (Data, UInt64) = try (row.value(0), row.count(1))
    return EntryHash(hash).map { KnownEntry(hash: $0, order: order) }
  }

  /// One stored entry.
  public func entry(
    of log: StoredLog, in room: RoomID, sequence: UInt64
  ) throws -> VerifiedEntry? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(Self.columns) FROM entry WHERE key = ?"),
      arguments: [EntryKey(log: log.number, sequence: sequence).value]
    ).map { try Self.entry($0, room: room, log: log.state.key) }
  }

  /// Visits the entries of logs in local order, until `visit` returns false.
  ///
  /// - Parameter from: the first sequence wanted of a log; 1 where none is named.
  public func entries(
    in room: RoomID, of logs: [StoredLog], from: [LogKey: UInt64] = [:],
    visit: (Int64, VerifiedEntry) throws -> Bool
  ) throws {
    try merge(logs, in: room, from: from, by: { position, _ in position }, visit: visit)
  }

  /// Visits the entries of logs in the order of something that rises within each log, until `visit` returns false.
  func merge<Place: Comparable>(
    _ logs: [StoredLog], in room: RoomID, from: [LogKey: UInt64],
    by place: (Int64, VerifiedEntry) -> Place, visit: (Int64, VerifiedEntry) throws -> Bool
  ) throws {
    var cursors: [LogCursor] = []
    // The cursors that are not at their end, the furthest first.
    var waiting: [(place: Place, cursor: Int)] = []
    func wait(_ cursor: Int, at entry: VerifiedEntry) {
      let place = place(cursors[cursor].position, entry)
      var (low, high) = (0, waiting.count)
      while low < high {
        let middle = (low + high) / 2
        if place < waiting[middle].place { low = middle + 1 } else { high = middle }
      }
      waiting.insert((place, cursor), at: low)
    }
    for log in logs {
      let first = from[log.state.key] ?? 1
      guard first < log.state.next else { continue }
      cursors.append(try LogCursor(db, log, room: room, from: first))
      if let entry = cursors.last?.entry { wait(cursors.count - 1, at: entry) }
    }
    while let next = waiting.popLast()?.cursor {
      guard let entry = cursors[next].entry, try visit(cursors[next].position, entry) else {
        return
      }
      try cursors[next].advance()
      if let entry = cursors[next].entry { wait(next, at: entry) }
    }
  }

  /// The entries of one log from a sequence to the next signed one, as a slice.
  public func slice(of log: StoredLog, room: RoomID, from sequence: UInt64) throws -> Slice? {
    var slice = Slice()
    slice.log = log.state.key.message
    slice.first = sequence
    try entries(in: room, of: [log], from: [log.state.key: sequence]) { _, entry in
      slice.entries.append(entry.message)
      slice.signature = entry.signature ?? Data()
      return entry.signature == nil
    }
    return slice.signature.isEmpty ? nil : slice
  }

  static let columns = "key, position, causal_order, hash, header, payload, payload_hash, signature"

  static func entry(_ row: Row, room: RoomID, log: LogKey) throws -> VerifiedEntry {
    let (key, order, hash): (Int64, UInt64, Data) = try (row.value(0), row.count(2), row.value(3))
    let (header, payload, payloadHash): (Data, Data?, Data) = try (
      row.value(4), row.value(5), row.value(6)
    )
    let sequence = EntryKey(key).sequence
    guard let hash = EntryHash(hash), let payloadHash = Bytes32(payloadHash) else {
      throw StoreError.damaged("entry \(sequence) of log \(log.author)")
    }
    let decoded = try PlainDecoding.header(header)
    return VerifiedEntry(
      place: LogPlace(room: room, log: log, sequence: sequence), hash: hash,
      order: order, header: header, payload: payload, payloadHash: payloadHash,
      dependencies: decoded.dependencies, wallMilliseconds: decoded.wallMilliseconds,
      signature: try row.value(7))
  }
}

/// Reads one log forwards.
private struct LogCursor {
  private let rows: RowCursor
  private let room: RoomID
  private let log: LogKey
  private(set) var entry: VerifiedEntry?
  private(set) var position: Int64 = 0

  init(_ db: Database, _ log: StoredLog, room: RoomID, from sequence: UInt64) throws {
    self.room = room
    self.log = log.state.key
    // Not the cached statement: several cursors are open at once.
    rows = try Row.fetchCursor(
      db.makeStatement(
        sql: "SELECT \(Reader.columns) FROM entry WHERE key >= ? AND key < ? ORDER BY key"),
      arguments: [
        EntryKey(log: log.number, sequence: sequence).value, EntryKey.end(of: log.number),
      ])
    try advance()
  }

  mutating func advance() throws {
    entry = try rows.next().map { row in
      position = try row.value(1)
      return try Reader.entry(row, room: room, log: log)
    }
  }
}
