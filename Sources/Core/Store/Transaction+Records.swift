import Foundation
import GRDB
import Replication
import Schema
import Wire

extension Transaction {
  /// Makes a record's row.
  ///
  /// - Parameter record: its `number` is not looked at.
  public func addRecord(_ record: StoredRecord, in room: Int64) throws {
    try run(
      """
      INSERT INTO record (room, id, kind, parent, entry, causal_order, wall, changed, state, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        room, record.id.data, Int64(record.kind), record.parent?.data,
        EntryKey(log: record.log, sequence: record.sequence).value,
        Int64(clamping: record.order), record.wall, Int64(clamping: record.changed),
        record.state.rawValue, record.body,
      ])
  }

  /// Writes one field of a record, unless a newer write was there.
  ///
  /// - Parameters:
  ///   - stamp: where the write stands.
  ///   - log: the row of its log.
  ///   - logs: the logs of the room by their rows.
  /// - Returns: whether it is the newest now.
  public func setRegister(
    _ field: UInt32, of record: Int64, stamp: RecordStamp, log: Int64, logs: [Int64: LogKey]
  ) throws -> Bool {
    if let newest = try reader.register(field, of: record), let key = logs[newest.log],
      stamp < RecordStamp(order: newest.order, log: key)
    {
      return false
    }
    try run(
      "INSERT OR REPLACE INTO register (record, field, causal_order, log) VALUES (?, ?, ?, ?)",
      [record, Int64(field), Int64(clamping: stamp.order), log])
    return true
  }

  /// Gives a record another body.
  public func setBody(_ body: Data, changed: UInt64, of record: Int64) throws {
    try run(
      "UPDATE record SET body = ?, changed = max(changed, ?) WHERE number = ?",
      [body, Int64(clamping: changed), record])
  }

  /// Marks a record; what it says goes when it is deleted.
  public func setState(_ state: RecordState, of record: Int64) throws {
    try run(
      """
      UPDATE record SET state = ?, body = CASE ? WHEN 1 THEN x'' ELSE body END WHERE number = ?
      """, [state.rawValue, state.rawValue, record])
  }

  /// Shows or hides what belongs to a record, and what belongs to that; deleted ones stay deleted.
  public func setDescendants(of id: RecordID, in room: Int64, hidden: Bool) throws {
    let (from, to): (RecordState, RecordState) = hidden ? (.visible, .hidden) : (.hidden, .visible)
    var parents = [id]
    while let parent = parents.popLast() {
      let found = try Row.fetchAll(
        db.cachedStatement(
          sql: "SELECT number, id FROM record WHERE room = ? AND parent = ? AND state = ?"),
        arguments: [room, parent.data, from.rawValue])
      for row in found {
        let (number, child): (Int64, Data) = (row[0], row[1])
        try setState(to, of: number)
        if let child = RecordID(child) { parents.append(child) }
      }
    }
  }

  /// Forgets all records of a room, before they are made again from its logs.
  public func clearRecords(of room: Int64) throws {
    try run("DELETE FROM record WHERE room = ?", [room])
  }

  /// Notes with which rules a room's records were made.
  public func setRules(_ version: UInt32, of room: Int64) throws {
    try run("UPDATE room SET rules = ? WHERE number = ?", [Int64(version), room])
  }
}

extension Reader {
  /// The rooms whose records were made with other rules than these.
  public func rooms(notBuiltWith version: UInt32) throws -> [RoomID] {
    try Data.fetchAll(
      db, sql: "SELECT id FROM room WHERE kind <> ? AND rules <> ? ORDER BY id",
      arguments: [RoomKind.table.rawValue, Int64(version)]
    ).compactMap { RoomID($0) }
  }

  /// Visits the entries of a room in its total order: causal order, author, incarnation.
  public func entriesInOrder(
    of room: StoredRoom, id: RoomID, visit: (Int64, VerifiedEntry) throws -> Void
  ) throws {
    let logs = try logs(room).reduce(into: [Int64: LogKey]()) { $0[$1.number] = $1.state.key }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(Self.columns.split(separator: ", ").map { "entry.\($0)" }.joined(separator: ", "))
          FROM log JOIN entry ON entry.key > log.number << 40 AND entry.key < (log.number + 1) << 40
          WHERE log.room = ? ORDER BY entry.causal_order, log.author, log.incarnation
          """), arguments: [room.number])
    while let row = try rows.next() {
      let key: Int64 = row[0]
      guard let log = logs[EntryKey(key).log] else { continue }
      try visit(EntryKey(key).log, Self.entry(row, room: id, log: log))
    }
  }
}
