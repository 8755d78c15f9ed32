import FoundationEssentials
import Replication
import Schema
import Store
import Wire

/// Conflicts: values that a field was given by people who had not seen each other's (row P-26). The newest is shown, as
/// everywhere; the others are kept beside it until somebody who has seen them writes the field.
extension RecordApplier {
  /// Keeps what a write of a field and the newest one before it have not seen of each other.
  ///
  /// A write that has seen nothing settles nothing, so that the order in which writes come does not matter.
  ///
  /// - Parameters:
  ///   - newest: the one that was the newest.
  ///   - value: what the write gives the field.
  ///   - isNewest: whether the write is the newest now.
  ///   - isUnseen: whether the write says itself that it was made without having seen any.
  func recordConcurrentWrite(
    _ newest: ConcurrentValue, with value: Data, _ write: Write, isNewest: Bool, isUnseen: Bool
  ) throws {
    let hasSeen = try !isUnseen && self.hasSeen(newest, by: write)
    if !isUnseen { try settle(newest.field, of: newest.record, by: write) }
    if isNewest, !hasSeen {
      try transaction.add(newest)
    } else if !isNewest, logKeys[newest.log]?.author != write.place.log.author {
      try transaction.add(
        ConcurrentValue(
          record: newest.record, field: newest.field, log: write.log, order: write.stamp.order,
          value: value))
    }
  }

  /// Removes the values that the author of a write had seen: they are no conflict any more.
  func settle(_ field: UInt32, of record: Int64, by write: Write) throws {
    for contender in try transaction.reader.contenders(for: field, of: record)
    where try hasSeen(contender, by: write) {
      try transaction.remove(contender)
    }
  }

  private func hasSeen(_ seen: ConcurrentValue, by write: Write) throws -> Bool {
    try seenWrites.hasSeen(seen.log, seen.order, by: write.place)
  }
}
