import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The sync of rooms over links (specification section 6).
extension Node {
  /// Whether the accounts of a link may have a room: its members, and the host of a table we asked for.
  func shares(_ id: RoomID, with session: LinkSession, _ reader: Reader) throws -> Bool {
    guard try !isWithheld(id, from: session, reader) else { return false }
    #if DEBUG
      if planted == .forgetsMembers, rooms[id]?.stored.kind == .private { return true }
    #endif
    if let table = tables[id], !table.needsReload, table.seat != .unspecified {
      return session.accounts.contains { table.concerns($0) || table.match.watches($0.bytes) }
    }
    if id == .lobby { return sharesLobby(with: session) }
    if roomInvitations.shares(id, with: session.accounts) { return true }
    let members = try reader.members(of: id)
    if members.contains(account.author) {
      return session.accounts.contains { members.contains($0) }
    }
    return sessions.host(of: id).map(session.accounts.contains) ?? false
  }

  /// All rooms that the accounts of a link may have, in order; not the tables that we only ask about.
  func sharedRooms(with session: LinkSession, _ reader: Reader) throws -> [RoomID] {
    var rooms = try reader.rooms(sharedBy: account.author, and: session.accounts)
    rooms.formUnion(roomInvitations.rooms(sharedWith: session.accounts))
    if sharesLobby(with: session) { rooms.insert(.lobby) }
    return try rooms.filter { try !isWithheld($0, from: session, reader) }.sorted()
  }

  /// Begins or repeats the sync of all rooms on a link: one digest for all of them.
  func beginSync(on link: LinkID, _ transaction: Transaction) throws {
    guard let session = links[link], session.state == .established else { return }
    var all = RoomsDigest()
    all.digest = try roomsDigest(session, transaction.reader).data
    all.longestFrame = longestFrame(from: session.node)
    try send(.roomsDigest(all), on: link)
  }

  /// The longest frame that we take from a node now, in bytes.
  private func longestFrame(from node: NodeID) -> UInt32 {
    UInt32(isPaired(node) ? Limits.framePaired : Limits.frameStranger)
  }

  private func roomsDigest(_ session: LinkSession, _ reader: Reader) throws -> Bytes32 {
    var bytes: [UInt8] = []
    for id in try sharedRooms(with: session, reader) {
      guard let room = try rooms[id] ?? Room.load(id, reader), room.stored.position > 0 else {
        continue
      }
      bytes += id.bytes + room.digest.bytes
    }
    return Hashing.digest(.rooms, bytes)
  }

  func receive(
    _ all: RoomsDigest, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    links[session.id]?.longestFrame = min(
      max(Limits.frameStranger, Int(all.longestFrame)), Limits.framePaired)
    if all.longestFrame > 0 {
      try notePairing(
        all.longestFrame > Limits.frameStranger, with: session.node, transaction)
    }
    if all.digest.isEmpty {
      for digest in all.rooms { try receive(digest, session, transaction) }
    } else if try roomsDigest(session, transaction.reader).data == all.digest {
      requestMissingPayloads(from: session.id)
      try noteInSync(with: session, transaction.reader)
      recovery?.end(at: now)
      for id in try sharedRooms(with: session, transaction.reader) {
        if rooms[id] == nil {
          links[session.id]?.rooms.level.insert(id)
        } else {
          rooms[id]?.markInSync(with: session.id)
        }
      }
    } else {
      try sendDigests(to: session, transaction)
    }
  }

  /// Sends a digest of each shared room, as many as fit into a frame.
  func sendDigests(to session: LinkSession, _ transaction: Transaction) throws {
    var frame = RoomsDigest()
    frame.longestFrame = longestFrame(from: session.node)
    for id in try sharedRooms(with: session, transaction.reader) {
      guard let room = try room(id, transaction.reader) else { continue }
      var sync = room.syncs[session.id] ?? RoomSync()
      sync.begin(at: room.stored.position)
      rooms[id]?.syncs[session.id] = sync
      frame.rooms.append(room.digestMessage)
      if frame.rooms.count == Limits.digestsPerFrame {
        try send(.roomsDigest(frame), on: session.id)
        frame.rooms = []
      }
    }
    if !frame.rooms.isEmpty { try send(.roomsDigest(frame), on: session.id) }
  }

