import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Claims: private rooms of ours to which a paired peer says it belongs, before we know that (specification section 6).
///
/// The owner may have added it while we heard nothing of the owner. What the peer sends is taken, as it proves itself; the room
/// is not sent until that shows that the peer belongs to it.
extension Rooms {
  /// Takes a claim, and answers it with our position in each log.
  ///
  /// A removed peer is answered only if we came back from a backup: it may know entries that we wrote after the backup, such as
  /// one that gave the room away.
  ///
  /// - Returns: false where there is nothing to claim: the room is shared, or the peer was removed, or does not know enough.
  func takeProvisionalDigest(_ digest: Digest, _ session: LinkSession, _ reader: Reader) throws
    -> Bool
  {
    guard let id = RoomID(digest.room), peers.isPaired(session.node),
      try !shares(id, with: session, reader), try !isWithheld(id, from: session, reader),
      let room = try room(id, reader), room.stored.kind == .private, room.stored.roster == nil,
      room.stored.people?.isMember(account.author) == true,
      !wasRemoved(session, from: id) || self[session.id]?.claimed.contains(id) == true
        || !earlierLogs(in: room).isEmpty,
      digest.opener == room.stored.opener.data, digest.nonce == room.stored.nonce
    else { return false }
    // Who was removed and is heard all the same has been told what it may know.
    if wasRemoved(session, from: id), self[session.id]?.claimed.contains(id) == true { return true }
    claim(room, session)
    try sendHave(room, logs(toldOf: room, session), on: session.id)
    return true
  }

  private func claim(_ room: Room, _ session: LinkSession) {
    self[session.id]?.claim(room.id)
    cache[room.id]?.syncs[session.id] = room.syncs[session.id] ?? RoomSync()
  }

  /// Takes the positions of a peer that was removed from a room of ours. If people other than itself wrote more than we know, or
  /// another history, they may have added it again, or the disk of one may have gone back to before the removal. The peer is then
  /// treated like one that claims the room. It is told which of its own positions are no news to us, so it learns nothing else
  /// that we have.
  ///
  /// - Returns: false where it was not removed, or is heard already.
  func reconcileWithRemovedMember(_ have: Have, _ session: LinkSession, _ reader: Reader) throws
    -> Bool
  {
    guard let room = try removedRoom(have.room, session, reader),
      self[session.id]?.claimed.contains(room.id) != true
    else { return false }
    var known = Have.with { $0.room = have.room }
    var isNews = false
    for position in have.positions {
      let author = try position.key.author
      if try isKnown(position, in: room, reader) {
        known.positions.append(position)
      } else if !session.accounts.contains(author), room.stored.people?.knows(author) == true {
        // Of what it wrote itself nothing says that it belongs to the room.
        isNews = true
      }
    }
    if isNews {
      claim(room, session)
      try links.send(.have(known), on: session.id)
    }
    return true
  }

  /// Whether we have all that somebody has of a log, as far as it can count.
  private func isKnown(_ position: LogPosition, in room: Room, _ reader: Reader) throws -> Bool {
    guard let log = try room.logs[position.key], !log.isForkedEarlier else { return false }
    if log.isForked { return true }
    return try position.next <= log.state.next
      && startOfDifference(position, log: log, reader) == position.next
  }

  /// The room to which the other side only claims to belong; nil for any other.
  func provisionalRoom(_ id: Data, _ session: LinkSession, _ reader: Reader) throws -> Room? {
    guard let id = RoomID(id), self[session.id]?.claimed.contains(id) == true,
      try !shares(id, with: session, reader)
    else { return nil }
    return try room(id, reader)
  }

  /// The private room of ours from which the other side, a paired peer, was removed; nil for any other.
  func removedRoom(
    _ id: Data, _ session: LinkSession, _ reader: Reader
  ) throws -> Room? {
    guard peers.isPaired(session.node), let id = RoomID(id), let room = try room(id, reader),
      room.stored.kind == .private, wasRemoved(session, from: id),
      try !shares(id, with: session, reader)
    else { return nil }
    return room
  }

  /// Compares our logs with the positions of a peer that claims a room. If it has another history of a log, it is asked for that
  /// log from the beginning: neither side would see the fork otherwise, as we send it nothing. It is told of forks that it does
  /// not know.
  func compare(
    _ have: Have, with room: Room, _ session: LinkSession, _ reader: Reader
  ) throws {
    var positions: [LogKey: LogPosition] = [:]
    for position in have.positions { positions[try position.key] = position }
    let told = logs(toldOf: room, session)
    let alike = try told.filter { log in
      if log.isForkedEarlier { return false }
      guard !log.isForked, let position = positions[log.state.key] else { return true }
      return try startOfDifference(position, log: log, reader) == position.next
    }
    if alike.count < told.count { try sendHave(room, alike, on: session.id) }
    // By what was forked it may take itself for a member, and would never hear of that.
    let known = Set(have.forked.compactMap { LogKey($0) })
    try showForks(of: told.filter { !known.contains($0.state.key) }, in: room.id, to: session.id)
  }

  /// Shows which logs are forked, in order, to somebody who does not need to know what was written there.
  func showForks(of logs: some Sequence<StoredLog>, in room: RoomID, to link: LinkID) throws {
    for log in logs {
      if let proof = log.forkProof { try send(proof.withoutPayloads, of: room, on: link) }
    }
  }

  /// Sends the proofs of a room's forks.
  func sendForks(_ room: Room, on link: LinkID) throws {
    #if DEBUG
      if planted == .hidesForks { return }
    #endif
    if isReceiveOnly(link, in: room) {
      return try showForks(of: room.forkedLogs, in: room.id, to: link)
    }
    for log in room.forkedLogs {
      if let proof = log.forkProof { try send(proof, of: room.id, on: link) }
    }
  }

  func send(_ proof: ForkProof, of room: RoomID, on link: LinkID) throws {
    var batch = Batch()
    batch.room = room.data
    batch.forks = [proof]
    try links.send(.batch(batch), on: link)
  }

  /// Of which logs of a room somebody who claims it is told where they stand: who was removed hears nothing of what others
  /// wrote since.
  private func logs(toldOf room: Room, _ session: LinkSession) -> [StoredLog] {
    wasRemoved(session, from: room.id) ? earlierLogs(in: room) : room.part
  }

  /// Our own logs of a room from before a restore.
  private func earlierLogs(in room: Room) -> [StoredLog] {
    room.logs.logs(of: account.author).filter { $0.state.key != account.log }
  }
}

extension LogPosition {
  /// Of which log it is.
  ///
  /// - Throws: `WireError.malformed`.
  var key: LogKey {
    get throws {
      guard let key = LogKey(log), next > 0 else {
        throw WireError.malformed("a position without log")
      }
      return key
    }
  }
}
