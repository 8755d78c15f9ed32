import Feature
import Replication
import Schema
import Store
import Wire

/// Matches of a node that was restored: its old seat writes no more.
extension Tables {
  /// Says at each match that was going on that our seat writes no more: an entry that no match counts. Then our node does what it
  /// owes at all tables.
  func sayRestored(_ transaction: Transaction) throws {
    for (id, table) in sorted
    where table.isPlaying && isCutOff(table) && rooms[id]?.logs[account.log] == nil {
      try append([.with { $0.left = LeaveTable() }], at: id, transaction)
    }
    for id in inMemory.keys { turn.settle(id) }
  }

  /// Tells our person that the other seat was restored, when the first entry of its new log has come.
  func noticeRestored(_ entry: VerifiedEntry, at table: Table) {
    let log = entry.place.log
    let seat = table.seat(of: log.author)
    guard entry.place.sequence == 1, table.isPlaying, seat != table.seat,
      let counted = table.logs[seat], counted < log
    else { return }
    let name = table.match.name(of: seat)
    var event = TableEvent()
    event.table = table.id.description
    event.number = table.steps
    event.seat = seat
    event.notice =
      "\(name)'s node was restored from a backup, so this match cannot go on: make your move and claim the match, or give it up."
    turn.publish(.tableEvent(event))
  }

  /// Makes the refusal for people at a table whose match cannot continue.
  static func cutOff(_ table: Table) -> Refused {
    guard !table.secret.isMissing else {
      return Refused(
        .notNow,
        "Your node's home is an old copy without the secret of your cards in this match, so the other player can claim it: host a new one.",
        .bringHomeBack
      )
    }
    return Refused(
      .notNow,
      "This match began before your node was restored from a backup, and cannot go on with what the backup holds: the other player can claim it, so host a new one."
    )
  }
}
