import Feature
import Identifiers
import Schema
import Store
import Wire

/// The room of a table that people watch: who belongs to it, and up to where they have it.
extension Tables {
  /// Shares a table with those who watch, and with nobody else.
  func changeSpectators(of table: Table, _ transaction: Transaction) throws {
    for spectator in table.match.spectators {
      guard let author = Author(spectator.key) else { continue }
      if spectator.isRemoved {
        try transaction.removeMember(author, of: table.id)
        for session in links.sorted
        where session.accounts.contains(author) && rooms[table.id]?.syncs[session.id] != nil
          && !session.accounts.contains(where: table.concerns)
        {
          try rooms.sayRefused(table.id.data, to: session, transaction.reader)
        }
      } else {
        try transaction.addMember(author, of: table.id)
        table.audience.told = nil
        guard author == account.author else { continue }
        sessions.endWatch(at: table.id)
        noteAsked(table.id)
      }
    }
  }

  /// Notes what spectators may have of a table that was loaded from its logs: all of it where nothing of a round is undecided. Of a
  /// round that was begun nobody knows any more where it began, so they wait until it is decided.
  ///
  /// - Parameter position: the first entry of the room that was left out.
  func reopenAudience(_ table: Table, before position: Int64) {
    guard table.access.served == 0, table.seat != .unspecified, !table.match.spectators.isEmpty,
      let last = rooms[table.id]?.stored.position, table.match.isShown(isDecided: false)
    else { return }
    table.audience.mayHave = min(last, position - 1)
    table.access.served = table.audience.mayHave
    table.audience.rounds = table.match.roundsDecided
    table.audience.wasOver = table.phase == .finished
  }
}
