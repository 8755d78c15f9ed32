import Foundation
import Replication
import Schema
import Store
import Wire

/// Records: what the entries of rooms say, kept as it is now (specification sections 13 and 14).
extension Node {
  /// So many records of one room in one turn are told as one change.
  private static let changesTold = 32

  /// Applies an entry of a room that is no table, just after it was stored.
  ///
  /// - Parameter log: the row of its log.
  func applyToRoom(_ entry: VerifiedEntry, log: Int64, _ transaction: Transaction) throws {
    let id = entry.place.room
    guard let payload = entry.payload,
      let operations = try? Coding.decode(Payload.self, from: payload).operations
    else { return }
    try applyMembership(operations, of: entry, transaction)
    guard let room = rooms[id], !room.needsRebuild else { return }
    if roomWork.applier?.room.id != id || roomWork.applier?.room.revision != room.revision {
      roomWork.collect()
      roomWork.applier = RecordApplier(room, transaction)
    }
    try roomWork.applier?.apply(operations, of: entry, log: log)
    if roomWork.applier?.needsRebuild == true { rooms[id]?.needsRebuild = true }
  }

  private func applyMembership(
    _ operations: [Schema.Operation], of entry: VerifiedEntry, _ transaction: Transaction
  ) throws {
    let id = entry.place.room
    guard var room = rooms[id], room.stored.kind == .private else { return }
    for operation in operations {
      guard let kind = operation.kind else { continue }
      if case .openRoom(let open) = kind {
        guard room.stored.members == nil, entry.place.sequence == 1,
          RoomID(privateOf: entry.place.log.author, nonce: open.nonce) == id
        else { continue }
        room.stored.members = Members(opener: entry.place.log.author)
      } else {
        guard var members = room.stored.members else { continue }
        let effect = members.apply(
          kind, log: entry.place.log, sequence: entry.place.sequence,
          newest: { room.newest(of: $0) })
        guard effect != .none else { continue }
        room.stored.members = members
        if effect == .rebuild { room.needsRebuild = true }
      }
      room.revision += 1
      rooms[id] = room
      roomWork.membership.insert(id)
    }
    guard room.stored.members != nil else {
      throw WireError.unproven("a room whose id does not follow from its first entry")
    }
  }

  /// Keeps who belongs to the rooms that changed in this input, and makes records again where that is needed.
  func settleRooms(_ transaction: Transaction) throws {
    roomWork.collect()
    for id in roomWork.membership.sorted() {
      guard let room = rooms[id], let members = room.stored.members else { continue }
      try transaction.setMembers(members, of: room.stored, id: id)
      try afterMembership(of: id, members, transaction)
    }
    let changed = roomWork.membership
    roomWork.membership = []
    for id in changed.sorted() where rooms[id]?.stored.members?.isMember(account.author) == true {
      try introduce(in: id, transaction)
    }
    roomWork.collect()
    for id in touched.sorted() where rooms[id]?.needsRebuild == true {
      try rebuild(id, transaction)
    }
  }

  /// Syncs a room with whoever belongs to it now, and with nobody else.
  private func afterMembership(
    of id: RoomID, _ members: Members, _ transaction: Transaction
  ) throws {
    // Those who stay must hear that we left, also when they are away now.
    leaving[id] = members.hasLeft(account.author) ? Set(members.current) : nil
    for (link, session) in links.sorted(by: { $0.key < $1.key })
    where session.state == .established {
      let isShared = try shares(id, with: session, transaction.reader)
      if isShared, rooms[id]?.syncs[link] == nil {
        try beginSync(of: id, on: link)
      } else if !isShared {
        rooms[id]?.syncs[link] = nil
      }
    }
    if members.isMember(account.author) {
      roomInvitations[id] = nil
    } else if roomInvitations[id] == nil {
      publish(.roomGone(id.description))
    }
  }

