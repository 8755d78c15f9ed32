import Identifiers
import Replication
import Schema
import Store
import Wire

/// The decision that a room is made again from its logs, as a late entry changes what many did (specification sections 5 and 14).
/// Records do it.
extension Rooms {
  /// A lobby with so many entries is not made again at once for what strangers do.
  private static let entriesRemadeAtOnce: Int64 = 1_000

  /// Notes that an entry of the lobby cites what is not here.
  func recordUnresolvedDependency(_ log: LogKey, _ sequence: UInt64, _ reader: Reader) throws {
    try lobby.state.order.load { try reader.unresolvedDependencies(in: .lobby) }
    lobby.state.order.add(log, sequence)
  }

  /// Has the lobby made again where what was cited has come.
  func settleLobbyOrder(_ transaction: Transaction) throws {
    guard lobby.state.order.mayHaveChanged || turn.touched.contains(.lobby) else { return }
    try lobby.state.order.load { try transaction.reader.unresolvedDependencies(in: .lobby) }
    guard let room = try room(.lobby, transaction.reader) else { return }
    if let missing = lobby.state.order.unsaved {
      try transaction.setLateCitations(missing, in: .lobby)
      lobby.state.order.saved()
    }
    guard lobby.state.order.isRemade(with: room.logs, of: room.stored.position, at: now) else {
      return
    }
    turn.touch(.lobby)
    if isSmall(room) {
      cache[.lobby]?.needsRebuild = true
    } else {
      try makeInSlices(room, transaction)
    }
  }

  /// Has a room made again from its logs because of what an author said: at once, or when the author's time has come. A lobby with
  /// much in it is made again only with the next such making.
  func remake(_ id: RoomID, for author: Author, _ transaction: Transaction) throws {
    guard let room = cache[id], !room.needsRebuild else { return }
    if id == .lobby, room.stored.position > Self.entriesRemadeAtOnce {
      lobby.state.order.loseLog()
    } else if try isRemadeAtOnce(room, for: author, transaction) {
      cache[id]?.needsRebuild = true
    }
  }

  /// Has a room made again in this turn, as the time of who asked has come, and compared: what was passed over meanwhile is asked
  /// for again.
  func remakeNow(_ id: RoomID) {
    cache[id]?.needsRebuild = true
    cache.compareAgain(id)
    turn.touch(id)
  }

  /// A room is made again now.
  func beginRemaking(_ id: RoomID) { cache[id]?.needsRebuild = false }

  /// Whether a room is made again in this turn for what an author said. Otherwise that goes on over many turns, or waits for the
  /// author's time, also over a restart.
  private func isRemadeAtOnce(
    _ room: Room, for author: Author, _ transaction: Transaction
  ) throws -> Bool {
    let isDue =
      author == account.author
      || allowances.rebuilds.isDue(room.id, of: room.stored.position, for: author, at: now)
    if isDue, isSmall(room) { return true }
    if isDue {
      try makeInSlices(room, transaction)
    } else {
      try transaction.setOutdated(room.stored.number)
    }
    return false
  }

  /// Whether a room can be made again within a turn.
  func isSmall(_ room: Room) -> Bool {
    let work = allowances.rebuilds.expectedWork(of: room.id, entries: room.stored.position)
    return work <= configuration.rebuildWork && !room.isBeingMade
  }

  /// Has a room made again over many turns, also over a restart.
  func makeInSlices(_ room: Room, _ transaction: Transaction) throws {
    try transaction.setOutdated(room.stored.number)
    allowances.rebuilds.begin(room.id)
  }
}
