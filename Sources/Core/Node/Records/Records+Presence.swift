import Identifiers
import Schema
import Store
import Wire

/// The people who look at a room, as others see them come and go.
extension Records {
  /// Somebody looks at a room, or no longer does.
  ///
  /// - Returns: false when it is about no room of ours but a table.
  func receiveRoomPresence(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Bool {
    guard let id = RoomID(presence.room), rooms.access[id] == nil,
      let stored = try rooms[id]?.stored ?? transaction.reader.room(id), stored.kind != .table,
      let author = Author(presence.author), session.accounts.contains(author),
      try rooms.shares(id, with: session, transaction.reader)
    else { return false }
    guard rooms.presence.set(presence.here, of: author, in: id) else { return true }
    if let room = try rooms.room(id, transaction.reader) {
      turn.publish(.room(try RoomViews(rooms, room, transaction.reader).roomView()))
    }
    return true
  }
}
