import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Invites of our person's, with which members add people to its rooms. The secret stands in the card of the room (specification
/// section 26).
struct MemberInvites {
  let records: Records

  /// Lets members add people to a room of ours from now on, or no longer.
  ///
  /// People who came by an earlier invite stay if our node has met them.
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

  /// Makes a new invite if somebody who knew the secret of the last one has left the room.
  func renew(in id: RoomID, _ transaction: Transaction) throws {
    guard records.turn.writing == .allowed, let room = records.rooms[id],
      let roster = room.stored.roster, roster.owner == records.account.author,
      !roster.openInvites.isEmpty,
      try RoomViews(records.rooms, room, transaction.reader).card()?.endings != roster.endings
    else { return }
    try set(roster.hasPlaceForInvite, in: id, transaction)
  }
}
