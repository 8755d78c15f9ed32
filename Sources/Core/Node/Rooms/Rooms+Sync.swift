import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The sync of rooms over links (specification section 6).
extension Rooms {
  /// Whether the accounts of a link may have a room: its members, and the host of a table we asked for.
  func shares(_ id: RoomID, with session: LinkSession, _ reader: Reader) throws -> Bool {
    guard try !isWithheld(id, from: session, reader) else { return false }
    #if DEBUG
      if planted == .forgetsMembers, cache[id]?.stored.kind == .private { return true }
    #endif
    if let table = access[id], !table.needsReload, table.isSeated {
      return session.accounts.contains { table.concerns($0) || table.watches($0) }
    }
    if id == .lobby { return lobby.isShared(with: session) }
    if roomInvitations.shares(id, with: session.accounts) { return true }
    if try reader.isMember(account.author, of: id) {
      return try session.accounts.contains { try reader.isMember($0, of: id) }
    }
    return asked[id].map(session.accounts.contains) ?? false
  }

  /// All rooms that the accounts of a link may have, in order; not the tables that we only ask about.
  func sharedRooms(with session: LinkSession, _ reader: Reader) throws -> [RoomID] {
    var rooms = try reader.rooms(sharedBy: account.author, and: session.accounts)
    rooms.formUnion(roomInvitations.rooms(sharedWith: session.accounts))
    if lobby.isShared(with: session) { rooms.insert(.lobby) }
    return try rooms.filter { try !isWithheld($0, from: session, reader) }.sorted()
  }

  /// Begins or repeats the sync of all rooms on a link: one digest for all of them.
  func beginSync(on link: LinkID, _ transaction: Transaction) throws {
    guard let session = links[link], session.state == .established else { return }
    var all = RoomsDigest()
    all.digest = try roomsDigest(session, transaction.reader).data
    all.longestFrame = longestFrame(from: session.node)
    try links.send(.roomsDigest(all), on: link)
  }

  /// The longest frame that we take from a node now, in bytes.
  private func longestFrame(from node: NodeID) -> UInt32 {
    UInt32(peers.isPaired(node) ? Limits.framePaired : Limits.frameStranger)
  }

  private func roomsDigest(_ session: LinkSession, _ reader: Reader) throws -> Bytes32 {
    var bytes: [UInt8] = []
    for id in try sharedRooms(with: session, reader) {
      guard let room = try cache.standing(of: id, { try Room.load(id, reader) }),
        room.position > 0
      else { continue }
      bytes += id.bytes + room.digest.bytes
    }
    return Hashing.digest(.rooms, bytes)
  }

  /// Takes a digest of all rooms.
  ///
  /// - Returns: the digests of single rooms in it, which are to be taken one after the other; nil where both sides have the same.
  func receive(
    _ all: RoomsDigest, _ session: LinkSession, _ transaction: Transaction
  ) throws -> [Digest]? {
    links[session.id]?.longestFrame = min(
      max(Limits.frameStranger, Int(all.longestFrame)), Limits.framePaired)
    if all.longestFrame > 0 {
      try peers.notePairing(
        all.longestFrame > Limits.frameStranger, with: session.node, transaction)
    }
    if all.digest.isEmpty { return all.rooms }
    if try roomsDigest(session, transaction.reader).data == all.digest {
      try noteInSync(with: session, transaction.reader)
      recovery?.end(at: now)
      for id in try sharedRooms(with: session, transaction.reader) {
        if cache[id] == nil {
          self[session.id]?.level.insert(id)
        } else {
          cache[id]?.markInSync(with: session.id)
        }
      }
      return nil
    }
    try sendDigests(to: session, transaction)
    return []
  }

  /// Has a digest of each shared room sent: of some of them in this turn, of the others in those that follow.
  func sendDigests(to session: LinkSession, _ transaction: Transaction) throws {
    let shared = try sharedRooms(with: session, transaction.reader)
    self[session.id]?.compare(shared)
  }

  private func sendNextDigests(to session: LinkSession, _ transaction: Transaction) throws {
    var frame = RoomsDigest()
    frame.longestFrame = longestFrame(from: session.node)
    for id in self[session.id]?.takeDigests() ?? [] {
      guard var room = try room(id, transaction.reader),
        try shares(id, with: session, transaction.reader)
      else { continue }
      room.syncs[session.id, default: RoomSync()].begin(at: room.stored.position)
      frame.rooms.append(room.digestMessage())
      cache[id] = room
    }
    if !frame.rooms.isEmpty { try links.send(.roomsDigest(frame), on: session.id) }
  }

  /// Begins or repeats the sync of a room on a link: sends our digest.
  func beginSync(of id: RoomID, on link: LinkID) throws {
    guard var room = cache[id], links[link]?.state == .established,
      self[link]?.claimed.contains(id) != true
    else { return }
    // The room may be new to the link, and with it what is pointed at there.
    self[link]?.hasNewRooms = true
    room.syncs[link, default: RoomSync()].begin(at: room.stored.position)
    let digest = room.digestMessage()
    cache[id] = room
    try links.send(.digest(digest), on: link)
  }

