import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The rooms of files that are taken in (specification section 11).
extension Records {
  /// Loads the room of a file, or makes it where our account can belong to it.
  func openRoom(
    _ id: RoomID, of bundle: Schema.Bundle, _ transaction: Transaction
  ) throws {
    if id == .lobby, settings.lobby == .off {
      throw Refused(
        .notNow, "You have left the lobby.", .setting("lobby", "open"))
    }
    if let room = try rooms.room(id, transaction.reader) {
      // A private room's entries say who belongs to it; those of a table do so only once we sit at it.
      guard room.stored.kind == .table,
        try !transaction.reader.isMember(account.author, of: id)
      else { return }
      throw Refused(.notNow, "You have no chair at the table of that file.")
    }
    let authors = bundle.slices.compactMap { LogKey($0.log)?.author }
    if let other = authors.first(where: { RoomID(direct: account.author, $0) == id }) {
      return try addDirectRoom(with: other, transaction)
    }
    guard
      try rooms.addPrivateRoom(
        id, opener: bundle.opener, nonce: bundle.nonce, hasRoster: !bundle.roster.isEmpty,
        transaction)
    else {
      throw Refused(.notNow, "The file holds a room that you do not belong to.")
    }
  }
}
