import Identifiers
import Replication
import Store
import Wire

/// Making rooms again from their logs, each in its time (specification section 14).
extension Node {
  /// A lobby with so many entries is not made again at once for what strangers do: that would take too long.
  private static let entriesRemadeAtOnce: Int64 = 1_000

  /// Has a room made again from its logs because of what an author said: at once, or when the author's time has come. A lobby with
  /// much in it is made again only with the next such making.
  func remake(_ id: RoomID, for author: Author, _ transaction: Transaction) throws {
    guard let room = rooms[id], !room.needsRebuild else { return }
    if id == .lobby, room.stored.position > Self.entriesRemadeAtOnce {
      lobby.order.loseLog()
    } else if try isRemadeAtOnce(room, for: author, transaction) {
      rooms[id]?.needsRebuild = true
    }
  }

  /// Whether a room is made again at once for what an author said; otherwise it waits, also over a restart.
  func isRemadeAtOnce(
    _ room: Room, for author: Author, _ transaction: Transaction
  ) throws -> Bool {
    if author == account.author { return true }
    if allowances.rebuilds.isDue(room.id, of: room.stored.position, for: author, at: now) {
      return true
    }
    try transaction.setOutdated(room.stored.number)
    return false
  }

  /// Makes rooms again of which the time has come. What was passed over meanwhile is asked for again.
  func tickRebuilds(_ transaction: Transaction) throws {
    for id in allowances.rebuilds.takeDue(at: now) {
      guard try room(id, transaction.reader) != nil else { continue }
      rooms[id]?.needsRebuild = true
      rooms.compareAgain(id)
      turn.touch(id)
    }
  }
}
