import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The exceptions to sharing a room with its members: rights of peers (row P-20), trust taken back
/// (row P-22), and what the other side says about us.
extension Rooms {
  /// Whether the peer at a link is told of our open tables: they name our person, and are asked about.
  func offersTables(to link: LinkID) -> Bool {
    guard let node = links[link]?.node else { return false }
    return peers.tellsName(to: link) && peers.may(.play, node)
  }

  /// Whether a room is kept from a peer although its account belongs to it, or the peer wants none of it.
  func isWithheld(_ id: RoomID, from session: LinkSession, _ reader: Reader) throws -> Bool {
    if self[session.id]?.refusedThere[id] != nil { return true }
    guard let peer = peers[session.node]?.view, peer.unpaired || peer.withheld.contains(.chat),
      access[id] == nil, let kind = try cache[id]?.stored.kind ?? reader.room(id)?.kind
    else { return false }
    switch kind {
    case .direct: return true
    case .private: return peer.unpaired
    default: return false
    }
  }

  /// Begins the sync of what is shared at a link since something else was decided, and ends that of the rest.
  func reevaluateSharing(on link: LinkID, _ transaction: Transaction) throws {
    guard let session = links[link], session.state == .established else { return }
    let shared = try sharedRooms(with: session, transaction.reader)
    self[link]?.level.formIntersection(shared)
    for id in cache.ids
    where cache[id]?.syncs[link] != nil && self[session.id]?.claimed.contains(id) != true {
      if try !shares(id, with: session, transaction.reader) { dropSync(of: id, on: link) }
    }
    for id in (self[link]?.refusedHere ?? []).union([.lobby]).sorted() {
      guard try shares(id, with: session, transaction.reader),
        let room = try room(id, transaction.reader)
      else {
        // Perhaps it may add us now: it is to speak of that room again.
        guard id != .lobby, peers.isPaired(session.node), peers.may(.rooms, session.node) else {
          continue
        }
        self[link]?.refusedHere.remove(id)
        try links.send(.digest(.with { $0.room = id.data }), on: link)
        continue
      }
      guard room.syncs[link] == nil else { continue }
      self[link]?.refusedHere.remove(id)
      try beginSync(of: id, on: link)
    }
  }

  /// Begins the sync of what is shared with a peer since its key is trusted.
  func shareMore(with session: LinkSession, _ transaction: Transaction) throws {
    // It may send longer frames now, and perhaps rooms that are for paired peers only.
    try beginSync(on: session.id, transaction)
    // It need not answer, where it decided nothing new and thinks that nothing more is shared.
    try sendDigests(to: session, transaction)
    try reevaluateSharing(on: session.id, transaction)
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
      if cache[id] == nil { _ = try self.room(id, reader) }
      refused.removed = wasRemoved(session, from: id)
      self[session.id]?.refusedHere.insert(id)
      // What is sent of it from now on begins with a digest.
      dropSync(of: id, on: session.id)
    }
    try links.send(.roomRefused(refused), on: session.id)
  }

  /// Whether every account of a peer that was in a room of ours was removed from it.
  func wasRemoved(_ session: LinkSession, from id: RoomID) -> Bool {
    guard let members = cache[id]?.stored.people, members.isMember(account.author) else {
      return false
    }
    let known = session.accounts.filter { members.knows($0) }
    return !known.isEmpty && known.allSatisfy { members.wasRemoved($0) }
  }

  /// A peer does not share a room with us: we do not speak of it until it does.
  func takeRefusal(
    of id: RoomID, _ refused: RoomRefused, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard access[id] == nil, try shares(id, with: session, transaction.reader),
      let room = try room(id, transaction.reader), room.stored.kind != .table
    else { return }
    self[session.id]?.refusedThere[id] = refused.removed
    if refused.removed {
      // By what is forked it may take us for removed, and would never hear of that.
      try showForks(of: room.forkedLogs, in: id, to: session.id)
      // It may not know all that we know, or its disk may have gone back to before it wrote what we have of it.
      try sendHave(room, room.part, on: session.id)
    }
    // Only who belongs to the room can know; it is shown and decides nothing: the proof is in logs that are kept from us.
    guard refused.removed, let members = room.stored.people, members.isMember(account.author),
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
    if self[session.id]?.refusedThere.removeValue(forKey: id) != nil,
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
