import FoundationEssentials
import Identifiers
import Replication
import Schema
import War
import Wire

/// The same entries give the same state, for every causal order, duplicate and batch cut.
///
/// At the end it takes the union of what the nodes hold, cuts it into random slices, sends those in a
/// random order with repeats through verification into a new replica, and compares.
public final class AnyOrderChecker: Checker {
  private var random: SeededGenerator
  /// Tables that were put together again.
  public private(set) var replays = 0

  /// The seed decides the orders and cuts.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed ^ 0x5eed_0fda) }

  /// Puts every table together again.
  public func finished(in network: VirtualNetwork) throws {
    var tables: [RoomID: [StoredTable]] = [:]
    for node in network.nodes {
      for table in try StoredTable.all(in: node.store)
      where table.isOfWar && !table.entries.isEmpty {
        tables[table.id, default: []].append(table)
      }
    }
    for (_, copies) in tables.sorted(by: { $0.key < $1.key }) { try compare(copies) }
  }

  private func compare(_ copies: [StoredTable]) throws {
    guard let fullest = copies.max(by: { $0.entries.count < $1.entries.count }) else { return }
    let wanted = try fullest.replayed()
    let isForked = copies.contains { !$0.forks.isEmpty }
    for copy in copies where copy.entries.count == fullest.entries.count && !isForked {
      guard try copy.replayed() == wanted else {
        throw CheckViolation("any order", "two nodes hold the same entries and another state")
      }
    }
    guard !isForked else { return }
    // A receiver keeps the last signature of a batch only; the author's node has them all.
    var signed: [LogPlace: VerifiedEntry] = [:]
    for entry in copies.flatMap(\.entries) where signed[entry.place]?.signature == nil {
      signed[entry.place] = entry
    }
    var replica = Replica(room: fullest.id, host: fullest.host)
    try replica.fill(from: fullest.entries.compactMap { signed[$0.place] }, random: &random)
    replays += 1
    guard replica.replay.match == wanted else {
      throw CheckViolation(
        "any order", "the same entries in another order and other batches give another state")
    }
  }
}

/// A node's worth of one room: verified entries and what they say.
private struct Replica {
  let room: RoomID
  var replay: TableReplay
  var heads = HeadVerifier()
  var logs: [LogKey: LogState] = [:]
  var known: [LogPlace: KnownEntry] = [:]

  init(room: RoomID, host: Author) {
    self.room = room
    replay = TableReplay(host: host)
  }

  /// Takes all entries in a random causal order and random cuts, some of them twice.
  mutating func fill(from entries: [VerifiedEntry], random: inout SeededGenerator) throws {
    let byLog = Dictionary(grouping: entries, by: \.place.log)
      .mapValues { $0.sorted { $0.place.sequence < $1.place.sequence } }
    let keys = byLog.keys.sorted()
    var fruitless = 0
    while let open = keys.filter({ at($0) < byLog[$0]?.count ?? 0 }).nonEmpty {
      guard let key = open.randomElement(using: &random), let log = byLog[key] else { return }
      // Some batches begin with what is here already.
      let overlap = Int.random(in: 0...3, using: &random) == 0 ? min(2, at(key)) : 0
      let first = at(key) - overlap
      let limit = Int.random(in: 1...5, using: &random)
      let ready = log[at(key)...].prefix(limit).prefix { isReady($0) }
      guard let last = ready.lastIndex(where: { $0.signature != nil }) else {
        fruitless += 1
        if fruitless > 1000 { throw CheckViolation("any order", "no entry fits") }
        continue
      }
      fruitless = 0
      try take(Array(log[first...last]))
    }
  }

  private func at(_ key: LogKey) -> Int { Int((logs[key]?.next ?? 1) - 1) }

  private func isReady(_ entry: VerifiedEntry) -> Bool {
    entry.dependencies.allSatisfy { citation in
      LogKey(citation.log).map { at($0) >= Int(citation.sequence) } ?? false
    }
  }

  private mutating func take(_ entries: [VerifiedEntry]) throws {
    guard let first = entries.first, let signature = entries.last?.signature else { return }
    let key = first.place.log
    var slice = Slice()
    slice.log = key.message
    slice.first = first.place.sequence
    slice.entries = entries.map(\.message)
    slice.signature = signature
    var state = logs[key] ?? LogState(key: key)
    let known = known
    let result = try SliceVerifier.verify(
      slice, room: room, state: state,
      known: { known[LogPlace(room: room, log: $0, sequence: $1)] }, stored: { _ in nil },
      heads: &heads)
    guard case .entries(let new) = result else {
      throw CheckViolation("any order", "entries that fit were taken for \(result)")
    }
    for entry in new {
      self.known[entry.place] = KnownEntry(hash: entry.hash, order: entry.order)
      state.next = entry.place.sequence + 1
      state.hash = entry.hash
      state.order = entry.order
      replay.apply(entry)
    }
    logs[key] = state
  }
}

extension Array {
  fileprivate var nonEmpty: Array? { isEmpty ? nil : self }
}
