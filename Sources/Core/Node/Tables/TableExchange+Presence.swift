import Feature
import Identifiers
import Schema
import Store
import Wire

/// The people who are at a table, or look at a room, now (specification section 7).
///
/// Presence is a state that no entry holds. It is told when it changes, to a new link, to somebody who has just come, and again
/// with each ping, so that no order of events loses it for good.
extension TableExchange {
  /// Tells the peer again which of its tables our person sits at, and which of its rooms our person looks at.
  func sayPresence(to session: LinkSession, _ transaction: Transaction) throws {
    for (id, table) in tables.sorted
    where table.attendance.isHere && table.other.map(session.accounts.contains) == true {
      guard try rooms.shares(id, with: session, transaction.reader) else { continue }
      try tables.sendPresence(table, on: session.id)
    }
    try spectators.sayPlayers(to: session)
    try rooms.sayRoomPresence(to: session, transaction)
  }

  func receive(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    if try spectators.receivePlayer(presence, session, transaction) { return }
    guard let id = RoomID(presence.room), let author = Author(presence.author),
      session.accounts.contains(author), try rooms.shares(id, with: session, transaction.reader),
      let table = try tables.table(id, transaction)
    else {
      return try rooms.refuseRoom(presence.room, to: session, transaction.reader)
    }
    // This counts before we have the chair, too: the host may be there already.
    guard table.other == author, table.attendance.isOtherHere != presence.here else { return }
    table.attendance.isOtherHere = presence.here
    turn.touch(table: id)
    // The one who comes may have missed that we are here, so we say it again.
    if presence.here, table.attendance.isHere { try tables.sendPresence(table, on: session.id) }
  }
}
