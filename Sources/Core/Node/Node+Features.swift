import Feature
import Foundation
import Identifiers
import Replication
import Schema
import Store
import SwiftProtobuf
import Wire

/// The commands of features: a handler reads a snapshot and fills in a draft, which is written here as a whole.
extension Node {
  func run(_ request: any Message, _ transaction: Transaction) throws -> Answer {
    guard let handler = store.registry.handler(for: type(of: request)) else {
      throw Refused(.invalid, "No feature knows \(type(of: request).protoMessageName).")
    }
    var draft = Draft(now: now, me: account.author, random: random) { OwnBlob($0).reference }
    let home = StoreSnapshot(self, transaction.reader)
    let shown: Handler.Shown
    do {
      shown = try handler.run(request, home, &draft)
      for write in draft.writes {
        if case .change(let record, _, _) = write.what { try home.checkMayChange(record) }
      }
      for record in draft.deletes { try home.checkMayChange(record) }
    } catch let problem as any Problem {
      throw Refused(problem.code, "\(problem)")
    }
    random = draft.random
    for allowance in draft.spent { try spend(allowance) }
    try write(draft, transaction)
    try settleRooms(transaction)
    guard let room = rooms[shown.room],
      let view = try RoomViews(self, room, transaction.reader).shown(shown.record)
    else { return Answer() }
    // What is deleted does not say any more what it belonged to.
    if draft.deletes.contains(where: { $0.id != shown.record }), let change = Self.change(view) {
      publish(change)
    }
    return Self.answer(shown.complete(view))
  }

  /// Our own people may not flood a room either (row C-20).
  private func spend(_ allowance: Allowance) throws {
    var bucket =
      allowances[allowance.name]
      ?? TokenBucket(
        burst: allowance.burst, everyMilliseconds: allowance.everyMilliseconds, at: now.steady)
    guard bucket.spend(at: now.steady) else { throw Refused(.busy, allowance.refusal) }
    allowances[allowance.name] = bucket
  }

  /// Makes and changes records, keeps the bytes that they point at, and only then deletes: the same bytes may be pointed at
  /// again.
  private func write(_ draft: Draft, _ transaction: Transaction) throws {
    for write in draft.writes {
      guard let put = try Self.put(write) else { continue }
      guard let room = try room(write.room, transaction.reader) else { throw Self.roomIsGone }
      if room.stored.kind == .table {
        try checkTableChat(room, transaction)
      } else {
        // At a table the match says who we are.
        try introduce(in: room.id, transaction)
      }
      // An entry for each: what is deleted later is erased with its entry.
      try self.write([.with { $0.put = put }], in: room.id, transaction)
    }
    if !draft.contents.isEmpty { try settleRooms(transaction) }
    for content in draft.contents { try keep(OwnBlob(content), transaction) }
    for record in draft.deletes {
      guard let number = rooms[record.room]?.stored.number,
        let stored = try transaction.reader.record(record.id, in: number), stored.state == .visible
      else { continue }
      try deleteTree(stored, in: record.room, transaction)
    }
  }

  /// The operation that does a write; nil where nothing changes.
  private static func put(_ write: Write) throws -> PutRecord? {
    var put = PutRecord()
    switch write.what {
    case .make(let making):
      put.nonce = making.nonce
      put.kind = UInt32(clamping: making.kind.rawValue)
      put.parent = making.parent?.data ?? Data()
      put.body = making.body
    case .change(let record, let from, let to):
      let (old, new) = (try FieldRegisters(from), try FieldRegisters(to))
      let changed = new.fields.filter { old.fields[$0.key] != $0.value }.keys
      put.record = record.id.data
      put.cleared = old.fields.keys.filter { new.fields[$0] == nil }.sorted()
      guard !changed.isEmpty || !put.cleared.isEmpty else { return nil }
      var body = FieldRegisters()
      for field in changed { body.take(field, from: new) }
      put.body = body.message
    }
    return put
  }

  /// What to say of a room that was there a moment ago.
  static var roomIsGone: Refused { Refused(.notFound, "That room is gone.") }

  /// The record of a room with an id that begins so.
  func record(_ prefix: String, in room: Room, _ reader: Reader) throws -> StoredRecord {
    try Self.record(prefix, in: room, reader)
  }

  /// The same, for reading.
  static func record(_ prefix: String, in room: Room, _ reader: Reader) throws -> StoredRecord {
    let found = prefix.isEmpty ? [] : try reader.recordIDs(prefix, in: room.stored.number)
    let none = "Nothing in that room has an id that begins with \(prefix)."
    let id = try found.only(none) { _ in
      "More than one id begins with \(prefix): give more letters."
    }
    guard let record = try reader.record(id, in: room.stored.number) else {
      throw Refused(.notFound, none)
    }
    return record
  }
}
