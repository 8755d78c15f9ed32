import Feature
import Identifiers
import Schema
import Store
import Wire

/// The people who look at a room now, beside those at tables: see `Tables+Presence.swift` (specification section 7).
extension Node {
  /// Tells the peer which of its rooms our person looks at.
  func sayRoomPresence(to session: LinkSession, _ transaction: Transaction) throws {
    for id in attendedRooms where try shares(id, with: session, transaction.reader) {
      try sendPresence(in: id, here: true, on: session.id)
    }
  }

  /// Somebody looks at a room, or no longer does.
  ///
  /// - Returns: false when it is about no room of ours but a table.
  func receiveRoomPresence(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Bool {
    guard let id = RoomID(presence.room), tables[id] == nil,
      let stored = try rooms[id]?.stored ?? transaction.reader.room(id), stored.kind != .table,
      let author = Author(presence.author), session.accounts.contains(author),
      try shares(id, with: session, transaction.reader)
    else { return false }
    guard self.presence.set(presence.here, of: author, in: id) else { return true }
    if let room = try room(id, transaction.reader) {
      turn.publish(.room(try RoomViews(self, room, transaction.reader).roomView()))
    }
    return true
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
