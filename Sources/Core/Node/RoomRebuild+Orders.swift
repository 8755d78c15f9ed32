import Identifiers
import Replication
import Store
import Wire

extension RoomRebuild {
  /// Computes the causal orders of a room again, where an entry may stand before what it cites.
  ///
  /// Each log is gone through by itself and waits where it cites what another one has not reached: citations that hold
  /// name hashes, so there are no circles.
  ///
  /// - Returns: what is cited and counts for something, but is not here.
  static func renumber(
    _ room: inout Room, _ rules: CitationRules, _ transaction: Transaction
  ) throws -> LateCitations {
    let (reader, logs) = (transaction.reader, room.logs)
    var rules = rules
    rules.mustBeHere = false
    var next = logs.mapValues { _ in UInt64(1) }
    var heads: [LogKey: UInt64] = [:]
    var late = LateCitations()
    var waiting: [LogKey: [LogKey]] = [:]
    var ready = logs.keys.sorted()
    while let key = ready.popLast() {
      guard let log = logs[key] else { continue }
      var blocked: LogKey?
      while blocked == nil, let sequence = next[key], sequence < log.state.next,
        let entry = try reader.entry(of: log, in: room.id, sequence: sequence)
      {
        let cited = try rules.order(of: entry.dependencies, in: key) { other, cited in
          guard let otherLog = logs[other], cited < otherLog.state.next else {
            late.add(other, cited)
            return nil
          }
          let known = try reader.known(log: otherLog.number, sequence: cited)
          if let known, entry.cites(known.hash, other, cited), next[other] ?? 1 <= cited {
            blocked = other
          }
          return known
        }
        guard blocked == nil else { break }
        let order = 1 + max(heads[key] ?? 0, cited ?? 0)
        heads[key] = order
        next[key] = sequence + 1
        if order != entry.order {
          try transaction.setOrder(order, log: log.number, sequence: sequence)
        }
      }
      if let blocked { waiting[blocked, default: []].append(key) }
      // Who waits for this log looks again how far it has come.
      ready += (waiting.removeValue(forKey: key) ?? []).sorted()
    }
    for (key, order) in heads { room.logs[key]?.state.order = order }
    return late
  }
}

extension VerifiedEntry {
  /// Whether one of its dependencies names an entry with that hash.
  fileprivate func cites(_ hash: EntryHash, _ log: LogKey, _ sequence: UInt64) -> Bool {
    dependencies.contains {
      $0.sequence == sequence && $0.hash == hash.data && LogKey($0.log) == log
    }
  }
}
