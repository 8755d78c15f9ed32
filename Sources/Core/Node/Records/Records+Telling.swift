import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Changes of rooms and records, as people are told of them.
extension Records {
  /// So many records of one room in one turn are told as one change.
  private static let changesTold = 32
  /// So many records that point at a blob are told of when all of it is here.
  private static let pointersTold = 1_000

  /// Tells people what a room is now.
  ///
  /// A client that begins to listen during this turn is told only that the room changed, and asks.
  func publish(_ room: Room, _ transaction: Transaction) throws {
    guard context.hasSubscribers else { return turn.publish(.roomChanged(room.id.description)) }
    turn.publish(.room(try RoomViews(rooms, room, transaction.reader).roomView()))
  }

  /// The answer to a command about a room, which people are also told of.
  func answer(room id: RoomID, _ transaction: Transaction) throws -> RoomView {
    try settleRooms(transaction)
    guard let room = try rooms.room(id, transaction.reader) else { return RoomView() }
    let view = try RoomViews(rooms, room, transaction.reader).roomView()
    turn.publish(.room(view))
    return view
  }

  /// Tells people what changed in the rooms of this turn.
  func publishRooms(_ transaction: Transaction) throws {
    var telling = RecordTelling()
    for id in marks.rebuilt.sorted() { tell(telling.room(id)) }
    for (id, changes) in marks.changes.sorted(by: { $0.key < $1.key })
    where !marks.rebuilt.contains(id) {
      guard let room = rooms[id], changes.count <= Self.changesTold else {
        tell(telling.room(id))
        if let room = rooms[id] { try noteUnread(changes, in: room, transaction) }
        continue
      }
      try publish(changes, in: room, &telling, transaction)
    }
    for id in turn.changes.presence.sorted() {
      guard let room = try rooms.room(id, transaction.reader) else { continue }
      turn.publish(.room(try RoomViews(rooms, room, transaction.reader).roomView()))
    }
    for blob in turn.changes.wholeBlobs.sorted() {
      try publish(wholeBlob: blob, &telling, transaction)
    }
    turn.changes = TurnMarks()
    marks = RecordMarks()
  }

  private func tell(_ what: Change.OneOf_What?) {
    if let what { turn.publish(what) }
  }

  /// Tells people of the records that point at a blob of which all is here now.
  private func publish(
    wholeBlob blob: Int64, _ telling: inout RecordTelling, _ transaction: Transaction
  ) throws {
    let pointers = Dictionary(
      grouping: try transaction.reader.pointers(at: blob, limit: Self.pointersTold), by: \.room)
    for (id, pointers) in pointers.sorted(by: { $0.key < $1.key }) {
      guard let room = try rooms.room(id, transaction.reader) else { continue }
      let views = RoomViews(rooms, room, transaction.reader)
      let home = views.home
      for pointer in pointers.prefix(Self.changesTold) {
        tell(try telling.change(of: pointer.record, in: views, home))
      }
      if pointers.count > Self.changesTold { tell(telling.room(id)) }
    }
  }

  private func publish(
    _ changes: [RecordApplier.Change], in room: Room, _ telling: inout RecordTelling,
    _ transaction: Transaction
  ) throws {
    let views = RoomViews(rooms, room, transaction.reader)
    var isRoomTold = false
    if changes.contains(where: isMessage) {
      isRoomTold = try noteUnread(changes, in: room, transaction)
    }
    try callPerson(about: changes, in: room, views)
    guard context.hasSubscribers else {
      if !isRoomTold { try publish(room, transaction) }
      return
    }
    let home = views.home
    for change in changes {
      guard store.registry.view(of: change.kind) != nil else {
        guard !isRoomTold else { continue }
        isRoomTold = true
        turn.publish(.room(try views.roomView()))
        continue
      }
      tell(try telling.change(of: change.record, in: views, home))
    }
  }
}
