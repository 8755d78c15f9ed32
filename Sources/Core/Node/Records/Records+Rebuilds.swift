import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rooms are made again from their logs where a late entry changes what many did (specification sections 5 and 14).
extension Node {
  /// A lobby with so many entries is not made again at once for what strangers do.
  private static let entriesRemadeAtOnce: Int64 = 1_000

  // MARK: The lobby

  /// Notes that an entry of the lobby cites what is not here.
  func recordUnresolvedDependency(_ log: LogKey, _ sequence: UInt64, _ reader: Reader) throws {
    try lobby.order.load { try reader.unresolvedDependencies(in: .lobby) }
    lobby.order.add(log, sequence)
  }

  /// Has the lobby made again where what was cited has come.
  func settleLobbyOrder(_ transaction: Transaction) throws {
    guard lobby.order.mayHaveChanged || turn.touched.contains(.lobby) else { return }
    try lobby.order.load { try transaction.reader.unresolvedDependencies(in: .lobby) }
    guard let room = try room(.lobby, transaction.reader) else { return }
    if let missing = lobby.order.unsaved {
      try transaction.setLateCitations(missing, in: .lobby)
      lobby.order.saved()
    }
    guard lobby.order.isRemade(with: room.logs, of: room.stored.position, at: now) else { return }
    turn.touch(.lobby)
    if isSmall(room) {
      rooms[.lobby]?.needsRebuild = true
    } else {
      try makeInSlices(room, transaction)
    }
  }

  // MARK: All rooms

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

  /// Whether a room is made again in this turn for what an author said. Otherwise that goes on over many turns, or waits for the
  /// author's time, also over a restart.
  func isRemadeAtOnce(
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
    return work <= configuration.rebuildWork && room.making == nil
  }

  /// Has a room made again over many turns, also over a restart.
  func makeInSlices(_ room: Room, _ transaction: Transaction) throws {
    try transaction.setOutdated(room.stored.number)
    allowances.rebuilds.begin(room.id)
  }

  /// Goes on with making rooms again, and begins with those of which the time has come.
  func tickRebuilds(_ transaction: Transaction) throws {
    for id in allowances.rebuilds.takeDue(at: now) {
      guard let room = try room(id, transaction.reader) else { continue }
      if isSmall(room) {
        rooms[id]?.needsRebuild = true
        // What was passed over meanwhile is asked for again.
        rooms.compareAgain(id)
        turn.touch(id)
      } else {
        try makeInSlices(room, transaction)
      }
    }
    guard let slice = allowances.rebuilds.takeSlice(at: now) else { return }
    if let id = slice.room { try goOn(making: id, transaction) }
    if slice.hasLeftSets { try collectRecordSets(transaction) }
  }

  /// Goes on for one slice with a room that is made again over many turns.
  private func goOn(making id: RoomID, _ transaction: Transaction) throws {
    guard try room(id, transaction.reader) != nil else { return allowances.rebuilds.forget(id) }
    turn.touch(id)
    guard try make(id, most: configuration.rebuildSlice, transaction) else { return }
    rooms.compareAgain(id)
    if rooms[id]?.stored.kind == .private { turn.changes.membership.insert(id) }
  }

  /// Makes a room's orders, members and records again from its logs (specification section 14) in this turn; what is left of a large room
  /// goes on over many turns.
  func rebuild(_ id: RoomID, _ transaction: Transaction, most: Int? = nil) throws {
    // What a delete erases on the way counts no more: then once again. Each time there is less to erase.
    repeat {
      rooms[id]?.needsRebuild = false
      guard let room = try room(id, transaction.reader) else { return }
      guard try make(id, most: most ?? 4 * configuration.rebuildWork, transaction) else {
        return try makeInSlices(room, transaction)
      }
    } while rooms[id]?.needsRebuild == true
    try collectRecordSets(transaction)
  }

  /// Goes on making a loaded room again, for some entries and operations.
  ///
  /// - Returns: whether it was made.
  private func make(_ id: RoomID, most: Int, _ transaction: Transaction) throws -> Bool {
    turn.changes.collect()
    // Taken out while it is changed, or all of it would be copied.
    guard var room = rooms.takeOut(id) else { return false }
    defer { if rooms[id] == nil { rooms[id] = room } }
    var making = try room.making ?? RecordRebuild(room, transaction, own: account.author)
    room.making = nil
    guard try making.goOn(&room, most: most, transaction) else {
      room.making = making
      return false
    }
    let deletions = try making.finish(&room, transaction)
    room.revision += 1
    let number = room.stored.number
    rooms[id] = room
    turn.changes.rebuild(id, deletions)
    if id == .lobby { lobby.order.readAgain() }
    if allowances.rebuilds.note(making.work, of: id) { try transaction.setRules(of: number) }
    for author in making.askers.sorted() { try remake(id, for: author, transaction) }
    return true
  }

  /// Lets go of records that count no more.
  private func collectRecordSets(_ transaction: Transaction) throws {
    let kept = rooms.rooms.compactMap(\.making?.set)
    if try transaction.collectRecordSets(but: kept, most: configuration.rebuildSlice) == nil {
      allowances.rebuilds.noteNoLeftSets()
    } else {
      turn.changes.hasUnreferencedBlobs = true
    }
  }
}
