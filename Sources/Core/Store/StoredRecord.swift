import Foundation
import GRDB
import Identifiers
import Replication
import Schema
import Wire

/// Whether a record can be seen.
public enum RecordState: Int, Sendable {
  case visible = 0
  /// Deleted by its own delete.
  case deleted = 1
  /// What it belongs to is deleted, or is not here.
  case hidden = 2
}

/// A record's row.
public struct StoredRecord: Equatable, Sendable {
  /// The key of the row.
  public var number: Int64
  /// Its id.
  public var id: RecordID
  /// A `RecordKind`, as it came.
  public var kind: UInt32
  /// What it belongs to.
  public var parent: RecordID?
  /// The row of the log whose entry made it.
  public var log: Int64
  /// The sequence of that entry.
  public var sequence: UInt64
  /// The causal order of that entry.
  public var order: UInt64
  /// What its author's clock said then, in milliseconds; a label.
  public var wall: Int64
  /// The highest causal order of a change after it was made; 0 when there was none.
  public var changed: UInt64
  /// Whether it can be seen.
  public var state: RecordState
  /// A message of the kind's type; empty once deleted.
  public var body: Data

  /// Puts a row together.
  public init(
    number: Int64, id: RecordID, kind: UInt32, parent: RecordID?, log: Int64, sequence: UInt64,
    order: UInt64, wall: Int64, changed: UInt64, state: RecordState, body: Data
  ) {
    self.number = number
    self.id = id
    self.kind = kind
    self.parent = parent
    self.log = log
    self.sequence = sequence
    self.order = order
    self.wall = wall
    self.changed = changed
    self.state = state
    self.body = body
  }

  static let columns =
    "number, id, kind, parent, entry, causal_order, wall, changed, state, body"

  init(_ row: Row) throws {
    let (id, parent, entry): (Data, Data?, Int64) = try (row.value(1), row.value(3), row.value(4))
    let (kind, state): (Int64, Int) = try (row.value(2), row.value(8))
    guard let id = RecordID(id), let state = RecordState(rawValue: state) else {
      throw StoreError.damaged("a record's row")
    }
    number = try row.value(0)
    self.id = id
    self.kind = UInt32(truncatingIfNeeded: kind)
    self.parent = parent.flatMap { RecordID($0) }
    log = EntryKey(entry).log
    sequence = EntryKey(entry).sequence
    order = try row.count(5)
    wall = try row.value(6)
    changed = try row.count(7)
    self.state = state
    body = try row.value(9)
  }
}

extension Reader {
  /// One record of a room, by the room's row.
  public func record(_ id: RecordID, in room: Int64) throws -> StoredRecord? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT \(StoredRecord.columns) FROM record WHERE room = ? AND id = ?"),
      arguments: [room, id.data]
    ).map { try StoredRecord($0) }
  }

  /// The visible records of one kind before a place in the room's order, newest first; with the deleted ones
  /// where a reader should see that there was something.
  ///
  /// - Parameter before: order and id of a record; nil begins at the newest.
  public func records(
    of kind: RecordKind, in room: Int64, before: (order: UInt64, id: RecordID)? = nil, limit: Int,
    withDeleted: Bool = false
  ) throws -> [StoredRecord] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(StoredRecord.columns) FROM record
          WHERE room = ? AND kind = ? AND (causal_order, id) < (?, ?) AND state <= ?
          ORDER BY causal_order DESC, id DESC LIMIT ?
          """),
      arguments: [
        room, kind.rawValue, before.map { Int64(clamping: $0.order) } ?? .max,
        before?.id.data ?? Data(), withDeleted ? 1 : 0, limit,
      ])
    var records: [StoredRecord] = []
    while let row = try rows.next() { records.append(try StoredRecord(row)) }
    return records
  }

  /// Visits what the visible records of one kind say, the newest first, without the rest of their rows: lists are long.
  public func bodies(
    of kind: RecordKind, in room: Int64, limit: Int,
    visit: (_ id: RecordID, _ log: Int64, _ body: Data) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT id, entry, body FROM record WHERE room = ? AND kind = ? AND state = 0
          ORDER BY causal_order DESC, id DESC LIMIT ?
          """), arguments: [room, kind.rawValue, limit])
    while let row = try rows.next() {
      guard let id = RecordID(try row.value(0) as Data) else {
        throw StoreError.damaged("a record's row")
      }
      try visit(id, EntryKey(try row.value(1)).log, row.value(2))
    }
  }

  /// The visible records that belong to one, in the room's order.
  public func children(of parent: RecordID, in room: Int64) throws -> [StoredRecord] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(StoredRecord.columns) FROM record WHERE room = ? AND parent = ? AND state = 0
          ORDER BY causal_order, id
          """), arguments: [room, parent.data]
    ).map { try StoredRecord($0) }
  }

  /// The ids of a room's records that begin as a text does, at most two.
  public func recordIDs(_ prefix: String, in room: Int64) throws -> [RecordID] {
    guard let (low, high) = RecordID.range(of: prefix) else { return [] }
    return try Data.fetchAll(
      db.cachedStatement(
        sql: "SELECT id FROM record WHERE room = ? AND id BETWEEN ? AND ? LIMIT 2"),
      arguments: [room, low.data, high.data]
    ).compactMap { RecordID($0) }
  }

  /// Visible records of a room with ids that begin as a text does.
  ///
  /// - Parameter kinds: of these kinds; none for any.
  public func records(
    of kinds: [RecordKind], beginning prefix: String, in room: Int64, limit: Int
  ) throws -> [StoredRecord] {
    guard let (low, high) = RecordID.range(of: prefix) else { return [] }
    let numbers = kinds.map { String($0.rawValue) }.joined(separator: ", ")
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(StoredRecord.columns) FROM record
          WHERE room = ? AND id BETWEEN ? AND ? AND state = 0
            \(kinds.isEmpty ? "" : "AND kind IN (\(numbers))")
          ORDER BY id LIMIT ?
          """), arguments: [room, low.data, high.data, limit]
    ).map { try StoredRecord($0) }
  }

  /// Visits the visible records of a room in the order of their ids.
  public func visibleRecords(in room: Int64, visit: (StoredRecord) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(StoredRecord.columns) FROM record WHERE room = ? AND state = 0 ORDER BY id
          """), arguments: [room])
    while let row = try rows.next() { try visit(StoredRecord(row)) }
  }

  /// How many entries of a room are here, by the rows of its logs.
  public func entryCount(_ room: Int64) throws -> UInt64 {
    try logCounts(room).reduce(0, +)
  }

  private func logCounts(_ room: Int64) throws -> [UInt64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT coalesce((SELECT key & ((1 << 40) - 1) FROM entry
            WHERE key > log.number << 40 AND key < (log.number + 1) << 40
            ORDER BY key DESC LIMIT 1), 0) FROM log WHERE room = ?
          """), arguments: [room]
    ).map { UInt64($0) }
  }

  /// Where the newest write of one field of a record stands: its causal order and the row of its log.
  public func register(_ field: UInt32, of record: Int64) throws -> (order: UInt64, log: Int64)? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT causal_order, log FROM register WHERE record = ? AND field = ?"),
      arguments: [record, Int64(field)]
    ).map { row in
      try (row.count(0), row.value(1))
    }
  }
}
