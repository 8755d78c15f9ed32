import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

extension Reader {
  /// The causal order of the newest message of a room that our person has read. 0 where there is none.
  ///
  /// - Throws: `StoreError`.
  public func readOrder(of room: RoomID) throws -> UInt64 {
    try number("read", room)
  }

  /// Returns the number of unread messages of a room below that order: they were written elsewhere and came late.
  ///
  /// - Throws: `StoreError`.
  public func lateUnread(of room: RoomID) throws -> UInt64 { try number("late", room) }

  private func number(_ name: String, _ room: RoomID) throws -> UInt64 {
    try meta("\(name)/\(room)")?.reduce(0) { $0 << 8 | UInt64($1) } ?? 0
  }

  /// Counts the visible records of one kind above an order, leaving out those of some logs.
  ///
  /// - Parameters:
  ///   - room: the room's row.
  ///   - logs: rows of logs that are not counted.
  ///   - limit: no more are counted.
  /// - Throws: `StoreError`.
  public func countRecords(
    of kind: RecordKind, in room: Int64, after order: UInt64, notOf logs: [Int64], limit: Int
  ) throws -> Int {
    let left = logs.sorted().map(String.init).joined(separator: ",")
    return try db.value(
      """
      SELECT count(*) FROM (SELECT 1 FROM record WHERE room = ? AND kind = ? AND causal_order > ?
        AND state = 0 AND log NOT IN (\(left)) LIMIT ?)
      """, room, Int64(kind.rawValue), Int64(clamping: order), limit) ?? 0
  }
}

extension Transaction {
  /// Keeps the causal order of the newest message of a room that our person has read.
  ///
  /// - Throws: `StoreError`.
  public func setReadOrder(_ order: UInt64, of room: RoomID) throws {
    try setMeta("read/\(room)", Data(order.bigEndianBytes))
  }

  /// Keeps how many unread messages of a room came late.
  ///
  /// - Throws: `StoreError`.
  public func setLateUnread(_ count: UInt64, of room: RoomID) throws {
    try setMeta("late/\(room)", Data(count.bigEndianBytes))
  }
}
