import Feature
import Identifiers
import Schema
import Store
import Wire

/// The people who are at a table, or look at a room, now (specification section 7).
///
/// Presence is a state that no entry holds. It is told when it changes, to a new link, to somebody who has just come, and again
/// with each ping, so that no order of events loses it for good.
extension Tables {
  /// Tells the peer again which of its tables our person sits at, and which of its rooms our person looks at.
  func sayPresence(to session: LinkSession, _ transaction: Transaction) throws {
    for (id, table) in sorted
    where table.attendance.isHere && table.other.map(session.accounts.contains) == true {
      guard try rooms.shares(id, with: session, transaction.reader) else { continue }
      try sendPresence(table, on: session.id)
    }
    try sayPlayers(to: session)
    try rooms.sayRoomPresence(to: session, transaction)
  }

  /// Says whether our person is at a table, once the peer can know that it has a chair there.
  func sendPresence(_ table: Table, on link: LinkID) throws {
    guard table.isTaken else { return }
    try rooms.sendPresence(in: table.id, here: table.attendance.isHere, on: link)
  }

  func receive(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    if try receivePlayer(presence, session, transaction) { return }
    guard let id = RoomID(presence.room), let author = Author(presence.author),
      session.accounts.contains(author), try rooms.shares(id, with: session, transaction.reader),
      let table = try table(id, transaction)
    else {
      return try rooms.refuseRoom(presence.room, to: session, transaction.reader)
    }
    // This counts before we have the chair, too: the host may be there already.
    guard table.other == author, table.attendance.isOtherHere != presence.here else { return }
    table.attendance.isOtherHere = presence.here
    turn.touch(table: id)
    // The one who comes may have missed that we are here, so we say it again.
    if presence.here, table.attendance.isHere { try sendPresence(table, on: session.id) }
  }
}
