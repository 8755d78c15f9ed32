import Identifiers
import Replication
import Store
import Wire

/// The writes of a room that whoever wrote an entry had seen.
struct SeenWrites {
  /// So many entries of a log are looked through for what its author had seen; whoever wrote more since counts as having seen it.
  private static let looksBack = 64

  let room: Room
  let logKeys: [Int64: LogKey]
  let reader: Reader

  /// Whether whoever wrote an entry had seen a write: then that entry or one before it in its log cites it, or what came after it.
  ///
  /// - Parameters:
  ///   - seen: the row of the log that holds the write.
  ///   - order: the causal order of the write.
  func hasSeen(_ seen: Int64, _ order: UInt64, by place: LogPlace) throws -> Bool {
    guard let log = logKeys[seen], log.author != place.log.author,
      let writer = room.logs[place.log], let cited = room.logs[log]
    else { return true }
    var sequence = place.sequence
    for _ in 0..<Self.looksBack {
      guard sequence > 0,
        let entry = try reader.entry(of: writer, in: room.id, sequence: sequence),
        entry.order > order
      else { return false }
      for citation in entry.dependencies where LogKey(citation.log) == log {
        let known = try reader.known(log: cited.number, sequence: citation.sequence)
        if let known, known.order >= order { return true }
      }
      sequence -= 1
    }
    return true
  }
}
