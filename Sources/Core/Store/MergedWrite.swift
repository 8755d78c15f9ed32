/// The place of a write of a merged field, for which people wrote several values at once (row P-26).
public struct MergedWrite: Equatable, Sendable {
  /// The row of the log that holds it.
  public var log: Int64
  /// The sequence of its entry.
  public var sequence: UInt64
  /// The causal order of that entry.
  public var order: UInt64

  /// A place.
  public init(log: Int64, sequence: UInt64, order: UInt64) {
    (self.log, self.sequence, self.order) = (log, sequence, order)
  }
}

extension Transaction {
  /// Keeps the place of a write to a record.
  public func add(_ write: MergedWrite, of record: Int64) throws {
    try run(
      "INSERT OR IGNORE INTO merged_write (record, log, sequence, causal_order) VALUES (?, ?, ?, ?)",
      record, write.log, Int64(clamping: write.sequence), Int64(clamping: write.order))
  }
}

extension Reader {
  /// The places of the writes to a record that were kept, in no order.
  ///
  /// - Parameter most: the number that is enough: older ones are left out, but for those of the same causal order.
  public func mergedWrites(of record: Int64, most: Int) throws -> [MergedWrite] {
    try db.all(
      """
      SELECT log, sequence, causal_order FROM merged_write WHERE record = ?1 AND causal_order >= coalesce(
        (SELECT causal_order FROM merged_write WHERE record = ?1 ORDER BY causal_order DESC LIMIT 1 OFFSET ?2), 0)
      """, record, Int64(most - 1)
    ) { try MergedWrite(log: $0.value(0), sequence: $0.count(1), order: $0.count(2)) }
  }
}
