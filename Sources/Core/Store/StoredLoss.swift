import FoundationEssentials
import Identifiers

/// A deletion by which our person may lose something, or a record of that person below a deleted one, until it is told.
public struct StoredLoss: Equatable, Sendable {
  /// The kinds of loss.
  public enum What: Equatable, Sendable {
    /// A record that was deleted: the fields of it that our person wrote, and the records below it that this person wrote.
    case deletion(written: Data, lost: [StoredRecord])
    /// A record below another one, which may be deleted as well.
    case part
  }

  /// The room.
  public var room: RoomID
  /// The record as it was before.
  public var record: StoredRecord
  /// The row of the log that deleted it; nil for one that only the deletion of another one hides.
  public var writer: Int64?
  /// Whether our person wrote some of it that its deleter had not seen.
  public var isUnseen: Bool
  /// The kind of loss.
  public var what: What

  /// Puts a loss together.
  public init(
    room: RoomID, record: StoredRecord, writer: Int64?, isUnseen: Bool, what: What
  ) {
    (self.room, self.record, self.writer) = (room, record, writer)
    (self.isUnseen, self.what) = (isUnseen, what)
  }
}

extension Reader {
  /// The losses that are kept, in the order in which they came, each with the number of its last row.
  ///
  /// - Throws: `StoreError`.
  public func losses() throws -> [(row: Int64, loss: StoredLoss)] {
    var found: [(row: Int64, loss: StoredLoss)] = []
    // The columns of a record, in the order in which it reads them: a body is never in an entry here.
    try db.visit(
      """
      SELECT record, id, kind, parent, log, sequence, causal_order, wall, changed, state, body, 0, 0, 0, item, about, writers,
        registers, number, room, is_below, writer, is_unseen, written FROM loss ORDER BY number
      """
    ) { row in
      let (record, number) = (try StoredRecord(row, places), try row.value(18) as Int64)
      if try row.value(20) {
        guard let last = found.indices.last,
          case .deletion(let written, var lost) = found[last].loss.what
        else { throw StoreError.ofAnotherForm }
        // Let go of before it grows: or it would be copied for each of its parts.
        found[last].loss.what = .part
        lost.append(record)
        found[last].loss.what = .deletion(written: written, lost: lost)
        found[last].row = number
        return true
      }
      let written: Data? = try row.value(23)
      found.append(
        (
          number,
          StoredLoss(
            room: try row.value(19), record: record, writer: try row.value(21),
            isUnseen: try row.value(22),
            what: written.map { .deletion(written: $0, lost: []) } ?? .part)
        ))
      return true
    }
    return found
  }
}

extension Transaction {
  /// Keeps a loss.
  ///
  /// - Returns: the number of its last row.
  /// - Throws: `StoreError`.
  public func add(_ loss: StoredLoss) throws -> Int64 {
    guard case .deletion(let written, let lost) = loss.what else {
      return try add(loss.record, of: loss, written: nil)
    }
    _ = try add(loss.record, of: loss, written: written)
    for record in lost { _ = try add(record, of: loss, written: nil, isBelow: true) }
    return db.lastInsertedRow
  }

  private func add(
    _ record: StoredRecord, of loss: StoredLoss, written: Data?, isBelow: Bool = false
  ) throws -> Int64 {
    try run(
      """
      INSERT INTO loss (room, is_below, writer, is_unseen, written, record, id, kind, parent, log, sequence, causal_order,
        wall, changed, state, body, item, about, writers, registers)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, loss.room, isBelow, loss.writer, loss.isUnseen, written, record.number, record.id,
      record.kind.rawValue, record.parent, record.log, Int64(clamping: record.sequence),
      Int64(clamping: record.order), record.wall, Int64(clamping: record.changed),
      record.state.rawValue, record.body, record.item, record.about,
      Int64(record.writers.rawValue), record.registers.data)
    return db.lastInsertedRow
  }

  /// Forgets the losses up to a row.
  ///
  /// - Throws: `StoreError`.
  public func removeLosses(through row: Int64) throws {
    try run("DELETE FROM loss WHERE number <= ?", row)
  }
}
