import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Invites: members add people to a room with a roster where its owner lets them (specification section 26).
extension Records {
  /// Lets members add people to a room of ours from now on, or no longer.
  ///
  /// Whoever came by an invite before stays where we have met it.
  func setInvites(_ isOpen: Bool, in id: RoomID, _ transaction: Transaction) throws {
    guard let room = rooms[id], let roster = room.stored.roster, let nonce = room.stored.nonce
    else { return }
    try rosters.closeInvites(of: id, metBy: Set(peers.people.byAuthor().keys), transaction)
    guard isOpen else { return }
    let card = RoomCard.with {
      $0.invite = Data(randomBytes(32))
      $0.endings = roster.endings
    }
    try rosters.openInvite(of: id, try SigningKey(secret: [UInt8](card.invite)), transaction)
    let record = RecordID(by: room.stored.opener, nonce: nonce)
    try write([try .changing(record, card)], in: id, transaction)
  }

  /// Makes another invite in a room of ours where somebody who may have its secret belongs to the room no longer.
  func renewInvite(of id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let room = rooms[id], let roster = room.stored.roster,
      roster.owner == account.author, !roster.openInvites.isEmpty,
      try RoomViews(rooms, room, transaction.reader).card()?.endings != roster.endings
    else { return }
    try setInvites(roster.hasPlaceForInvite, in: id, transaction)
  }
}
