import Feature
import FoundationEssentials
import Glibc
import Identifiers
import Replication
import Schema
import Wire

extension Transaction {
  /// Makes a record's row, unless the room has a record with that id.
  ///
  /// - Parameters:
  ///   - record: its `number` is not looked at.
  ///   - payload: of the entry that makes it. A body that stands in it is not stored a second time, unless lists of the kind
  ///     are read at once.
  /// - Returns: whether there was none.
  public func addRecord(
    _ record: StoredRecord, in room: Int64, payload: Data? = nil
  ) throws -> Bool {
    let statement = try hot.addRecord(db)
    let entry = try places.arrival(of: record.sequence, in: record.log) ?? 0
    try writing.begin()
    let index = registry.kind(record.kind)?.index?(record.body)
    let place = index == nil ? payload?.place(of: record.body) : nil
    let item = record.item == record.id ? nil : record.item
    let isNew = try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { ids in
      let store = { (id: Bytes16?, place: Int) -> UnsafeRawBufferPointer? in
        let slot = UnsafeMutableRawBufferPointer(rebasing: ids[place * 16..<place * 16 + 16])
        id?.store(into: slot)
        return id == nil ? nil : UnsafeRawBufferPointer(slot)
      }
      return try record.body.withUnsafeBytes { body in
        try statement.run { row in
          row.bind(room)
          row.bind(store(record.id, 0))
          row.bind(Int64(record.kind.rawValue))
          row.bind(store(record.parent, 1))
          row.bind(record.log)
          row.bind(Int64(clamping: record.sequence))
          row.bind(entry)
          row.bind(Int64(clamping: record.order))
          row.bind(record.wall)
          row.bind(Int64(clamping: record.changed))
          row.bind(Int64(record.state.rawValue))
          row.bind(place == nil ? body : nil)
          row.bind(Int64(place.map { $0 + 1 } ?? 0))
          row.bind(Int64(body.count))
          row.bind(store(item, 2))
          row.bind(store(record.about, 3))
          row.bind(Int64(record.writers.rawValue))
          (index?.sortKey).bind(to: &row)
          (index?.name).bind(to: &row)
        } > 0
      }
    }
    if isNew, index?.comesAgain == true { try noteThatComesAgain(db.lastInsertedRow) }
    return isNew
  }

  /// Removes the row of a record, before another one takes its id.
  public func removeRecord(_ number: Int64) throws {
    try forgetWords("= ?", number)
    try run("DELETE FROM record WHERE number = ?", number)
    try cutWords()
  }

  private func noteThatComesAgain(_ record: Int64) throws {
    try run("INSERT OR IGNORE INTO record_again (record) VALUES (?)", record)
  }

  /// Keeps what a change made of a record: its body, its registers and when it was changed.
  public func setContent(of record: StoredRecord) throws {
    let changed = Int64(clamping: record.changed)
    try setWords(of: record)
    guard let index = registry.kind(record.kind)?.index?(record.body) else {
      try run(
        "UPDATE record SET body = ?, registers = ?, changed = ? WHERE number = ?", record.body,
        record.registers.data, changed, record.number)
      return
    }
    try run(
      """
      UPDATE record SET body = ?, registers = ?, changed = ?, sort_key = ?, name = ? WHERE number = ?
      """, record.body, record.registers.data, changed, index.sortKey, index.name, record.number)
    if index.comesAgain {
      try noteThatComesAgain(record.number)
    } else if index.sortKey != nil {
      try run("DELETE FROM record_again WHERE record = ?", record.number)
    }
  }

  /// Marks a record; what it says goes when it is deleted.
  public func setState(_ state: RecordState, of record: Int64) throws {
    guard state == .deleted else {
      try run("UPDATE record SET state = ? WHERE number = ?", state.rawValue, record)
      return
    }
    try run(
      """
      UPDATE record SET state = ?, body = x'', registers = NULL, sort_key = NULL, name = NULL
      WHERE number = ?
      """, state.rawValue, record)
    try run("DELETE FROM contender WHERE record = ?", record)
    try run("DELETE FROM merged_write WHERE record = ?", record)
    try forgetWords("= ?", record)
  }

