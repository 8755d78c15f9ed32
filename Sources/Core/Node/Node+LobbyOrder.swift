import Foundation
import Replication
import Schema
import Store
import Wire

/// What entries of the lobby cite and what is not here: in the lobby that need not come, and where it does the causal orders
/// above it are made again (specification section 5), so that who has the same entries shows the same.
struct LateCitations {
  /// The lowest sequence of each log that is cited and was not here.
  private(set) var missing: [LogKey: UInt64] = [:]
  /// Whether something was added since it was stored.
  private(set) var isChanged = false

  init(_ missing: [LogKey: UInt64] = [:]) { self.missing = missing }

  /// More logs than there may be in a room are not looked after: whatever comes then may be one of them.
  var isFull: Bool { missing.count >= Limits.logsPerRoom }

  mutating func add(_ log: LogKey, _ sequence: UInt64) {
    guard missing[log].map({ sequence < $0 }) ?? !isFull else { return }
    missing[log] = sequence
    isChanged = true
  }

  mutating func saved() { isChanged = false }

  /// Whether something of it is here now.
  func haveCome(to logs: [LogKey: StoredLog]) -> Bool {
    missing.contains { log, sequence in logs[log].map { $0.state.next > sequence } ?? false }
  }
}

extension Node {
  /// How long the lobby stays as it is between two such makings, in milliseconds: strangers can bring them about.
  private static let lobbyOrderMilliseconds: Int64 = 60_000

  /// Notes that an entry of the lobby cites what is not here.
  func noteMissing(_ log: LogKey, _ sequence: UInt64, _ reader: Reader) throws {
    if lateCitations == nil { lateCitations = LateCitations(try reader.lateCitations()) }
    lateCitations?.add(log, sequence)
  }

  /// Has the lobby made again where what was cited has come.
  func settleLobbyOrder(_ transaction: Transaction) throws {
    guard isLobbyOrderDue || touched.contains(.lobby) else { return }
    if lateCitations == nil {
      lateCitations = LateCitations(try transaction.reader.lateCitations())
    }
    guard var late = lateCitations, let room = try room(.lobby, transaction.reader) else { return }
    if late.isChanged {
      try transaction.setLateCitations(late.missing)
      late.saved()
      lateCitations = late
    }
    isLobbyOrderDue = late.haveCome(to: room.logs) || late.isFull
    guard isLobbyOrderDue, now.steady >= lobbyOrderAt else { return }
    isLobbyOrderDue = false
    lobbyOrderAt = now.steady + Self.lobbyOrderMilliseconds
    lateCitations = nil
    touched.insert(.lobby)
    rooms[.lobby]?.needsRebuild = true
  }
}

extension RoomRebuild {
  /// Computes the causal orders of the lobby, where an entry may stand before what it cites, and notes what is missing.
  ///
  /// Each log is gone through by itself and waits where it cites what another one has not reached: citations that hold
  /// name hashes, so there are no circles.
  static func renumberLobby(_ room: inout Room, _ transaction: Transaction) throws {
    let (reader, rules, logs) = (transaction.reader, room.citationRules, room.logs)
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
    try transaction.setLateCitations(late.missing)
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
