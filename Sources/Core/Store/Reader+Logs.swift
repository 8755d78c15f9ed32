import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// A room's row.
public struct StoredRoom: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// The purpose of the room.
  public var kind: RoomKind
  /// The author who made the room; zero for the lobby, one of the two for a direct room.
  public var opener: Author
  /// The opener's nonce, which determines the room's id; only of private rooms.
  public var nonce: Data?
  /// The members by its logs; only of private rooms without a roster that have a stored first entry.
  public var members: Members?
  /// The roster; only of private rooms that have one.
  public var roster: Roster?
  /// The position of the newest entry; 0 when there is none.
  public var position: Int64
  /// The number of the set of records that counts.
  public var records: Int64

  /// The people of a private room, as far as they are known.
  public var people: (any RoomPeople)? { roster ?? members }
}

/// A log's row.
public struct StoredLog: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// The position of this node in the log.
  public var state: LogState
  /// The position of its newest entry in the room; 0 when there is none.
  public private(set) var position: Int64
  /// The proof, where it is forked.
  public var forkProof: ForkProof?

  init(number: Int64, state: LogState, position: Int64 = 0, forkProof: ForkProof?) {
    self.number = number
    self.state = state
    self.position = position
    self.forkProof = forkProof
  }

  /// A log that has no row yet.
  public init(without key: LogKey) {
    self.init(number: 0, state: LogState(key: key), forkProof: nil)
  }

  /// Appends one entry, at a position of the room.
  public mutating func append(_ entry: VerifiedEntry, at position: Int64) {
    state.append(entry)
    self.position = position
  }

  /// Whether its author is known to have written two histories.
  public var isForked: Bool { state.forkedFrom != nil }

  /// Whether the proof of the fork follows another entry than the stored one. Then the histories part earlier, and a peer that has
  /// that entry can show it.
  public var isForkedEarlier: Bool {
    guard let forkProof, let hash = state.hashBelowFork else { return false }
    return forkProof.previous != hash.data
  }
}

extension Reader {
  /// Finds a room, without its roster.
  public func room(_ id: RoomID) throws -> StoredRoom? {
    try room(id) { try newestPosition(in: $0) }
  }

  /// Finds a room with all its logs and their heads.
  public func roomWithLogs(_ id: RoomID) throws -> (room: StoredRoom, logs: [StoredLog])? {
    guard var room = try room(id, position: { _ in 0 }) else { return nil }
    let logs = try logs(room)
    if room.kind == .private { room.roster = try roster(of: id)?.roster }
    room.position = try Self.checked(logs.map(\.position).max() ?? 0)
    return (room, logs)
  }

  private func room(_ id: RoomID, position: (Int64) throws -> Int64) throws -> StoredRoom? {
    try db.first(
      "SELECT number, kind, owner, nonce, membership, records FROM room WHERE id = ?", id
    ) {
      row in
      let (number, kind, membership): (Int64, Int, Data?) =
        try (row.value(0), row.value(1), row.value(4))
      return StoredRoom(
        number: number, kind: RoomKind(rawValue: kind) ?? .unspecified, opener: try row.value(2),
        nonce: try row.value(3),
        members: try membership.map { Members(try Coding.decode(Membership.self, from: $0)) },
        roster: nil,
        position: try position(number), records: try row.value(5) ?? number)
    }
  }

  /// The people of a private room, as far as they are known; nil for another room.
  public func people(of id: RoomID) throws -> (any RoomPeople)? {
    try roster(of: id)?.roster ?? room(id)?.members
  }

  /// The position of the newest entry of a room; 0 when there is none.
  private func newestPosition(in room: Int64) throws -> Int64 {
    let logs: [Int64] = try db.values("SELECT number FROM log WHERE room = ?", room)
    // Within a room, positions rise as arrivals do.
    let newest = try logs.compactMap { try places.newestRun(of: $0) }
      .max { $0.nextArrival < $1.nextArrival }
    return try Self.checked(newest.flatMap { try head($0)?.position } ?? 0)
  }

  /// A position, where the next one has room above it.
  private static func checked(_ position: Int64) throws -> Int64 {
    guard (0..<Int64.max).contains(position) else { throw StoreError.ofAnotherForm }
    return position
  }

