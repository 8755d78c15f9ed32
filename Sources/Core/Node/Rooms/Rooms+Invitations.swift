import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The rooms of others that peers tell this node about (specification section 13).
extension Node {
  /// Takes note of a room that a paired peer says our account belongs to; the room's logs will show whether it does. All who say
  /// so are remembered: one of them may never send them.
  func acceptInvitation(
    _ digest: Digest, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard peers.isPaired(session.node), let id = RoomID(digest.room),
      try !transaction.reader.members(of: id).contains(account.author),
      try !transaction.reader.isDeleted(id)
    else { return }
    let known = try transaction.reader.room(id)
    if let other = session.accounts.first(where: { RoomID(direct: account.author, $0) == id }) {
      guard peers.may(.chat, session.node) else { return }
      if known == nil { try addDirectRoom(with: other, transaction) }
    } else if peers.may(.rooms, session.node),
      // A room of somebody who may not add us is none of ours, through any node.
      try Author(digest.opener).map({ try peers.people.withheld(.rooms).contains($0) }) != true,
      roomInvitations.mayBeInvited(into: id),
      try addPrivateRoom(id, opener: digest.opener, nonce: digest.nonce, transaction)
    {
      roomInvitations.note(id, by: session.accounts)
    }
  }

  /// Whether who said that we belong to a room belongs to it no more by what we know: it is heard, as that may be behind what
  /// came, and sent no entries.
  func isReceiveOnly(_ link: LinkID, in room: Room) -> Bool {
    guard roomInvitations.isInvited(into: room.id), let members = room.stored.members,
      let session = links[link]
    else { return false }
    let known = session.accounts.filter { members.knows($0) }
    return !known.isEmpty && !known.contains { members.isMember($0) }
  }

  /// Makes the row of a private room that somebody else opened, where there is none.
  ///
  /// - Returns: false where the id does not follow from its opener and nonce.
  func addPrivateRoom(
    _ id: RoomID, opener: Data, nonce: Data, _ transaction: Transaction
  ) throws -> Bool {
    guard let opener = Author(opener), nonce.count == 16,
      RoomID(privateOf: opener, nonce: nonce) == id
    else { return false }
    if try transaction.reader.room(id) == nil {
      _ = try transaction.addRoom(id, kind: .private, opener: opener, nonce: nonce)
      try transaction.undeleteRoom(id)
    }
    return true
  }

  /// Makes the room of our account and another one.
  func addDirectRoom(with other: Author, _ transaction: Transaction) throws {
    let id = RoomID(direct: account.author, other)
    let stored = try transaction.addRoom(
      id, kind: .direct, opener: min(account.author, other))
    try transaction.addMember(account.author, of: id)
    try transaction.addMember(other, of: id)
    rooms[id] = Room(id: id, stored: stored)
    #if DEBUG
      rooms[id]?.planted = planted
    #endif
    try introduce(in: id, transaction)
    for session in links.sorted
    where session.state == .established && session.accounts.contains(other) {
      try beginSync(of: id, on: session.id)
    }
  }

  /// Makes the lobby and the personal room on the first start, and what was built with other rules again.
  func settleRoomsAtStart(_ transaction: Transaction) throws {
    if try transaction.reader.room(.lobby) == nil {
      _ = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero)
    }
    let personal = RoomID(personal: account.author)
    if try transaction.reader.room(personal) == nil {
      _ = try transaction.addRoom(personal, kind: .personal, opener: account.author)
      try transaction.addMember(account.author, of: personal)
    }
    for id in try transaction.reader.outdatedRooms(byOthers: true) {
      try rebuild(id, transaction, most: .max >> 1)
    }
    for id in try transaction.reader.outdatedRooms() {
      guard let room = try room(id, transaction.reader) else { continue }
      if isSmall(room) { try rebuild(id, transaction) } else { try makeInSlices(room, transaction) }
    }
    for id in try transaction.reader.privateRooms(without: account.author) {
      let members = try transaction.reader.room(id)?.members
      if let members, members.hasLeft(account.author) {
        roomInvitations.settle(id, isMember: false, Set(members.current))
      }
    }
    turn.changes = TurnMarks()
  }
}
