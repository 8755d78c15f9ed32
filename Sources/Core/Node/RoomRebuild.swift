import FoundationEssentials
import Identifiers
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

  /// Does it for a room that is loaded.
  ///
  /// - Returns: the number of entries and operations that were read.
  @discardableResult
  static func rebuild(_ room: inout Room, _ transaction: Transaction) throws -> Int {
    try settleOrders(&room, transaction)
    var work = 0
    // What a delete erases on the way counts no more: then once again. Each time there is less to erase.
    while try !makeRecords(of: &room, &work, transaction) {}
    try transaction.setRules(of: room.stored.number)
    return work
  }

  /// Makes members and records from what is here.
  ///
  /// - Parameter work: counts the entries and operations that are read.
  /// - Returns: false where something of that was erased meanwhile.
  private static func makeRecords(
    of room: inout Room, _ work: inout Int, _ transaction: Transaction
  ) throws -> Bool {
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
      if isTable { operations.removeAll { !Node.isTableChat($0, transaction.registry) } }
      work += 1 + operations.count
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
    room.unresolvedDependencies = late.missing
    try transaction.setLateCitations(late.missing, in: room.id)
  }

  /// So often who belongs to a room may change the orders that it follows from.
  private static let roundsOfMembers = 4
}
