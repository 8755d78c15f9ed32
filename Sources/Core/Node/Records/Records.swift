import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Records: what the entries of rooms say, kept as it is now (specification sections 13 and 14).
extension Node {
  /// So many records of one room in one turn are told as one change.
  private static let changesTold = 32
  /// So many records that point at a blob are told of when all of it is here.
  private static let pointersTold = 1_000

  /// Applies entries of one log of a room that is no table, just after they were stored.
  ///
  /// - Parameter log: the row of the log.
  func applyToRoom(
    _ entries: [VerifiedEntry], in id: RoomID, log: Int64, _ transaction: Transaction
  ) throws {
    if let room = turn.changes.applier?.room,
      room.id != id || room.revision != rooms[id]?.revision || rooms[id]?.needsRebuild != false
    {
      turn.changes.collect()
    }
    for entry in entries {
      let operations = entry.payload.flatMap { try? PlainDecoding.operations($0) } ?? []
      // Most entries are about records alone, and then the room need not be looked at again.
      if turn.changes.applier == nil || operations.contains(where: \.concernsMembers) {
        guard try prepare(id, for: operations, of: entry, transaction) else { continue }
      }
      try turn.changes.applier?.apply(operations, of: entry, log: log)
      if turn.changes.applier?.hasUnreadErasure == true {
        turn.changes.applier?.hasUnreadErasure = false
        requestNamedPayloads()
      }
      if turn.changes.applier?.needsRebuild == true {
        try remake(id, for: entry.place.log.author, transaction)
        turn.changes.collect()
      }
    }
  }

  /// Does what an entry says about members, and makes ready for what it says about records.
  ///
  /// - Returns: false where a rebuild will do that.
  private func prepare(
    _ id: RoomID, for operations: [Schema.Operation], of entry: VerifiedEntry,
    _ transaction: Transaction
  ) throws -> Bool {
    turn.changes.collect()
    try applyMembership(operations, of: entry, transaction)
    guard let room = rooms[id], !room.needsRebuild else { return false }
    turn.changes.applier = try RecordApplier(room, transaction, own: account.author)
    return true
  }

