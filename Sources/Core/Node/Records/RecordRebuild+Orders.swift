import Identifiers
import Replication
import Store
import Wire

/// A pass over all entries of a room: it computes their causal orders, where those may be wrong, and collects what they say of members.
///
/// Orders may be wrong in the lobby; where a log is forked, as what was cited of a forked part counts no longer; and in a private room
/// where what made somebody a member may count no more, as what was cited of those does not either. Each log is gone through by
/// itself and waits where it cites what another one has not reached: citations that hold name hashes, so there are no circles.
struct OrderPass {
  /// Whether the orders are computed, and not taken as they are.
  let isOrdering: Bool
  /// The orders of the newest entries, where they are computed.
  private(set) var heads: [LogKey: UInt64] = [:]
  /// Citations that count for something, of what is not here.
  private(set) var late = LateCitations()
  /// The entries' words about members; only in private rooms.
  private(set) var words = MemberWords()

  private var rules: CitationRules
  private let hasMembers: Bool
  private var next: [LogKey: UInt64] = [:]
  /// The logs that wait, by the one that they wait for.
  private var waiting: [LogKey: [LogKey]] = [:]
  private var ready: [LogKey] = []

  /// - Parameter members: who belongs to a private room, by what is known.
  init(_ room: Room, _ members: Members?, isOrdering: Bool) {
    self.isOrdering = isOrdering
    hasMembers = room.stored.kind == .private && room.stored.roster == nil
    rules = room.citationRules
    rules.mustBeHere = false
    if hasMembers { rules.members = members?.known }
  }

  /// Goes on with it for some entries.
  ///
  /// - Returns: whether all that is here was gone through.
  mutating func goOn(
    _ room: Room, work: inout Int, until end: Int, _ transaction: Transaction
  ) throws -> Bool {
    // Neither orders nor members.
    guard isOrdering || hasMembers else { return true }
    while work < end {
      if ready.isEmpty { findReady(room.logs) }
      guard let key = ready.last else { return true }
      // A log that is gone has come to its end.
      if let log = room.logs[key],
        try !goOn(log, room, work: &work, until: end, transaction)
      {
        continue
      }
      ready.removeLast()
      // Who waits for this log looks again how far it has come.
      ready += (waiting.removeValue(forKey: key) ?? []).sorted()
    }
    return false
  }

  /// Finds the logs that have come on since, and those that wait for one that is gone.
  private mutating func findReady(_ logs: RoomLogs) {
    let blocked = Set(waiting.values.joined())
    ready = logs.values.filter { log in
      (next[log.state.key] ?? 1) < log.state.next && !blocked.contains(log.state.key)
    }.map(\.state.key).sorted()
    for gone in waiting.keys.sorted() where logs[gone] == nil {
      ready += (waiting.removeValue(forKey: gone) ?? []).sorted()
    }
  }

  /// Goes on with one log.
  ///
  /// - Returns: whether it is at its end, or waits for another one.
  private mutating func goOn(
    _ log: StoredLog, _ room: Room, work: inout Int, until end: Int, _ transaction: Transaction
  ) throws -> Bool {
    let (reader, key) = (transaction.reader, log.state.key)
    while work < end {
      let sequence = next[key] ?? 1
      guard sequence < log.state.next,
        let entry = try reader.entry(of: log, in: room.id, sequence: sequence)
      else { return true }
      work += 1
      var order = entry.order
      if isOrdering {
        let cited = try citedOrder(of: entry, in: room, reader)
        if let blocked = cited.blocked {
          waiting[blocked, default: []].append(key)
          return true
        }
        order = 1 + max(heads[key] ?? 0, cited.order ?? 0)
        heads[key] = order
        if order != entry.order {
          try transaction.setOrder(order, log: log.number, sequence: sequence)
        }
      }
      take(entry, order: order, counts: log.state.counts(sequence))
    }
    return false
  }

  /// The highest order that an entry cites; or a log that has to come further before anybody can tell.
  private mutating func citedOrder(
    of entry: VerifiedEntry, in room: Room, _ reader: Reader
  ) throws -> (order: UInt64?, blocked: LogKey?) {
    var blocked: LogKey?
    let order = try rules.order(of: entry.dependencies, in: entry.place.log) { other, cited in
      guard let log = room.logs[other], cited < log.state.next else {
        late.add(other, cited)
        return nil
      }
      let known = try reader.known(log: log.number, sequence: cited)
      if let known, entry.cites(known.hash, other, cited), next[other] ?? 1 <= cited {
        blocked = other
      }
      return known
    }
    return (order, blocked)
  }

  /// Whether an entry came after its log was gone through.
  func isNew(_ place: LogPlace) -> Bool { place.sequence >= next[place.log] ?? 1 }

  /// Notes what an entry says of members.
  mutating func take(_ entry: VerifiedEntry, order: UInt64, counts: Bool) {
    next[entry.place.log] = entry.place.sequence + 1
    if hasMembers { words.take(entry, order: order, counts: counts) }
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
