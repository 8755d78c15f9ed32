import FoundationEssentials
import Replication
import Schema
import Store
import Wire

/// Conflicts: values that a field was given by people who had not seen each other's (row P-26). The newest is shown, as
/// everywhere; the others are kept beside it until somebody who has seen them writes the field.
extension RecordApplier {
  /// So many entries of a log are looked through for what its author had seen; whoever wrote more since counts as having seen it.
  private static let looksBack = 64

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

  /// Whether whoever wrote an entry had seen a write: then that entry or one before it in its log cites it, or what came after it.
  private func hasSeen(_ seen: ConcurrentValue, by write: Write) throws -> Bool {
    guard let log = logKeys[seen.log], log.author != write.place.log.author,
      let writer = room.logs[write.place.log], let cited = room.logs[log]
    else { return true }
    var sequence = write.place.sequence
    for _ in 0..<Self.looksBack {
      guard sequence > 0,
        let entry = try transaction.reader.entry(of: writer, in: room.id, sequence: sequence),
        entry.order > seen.order
      else { return false }
      for citation in entry.dependencies where LogKey(citation.log) == log {
        let known = try transaction.reader.known(log: cited.number, sequence: citation.sequence)
        if let known, known.order >= seen.order { return true }
      }
      sequence -= 1
    }
    return true
  }
}
