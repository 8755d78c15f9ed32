import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

extension Reader {
  /// Returns the author who said that our account was removed from a room; nil if nobody did.
  ///
  /// - Throws: `StoreError`.
  public func removal(from room: RoomID) throws -> Author? {
    try meta("removed/\(room)").flatMap { Author($0) }
  }

  /// Whether our person deleted a room: nobody brings it back but our person.
  ///
  /// - Throws: `StoreError`.
  public func isDeleted(_ room: RoomID) throws -> Bool { try meta("deleted/\(room)") != nil }

  /// The position in a room up to which an author's node had everything when that was last noted; 0 before.
  ///
  /// - Returns: nil where more was delivered than was noted, and nobody knows how much: `forgetDelivered`.
  /// - Throws: `StoreError`.
  public func delivered(to author: Author, in room: RoomID) throws -> Int64? {
    guard let noted = try meta("delivered/\(room)/\(author)") else { return 0 }
    return noted.isEmpty ? nil : max(0, noted.reduce(0) { $0 << 8 | Int64($1) })
  }

  /// Counts the entries of a log after a position of its room.
  ///
  /// Positions grow along a log, so the search is binary.
  ///
  /// - Throws: `StoreError`.
  public func entries(of log: StoredLog, after position: Int64) throws -> UInt64 {
    let first = try (1..<log.state.next).partitioningIndex {
      try self.position(of: $0, in: log.number) ?? 0 > position
    }
    return log.state.next - first
  }

  private func position(of sequence: UInt64, in log: Int64) throws -> Int64? {
    guard let arrival = try places.arrival(of: sequence, in: log) else { return nil }
    if let waiting = places.turn?[arrival] { return waiting.position }
    return try db.value("SELECT position FROM entry WHERE arrival = ?", arrival)
  }
}

extension Reader {
  /// Returns the entries that others in a room cite and that were not here: the lowest sequence of each log.
  ///
  /// - Throws: `StoreError`.
  public func unresolvedDependencies(in room: RoomID) throws -> [LogKey: UInt64] {
    guard let bytes = try meta("late citations/\(room)") else { return [:] }
    return try Coding.decode(Have.self, from: bytes).positions.reduce(into: [:]) {
      missing, position in
      if let log = LogKey(position.log) { missing[log] = position.next }
    }
  }
}

extension Transaction {
  /// Keeps what entries of a room cite and what is not here.
  ///
  /// - Throws: `StoreError`.
  public func setLateCitations(_ missing: [LogKey: UInt64], in room: RoomID) throws {
    var positions = Have()
    positions.positions = missing.sorted { $0.key < $1.key }.map { log, sequence in
      .with {
        $0.log = log.message
        $0.next = sequence
      }
    }
    try setMeta("late citations/\(room)", Data(try Coding.encode(positions)))
  }

  /// Notes up to which position of a room an author's node has everything.
  ///
  /// - Throws: `StoreError`.
  public func setDelivered(_ position: Int64, to author: Author, in room: RoomID) throws {
    try setMeta("delivered/\(room)/\(author)", Data(UInt64(position).bigEndianBytes))
  }

  /// Notes that nobody knows what an author's node has, in any room, until it says so.
  ///
  /// - Throws: `StoreError`.
  public func forgetDelivered(to author: Author) throws {
    for room in try reader.rooms(of: author) {
      try setMeta("delivered/\(room)/\(author)", Data())
    }
  }

  /// Keeps who said that our account was removed from a room; nil when that is past.
  ///
  /// - Throws: `StoreError`.
  public func setRemoval(from room: RoomID, toldBy teller: Author?) throws {
    if let teller {
      try setMeta("removed/\(room)", teller.data)
    } else {
      try run("DELETE FROM meta WHERE key = ?", "removed/\(room)")
    }
  }

  /// Deletes a room with all that is in it, and notes that our person did so.
  ///
  /// - Throws: `StoreError`.
  public func deleteRoom(_ room: RoomID) throws {
    guard let stored = try reader.room(room) else { return }
    let number = stored.number
    // Orphaned bytes of blobs are swept by whoever settles blobs.
    try deleteRecordSets(of: stored)
    for log in try reader.logs(stored) { try removeEntries(of: log.number) }
    try run("DELETE FROM share WHERE log IN (SELECT number FROM log WHERE room = ?)", number)
    try run("DELETE FROM log WHERE room = ?", number)
    try run("DELETE FROM member WHERE room = ?", room)
    try run("DELETE FROM loss WHERE room = ?", room)
    try removeRoster(of: room)
    try run("DELETE FROM room WHERE number = ?", number)
    try run("DELETE FROM meta WHERE key LIKE ? OR key LIKE ?", "%/\(room)", "%/\(room)/%")
    try setMeta("deleted/\(room)", Data([1]))
  }

  /// Forgets that our person deleted a room.
  ///
  /// - Throws: `StoreError`.
  public func undeleteRoom(_ room: RoomID) throws {
    try run("DELETE FROM meta WHERE key = ?", "deleted/\(room)")
  }
}
