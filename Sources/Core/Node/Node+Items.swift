import Events
import Feature
import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Sharing: moving a record with all that belongs to it from one room to another (design section 7).
extension Node {
  func perform(_ command: MoveItem, _ transaction: Transaction) throws -> Answer {
    let reader = transaction.reader
    let from = try Self.room(command.room, reader, own: account.author)
    let to = try Self.room(command.to, reader, own: account.author)
    guard from != to, let source = try room(from, reader) else {
      throw Refused(.notNow, "It is in that room already.")
    }
    let stored = try record(command.record, in: source, reader)
    guard stored.state == .visible, stored.parent == nil,
      let kind = RecordKind(rawValue: Int(stored.kind)), kind != .introduction, kind != .roomCard
    else { throw Refused(.notNow, "That cannot be moved by itself: it is part of something else.") }
    let home = StoreSnapshot(self, reader)
    let top = RoomViews(self, source, reader).record(stored)
    let tree = try tree(of: top, home)
    let event = top.isEvent ? try eventMove(tree, command, home) : nil
    guard (tree + (event?.lines ?? [])).allSatisfy({ $0.author == account.author }) else {
      throw Refused(
        .notNow, "Somebody else wrote part of it, so it cannot be moved: share a copy instead.")
    }
    try introduce(in: to, transaction)
    let isReadOnly = command.readOnly && to != RoomID(personal: account.author)
    let (copies, id) = copying(event?.tree ?? tree, isReadOnly: isReadOnly)
    try writeAll(copies, in: to, transaction)
    if let event { try follow(id, event, command, to: to, transaction) }
    try delete(top, transaction)
    return try answer(room: to, transaction)
  }

  /// A record and all that belongs to it, parents before children.
  private func tree(of top: Record, _ home: any Snapshot) throws -> [Record] {
    var tree = [top]
    var next = 0
    while next < tree.count {
      tree += try home.children(of: tree[next].id, in: top.room)
      next += 1
    }
    return tree
  }

  /// The operations that make the records of a tree in another room.
  ///
  /// With new ids: what was moved away is deleted in its room, so an id could never come back there.
  ///
  /// - Parameter isReadOnly: of what plans are made of, only we can change the copies.
  /// - Returns: them, and the new id of the top.
  private func copying(
    _ tree: [Record], isReadOnly: Bool
  ) -> ([Schema.Operation], RecordID) {
    var ids: [RecordID: RecordID] = [:]
    let copies = tree.map { record in
      let nonce = Data(randomBytes(16))
      ids[record.id] = RecordID(by: account.author, nonce: nonce)
      var put = PutRecord()
      put.nonce = nonce
      let kind = RecordKind(rawValue: Int(record.kind))?.asReadOnly(isReadOnly)
      put.kind = kind.map { UInt32($0.rawValue) } ?? record.kind
      put.parent = record.parent.flatMap { ids[$0] }?.data ?? Data()
      put.body = EventParts.bodyWithUID(record)
      return Schema.Operation.with { $0.put = put }
    }
    return (copies, ids[tree[0].id] ?? tree[0].id)
  }
}
