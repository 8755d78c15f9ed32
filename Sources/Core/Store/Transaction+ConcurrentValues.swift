import FoundationEssentials
import Identifiers
import Replication
import Wire

/// A write of a register beside the newest one, each by somebody who had not seen the other (row P-26).
public struct ConcurrentValue: Equatable, Sendable {
  /// The row of the record.
  public var record: Int64
  /// The number of its field.
  public var field: UInt32
  /// The row of the log that holds the write.
  public var log: Int64
  /// The causal order of the write.
  public var order: UInt64
  /// The field as it was encoded, with all its occurrences; empty where it was cleared.
  public var value: Data

  /// A contender.
  public init(record: Int64, field: UInt32, log: Int64, order: UInt64, value: Data) {
    self.record = record
    self.field = field
    self.log = log
    self.order = order
    self.value = value
  }
}

extension Transaction {
  /// Keeps a write that lost.
  public func add(_ contender: ConcurrentValue) throws {
    try run(
      """
      INSERT OR REPLACE INTO contender (record, field, log, causal_order, value) VALUES (?, ?, ?, ?, ?)
      """, contender.record, Int64(contender.field), contender.log,
      Int64(clamping: contender.order), contender.value)
  }

  /// Forgets a write that lost to somebody who had seen it.
  public func remove(_ contender: ConcurrentValue) throws {
    try run(
      "DELETE FROM contender WHERE record = ? AND field = ? AND log = ? AND causal_order = ?",
      contender.record, Int64(contender.field), contender.log, Int64(clamping: contender.order))
  }
}

extension Reader {
  /// The writes beside the newest one of a field of a record, the newest of them first.
  public func contenders(for field: UInt32, of record: Int64) throws -> [ConcurrentValue] {
    try db.all(
      """
      SELECT log, causal_order, value FROM contender WHERE record = ? AND field = ?
      ORDER BY causal_order DESC, log
      """, record, Int64(field)
    ) { row in
      try ConcurrentValue(
        record: record, field: field, log: row.value(0), order: row.count(1), value: row.value(2))
    }
  }

  /// The rooms in which fields have contenders.
  public func contendedRooms() throws -> [RoomID] {
    try db.values(
      """
      SELECT id FROM room WHERE records IN (
        SELECT record.room FROM contender JOIN record ON record.number = contender.record)
      ORDER BY id
      """)
  }

  /// The fields of visible records of a room that have contenders, in the order in which the records were made.
  ///
  /// - Parameter limit: how many at most.
  public func contended(
    in room: Int64, limit: Int
  ) throws -> [(record: StoredRecord, field: UInt32)] {
    try db.all(
      """
      SELECT DISTINCT record.id, contender.field, record.number FROM contender
      JOIN record ON record.number = contender.record
      WHERE record.room = ? AND record.state = ? ORDER BY record.number, contender.field LIMIT ?
      """, room, RecordState.visible.rawValue, limit
    ) { row in
      guard let record = try record(row.value(0), in: room) else { return nil }
      return (record, UInt32(clamping: try row.value(1) as Int64))
    }
  }
}
