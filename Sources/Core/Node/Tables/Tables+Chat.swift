import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The chat of the two players at their table (row C-13). It is made of records in the table's own logs, beside the steps of the
/// match and without any effect on it.
extension Tables {
  /// Checks that our person may say something in a room now, where that is the room of a table.
  func checkChat(in id: RoomID, _ transaction: Transaction) throws {
    guard try rooms.room(id, transaction.reader)?.stored.kind == .table else { return }
    guard let table = try table(id, transaction), table.hasGuests,
      table.seat != .unspecified || table.isWatched(by: account.author)
    else { throw Refused(.notNow, "Nobody has joined that table yet.") }
    guard table.seat != .unspecified || table.match.spectatorsTalk else {
      throw Refused(.notNow, "The host lets spectators watch and not talk.")
    }
    guard !table.match.hasNoChat else {
      throw Refused(.notNow, "The host has opened this table without chat.")
    }
  }
}
