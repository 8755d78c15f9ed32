import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of records: what the entries of rooms say, kept as it is now, and the commands and reactions of features
/// (specification sections 13 and 14).
final class Records: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  let rosters: Rosters
  let blobs: BlobExchange
  /// The changes of this turn to records.
  var marks = RecordMarks()
  /// The making again of rooms that goes on over many turns, of those that are in memory.
  var makings: [RoomID: RecordRebuild] = [:]

  init(_ blobs: BlobExchange) {
    self.blobs = blobs
    rooms = blobs.rooms
    rosters = Rosters(rooms)
    (context, links, peers) = (rooms.context, rooms.links, rooms.peers)
  }

  /// Writes one entry into our own log of a room, and applies it.
  func write(_ operations: [Schema.Operation], in id: RoomID, _ transaction: Transaction) throws {
    let stored = try rooms.append(operations, in: id, transaction)
    for entry in stored.entries {
      noteWrite(operations, in: id, log: stored.log, sequence: entry.place.sequence)
    }
    guard stored.kind == .table else { return try apply(stored, transaction) }
    for entry in stored.entries { try applyChat(entry, log: stored.log, transaction) }
  }

  /// Notes what an entry of ours says about records, but those that each room has without anybody making them.
  private func noteWrite(
    _ operations: [Schema.Operation], in room: RoomID, log: Int64, sequence: UInt64
  ) {
    guard turn.ownWrites != nil else { return }
    for operation in operations {
      let (effect, id): (OwnWrite.Effect, RecordID?)
      switch operation.kind {
      case .put(let put)? where !put.nonce.isEmpty:
        let kind = RecordKind(rawValue: put.kind)
        guard kind != .introduction, kind != .roomCard else { continue }
        (effect, id) = (.made, RecordID(by: account.author, nonce: put.nonce))
      case .put(let put)?: (effect, id) = (.changed, RecordID(put.record))
      case .delete(let delete)?: (effect, id) = (.deleted, RecordID(delete.record))
      default: continue
      }
      guard let id, id != RoomViews.person(of: account.author) else { continue }
      turn.remember(
        OwnWrite(effect: effect, room: room, record: id, log: log, sequence: sequence))
    }
  }

  /// Applies entries of a room that is no table, just after they were stored.
  func apply(_ stored: Stored, _ transaction: Transaction) throws {
    let id = stored.room
    if let room = marks.applier?.room,
      room.id != id || room.revision != rooms[id]?.revision || rooms[id]?.needsRebuild != false
    {
      collect()
    }
    for entry in stored.entries {
      let operations = entry.payload.flatMap { try? PlainDecoding.operations($0) } ?? []
      // Most entries are about records alone, and then the room need not be looked at again.
      if marks.applier == nil || operations.contains(where: \.concernsMembers) {
        guard try prepare(id, for: operations, of: entry, transaction) else { continue }
      }
      try marks.applier?.apply(operations, of: entry, log: stored.log)
      if marks.applier?.hasUnreadErasure == true {
        marks.applier?.hasUnreadErasure = false
        blobs.requestNamedPayloads(of: id)
      }
      try remakeIfNeeded(for: entry.place.log.author, transaction)
    }
  }

  /// Has the current room made again where an entry of an author has shown that to be needed.
  func remakeIfNeeded(for author: Author, _ transaction: Transaction) throws {
    guard marks.applier?.needsRebuild == true, let id = marks.applier?.room.id else { return }
    try rooms.remake(id, for: author, transaction)
    collect()
  }

  /// Does what an entry says about members, and makes ready for what it says about records.
  ///
  /// - Returns: false where a rebuild will do that.
  private func prepare(
    _ id: RoomID, for operations: [Schema.Operation], of entry: VerifiedEntry,
    _ transaction: Transaction
  ) throws -> Bool {
    collect()
    try applyMembership(operations, of: entry, transaction)
    guard let room = rooms[id], !room.needsRebuild else { return false }
    marks.applier = try RecordApplier(room, transaction, own: account.author)
    return true
  }

  private func applyMembership(
    _ operations: [Schema.Operation], of entry: VerifiedEntry, _ transaction: Transaction
  ) throws {
    let id = entry.place.room
    guard var room = rooms[id], room.stored.kind == .private, room.stored.roster == nil else {
      return
    }
    // What lies behind a fork comes along with what lies before it.
    let counts = room.logs[entry.place.log]?.state.counts(entry.place.sequence) ?? true
    for operation in operations where counts {
      guard let kind = operation.kind else { continue }
      var members = room.stored.members
      let effect = Members.apply(
        kind, to: &members, of: id, log: entry.place.log, sequence: entry.place.sequence
      ) { room.newest(of: $0) }
      // Of what one author wrote in several logs, the total order decides and not what came first: what means nothing now may
      // belong before what was taken already. And where what made somebody a member may count no more, who belongs to the room
      // decides what citations count.
      let author = entry.place.log.author
      let hasSeveral = room.logs.hasSeveral(of: author)
      let isLate =
        (hasSeveral || room.isForked(author)) && kind.isOwners && members?.hasOwned(author) == true
      // It shows what stands behind a fork, or was erased.
      let isShown =
        (room.hasForks || members?.owner != author)
        && RecordRebuild.ShownTransfer(kind, by: entry.place.log, in: id) != nil
      guard effect != .none || isLate || isShown else { continue }
      rooms.setMembers(members, of: id)
      room = rooms[id] ?? room
      if case .addMember(let add) = kind, add.author == account.author.data {
        try rooms.forgetRemoval(from: id, transaction)
      }
      if effect == .rebuild || hasSeveral || isShown || room.hasRetractableMembership {
        try rooms.remake(id, for: author, transaction)
      }
      turn.changes.membership.insert(id)
    }
    guard room.stored.members != nil else {
      throw WireError.unproven("a room whose id does not follow from its first entry")
    }
  }

  /// Makes records again where that is needed, and keeps who belongs to the rooms that changed in this input.
  func settleRooms(_ transaction: Transaction) throws {
    try rooms.settleLobbyOrder(transaction)
    for id in try settleMembers(transaction).sorted()
    where rooms[id]?.stored.people?.isMember(account.author) == true {
      try introduce(in: id, transaction)
      try take(over: id, transaction)
      try MemberInvites(records: self).renew(in: id, transaction)
    }
    try settleMembers(transaction)
    try blobs.settle(transaction)
  }

  /// Does the same without the entries that we write because of it.
  ///
  /// A room that must be rebuilt shows its members only after that: nobody is refused before.
  ///
  /// - Returns: the rooms of whose members something was said.
  @discardableResult
  private func settleMembers(_ transaction: Transaction) throws -> Set<RoomID> {
    collect()
    let said = turn.changes.membership
    turn.changes.membership = []
    // What is made again keeps its members with it.
    let late = turn.touched.filter { rooms[$0]?.needsRebuild == true }
    for id in late.sorted() { try rebuild(id, transaction) }
    for id in said.union(late).sorted() {
      guard let room = rooms[id], let people = room.stored.people else { continue }
      if !late.contains(id), let members = room.stored.members {
        try transaction.setMembers(members, of: room.stored, id: id)
      }
      try rooms.share(id, with: people, transaction)
    }
    return said
  }
}
