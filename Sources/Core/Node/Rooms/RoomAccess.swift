import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// With whom a room that has members is shared all the same, or is not: rights of peers (row P-20), trust taken back
/// (row P-22), and what the other side says about us.
extension Node {
  /// Whether the peer at a link is told of our open tables: they name our person, and are asked about.
  func offersTables(to link: LinkID) -> Bool {
    guard let node = links[link]?.node else { return false }
    return peers.tellsName(to: link) && peers.may(.play, node)
  }

  /// Whether a room is kept from a peer although its account belongs to it, or the peer wants none of it.
  func isWithheld(_ id: RoomID, from session: LinkSession, _ reader: Reader) throws -> Bool {
    if links[session.id]?.rooms.refusedThere[id] != nil { return true }
    guard let peer = peers[session.node]?.view, peer.unpaired || peer.withheld.contains(.chat),
      tables[id] == nil, let kind = try rooms[id]?.stored.kind ?? reader.room(id)?.kind
    else { return false }
    switch kind {
    case .direct: return true
    case .private: return peer.unpaired
    default: return false
    }
  }

  func declineAskers(of node: NodeID) throws {
    for (id, table) in tables.sorted(by: { $0.key < $1.key }) {
      for (author, asker) in table.door.askers.sorted(by: { $0.key < $1.key })
      where asker.node == node {
        table.door.askers[author] = nil
        try decline(id.data, "not with you", on: asker.link)
        turn.touch(table: id)
      }
    }
  }

  /// Begins the sync of what is shared at a link since something else was decided, and ends that of the rest.
  func reevaluateSharing(on link: LinkID, _ transaction: Transaction) throws {
    guard let session = links[link], session.state == .established else { return }
    let shared = try sharedRooms(with: session, transaction.reader)
    links[link]?.rooms.level.formIntersection(shared)
    for id in rooms.ids
    where rooms[id]?.syncs[link] != nil && !session.rooms.claimed.contains(id) {
      if try !shares(id, with: session, transaction.reader) { dropSync(of: id, on: link) }
    }
    for id in session.rooms.refusedHere.union([.lobby]).sorted() {
      guard try shares(id, with: session, transaction.reader),
        let room = try room(id, transaction.reader)
      else {
        // Perhaps it may add us now: it is to speak of that room again.
        guard id != .lobby, peers.isPaired(session.node), peers.may(.rooms, session.node) else {
          continue
        }
        links[link]?.rooms.refusedHere.remove(id)
        try links.send(.digest(.with { $0.room = id.data }), on: link)
        continue
      }
      guard room.syncs[link] == nil else { continue }
      links[link]?.rooms.refusedHere.remove(id)
      try beginSync(of: id, on: link)
    }
  }

  /// Removes a peer that is trusted no more from the rooms that we own, so that nobody sends them to it (row P-22).
  ///
  /// Rooms of other owners are theirs to decide; from us it gets nothing of those either, see `isWithheld`.
  func stopSharing(with peer: Peer, _ transaction: Transaction) throws {
    guard peer.view.paired else { return }
    let authors = peer.view.authors
    for id in try transaction.reader.rooms(sharedBy: account.author, and: authors).sorted() {
      guard let room = try room(id, transaction.reader), let members = room.stored.members,
        members.owner == account.author
      else { continue }
      for author in authors where members.isMember(author) {
        let removal = RemoveMember.with {
          $0.author = author.data
          $0.last = room.newest(of: author)
        }
        try write([.with { $0.removeMember = removal }], in: id, transaction)
      }
    }
    try settleRooms(transaction)
  }

  // MARK: Refusals

  /// Says that a room is not shared, in the same words whether it is here or not; but who was a member knows that it
  /// is, and is told that it was removed.
  func refuseRoom(_ room: Data, to session: LinkSession, _ reader: Reader) throws {
    try sayRefused(room, to: session, reader)
    links.countViolation(on: session.id, "too many refused rooms")
  }

  /// The same where the peer did not ask.
  func sayRefused(_ room: Data, to session: LinkSession, _ reader: Reader) throws {
    var refused = RoomRefused()
    refused.room = room
    refused.reason = "no such room is shared with you here"
    if let id = RoomID(room) {
      if rooms[id] == nil { _ = try self.room(id, reader) }
      refused.removed = wasRemoved(session, from: id)
      links[session.id]?.rooms.refusedHere.insert(id)
      // What is sent of it from now on begins with a digest.
      dropSync(of: id, on: session.id)
    }
    try links.send(.roomRefused(refused), on: session.id)
  }

  /// Whether every account of a peer that was in a room of ours was removed from it.
  func wasRemoved(_ session: LinkSession, from id: RoomID) -> Bool {
    guard let members = rooms[id]?.stored.members, members.isMember(account.author) else {
      return false
    }
    let known = session.accounts.filter { members.knows($0) }
    return !known.isEmpty && known.allSatisfy(members.wasRemoved)
  }

  /// A peer does not share a room with us: we do not speak of it until it does.
  func takeRefusal(
    of id: RoomID, _ refused: RoomRefused, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard tables[id] == nil, try shares(id, with: session, transaction.reader),
      let room = try room(id, transaction.reader), room.stored.kind != .table
    else { return }
    links[session.id]?.rooms.refusedThere[id] = refused.removed
    if refused.removed {
      // By what is forked it may take us for removed, and would never hear of that.
      try showForks(of: room.logs.values, in: id, to: session.id)
      // It may not know all that we know, or its disk may have gone back to before it wrote what we have of it.
      try sendHave(room, room.part, on: session.id)
    }
    // Only who belongs to the room can know; it is shown and decides nothing: the proof is in logs that are kept from us.
    guard refused.removed, let members = room.stored.members, members.isMember(account.author),
      let teller = session.accounts.first(where: { members.isMember($0) }),
      try transaction.reader.removal(from: id) == nil
    else { return }
    try transaction.setRemoval(from: id, toldBy: teller)
    turn.changes.presence.insert(id)
  }

  /// A peer speaks of a room that it did not share with us, or of which it said that we were removed: it sends a `Digest` of
  /// it, or a `Have`, as to who claims it.
  func resumeSharing(
    _ room: Data, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let id = RoomID(room) else { return }
    if links[session.id]?.rooms.refusedThere.removeValue(forKey: id) != nil,
      try shares(id, with: session, transaction.reader)
    {
      try beginSync(of: id, on: session.id)
    }
    guard let teller = try transaction.reader.removal(from: id), session.accounts.contains(teller)
    else { return }
    try forgetRemoval(from: id, transaction)
  }

  /// Our account belongs to a room again.
  func forgetRemoval(from id: RoomID, _ transaction: Transaction) throws {
    guard try transaction.reader.removal(from: id) != nil else { return }
    try transaction.setRemoval(from: id, toldBy: nil)
    turn.changes.presence.insert(id)
  }
}