  /// Begins or repeats the sync of a room on a link: sends our digest.
  func beginSync(of id: RoomID, on link: LinkID) throws {
    guard var room = rooms[id], links[link]?.state == .established,
      links[link]?.rooms.claimed.contains(id) != true
    else { return }
    // The room may be new to the link, and with it what is pointed at there.
    links[link]?.blobs.wake()
    var sync = room.syncs[link] ?? RoomSync()
    sync.begin(at: room.stored.position)
    room.syncs[link] = sync
    rooms[id] = room
    try send(.digest(room.digestMessage), on: link)
  }

  /// Ends the sync of a room on a link; batches on their way no longer count against the link's credit.
  func dropSync(of id: RoomID, on link: LinkID) {
    rooms[id]?.syncs[link] = nil
    links[link]?.rooms.drop(id)
  }

  /// Finds the room of a sync frame; refuses it in the same words whether it is unknown or not shared.
  func sharedRoom(
    _ bytes: Data, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Room? {
    guard let id = RoomID(bytes) else {
      throw WireError.malformed("a room id of \(bytes.count) bytes")
    }
    if try shares(id, with: session, transaction.reader),
      let room = try room(id, transaction.reader)
    {
      return room
    }
    try refuseRoom(bytes, to: session, transaction.reader)
    return nil
  }

  func receive(_ digest: Digest, _ session: LinkSession, _ transaction: Transaction) throws {
    try resumeSharing(digest.room, session, transaction)
    try acceptInvitation(digest, session, transaction)
    if try takeProvisionalDigest(digest, session, transaction.reader) { return }
    guard var room = try sharedRoom(digest.room, session, transaction) else { return }
    if links[session.id]?.rooms.refusedHere.remove(room.id) != nil {
      // The other side asked for something in it before we knew the room, and does not speak of it until we do.
      try beginSync(of: room.id, on: session.id)
      room = rooms[room.id] ?? room
    }
    var sync = room.syncs[session.id] ?? RoomSync()
    links[session.id]?.blobs.wake()
    #if DEBUG
      let isEqual = planted == .assumesLevel || room.digest.data == digest.digest
    #else
      let isEqual = room.digest.data == digest.digest
    #endif
    if isEqual { requestMissingPayloads(from: session.id) }
    let directive = sync.receiveDigest(
      isEqual: isEqual, logs: room.part.map(\.state), position: room.stored.position)
    room.syncs[session.id] = sync
    rooms[room.id] = room
    turn.sync(room.id)
    if directive == .sendHave { try sendHave(room, on: session.id) }
  }

  func receive(_ have: Have, _ session: LinkSession, _ transaction: Transaction) throws {
    guard have.positions.count <= Limits.logsPerRoom else {
      throw WireError.limit("\(have.positions.count) logs in one room")
    }
    try hearShare(have, session, transaction)
    try resumeSharing(have.room, session, transaction)
    if try reconcileWithRemovedMember(have, session, transaction.reader) { return }
    if let room = try provisionalRoom(have.room, session, transaction.reader) {
      return try compare(have, with: room, session, transaction.reader)
    }
    guard var room = try sharedRoom(have.room, session, transaction) else { return }
    var positions: [LogKey: UInt64] = [:]
    for position in have.positions {
      let key = try position.key
      positions[key] = try startOfDifference(position, log: room.logs[key], transaction.reader)
    }
    for log in have.unwanted {
      if let key = LogKey(log) { positions[key] = .max }
    }
    var sync = room.syncs[session.id] ?? RoomSync()
    let directive = sync.receiveHave(positions)
    room.syncs[session.id] = sync
    rooms[room.id] = room
    turn.sync(room.id)
    if directive == .stream(answerHave: true) { try sendHave(room, on: session.id) }
    try sendForks(room, on: session.id)
  }

  /// Where to start sending a log: after what the peer has, or at 1 where its history is another one, so
  /// that it can see the fork.
  func startOfDifference(
    _ position: LogPosition, log: StoredLog?, _ reader: Reader
  ) throws -> UInt64 {
    guard let log, position.next > 1, position.next <= log.state.next else { return position.next }
    let ours = try reader.known(log: log.number, sequence: position.next - 1)
    return ours?.hash.data == position.hash ? position.next : 1
  }

  private func sendHave(_ room: Room, on link: LinkID) throws {
    try sendHave(room, room.part, on: link)
  }

  /// Says where we stand in logs of a room.
  func sendHave(_ room: Room, _ logs: [StoredLog], on link: LinkID) throws {
    var have = Have()
    have.room = room.id.data
    var unwanted = links[link]?.rooms.unwanted(in: room.id) ?? []
    have.share = links[link].flatMap { diskShares.refused[$0.node] } ?? 0
    for log in logs.sorted(by: { $0.state.key < $1.state.key }) {
      let key = log.state.key
      if log.isForked { have.forked.append(key.message) }
      if unwanted.remove(key) != nil || isFull(log, in: room) { have.unwanted.append(key.message) }
      guard log.state.next > 1 else { continue }
      var position = LogPosition()
      position.log = key.message
      position.next = log.state.next
      position.hash = log.state.hash.data
      have.positions.append(position)
    }
    have.unwanted += unwanted.sorted().map(\.message)
    have.unwanted += unwantedLogs(in: room, on: link).map(\.message)
    try send(.have(have), on: link)
  }

  func receive(_ batch: Batch, _ session: LinkSession, _ transaction: Transaction) throws {
    guard isPaired(session.node) || batch.slices.count <= Limits.slicesStranger else {
      throw WireError.limit("\(batch.slices.count) slices in a batch")
    }
    if try takeForkProofsFromRemovedMember(batch, session, transaction) { return }
    let claimed = try provisionalRoom(batch.room, session, transaction.reader)
    guard let room = try claimed ?? sharedRoom(batch.room, session, transaction) else { return }
    let isNews =
      try batch.acknowledged > 0 && acknowledge(batch.acknowledged, of: room.id, by: session.id)
    guard isNews || !batch.forks.isEmpty || !batch.slices.isEmpty else {
      // What says nothing new is not free.
      spend(on: session.id)
      return
    }
    turn.sync(room.id)
    try take(batch.forks, in: room.id, from: session.id, transaction)
    if batch.slices.isEmpty { return }
    recovery?.wait(Recovery.quietMilliseconds, from: now)
    if try take(batch.slices, in: room.id, from: session.id, transaction) {
      let directive = rooms[room.id]?.syncs[session.id]?.receiveGap()
      if directive == .sendHave, let room = rooms[room.id] {
        try sendHave(room, on: session.id)
      }
      sin(on: session.id, "too many gaps")
    }
    try sayUnwanted(in: room.id, on: session.id)
    rooms[room.id]?.syncs[session.id, default: RoomSync()].receiveBatch(batch.number)
  }

  func receive(
    _ acknowledge: Acknowledge, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let room = try sharedRoom(acknowledge.room, session, transaction) else { return }
    guard try self.acknowledge(acknowledge.number, of: room.id, by: session.id) else {
      spend(on: session.id)
      return
    }
    turn.sync(room.id)
  }

  /// Notes that a batch and all before it were stored at the other end.
  ///
  /// - Returns: whether that was news.
  private func acknowledge(_ number: UInt64, of room: RoomID, by link: LinkID) throws -> Bool {
    try rooms[room]?.syncs[link]?.receiveAcknowledgement(number) ?? false
  }

  /// Sends what the peers of the touched rooms lack, as far as their credit goes; the rooms of a link take turns.
  func sendBatches(_ transaction: Transaction) throws {
    let ids = turn.touched.union(turn.roomsToSync).sorted()
    for id in ids {
      for link in rooms[id]?.syncs.keys.sorted() ?? [] where links[link]?.state == .established {
        if let position = rooms[id]?.stored.position,
          rooms[id]?.syncs[link]?.mustAskAgain(at: position) == true
        {
          try beginSync(of: id, on: link)
        }
        links[link]?.rooms.wait(for: rooms[id]?.syncs[link]?.unacknowledgedBytes, of: id)
        links[link]?.rooms.enqueue(id)
      }
    }
    for link in links.ids {
      while let id = links[link]?.rooms.next() {
        if try sendBatch(of: id, on: link, transaction) { links[link]?.rooms.enqueue(id) }
        links[link]?.rooms.wait(for: rooms[id]?.syncs[link]?.unacknowledgedBytes, of: id)
      }
    }
    for id in ids {
      for link in rooms[id]?.syncs.keys.sorted() ?? [] where links[link]?.state == .established {
        try acknowledge(id, on: link)
      }
    }
    for id in ids { try noteDeliveries(of: id, transaction.reader) }
    turn.hasSynced()
  }

  /// Acknowledges what no batch has acknowledged.
  private func acknowledge(_ id: RoomID, on link: LinkID) throws {
    guard let number = rooms[id]?.syncs[link]?.acknowledge() else { return }
    let acknowledge = Acknowledge.with { ($0.room, $0.number) = (id.data, number) }
    try send(.acknowledge(acknowledge), on: link)
  }

  /// Sends one batch.
  ///
  /// - Returns: whether there may be more.
  private func sendBatch(
    of id: RoomID, on link: LinkID, _ transaction: Transaction
  ) throws -> Bool {
    guard var room = rooms[id], var sync = room.syncs[link], sync.maySend,
      sync.cursor < room.stored.position, !isReceiveOnly(link, in: room),
      case let last = try lastServed(of: room, on: link, transaction), sync.cursor < last
    else { return false }
    #if DEBUG
      let known =
        planted == .relaysNothing
        ? room.standing(of: sync, butFor: account.log) : room.lacking(sync)
    #else
      let known = room.lacking(sync)
    #endif
    let isPeerFree = links[link]?.longestFrame == Limits.framePaired
    var builder = BatchBuilder(
      position: sync.cursor, peerNext: known,
      limit: isPeerFree
        ? configuration.batchBytes : min(configuration.batchBytes, Limits.batchStranger),
      mostSlices: isPeerFree ? .max : Limits.slicesStranger)
    if let first = room.recent.first, first.position <= sync.cursor + 1 {
      for (position, entry) in room.recent where position > sync.cursor {
        guard position <= last, builder.add(entry, at: position) else { break }
      }
    } else {
      try transaction.reader.entries(in: id, of: Array(room.logs.values), from: known) {
        $0 <= last && builder.add($1, at: $0)
      }
    }
    if builder.slices.isEmpty {
      sync.skip(upTo: builder.position)
      room.syncs[link] = sync
      rooms[id] = room
      return false
    }
    var batch = Batch()
    batch.room = id.data
    batch.slices = builder.slices
    batch.number = sync.send(
      upTo: builder.position, nexts: builder.nexts, bytes: builder.cost)
    batch.acknowledged = sync.acknowledge() ?? 0
    room.syncs[link] = sync
    rooms[id] = room
    try send(.batch(batch), on: link)
    return true
  }

  /// Digests again what has not been compared for a while, and what a failed turn has left open.
  func tickSync(_ transaction: Transaction) throws {
    let isDue = links.compare(at: now)
    if isDue {
      try deliveries.save(transaction)
      for link in links.ids { try beginSync(on: link, transaction) }
      forgetLackingBlobs()
      try reviewShares(transaction)
      try diskShares.writeAll(transaction)
    }
    var wanted = rooms.takeResyncs()
    if isDue { wanted.formUnion(sessions.asks.keys) }
    for id in wanted.sorted() {
      guard try room(id, transaction.reader) != nil else {
        // It was made in what was undone.
        tables[id] = nil
        rooms.forget(id)
        continue
      }
      for link in links.ids {
        guard let session = links[link], session.state == .established,
          try shares(id, with: session, transaction.reader)
        else { continue }
        try beginSync(of: id, on: link)
      }
    }
  }
}