  private func applyMembership(
    _ operations: [Schema.Operation], of entry: VerifiedEntry, _ transaction: Transaction
  ) throws {
    let id = entry.place.room
    guard var room = rooms[id], room.stored.kind == .private else { return }
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
      let hasSeveral = room.logs.keys.count { $0.author == entry.place.log.author } > 1
      let author = entry.place.log.author
      let isLate =
        (hasSeveral || room.isForked(author)) && kind.isOwners && members?.hasOwned(author) == true
      // It shows what stands behind a fork, or was erased.
      let isShown =
        (room.hasForks || members?.owner != author)
        && RecordRebuild.ShownTransfer(kind, by: entry.place.log, in: id) != nil
      guard effect != .none || isLate || isShown else { continue }
      room.stored.members = members
      if case .addMember(let add) = kind, add.author == account.author.data {
        try forgetRemoval(from: id, transaction)
      }
      if !room.needsRebuild,
        effect == .rebuild || hasSeveral || isShown || room.hasRetractableMembership
      {
        room.needsRebuild = try isRemadeAtOnce(room, for: author, transaction)
      }
      room.revision += 1
      rooms[id] = room
      turn.changes.membership.insert(id)
    }
    guard room.stored.members != nil else {
      throw WireError.unproven("a room whose id does not follow from its first entry")
    }
  }

  /// Makes records again where that is needed, and keeps who belongs to the rooms that changed in this input.
  func settleRooms(_ transaction: Transaction) throws {
    try settleLobbyOrder(transaction)
    for id in try settleMembers(transaction).sorted()
    where rooms[id]?.stored.members?.isMember(account.author) == true {
      try introduce(in: id, transaction)
      try take(over: id, transaction)
    }
    try settleMembers(transaction)
    try settleBlobs(transaction)
  }

  /// Does the same without the entries that we write because of it.
  ///
  /// A room that must be rebuilt shows its members only after that: nobody is refused before.
  ///
  /// - Returns: the rooms of whose members something was said.
  @discardableResult
  private func settleMembers(_ transaction: Transaction) throws -> Set<RoomID> {
    turn.changes.collect()
    let said = turn.changes.membership
    turn.changes.membership = []
    // What is made again keeps its members with it.
    let late = turn.touched.filter { rooms[$0]?.needsRebuild == true }
    for id in late.sorted() { try rebuild(id, transaction) }
    for id in said.union(late).sorted() {
      guard let room = rooms[id], let members = room.stored.members else { continue }
      if !late.contains(id) { try transaction.setMembers(members, of: room.stored, id: id) }
      try afterMembership(of: id, members, transaction)
    }
    return said
  }

  /// Syncs a room with whoever belongs to it now, and with nobody else.
  private func afterMembership(
    of id: RoomID, _ members: Members, _ transaction: Transaction
  ) throws {
    // Who said that we belong here has no part in the room for that alone; what shows that it has may be behind what came.
    let isMember = members.isMember(account.author)
    // Those who stay must hear that we left, also when they are away now.
    let inviters = roomInvitations.settle(
      id, isMember: isMember, members.hasLeft(account.author) ? Set(members.current) : nil)
    if !isMember, !roomInvitations.isInvited(into: id) {
      turn.publish(.roomGone(id.description))
      becomeReceiveOnly(in: id, members)
    }
    for link in links.ids {
      // Nobody claims a room of somebody who does not belong to it: what both of them know of it is shared, or nothing.
      if !isMember { links[link]?.rooms.claimed.remove(id) }
      guard let session = links[link], session.state == .established else { continue }
      if try shares(id, with: session, transaction.reader) {
        let isProven = links[link]?.rooms.claimed.remove(id) != nil
        if isProven || rooms[id]?.syncs[link] == nil { try beginSync(of: id, on: link) }
      } else if rooms[id]?.syncs[link] != nil, wasRemoved(session, from: id) {
        try sayRefused(id.data, to: session, transaction.reader)
      } else if isMember, !session.accounts.contains(where: members.knows),
        session.accounts.contains(where: inviters.contains)
      {
        links[link]?.rooms.claimed.insert(id)
        let sync = rooms[id]?.syncs[link]
        rooms[id]?.syncs[link] = sync?.listening
      } else if !session.rooms.claimed.contains(id) {
        dropSync(of: id, on: link)
      }
    }
  }

  /// We do not belong to a room any more: members who send it to us go on with that, as if they had invited us. By what
  /// they know we may belong to it, and what says so may be behind what came.
  private func becomeReceiveOnly(in id: RoomID, _ members: Members) {
    guard !members.hasLeft(account.author) else { return }
    for session in links.sorted
    where rooms[id]?.syncs[session.id] != nil && peers.may(.rooms, session.node) {
      guard session.accounts.contains(where: members.isMember) else { continue }
      roomInvitations.note(id, by: session.accounts)
    }
  }

  // MARK: Telling

  /// Tells people what a room is now.
  ///
  /// A client that begins to listen during this turn is told only that the room changed, and asks.
  func publish(_ room: Room, _ transaction: Transaction) throws {
    guard hasSubscribers else { return turn.publish(.roomChanged(room.id.description)) }
    turn.publish(.room(try RoomViews(self, room, transaction.reader).roomView()))
  }

  /// Tells people what changed in the rooms of this turn.
  func publishRooms(_ transaction: Transaction) throws {
    var telling = RecordTelling()
    for id in turn.changes.rebuilt.sorted() { tell(telling.room(id)) }
    for (id, changes) in turn.changes.changes.sorted(by: { $0.key < $1.key })
    where !turn.changes.rebuilt.contains(id) {
      guard let room = rooms[id], changes.count <= Self.changesTold else {
        tell(telling.room(id))
        if let room = rooms[id] { try noteUnread(changes, in: room, transaction) }
        continue
      }
      try publish(changes, in: room, &telling, transaction)
    }
    for id in turn.changes.presence.sorted() {
      guard let room = try room(id, transaction.reader) else { continue }
      turn.publish(.room(try RoomViews(self, room, transaction.reader).roomView()))
    }
    for blob in turn.changes.wholeBlobs.sorted() {
      try publish(wholeBlob: blob, &telling, transaction)
    }
    turn.changes = TurnMarks()
  }

  private func tell(_ what: Change.OneOf_What?) {
    if let what { turn.publish(what) }
  }

  /// Tells people of the records that point at a blob of which all is here now.
  private func publish(
    wholeBlob blob: Int64, _ telling: inout RecordTelling, _ transaction: Transaction
  ) throws {
    let pointers = Dictionary(
      grouping: try transaction.reader.pointers(at: blob, limit: Self.pointersTold), by: \.room)
    for (id, pointers) in pointers.sorted(by: { $0.key < $1.key }) {
      guard let room = try room(id, transaction.reader) else { continue }
      let views = RoomViews(self, room, transaction.reader)
      let home = views.home
      for pointer in pointers.prefix(Self.changesTold) {
        tell(try telling.change(of: pointer.record, in: views, home))
      }
      if pointers.count > Self.changesTold { tell(telling.room(id)) }
    }
  }

  private func publish(
    _ changes: [RecordApplier.Change], in room: Room, _ telling: inout RecordTelling,
    _ transaction: Transaction
  ) throws {
    let views = RoomViews(self, room, transaction.reader)
    var isRoomTold = false
    if changes.contains(where: isMessage) {
      isRoomTold = try noteUnread(changes, in: room, transaction)
    }
    try callPerson(about: changes, in: room, views)
    guard hasSubscribers else {
      if !isRoomTold { try publish(room, transaction) }
      return
    }
    let home = views.home
    for change in changes {
      guard store.registry.view(of: change.kind) != nil else {
        guard !isRoomTold else { continue }
        isRoomTold = true
        turn.publish(.room(try views.roomView()))
        continue
      }
      tell(try telling.change(of: change.record, in: views, home))
    }
  }
}
