import Feature
import Identifiers
import Schema
import Store
import Wire

/// The people who look at a room now, beside those at tables: see `TableExchange+Presence.swift` (specification section 7).
extension Rooms {
  /// Tells the peer which of its rooms our person looks at.
  func sayRoomPresence(to session: LinkSession, _ transaction: Transaction) throws {
    for id in attendedRooms where try shares(id, with: session, transaction.reader) {
      try sendPresence(in: id, here: true, on: session.id)
    }
  }

  /// The rooms that our person looks at now, in order.
  var attendedRooms: [RoomID] { presence.rooms(of: account.author) }

  /// Tells the peer at a link whether our person looks at a room, or is at a table.
  func sendPresence(in id: RoomID, here: Bool, on link: LinkID) throws {
    var presence = Presence()
    presence.room = id.data
    presence.author = account.author.data
    presence.here = here
    try links.send(.presence(presence), on: link)
  }
}
