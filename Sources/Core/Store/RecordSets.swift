import Feature
import FoundationEssentials
import Identifiers
import Replication
import Wire

/// The records of a room are a set of rows. While they are made again from its logs, the set that counts stays as it is, and
/// another one is filled beside it; then the other one counts, and the rows of the first are removed.
extension Transaction {
  /// Makes an empty set of records for a room, beside the one that counts.
  ///
  /// - Returns: its number.
  /// - Throws: `StoreError`.
  public func addRecordSet(of room: StoredRoom) throws -> Int64 {
    let number = try nextRoomNumber()
    // No room has such an id, as those are hashes.
    let id = RoomID(Data(repeating: 0xff, count: 8) + UInt64(number).bigEndianBytes) ?? .lobby
    try run(
      "INSERT INTO room (number, id, kind, owner, rules) VALUES (?, ?, 0, ?, ?)", number, id,
      Author.zero, Int64(registry.digest))
    try run("INSERT INTO record_set (number, room) VALUES (?, ?)", number, room.number)
    return number
  }

  /// Has another set of records count for a room, and gives up the one that counted.
  ///
  /// - Throws: `StoreError`.
  public func setRecords(of room: inout StoredRoom, to set: Int64) throws {
    guard set != room.records else { return }
    try run("DELETE FROM record_set WHERE number = ?", set)
    try run("INSERT INTO record_set (number, room) VALUES (?, ?)", room.records, room.number)
    try run("UPDATE room SET records = ? WHERE number = ?", set, room.number)
    room.records = set
  }

  /// Forgets the records of a set and what is noted beside them.
  ///
  /// - Throws: `StoreError`.
  public func clearRecords(of set: Int64) throws {
    try deleteRecords(of: set, most: .max)
    try run("DELETE FROM early WHERE room = ?", set)
  }

  /// Removes rows of sets that do not count.
  ///
  /// - Parameters:
  ///   - kept: the sets that are being made.
  ///   - most: how many rows at most.
  /// - Returns: how many went; nil when nothing is left.
  /// - Throws: `StoreError`.
  public func collectRecordSets(but kept: [Int64], most: Int) throws -> Int? {
    let left = kept.sorted().map(String.init).joined(separator: ",")
    guard
      let set: Int64 = try db.value(
        "SELECT number FROM record_set WHERE number NOT IN (\(left)) ORDER BY number LIMIT 1")
    else { return nil }
    let count = try deleteRecords(of: set, most: most)
    if count < most { try removeRecordSet(set) }
    return count
  }

  /// Deletes all sets of records of a room.
  func deleteRecordSets(of room: StoredRoom) throws {
    for set in try reader.recordSets(of: room) + [room.records] {
      try deleteRecords(of: set, most: .max)
      try removeRecordSet(set)
    }
  }

  /// Removes the row of a set that has no records.
  private func removeRecordSet(_ set: Int64) throws {
    try run("DELETE FROM early WHERE room = ?", set)
    try run("DELETE FROM record_set WHERE number = ?", set)
    try run("DELETE FROM room WHERE number = ? AND kind = 0", set)
  }

  /// Deletes rows of a set of records.
  ///
  /// - Returns: how many.
  @discardableResult
  private func deleteRecords(of set: Int64, most: Int) throws -> Int {
    let some = "IN (SELECT number FROM record WHERE room = ? LIMIT ?)"
    try forgetWords(some, set, most)
    let count = try run("DELETE FROM record WHERE number \(some)", set, most)
    try cutWords()
    return count
  }

  /// The next number for a row of the table `room`.
  func nextRoomNumber() throws -> Int64 {
    try db.value("SELECT coalesce(max(number), 0) + 1 FROM room") ?? 1
  }
}

extension Reader {
  /// The sets of records of a room that do not count, in order.
  ///
  /// - Throws: `StoreError`.
  func recordSets(of room: StoredRoom) throws -> [Int64] {
    try db.values("SELECT number FROM record_set WHERE room = ? ORDER BY number", room.number)
  }
}
