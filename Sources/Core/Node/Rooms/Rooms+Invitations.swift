import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The rooms of others that peers tell this node about (specification section 13).
extension Rooms {
  /// Begins to take a digest.
  ///
  /// - Returns: an author whose direct room with our account must be made before `receive(_:_:_:)`; nil for none.
  func begin(
    _ digest: Digest, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Author? {
    try resumeSharing(digest.room, session, transaction)
    return try acceptInvitation(digest, session, transaction)
  }

  /// Takes note of a room that a paired peer says our account belongs to; the room's logs will show whether it does. All who say
  /// so are remembered: one of them may never send them.
  ///
  /// - Returns: an author whose direct room with our account must be made; nil for none.
  private func acceptInvitation(
    _ digest: Digest, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Author? {
    guard peers.isPaired(session.node), let id = RoomID(digest.room),
      try !transaction.reader.isMember(account.author, of: id),
      try !transaction.reader.isDeleted(id)
    else { return nil }
    let known = try transaction.reader.room(id)
    if let other = session.accounts.first(where: { RoomID(direct: account.author, $0) == id }) {
      return peers.may(.chat, session.node) && known == nil ? other : nil
    } else if peers.may(.rooms, session.node),
      // A room of somebody who may not add us is none of ours, through any node.
      try Author(digest.opener).map({ try peers.people.withheld(.rooms).contains($0) }) != true,
      roomInvitations.mayBeInvited(into: id),
      try addPrivateRoom(
        id, opener: digest.opener, nonce: digest.nonce, hasRoster: !digest.roster.isEmpty,
        transaction)
    {
      roomInvitations.note(id, by: session.accounts)
    }
    return nil
  }

  /// Whether who said that we belong to a room belongs to it no more by what we know: it is heard, as that may be behind what
  /// came, and sent no entries.
  func isReceiveOnly(_ link: LinkID, in room: Room) -> Bool {
    guard roomInvitations.isInvited(into: room.id), let members = room.stored.people,
      let session = links[link]
    else { return false }
    let known = session.accounts.filter { members.knows($0) }
    return !known.isEmpty && !known.contains { members.isMember($0) }
  }

  /// Makes the row of a private room that somebody else opened, where there is none.
  ///
  /// - Parameter hasRoster: whether a roster says who belongs to it, and not its logs.
  /// - Returns: false where the id does not follow from its opener and nonce.
  func addPrivateRoom(
    _ id: RoomID, opener: Data, nonce: Data, hasRoster: Bool, _ transaction: Transaction
  ) throws -> Bool {
    guard let opener = Author(opener), nonce.count == 16,
      RoomID(privateOf: opener, nonce: nonce) == id
    else { return false }
    if try transaction.reader.room(id) == nil {
      _ = try transaction.addRoom(id, kind: .private, opener: opener, nonce: nonce)
      if hasRoster { try transaction.setRoster(Roster(room: id)) }
      try transaction.undeleteRoom(id)
    }
    return true
  }

  /// Makes the room of our account and another one. It is synced once our account has said there who it is.
  func makeDirectRoom(with other: Author, _ transaction: Transaction) throws {
    let id = RoomID(direct: account.author, other)
    let stored = try transaction.addRoom(
      id, kind: .direct, opener: min(account.author, other))
    try transaction.addMember(account.author, of: id)
    try transaction.addMember(other, of: id)
    add(stored, id)
  }
}