  /// Returns the hash, order and position of a run's last entry; nil if it is gone from this snapshot.
  private func head(_ run: EntryRun) throws -> (known: KnownEntry, position: Int64)? {
    let arrival = run.nextArrival - 1
    if let waiting = places.turn?[arrival] {
      let known = KnownEntry(hash: waiting.entry.hash, order: waiting.entry.order)
      return (known, waiting.position)
    }
    let head = try db.first(
      """
      SELECT hash, causal_order, position FROM entry WHERE arrival = ? AND log = ? AND sequence = ?
      """, arrival, run.log, Int64(run.next - 1)
    ) { row in
      let known = KnownEntry(hash: try row.value(0), order: try row.count(1))
      return (known: known, position: try row.value(2) as Int64)
    }
    return try head ?? places.missing()
  }

  /// All logs of a room with their heads, in order.
  public func logs(_ room: StoredRoom) throws -> [StoredLog] {
    try db.all(LogRows.query, room.number) { row in
      let (number, proof): (Int64, Data?) = try (row.value(0), row.value(4))
      var state = LogState(key: LogKey(author: try row.value(1), incarnation: try row.count(2)))
      var position: Int64 = 0
      if let newest = try places.newestRun(of: number, written: { try LogRows.run(row) }),
        let head = try LogRows.head(row, of: newest) ?? head(newest)
      {
        state.next = newest.next
        state.hash = head.known.hash
        state.order = head.known.order
        position = head.position
      }
      if try row.value(3) as Int64? != nil {
        try state.fork(from: row.count(3)) { try known(log: number, sequence: $0)?.hash }
      }
      return StoredLog(
        number: number, state: state, position: position,
        forkProof: try proof.map { try Coding.decode(ForkProof.self, from: $0) })
    }
  }

  /// The hash and order of one stored entry.
  public func known(log: Int64, sequence: UInt64) throws -> KnownEntry? {
    guard let arrival = try places.arrival(of: sequence, in: log) else { return nil }
    if let waiting = places.turn?[arrival]?.entry {
      return KnownEntry(hash: waiting.hash, order: waiting.order)
    }
    return try db.first("SELECT hash, causal_order FROM entry WHERE arrival = ?", arrival) { row in
      KnownEntry(hash: try row.value(0), order: try row.count(1))
    }
  }

  /// One stored entry.
  public func entry(
    of log: StoredLog, in room: RoomID, sequence: UInt64
  ) throws -> VerifiedEntry? {
    guard let arrival = try places.arrival(of: sequence, in: log.number) else { return nil }
    if let waiting = places.turn?[arrival] { return waiting.entry }
    return try db.first("SELECT \(Self.columns) FROM entry WHERE arrival = ?", arrival) {
      try Self.entry($0, room: room, log: log)
    }
  }

