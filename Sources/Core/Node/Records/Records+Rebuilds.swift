import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rooms are made again from their logs where a late entry changes what many did (specification sections 5 and 14).
extension Records {
  /// Goes on with making rooms again, and begins with those of which the time has come.
  func tickRebuilds(_ transaction: Transaction) throws {
    for id in allowances.rebuilds.takeDue(at: now) {
      guard let room = try rooms.room(id, transaction.reader) else { continue }
      if rooms.isSmall(room) {
        rooms.remakeNow(id)
      } else {
        try rooms.makeInSlices(room, transaction)
      }
    }
    guard let slice = allowances.rebuilds.takeSlice(at: now) else { return }
    if let id = slice.room { try goOn(making: id, transaction) }
    if slice.hasLeftSets { try collectRecordSets(transaction) }
  }

  /// Goes on for one slice with a room that is made again over many turns.
  private func goOn(making id: RoomID, _ transaction: Transaction) throws {
    guard try rooms.room(id, transaction.reader) != nil else {
      return allowances.rebuilds.forget(id)
    }
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
      rooms.beginRemaking(id)
      guard let room = try rooms.room(id, transaction.reader) else { return }
      guard try make(id, most: most ?? 4 * configuration.rebuildWork, transaction) else {
        return try rooms.makeInSlices(room, transaction)
      }
    } while rooms[id]?.needsRebuild == true
    try collectRecordSets(transaction)
  }

  /// Goes on making a loaded room again, for some entries and operations.
  ///
  /// - Returns: whether it was made.
  private func make(_ id: RoomID, most: Int, _ transaction: Transaction) throws -> Bool {
    collect()
    guard let number = rooms[id]?.stored.number,
      let (making, deletions) = try rooms.change(id, { try goOn(&$0, most: most, transaction) })
    else { return false }
    marks.rebuild(id, deletions)
    turn.changes.weighBlobs()
    if id == .lobby { rooms.lobby.state.order.readAgain() }
    if allowances.rebuilds.note(making.work, of: id) { try transaction.setRules(of: number) }
    for author in making.askers.sorted() { try rooms.remake(id, for: author, transaction) }
    return true
  }

  /// Goes on with one that has begun, or begins.
  ///
  /// - Returns: the making and the deletions that take effect with it, once it is at its end; nil before.
  private func goOn(
    _ room: inout Room, most: Int, _ transaction: Transaction
  ) throws -> (RecordRebuild, [RecordApplier.Change])? {
    var making =
      try (room.isBeingMade ? makings.removeValue(forKey: room.id) : nil)
      ?? RecordRebuild(room, transaction, own: account.author)
    room.isBeingMade = false
    guard try making.goOn(&room, most: most, transaction) else {
      makings[room.id] = making
      room.isBeingMade = true
      return nil
    }
    let deletions = try making.finish(&room, transaction)
    room.revision += 1
    return (making, deletions)
  }

  /// Lets go of records that count no more.
  private func collectRecordSets(_ transaction: Transaction) throws {
    // A room that was let go of is made again from its beginning.
    makings = makings.filter { rooms[$0.key]?.isBeingMade == true }
    let kept = makings.values.map(\.set)
    if try transaction.collectRecordSets(but: kept, most: configuration.rebuildSlice) == nil {
      allowances.rebuilds.noteNoLeftSets()
    } else {
      turn.changes.hasUnreferencedBlobs = true
    }
  }

  /// Makes the lobby and the personal room on the first start, and what was built with other rules again.
  func settleRoomsAtStart(_ transaction: Transaction) throws {
    if try transaction.reader.room(.lobby) == nil {
      _ = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero)
    }
    let personal = RoomID(personal: account.author)
    if try transaction.reader.room(personal) == nil {
      _ = try transaction.addRoom(personal, kind: .personal, opener: account.author)
      try transaction.addMember(account.author, of: personal)
    }
    for id in try transaction.reader.outdatedRooms(byOthers: true) {
      try rebuild(id, transaction, most: .max >> 1)
    }
    for id in try transaction.reader.outdatedRooms() {
      guard let room = try rooms.room(id, transaction.reader) else { continue }
      if rooms.isSmall(room) {
        try rebuild(id, transaction)
      } else {
        try rooms.makeInSlices(room, transaction)
      }
    }
    for id in try transaction.reader.privateRooms(without: account.author) {
      let people = try transaction.reader.people(of: id)
      if let people, people.hasLeft(account.author) {
        rooms.roomInvitations.settle(id, isMember: false, Set(people.current))
      }
    }
    turn.changes = TurnMarks()
    marks = RecordMarks()
  }
}