  /// Ends the sync of a room on a link; batches on their way no longer count against the link's credit.
  func dropSync(of id: RoomID, on link: LinkID) {
    cache[id]?.syncs[link] = nil
    self[link]?.drop(id)
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

  /// Takes a digest; `begin(_:_:_:)` comes before it.
  ///
  /// - Returns: whether both sides have the same.
  func receive(
    _ digest: Digest, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Bool {
    if try takeProvisionalDigest(digest, session, transaction.reader) { return false }
    guard var room = try sharedRoom(digest.room, session, transaction) else { return false }
    if self[session.id]?.refusedHere.remove(room.id) != nil {
      // The other side asked for something in it before we knew the room, and does not speak of it until we do.
      try beginSync(of: room.id, on: session.id)
      room = cache[room.id] ?? room
    }
    var sync = room.syncs[session.id] ?? RoomSync()
    self[session.id]?.hasNewRooms = true
    #if DEBUG
      let isEqual = planted == .assumesLevel || room.digest.data == digest.digest
    #else
      let isEqual = room.digest.data == digest.digest
    #endif
    let directive = sync.receiveDigest(
      isEqual: isEqual, logs: room.part.map(\.state), position: room.stored.position)
    room.syncs[session.id] = sync
    cache[room.id] = room
    turn.sync(room.id)
    if directive == .sendHave { try sendHave(room, on: session.id) }
    return isEqual
  }

  func receive(_ have: Have, _ session: LinkSession, _ transaction: Transaction) throws {
    guard have.positions.count <= Limits.logsPerRoom else {
      throw WireError.limit("\(have.positions.count) logs in one room")
    }
    let isTable = RoomID(have.room).map { access[$0] != nil } ?? false
    try quotas.hear(have, isTable: isTable, session, transaction)
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
    cache[room.id] = room
    turn.sync(room.id)
    if directive == .stream(answerHave: true) { try sendHave(room, on: session.id) }
    try sendForks(room, on: session.id)
  }

  /// Returns the sequence from which to send a log: the next one that the peer lacks. It is 1 if the peer has another history, so
  /// that it can see the fork.
  func startOfDifference(
    _ position: LogPosition, log: StoredLog?, _ reader: Reader
  ) throws -> UInt64 {
    guard let log, position.next > 1, position.next <= log.state.next else { return position.next }
    if position.next == log.state.next, position.hash == log.state.hash.data {
      return position.next
    }
    let ours = try reader.known(log: log.number, sequence: position.next - 1)
    return ours?.hash.data == position.hash ? position.next : 1
  }

  /// Says where we stand in the logs that have a part in a room.
  func sendHave(_ room: Room, on link: LinkID) throws {
    try sendHave(room, room.part, on: link)
  }

  /// Says where we stand in logs of a room, which are in order.
  func sendHave(_ room: Room, _ logs: [StoredLog], on link: LinkID) throws {
    var have = Have()
    have.room = room.id.data
    var unwanted = quotas.unwanted(in: room.id, on: link)
    have.share = links[link].flatMap { quotas.ledger.refused[$0.node] } ?? 0
    for log in logs {
      let key = log.state.key
      if log.isForked { have.forked.append(key.message) }
      if unwanted.remove(key) != nil || lobby.isFull(log, in: room) {
        have.unwanted.append(key.message)
      }
      guard log.state.next > 1 else { continue }
      var position = LogPosition()
      position.log = key.message
      position.next = log.state.next
      position.hash = log.state.hash.data
      have.positions.append(position)
    }
    have.unwanted += unwanted.sorted().map(\.message)
    have.unwanted += lobby.unwantedLogs(in: room, on: link).map(\.message)
    try links.send(.have(have), on: link)
  }

  /// Digests again what has not been compared for a while, and what a failed turn has left open.
  ///
  /// - Parameters:
  ///   - isDue: whether a round of comparisons has just begun.
  ///   - asked: tables about which our person asks: they are compared as well.
  /// - Returns: rooms that are gone, as they were made in what was undone.
  func tickSync(
    isDue: Bool, asked: some Sequence<RoomID>, _ transaction: Transaction
  ) throws -> [RoomID] {
    if isDue {
      try deliveries.save(transaction)
      writes.forgetFull(at: now)
      try reviewShares(transaction)
      try quotas.ledger.writeAll(transaction)
    }
    if links.table.hasComparison || hasDigests, turn.mayCompare() {
      if let link = links.table.takeComparison() { try beginSync(on: link, transaction) }
      if let session = takeTurn() { try sendNextDigests(to: session, transaction) }
    }
    var wanted = cache.takeResyncs()
    if isDue { wanted.formUnion(asked) }
    var gone: [RoomID] = []
    for id in wanted.sorted() {
      guard try room(id, transaction.reader) != nil else {
        access[id] = nil
        cache.forget(id)
        gone.append(id)
        continue
      }
      for link in links.ids {
        guard let session = links[link], session.state == .established,
          try shares(id, with: session, transaction.reader)
        else { continue }
        try beginSync(of: id, on: link)
      }
    }
    return gone
  }

  /// Whether there is a link with digests of rooms to send.
  private var hasDigests: Bool { atLinks.values.contains(where: \.hasDigests) }

  /// Takes the next link with digests of rooms to send: links take turns.
  private func takeTurn() -> LinkSession? {
    let waiting = atLinks.filter(\.value.hasDigests).keys.sorted()
    let next = waiting.first { link in lastTurn.map { link > $0 } ?? true } ?? waiting.first
    lastTurn = next
    return next.flatMap { links[$0] }
  }

  /// The time at which rooms are to be looked at again (steady milliseconds); nil for never.
  var nextWake: Int64? {
    let resync = cache.resyncs.isEmpty ? nil : now.steady + 1_000
    let digests = hasDigests ? now.steady : cache.isEmpty ? nil : links.table.nextComparison
    return [resync, digests, links.nextPaceWake, lobby.state.order.nextWake].compactMap { $0 }.min()
  }
}