  /// Visits the entries of logs in local order, until `visit` returns false.
  ///
  /// - Parameter from: the first sequence wanted of a log; 1 where none is named.
  public func entries(
    in room: RoomID, of logs: [StoredLog], from: [LogKey: UInt64] = [:],
    visit: (Int64, VerifiedEntry) throws -> Bool
  ) throws {
    var cursors: [LogCursor] = []
    // The cursors that are not at their end, the furthest first.
    var waiting: [(position: Int64, cursor: Int)] = []
    func wait(_ cursor: Int) {
      guard cursors[cursor].entry != nil else { return }
      let position = cursors[cursor].position
      let low = waiting.partitioningIndex { $0.position <= position }
      waiting.insert((position, cursor), at: low)
    }
    for log in logs {
      let first = from[log.state.key] ?? 1
      guard first < log.state.next else { continue }
      cursors.append(try LogCursor(self, log, room: room, from: first))
      wait(cursors.count - 1)
    }
    while let next = waiting.popLast()?.cursor {
      guard let entry = cursors[next].entry, try visit(cursors[next].position, entry) else {
        return
      }
      try cursors[next].advance()
      wait(next)
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

  static let columns = """
    entry.log, entry.sequence, position, causal_order, hash, header, payload, payload_hash, signature
    """

  static func entry(_ row: Columns, room: RoomID, log: StoredLog) throws -> VerifiedEntry {
    let (number, sequence): (Int64, UInt64) = try (row.value(0), row.count(1))
    let (header, payload, erased): (Data, Data?, Bytes32?) =
      try (row.value(5), row.value(6), row.value(7))
    guard number == log.number, let payloadHash = payload.map({ Hashing.payload($0) }) ?? erased
    else {
      throw StoreError.damaged("entry \(sequence) of log \(log.state.key.author)")
    }
    let decoded = try PlainDecoding.header(header)
    return VerifiedEntry(
      place: LogPlace(room: room, log: log.state.key, sequence: sequence),
      hash: try row.value(4),
      order: try row.count(3), header: header, payload: payload, payloadHash: payloadHash,
      dependencies: decoded.dependencies, wallMilliseconds: decoded.wallMilliseconds,
      signature: try row.value(8))
  }
}

/// Rows of logs, each with its newest run that is written down and the last entry of that, by one statement for a room.
private enum LogRows {
  static let query = """
    SELECT log.number, author, incarnation, forked_from, fork_proof, run.key, run.count, run.arrival,
      entry.log, entry.sequence, hash, causal_order, position
    FROM log LEFT JOIN run ON run.key = (
      SELECT key FROM run WHERE key > log.number << 40 AND key < (log.number + 1) << 40
      ORDER BY key DESC LIMIT 1)
    LEFT JOIN entry ON entry.arrival = run.arrival + run.count - 1
    WHERE log.room = ? ORDER BY author, incarnation
    """

  /// The run of a row; nil where there is none.
  static func run(_ row: Columns) throws -> EntryRun? {
    try row.value(5) as Int64? == nil ? nil : EntryRun(row, from: 5)
  }

  /// The hash, order and position of the entry of a row; nil where it is not the last one of a run.
  static func head(
    _ row: Columns, of run: EntryRun
  ) throws -> (known: KnownEntry, position: Int64)? {
    guard let log = try row.value(8) as Int64?, log == run.log, try row.count(9) == run.next - 1
    else { return nil }
    return (KnownEntry(hash: try row.value(10), order: try row.count(11)), try row.value(12))
  }
}

/// Reads one log forwards, a few entries at a time, more of them each time.
private struct LogCursor {
  private static let most = 64

  private let reader: Reader
  private let room: RoomID
  private let log: StoredLog
  /// The sequence of the next entry that is not read yet.
  private var next: UInt64
  private var count = 1
  /// The entries that were read and are not reached yet, the last first.
  private var entries: [(position: Int64, entry: VerifiedEntry)] = []
  private(set) var entry: VerifiedEntry?
  private(set) var position: Int64 = 0

  init(_ reader: Reader, _ log: StoredLog, room: RoomID, from sequence: UInt64) throws {
    (self.reader, self.log, self.room, next) = (reader, log, room, sequence)
    try advance()
  }

  mutating func advance() throws {
    if entries.isEmpty {
      entries = try read().reversed()
      next = entries.first.map { $0.entry.place.sequence + 1 } ?? next
      count = min(2 * count, Self.most)
    }
    let reached = entries.popLast()
    entry = reached?.entry
    position = reached?.position ?? position
  }

  private func read() throws -> [(position: Int64, entry: VerifiedEntry)] {
    guard let run = try reader.places.run(of: log.number, holding: next),
      let arrival = run.arrival(of: next)
    else { return [] }
    let end = min(run.nextArrival, arrival + Int64(count))
    if let turn = reader.places.turn, turn[arrival] != nil {
      return (arrival..<end).compactMap { turn[$0].map { ($0.position, $0.entry) } }
    }
    let isWritten = try arrival <= reader.places.part().after
    var sequence = next
    let read = { (row: Columns) in
      let entry = try Reader.entry(row, room: room, log: log)
      guard entry.place.sequence == sequence else { throw StoreError.ofAnotherForm }
      sequence += 1
      return (position: try row.value(2) as Int64, entry: entry)
    }
    guard isWritten else { return try reader.db.all(Self.ofRecentRun, arrival, end, read: read) }
    return try reader.db.all(
      Self.ofRuns, arrival, run.key, EntryKey.end(of: log.number), count, read: read)
  }

  private static let ofRecentRun = """
    SELECT \(Reader.columns) FROM entry WHERE arrival >= ? AND arrival < ? ORDER BY arrival
    """

  /// A query over many short runs at once: runs are short if several people write.
  private static let ofRuns = """
    SELECT \(Reader.columns) FROM run CROSS JOIN entry
    ON entry.arrival >= max(run.arrival, ?) AND entry.arrival < run.arrival + run.count
    WHERE run.key >= ? AND run.key < ? ORDER BY run.key, entry.arrival LIMIT ?
    """
}
