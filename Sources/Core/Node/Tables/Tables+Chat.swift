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
  /// Whether something may be said at a table now; throws why not.
  func checkTableChat(_ room: Room, _ transaction: Transaction) throws {
    guard let table = try table(room.id, transaction), table.match.hasJoined,
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
