import FoundationEssentials
import Identifiers

/// One thing that a command of our person wrote about a record.
public struct OwnWrite: Equatable, Sendable {
  /// The kinds of write.
  public enum Effect: Int, Sendable {
    /// The record was made.
    case made = 1
    /// Fields of it were changed.
    case changed = 2
    /// It was deleted.
    case deleted = 3
    /// One of several values that stood beside each other was chosen for a field.
    case settled = 4
  }

  /// The kind of write.
  public var effect: Effect
  /// The room.
  public var room: RoomID
  /// The record.
  public var record: RecordID
  /// The row of the log in which it was said.
  public var log: Int64
  /// The sequence of that entry.
  public var sequence: UInt64

  /// Puts a write together.
  public init(effect: Effect, room: RoomID, record: RecordID, log: Int64, sequence: UInt64) {
    self.effect = effect
    self.room = room
    self.record = record
    self.log = log
    self.sequence = sequence
  }
}

extension Reader {
  /// The writes of the last remembered command, in its order, with its number. Nil where none is left.
  ///
  /// - Parameter before: only commands with a lower number than this count.
  /// - Throws: `StoreError`.
  public func lastOwnWrites(
    before: Int64 = .max
  ) throws -> (command: Int64, writes: [OwnWrite])? {
    guard
      let command: Int64 = try db.value(
        "SELECT max(command) FROM own_write WHERE command < ?", before)
    else { return nil }
    let writes = try db.all(
      "SELECT effect, room, record, entry FROM own_write WHERE command = ? ORDER BY place", command
    ) { row in
      guard let effect = OwnWrite.Effect(rawValue: try row.value(0)) else {
        throw StoreError.ofAnotherForm
      }
      let entry = EntryKey(try row.value(3))
      return OwnWrite(
        effect: effect, room: try row.value(1), record: try row.value(2), log: entry.log,
        sequence: entry.sequence)
    }
    return (command, writes)
  }
}

extension Transaction {
  /// Remembers what a command wrote, and forgets the oldest commands.
  ///
  /// - Parameters:
  ///   - kept: so many commands are remembered.
  ///   - toLast: they belong to the command that was remembered last.
  /// - Throws: `StoreError`.
  public func addOwnWrites(_ writes: [OwnWrite], kept: Int, toLast: Bool = false) throws {
    let last: Int64 = try db.value("SELECT max(command) FROM own_write") ?? 0
    let command = toLast ? last : last + 1
    let before: Int64? =
      toLast
      ? try db.value("SELECT max(place) FROM own_write WHERE command = ?", command) : nil
    for (place, write) in writes.enumerated() {
      try run(
        """
        INSERT INTO own_write (command, place, effect, room, record, entry) VALUES (?, ?, ?, ?, ?, ?)
        """, command, Int64(place) + (before ?? -1) + 1, write.effect.rawValue, write.room,
        write.record,
        EntryKey(log: write.log, sequence: write.sequence).value)
    }
    try run("DELETE FROM own_write WHERE command <= ?", command - Int64(kept))
  }

  /// Forgets what a command wrote from a place in its order on.
  ///
  /// - Throws: `StoreError`.
  public func removeOwnWrites(of command: Int64, from place: Int = 0) throws {
    try run("DELETE FROM own_write WHERE command = ? AND place >= ?", command, place)
  }
}