  /// Hides what belongs to a record; deleted ones stay deleted.
  public func hideChildren(of id: RecordID, in room: Int64) throws {
    try run(
      "UPDATE record SET state = ? WHERE room = ? AND parent = ? AND state = ?",
      RecordState.hidden.rawValue, room, id, RecordState.visible.rawValue)
  }

  /// Shows the records of some kinds that belong to one; deleted ones stay deleted.
  ///
  /// - Parameter logs: only what the entries of these logs made; nil for all.
  public func showChildren(
    of id: RecordID, _ kinds: [RecordKind], in room: Int64, madeIn logs: [Int64]?
  ) throws {
    guard !kinds.isEmpty else { return }
    let list = kinds.map { String($0.rawValue) }.joined(separator: ", ")
    let only = logs.map { " AND log IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
    try run(
      """
      UPDATE record SET state = ? WHERE room = ? AND parent = ? AND state = ? AND kind IN (\(list))\(only)
      """, RecordState.visible.rawValue, room, id, RecordState.hidden.rawValue)
  }

  /// Removes a log and all that was made by its entries; what belongs to that is hidden.
  ///
  /// Other values that follow from its entries, such as causal orders, are right once the room is rebuilt.
  public func removeLog(_ log: StoredLog, of id: RoomID, in room: StoredRoom) throws {
    let sets = try [room.records] + reader.recordSets(of: room)
    var records: Set<RecordID> = []
    try reader.entries(in: id, of: [log]) { _, entry in
      for operation in entry.payload.flatMap({ try? PlainDecoding.operations($0) }) ?? [] {
        switch operation.kind {
        case .put(let put)? where put.nonce.count == 16:
          records.insert(RecordID(by: log.state.key.author, nonce: put.nonce))
        case .delete(let delete)?:
          if let record = RecordID(delete.record) { records.insert(record) }
        default: break
        }
      }
      return true
    }
    for (set, record) in sets.flatMap({ set in records.sorted().map { (set, $0) } }) {
      let made = "FROM record WHERE room = ? AND id = ? AND log = ?"
      try forgetWords("IN (SELECT number \(made))", set, record, log.number)
      guard try run("DELETE \(made)", set, record, log.number) > 0 else { continue }
      try hideChildren(of: record, in: set)
    }
    try cutWords()
    try run("DELETE FROM share WHERE log = ?", log.number)
    try run("DELETE FROM blob_reference WHERE log = ?", log.number)
    try removeEntries(of: log.number)
    try run("DELETE FROM log WHERE number = ?", log.number)
  }

  /// Notes that a room's records were made with the kinds and rules of this registry.
  public func setRules(of room: Int64) throws {
    try run("UPDATE room SET rules = ? WHERE number = ?", Int64(registry.digest), room)
  }

  /// Notes that a room is to be made again from its logs, at the next start at the latest.
  public func setOutdated(_ room: Int64) throws {
    try run("UPDATE room SET rules = ? WHERE number = ?", ~Int64(registry.digest), room)
  }
}

extension Reader {
  /// The rooms that are to be made again.
  ///
  /// - Parameter byOthers: only those with records that were made by other kinds or rules than those of this registry.
  public func outdatedRooms(byOthers: Bool = false) throws -> [RoomID] {
    let digest = Int64(registry.digest)
    guard byOthers else {
      return try db.values(
        "SELECT id FROM room WHERE rules = ?1 OR kind <> ?2 AND rules <> ?3 ORDER BY id", ~digest,
        RoomKind.table.rawValue, digest)
    }
    return try db.values(
      "SELECT id FROM room WHERE kind <> ? AND rules NOT IN (?, ?) ORDER BY id",
      RoomKind.table.rawValue, digest, ~digest)
  }
}

extension Data {
  /// Returns the place in these bytes at which others begin, from 0. Nil if they are empty or do not occur.
  fileprivate func place(of part: Data) -> Int? {
    withUnsafeBytes { whole in
      part.withUnsafeBytes { part in
        guard let first = part.first, let wanted = part.baseAddress, let start = whole.baseAddress,
          part.count <= whole.count
        else { return nil }
        for place in 0...whole.count - part.count
        where whole[place] == first && memcmp(start + place, wanted, part.count) == 0 {
          return place
        }
        return nil
      }
    }
  }
}
