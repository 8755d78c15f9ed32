import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Sharing: moving an item with all that belongs to it from one room to another (design section 7).
extension Records {
  func perform(_ command: MoveItem, _ transaction: Transaction) throws -> RoomView {
    let reader = transaction.reader
    let from = try RoomNames.room(command.room, reader, own: account.author)
    let to = try RoomNames.room(command.to, reader, own: account.author)
    guard from != to else { throw Refused(.notNow, "It is in that room already.") }
    let home = StoreSnapshot(rooms, reader)
    let top = try home.find(command.record, [], in: [from])
    guard top.parent == nil, top.kind != .introduction, top.kind != .roomCard else {
      throw Refused(.notNow, "That cannot be moved by itself: it is part of something else.")
    }
    let move = try ItemMove(top, command, to: to, store.registry, home)
    guard move.all.allSatisfy({ $0.author == account.author }) else {
      throw Refused(
        .notNow, "Somebody else wrote part of it, so it cannot be moved: share a copy instead.")
    }
    for record in move.all {
      try store.registry.kind(record.kind)?.moving?.check(record, home)
    }
    try introduce(in: to, transaction)
    try copy(move, to: to, transaction)
    for record in move.adopted { try delete(record, transaction) }
    guard let number = rooms[from]?.stored.records,
      let stored = try reader.record(top.id, in: number), stored.state == .visible
    else { return try answer(room: to, transaction) }
    try deleteTree(stored, in: from, transaction)
    return try answer(room: to, transaction)
  }

  /// Makes the records of a move where they belong from now on.
  ///
  /// They get new ids, as what is deleted in a room can never come back there. The items stay the same.
  private func copy(_ move: ItemMove, to room: RoomID, _ transaction: Transaction) throws {
    var ids: [RecordID: RecordID] = [:]
    var hashes: [Data: Data] = [:]
    for (record, parent) in move.tree {
      var put = try copy(of: record, transaction)
      let above = parent.flatMap { ids[$0] }
      let kind = store.registry.kind(record.kind)
      if let moving = kind?.moving {
        if let nonce = above.flatMap({ moving.nonce(below: $0) }) { put.nonce = nonce }
        put.body = moving.body(record.body, hashes: hashes)
      }
      let id = RecordID(by: account.author, nonce: put.nonce)
      if kind?.moving != nil {
        hashes[record.contentHash] = record.contentHash(
          in: room, as: id, below: above, body: put.body)
      }
      ids[record.id] = id
      put.parent = above?.data ?? Data()
      if let writers = move.writers, kind?.rules.writers.contains(writers) == true {
        put.writers = UInt32(writers.rawValue)
      }
      // An entry for each: their order stays, and what is deleted later is erased with its entry.
      try write([.with { $0.put = put }], in: room, transaction)
    }
    guard !move.left.isEmpty else { return }
    let personal = RoomID(personal: account.author)
    try introduce(in: personal, transaction)
    for record in move.left {
      var put = try copy(of: record, transaction)
      put.about = move.top.item.data
      try write([.with { $0.put = put }], in: personal, transaction)
    }
  }

  /// A making of the same item, with no writers, parent or subject yet.
  private func copy(of record: Record, _ transaction: Transaction) throws -> PutRecord {
    var put = PutRecord()
    put.nonce = Data(randomBytes(16))
    put.kind = record.kind.rawValue
    put.body = record.body
    put.itemNonce = try itemNonce(of: record.id, in: record.room, transaction.reader)
    return put
  }

  /// The nonce from which the item of a record follows.
  func itemNonce(of id: RecordID, in room: RoomID, _ reader: Reader) throws -> Data {
    guard let room = try rooms.room(room, reader),
      let stored = try reader.record(id, in: room.stored.records)
    else { throw Rooms.roomIsGone }
    let making = try making(of: stored, in: room, reader).put
    return making.itemNonce.isEmpty ? making.nonce : making.itemNonce
  }
}

/// The records that move with an item, and those that stay behind.
private struct ItemMove {
  /// The item as it was.
  let top: Record
  /// The records that go along, parents before children, each with the one that it belongs to.
  let tree: [(record: Record, parent: RecordID?)]
  /// The records that belong to the item and are left behind, about it.
  let left: [Record]
  /// The records that were about the item and go along; they are part of the tree.
  let adopted: [Record]
  /// The people who may change the records that allow it; nil for the first that each kind allows.
  let writers: Writers?

  /// Everything that moves.
  var all: [Record] { tree.map(\.record) + left }

  init(
    _ top: Record, _ command: MoveItem, to room: RoomID, _ registry: Registry,
    _ home: any Snapshot
  ) throws {
    self.top = top
    writers = Writers(rawValue: UInt8(clamping: command.writers.rawValue))
    let leave = try registry.kinds(called: command.leave)
    let isPersonal = room == home.personalRoom
    // Nobody else sees the item any more: what our person kept to itself is part of it again.
    let take =
      try isPersonal ? Set(registry.children(of: top.kind)) : registry.kinds(called: command.take)
    adopted = try home.records(about: top.item).filter {
      $0.room == home.personalRoom && take.contains($0.kind)
    }
    var tree: [(record: Record, parent: RecordID?)] = [(top, nil)]
    var left: [Record] = []
    var next = 0
    while next < tree.count {
      let parent = tree[next].record
      for child in try home.children(of: parent.id, in: top.room) {
        if leave.contains(child.kind), !isPersonal {
          left.append(child)
        } else {
          tree.append((child, parent.id))
        }
      }
      next += 1
    }
    self.tree = tree + adopted.map { ($0, top.id) }
    self.left = left
  }
}
