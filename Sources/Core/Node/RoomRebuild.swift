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
      try settleOrders(&room, transaction)
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

  /// Computes the causal orders again where a log is forked: what was cited of a forked part no longer counts, nor what was
  /// cited of those who have no part in a private room without it.
  ///
  /// Who that is may in turn depend on the orders, where an owner wrote in several logs; so it begins with the opener alone,
  /// and goes on until nothing changes.
  private static func settleOrders(_ room: inout Room, _ transaction: Transaction) throws {
    guard room.hasForks else { return }
    guard room.stored.kind == .private else { return try renumber(&room, transaction) }
    room.stored.members = Members(opener: room.stored.opener)
    for _ in 0..<roundsOfMembers {
      try renumber(&room, transaction)
      let members = try members(of: room, transaction.reader)
      if members == room.stored.members { return }
      room.stored.members = members
    }
  }

  /// So often who belongs to a room may change the orders that it follows from.
  private static let roundsOfMembers = 4

  private static func renumber(_ room: inout Room, _ transaction: Transaction) throws {
    let rules = room.citationRules
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
    repeat {
      owner = members?.owner ?? owner
      try takeStretch(of: owner, to: &members, of: room, reader)
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

  /// Applies what an owner wrote, until it hands the room over.
  ///
  /// Where it had several logs, nothing in another one above what it handed over counts, wherever that stands: so a handing
  /// over is judged by what was written up to it alone. Of several the first in the total order counts.
  private static func takeStretch(
    of owner: Author, to members: inout Members?, of room: Room, _ reader: Reader
  ) throws {
    guard room.logs.keys.count(where: { $0.author == owner }) > 1 else {
      return try apply(to: &members, of: room, by: owner, reader) { _, _ in true }
    }
    var hands: [(place: LogPlace, until: [LogCut])] = []
    try visit(room, by: owner, after: members, reader) { place, kind in
      guard case .handOver(let hand) = kind, hands.count < Limits.stretches else { return }
      hands.append((place, hand.until(place.log, place.sequence)))
    }
    for hand in hands {
      var taken = members
      try apply(to: &taken, of: room, by: owner, reader) { place, kind in
        place.sequence <= hand.until.sequence(of: place.log.incarnation)
          && (!kind.isHandOver || place == hand.place)
      }
      if let next = taken?.owner, next != owner {
        members = taken
        return
      }
    }
    try apply(to: &members, of: room, by: owner, reader) { _, kind in !kind.isHandOver }
  }

  /// Applies what an author wrote as the owner and what is wanted of it, in the total order, as a later incarnation of a
  /// restored home may have a lower number.
  private static func apply(
    to members: inout Members?, of room: Room, by owner: Author, _ reader: Reader,
    where isWanted: (LogPlace, Schema.Operation.OneOf_Kind) -> Bool
  ) throws {
    var taken = members
    try visit(room, by: owner, after: members, reader) { place, kind in
      guard isWanted(place, kind) else { return }
      _ = Members.apply(
        kind, to: &taken, of: room.id, log: place.log, sequence: place.sequence
      ) { _ in [] }
    }
    members = taken
  }

  /// Reads what an author wrote that counts, from where it became the owner of the room on.
  private static func visit(
    _ room: Room, by owner: Author, after members: Members?, _ reader: Reader,
    _ visit: (LogPlace, Schema.Operation.OneOf_Kind) -> Void
  ) throws {
    let after = members?.message.owners.last?.after ?? []
    try reader.entriesInOrder(of: room.stored, id: room.id, by: owner) { _, entry in
      let place = entry.place
      guard room.logs[place.log]?.state.counts(place.sequence) == true,
        place.sequence > after.sequence(of: place.log.incarnation)
      else { return }
      for kind in operations(of: entry) { visit(place, kind) }
    }
  }

  private static func operations(of entry: VerifiedEntry) -> [Schema.Operation.OneOf_Kind] {
    guard let payload = entry.payload else { return [] }
    return ((try? Coding.decode(Payload.self, from: payload))?.operations ?? []).compactMap(\.kind)
  }
}
