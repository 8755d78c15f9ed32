import FoundationEssentials
import Identifiers
import Replication
import Schema
import Wire

/// A subject that operations may name before it has arrived.
public enum EarlySubject {
  /// A record.
  case record(RecordID)
  /// An entry, by its log and sequence.
  case place(LogKey, UInt64)

  fileprivate var bytes: Data {
    switch self {
    case .record(let id): id.data
    case .place(let log, let sequence):
      log.author.data
        + [log.incarnation, sequence].reduce(into: Data()) { bytes, number in
          withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
    }
  }
}

/// An entry that came without its payload, which was never read here (specification section 14).
public struct WithheldPayload: Equatable, Sendable {
  /// The entry's place among all of them; rises.
  public let key: Int64
  /// The entry.
  public let place: LogPlace
  /// Whether a delete names it.
  public let isNamed: Bool

  /// The row of its log.
  public var log: Int64 { EntryKey(key).log }
}

extension Transaction {
  /// Erases the payload of an entry, which the caller has read; its hash stays.
  public func erasePayload(log: Int64, sequence: UInt64) throws {
    guard let arrival = try places.arrival(of: sequence, in: log) else { return }
    let payload =
      try places.turn?[arrival]?.entry.payload
      ?? db.value("SELECT payload FROM entry WHERE arrival = ?", arrival)
    if let payload {
      // Its records are removed as well.
      try freeShare(2 * payload.count, log: log)
      try change(arrival) {
        $0.payload = nil
      } stored: {
        try run(
          "UPDATE entry SET payload = NULL, payload_hash = ? WHERE arrival = ?",
          Hashing.payload(payload), arrival)
      }
    }
    try run(
      "INSERT OR IGNORE INTO erased (key) VALUES (?)",
      EntryKey(log: log, sequence: sequence).value)
    try forgetWithheld(log: log, sequence: sequence)
  }

  /// Notes that a delete names an entry without its payload.
  ///
  /// - Returns: whether the payload was never read here, so that nobody can tell whether the delete may erase it.
  public func noteNamed(log: Int64, sequence: UInt64) throws -> Bool {
    let key = EntryKey(log: log, sequence: sequence).value
    let wasRead: Bool =
      try db.value("SELECT EXISTS (SELECT 1 FROM erased WHERE key = ?)", key) ?? false
    if wasRead {
      try forgetWithheld(log: log, sequence: sequence)
    } else {
      try run(
        """
        INSERT INTO withheld (key, named) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET named = 1
        """, key)
    }
    return !wasRead
  }

  /// Gives an entry its payload; it is withheld no more.
  public func setPayload(_ payload: Data, log: Int64, sequence: UInt64) throws {
    guard let arrival = try places.arrival(of: sequence, in: log) else { return }
    try change(arrival) {
      $0.payload = payload
    } stored: {
      try run(
        "UPDATE entry SET payload = ?, payload_hash = NULL WHERE arrival = ?", payload, arrival)
    }
    try forgetWithheld(log: log, sequence: sequence)
  }

  private func forgetWithheld(log: Int64, sequence: UInt64) throws {
    try run("DELETE FROM withheld WHERE key = ?", EntryKey(log: log, sequence: sequence).value)
  }

  /// Notes that an entry came without its payload, before any delete that names it.
  public func withhold(log: Int64, sequence: UInt64) throws {
    try run(
      "INSERT INTO withheld (key) VALUES (?) ON CONFLICT (key) DO UPDATE SET named = 0",
      EntryKey(log: log, sequence: sequence).value)
  }

  /// Notes that something was said of what is not here.
  public func noteEarly(_ subject: EarlySubject, in room: Int64) throws {
    try run("INSERT OR IGNORE INTO early (room, subject) VALUES (?, ?)", room, subject.bytes)
  }
}

extension Reader {
  /// Whether anything was said of what is not here, in a room.
  public func hasPendingReferences(in room: Int64) throws -> Bool {
    try db.value("SELECT EXISTS (SELECT 1 FROM early WHERE room = ?)", room) ?? false
  }

  /// Whether something was said of this while it was not here.
  public func isEarly(_ subject: EarlySubject, in room: Int64) throws -> Bool {
    try db.value(
      "SELECT EXISTS (SELECT 1 FROM early WHERE room = ? AND subject = ?)", room, subject.bytes)
      ?? false
  }

  /// Whether an entry's payload is withheld still.
  public func isWithheld(_ key: Int64) throws -> Bool {
    try db.value("SELECT EXISTS (SELECT 1 FROM withheld WHERE key = ?)", key) ?? false
  }

  /// Visits the payloads that are withheld, in the order of their keys, until `visit` returns false.
  ///
  /// - Parameters:
  ///   - key: the last one that is not wanted; 0 for none.
  ///   - withNamed: whether to visit also those that a delete names.
  public func withheld(
    after key: Int64, withNamed: Bool = false, visit: (WithheldPayload) throws -> Bool
  ) throws {
    try db.visit(
      """
      SELECT withheld.key, room.id, author, incarnation, withheld.named FROM withheld
        JOIN log ON log.number = withheld.key >> 40 JOIN room ON room.number = log.room
        WHERE withheld.key > ? AND withheld.named <= ? ORDER BY withheld.key
      """, key, withNamed ? 1 : 0
    ) { row in
      let key: Int64 = try row.value(0)
      let place = LogPlace(
        room: try row.value(1),
        log: LogKey(author: try row.value(2), incarnation: try row.count(3)),
        sequence: EntryKey(key).sequence)
      return try visit(WithheldPayload(key: key, place: place, isNamed: try row.value(4)))
    }
  }
}
