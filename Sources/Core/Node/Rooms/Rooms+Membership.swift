import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rooms as people come to belong to them, as they are deleted, and as links end.
extension Rooms {
  /// Syncs a room with its present members, and with nobody else.
  func share(
    _ id: RoomID, with members: any RoomPeople, _ transaction: Transaction
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
      if !isMember { self[link]?.claimed.remove(id) }
      guard let session = links[link], session.state == .established else { continue }
      if try shares(id, with: session, transaction.reader) {
        let isProven = self[link]?.claimed.remove(id) != nil
        if isProven || cache[id]?.syncs[link] == nil { try beginSync(of: id, on: link) }
      } else if cache[id]?.syncs[link] != nil, wasRemoved(session, from: id) {
        try sayRefused(id.data, to: session, transaction.reader)
      } else if isMember, !session.accounts.contains(where: { members.knows($0) }),
        session.accounts.contains(where: inviters.contains)
      {
        self[link]?.claimed.insert(id)
        let sync = cache[id]?.syncs[link]
        cache[id]?.syncs[link] = sync?.listening
      } else if self[session.id]?.claimed.contains(id) != true {
        dropSync(of: id, on: link)
      }
    }
  }

  /// We do not belong to a room any more: members who send it to us go on with that, as if they had invited us. By what
  /// they know we may belong to it, and what says so may be behind what came.
  private func becomeReceiveOnly(in id: RoomID, _ members: any RoomPeople) {
    guard !members.hasLeft(account.author) else { return }
    for session in links.sorted
    where cache[id]?.syncs[session.id] != nil && peers.may(.rooms, session.node) {
      guard session.accounts.contains(where: { members.isMember($0) }) else { continue }
      roomInvitations.note(id, by: session.accounts)
    }
  }

  /// Deletes a room that nobody else belongs to.
  func delete(_ id: RoomID, _ transaction: Transaction) throws {
    for link in links.ids { dropSync(of: id, on: link) }
    try quotas.ledger.writeAll(transaction)
    try transaction.deleteRoom(id)
    quotas.ledger.recount()
    cache.forget(id)
    allowances.rebuilds.forget(id)
    presence.forget(id)
    roomInvitations.forget(id)
    deliveries.forget(id)
    turn.forget(id)
  }

  /// A link is established.
  func open(_ link: LinkID) { self[link] = LinkRooms() }

  /// A link is gone.
  ///
  /// - Parameter wasKept: whether it was the link to its node.
  func part(from session: LinkSession, wasKept: Bool) {
    self[session.id] = nil
    quotas.part(from: session.id)
    lobby.state.places.release(session.id)
    if wasKept {
      presence.part(from: session.accounts)
      turn.changes.presence.formUnion(attendedRooms)
    }
    cache.drop(session.id)
    roomInvitations.part(from: session.accounts)
  }
}
