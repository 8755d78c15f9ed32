import Events
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
    let top = try record(command.record, in: source, reader)
    guard top.state == .visible, top.parent == nil,
      let kind = RecordKind(rawValue: Int(top.kind)), kind != .introduction, kind != .roomCard
    else { throw Refused(.notNow, "That cannot be moved by itself: it is part of something else.") }
    let tree = try tree(of: top, in: source, reader)
    let event = top.isEvent ? try eventMove(tree, command, in: source, reader) : nil
    let written = tree.map { (source, $0) } + (event?.lines ?? []).map { ($0.room, $0.record) }
    guard written.allSatisfy({ $0.logKeys[$1.log]?.author == account.author }) else {
      throw Refused(
        .notNow, "Somebody else wrote part of it, so it cannot be moved: share a copy instead.")
    }
    try introduce(in: to, transaction)
    let isReadOnly = command.readOnly && to != RoomID(personal: account.author)
    let (copies, id) = copying(event?.tree ?? tree, isReadOnly: isReadOnly)
    try writeAll(copies, in: to, transaction)
    if let event { try follow(id, event, command, to: to, transaction) }
    if let source = rooms[from] { try delete(top, in: source, transaction) }
    return try answer(room: to, transaction)
  }

  /// A record and all that belongs to it, parents before children.
  private func tree(
    of top: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> [StoredRecord] {
    var tree = [top]
    var next = 0
    while next < tree.count {
      tree += try reader.children(of: tree[next].id, in: room.stored.number)
      next += 1
    }
    return tree
  }

  /// The body of a record; what calendars call an event or a thing to do by its id is kept when it gets another one (row E-16).
  private static func bodyWithUID(_ record: StoredRecord) -> Data {
    if record.isEvent, var event = try? Coding.decode(Schema.Event.self, from: record.body),
      event.uid.isEmpty
    {
      event.uid = CalendarText.uid(record.id.description)
      return (try? Coding.encode(event)).map { Data($0) } ?? record.body
    }
    if let toDo = try? toDoWithUID(record) {
      return (try? Coding.encode(toDo)).map { Data($0) } ?? record.body
    }
    return record.body
  }

  /// A thing to do with what calendars call it; nil for any other record.
  static func toDoWithUID(_ record: StoredRecord) throws -> ToDo? {
    guard record.isToDo || record.isKeptToDo else { return nil }
    var toDo = try Coding.decode(ToDo.self, from: record.body)
    if toDo.uid.isEmpty { toDo.uid = CalendarText.uid(record.id.description) }
    return toDo
  }

  /// The operations that make the records of a tree in another room.
  ///
  /// With new ids: what was moved away is deleted in its room, so an id could never come back there.
  ///
  /// - Parameter isReadOnly: of what plans are made of, only we can change the copies.
  /// - Returns: them, and the new id of the top.
  private func copying(
    _ tree: [StoredRecord], isReadOnly: Bool
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
      put.body = Self.bodyWithUID(record)
      return Schema.Operation.with { $0.put = put }
    }
    return (copies, ids[tree[0].id] ?? tree[0].id)
  }
}
