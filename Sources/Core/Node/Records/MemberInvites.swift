import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The invites by which members add people to rooms of ours. The secret of each stands in the card of its room (specification
/// section 26).
struct MemberInvites {
  let records: Records

  /// Lets members add people to a room of ours from now on, or no longer.
  ///
  /// Whoever came by an invite before stays where we have met it.
  func set(_ isOpen: Bool, in id: RoomID, _ transaction: Transaction) throws {
    guard let room = records.rooms[id], let roster = room.stored.roster,
      let nonce = room.stored.nonce
    else { return }
    let met = try Set(records.peers.people.byAuthor().keys)
    try records.rosters.closeInvites(of: id, metBy: met, transaction)
    guard isOpen else { return }
    let card = RoomCard.with {
      $0.invite = Data(records.randomBytes(32))
      $0.endings = roster.endings
    }
    let invite = try SigningKey(secret: [UInt8](card.invite))
    try records.rosters.openInvite(of: id, invite, transaction)
    let record = RecordID(by: room.stored.opener, nonce: nonce)
    try records.write([try .changing(record, card)], in: id, transaction)
  }

  /// Makes another invite in a room of ours where somebody who may have its secret belongs to the room no longer.
  func renew(in id: RoomID, _ transaction: Transaction) throws {
    guard records.turn.writing == .allowed, let room = records.rooms[id],
      let roster = room.stored.roster, roster.owner == records.account.author,
      !roster.openInvites.isEmpty,
      try RoomViews(records.rooms, room, transaction.reader).card()?.endings != roster.endings
    else { return }
    try set(roster.hasPlaceForInvite, in: id, transaction)
  }
}