  /// Makes a room's orders, members and records again from its logs (specification section 14).
  func rebuild(_ id: RoomID, _ transaction: Transaction) throws {
    guard var room = try room(id, transaction.reader), room.stored.kind != .table else {
      rooms[id]?.needsRebuild = false
      return
    }
    room.needsRebuild = false
    room.revision += 1
    try renumber(&room, transaction)
    if room.stored.kind == .private {
      let members = try Self.members(of: room, transaction.reader)
      room.stored.members = members
      if let members { try transaction.setMembers(members, of: room.stored, id: id) }
    }
    try transaction.clearRecords(of: room.stored.number)
    var applier = RecordApplier(room, transaction)
    try transaction.reader.entriesInOrder(of: room.stored, id: id) { log, entry in
      guard let payload = entry.payload,
        let operations = try? Coding.decode(Payload.self, from: payload).operations
      else { return }
      try applier.apply(operations, of: entry, log: log)
    }
    try transaction.setRules(RecordRules.version, of: room.stored.number)
    rooms[id] = room
    roomWork.changes[id] = nil
    roomWork.rebuilt.insert(id)
  }

  /// Computes the causal orders again: what was cited of a forked part no longer counts.
  private func renumber(_ room: inout Room, _ transaction: Transaction) throws {
    let rules = room.citationRules
    guard !rules.forks.isEmpty || !rules.mustBeHere else { return }
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

  /// Who belongs to a private room, from its logs alone: the owners' logs one after the other, then who left.
  static func members(of room: Room, _ reader: Reader) throws -> Members? {
    var members: Members?
    var owner = room.stored.opener
    var leaves: [(LogKey, UInt64)] = []
    var done: [LogKey: UInt64] = [:]
    repeat {
      owner = members?.owner ?? owner
      for log in room.logs.values.sorted(by: { $0.state.key < $1.state.key })
      where log.state.key.author == owner {
        try reader.entries(in: room.id, of: [log]) { _, entry in
          let place = entry.place
          guard log.state.counts(place.sequence), members?.owner ?? owner == owner else {
            return false
          }
          guard place.sequence > done[place.log] ?? 0 else { return true }
          done[place.log] = place.sequence
          for kind in Self.operations(of: entry) {
            if case .openRoom(let open) = kind, members == nil, place.sequence == 1,
              RoomID(privateOf: place.log.author, nonce: open.nonce) == room.id
            {
              members = Members(opener: place.log.author)
            } else {
              _ = members?.apply(kind, log: place.log, sequence: place.sequence) { _ in [] }
            }
          }
          return true
        }
      }
    } while members != nil && members?.owner != owner
    for log in room.logs.values {
      try reader.entries(in: room.id, of: [log]) { _, entry in
        guard log.state.counts(entry.place.sequence) else { return false }
        for case .leaveRoom in Self.operations(of: entry) {
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

  /// Tells people what changed in the rooms of this turn.
  func publishRooms(_ transaction: Transaction) throws {
    for id in roomWork.rebuilt.sorted() { publish(.roomChanged(id.description)) }
    for (id, changes) in roomWork.changes.sorted(by: { $0.key < $1.key })
    where !roomWork.rebuilt.contains(id) {
      guard let room = rooms[id], changes.count <= Self.changesTold else {
        publish(.roomChanged(id.description))
        if let room = rooms[id] { try noteUnread(changes, in: room, transaction) }
        continue
      }
      try publish(changes, in: room, transaction)
    }
    for id in roomWork.presence.sorted() {
      guard let room = try room(id, transaction.reader) else { continue }
      publish(.room(try RoomViews(self, room, transaction.reader).roomView()))
    }
    roomWork = RoomWork()
  }

  private func publish(
    _ changes: [RecordApplier.Change], in room: Room, _ transaction: Transaction
  ) throws {
    let views = RoomViews(self, room, transaction.reader)
    var isRoomTold = false
    if changes.contains(where: { $0.kind == .chatMessage }) {
      isRoomTold = try noteUnread(changes, in: room, transaction)
    }
    for change in changes {
      switch change.kind {
      case .chatMessage:
        if let message = try views.messageView(change.record) { publish(.message(message)) }
      default:
        guard !isRoomTold else { continue }
        isRoomTold = true
        publish(.room(try views.roomView()))
      }
    }
  }
}
