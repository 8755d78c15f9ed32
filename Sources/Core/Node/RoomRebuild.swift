import Foundation
import Replication
import Schema
import Store
import Wire

/// Makes all that is derived from a room's logs again: causal orders, members, records.
///
/// What is kept entry by entry is the same; where one late entry changes what many did (a fork, a removal's cut),
/// this is how it takes effect.
public enum RoomRebuild {
  /// Does it for a room of a store, for checks.
  ///
  /// - Throws: `StoreError`.
  public static func rebuild(_ id: RoomID, _ transaction: Transaction) throws {
    guard var room = try Room.load(id, transaction.reader) else { return }
    try rebuild(&room, transaction)
  }

  static func rebuild(_ room: inout Room, _ transaction: Transaction) throws {
    if room.citationRules.mustBeHere {
      try renumber(&room, transaction)
    } else {
      try renumberLobby(&room, transaction)
    }
    // What a delete erases on the way counts no more: then once again. Each time there is less to erase.
    while try !makeRecords(of: &room, transaction) {}
    try transaction.setRules(RecordRules.version, of: room.stored.number)
  }

  /// Makes members and records from what is here.
  ///
  /// - Returns: false where something of that was erased meanwhile.
  private static func makeRecords(of room: inout Room, _ transaction: Transaction) throws -> Bool {
    if room.stored.kind == .private {
      room.stored.members = try members(of: room, transaction.reader)
      if let members = room.stored.members {
        try transaction.setMembers(members, of: room.stored, id: room.id)
      }
    }
    try transaction.clearRecords(of: room.stored.number)
    var applier = try RecordApplier(room, transaction, isRebuilding: true)
    let isTable = room.stored.kind == .table
    let isSilent = try isTable && Node.hasNoChat(room, transaction.reader)
    try transaction.reader.entriesInOrder(of: room.stored, id: room.id) { log, entry in
      guard !isSilent else { return }
      var operations = entry.payload.flatMap { try? PlainDecoding.operations($0) } ?? []
      #if DEBUG
        if room.planted == .rebuildsWithoutDeletes { operations.removeAll { $0.delete != .init() } }
      #endif
      if isTable { operations.removeAll { !Node.isTableChat($0) } }
      try applier.apply(operations, of: entry, log: log)
    }
    return !applier.needsRebuild
  }

  /// Computes the causal orders again: what was cited of a forked part no longer counts.
  private static func renumber(_ room: inout Room, _ transaction: Transaction) throws {
    let rules = room.citationRules
    guard !rules.forks.isEmpty else { return }
    let (reader, logs) = (transaction.reader, room.logs)
    var heads: [LogKey: UInt64] = [:]
    try reader.entries(in: room.id, of: Array(logs.values)) { _, entry in
      let key = entry.place.log
      let cited = try rules.order(of: entry.dependencies, in: key) { cited, sequence in
        try logs[cited].flatMap { try reader.known(log: $0.number, sequence: sequence) }
      }
      let order = 1 + max(heads[key] ?? 0, cited ?? 0)
      heads[key] = order
      if order != entry.order, let log = logs[key] {
        try transaction.setOrder(order, log: log.number, sequence: entry.place.sequence)
      }
      return true
    }
    for (key, order) in heads { room.logs[key]?.state.order = order }
  }

  /// Who belongs to a private room, from its logs alone: what its owners wrote, one owner after the other, then who left.
  private static func members(of room: Room, _ reader: Reader) throws -> Members? {
    var members: Members?
    var owner = room.stored.opener
    var leaves: [(LogKey, UInt64)] = []
    var done: [LogKey: UInt64] = [:]
    repeat {
      owner = members?.owner ?? owner
      // A later incarnation of a restored home may have a lower number.
      try reader.entriesInOrder(of: room.stored, id: room.id, by: owner) { _, entry in
        let place = entry.place
        guard room.logs[place.log]?.state.counts(place.sequence) == true,
          members?.owner ?? owner == owner, place.sequence > done[place.log] ?? 0
        else { return }
        done[place.log] = place.sequence
        for kind in operations(of: entry) {
          _ = Members.apply(
            kind, to: &members, of: room.id, log: place.log, sequence: place.sequence
          ) { _ in [] }
        }
      }
    } while members != nil && members?.owner != owner
    for log in room.logs.values {
      try reader.entries(in: room.id, of: [log]) { _, entry in
        guard log.state.counts(entry.place.sequence) else { return false }
        for case .leaveRoom in operations(of: entry) {
          leaves.append((entry.place.log, entry.place.sequence))
        }
        return true
      }
    }
    for (log, sequence) in leaves.sorted(by: { $0 < $1 }) {
      _ = members?.apply(.leaveRoom(LeaveRoom()), log: log, sequence: sequence) { _ in [] }
    }
    return members
  }

  private static func operations(of entry: VerifiedEntry) -> [Schema.Operation.OneOf_Kind] {
    guard let payload = entry.payload else { return [] }
    return ((try? Coding.decode(Payload.self, from: payload))?.operations ?? []).compactMap(\.kind)
  }
}
