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
    try settleOrders(&room, transaction)
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

  /// Computes the causal orders again: in the lobby, where a log is forked, as what was cited of a forked part counts no longer, and
  /// in a private room where what made somebody a member may count no more, as what was cited of those does not either.
  ///
  /// Who that is may in turn depend on the orders, where an owner wrote in several logs; so it begins with the opener alone,
  /// and goes on until nothing changes.
  private static func settleOrders(_ room: inout Room, _ transaction: Transaction) throws {
    var rules = room.citationRules
    guard room.stored.kind == .private else {
      guard room.hasForks || room.id == .lobby else { return }
      let late = try renumber(&room, rules, transaction)
      if room.id == .lobby { try transaction.setLateCitations(late.missing, in: room.id) }
      return
    }
    // Who owned it may not be known yet.
    guard room.hasForks || room.logs.keys.contains(where: { $0.incarnation > 0 }) else { return }
    var late = LateCitations()
    room.stored.members = Members(opener: room.stored.opener)
    for _ in 0..<roundsOfMembers {
      rules.members = room.stored.members?.known
      late = try renumber(&room, rules, transaction)
      let members = try members(of: room, transaction.reader)
      if members == room.stored.members { break }
      room.stored.members = members
    }
    room.lateCitations = late.missing
    try transaction.setLateCitations(late.missing, in: room.id)
  }

  /// So often who belongs to a room may change the orders that it follows from.
  private static let roundsOfMembers = 4

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
