import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import SwiftProtobuf
import Wire

/// The commands of features: a handler reads a snapshot and fills in a draft, which is written here as a whole.
extension Records {
  /// A command of a feature whose draft was checked and not written.
  struct Drafted {
    fileprivate let draft: Draft
    fileprivate let answer: Handler.Answer

    /// The rooms into which it writes records, each once.
    var rooms: [RoomID] {
      var seen: Set<RoomID> = []
      return draft.writes.compactMap { seen.insert($0.room).inserted ? $0.room : nil }
    }
  }

  /// Has a feature fill in the draft of a command.
  func draft(
    _ handler: Handler, _ call: Call, _ transaction: Transaction
  ) throws -> Drafted {
    let perform: (any Message, any Snapshot, inout Draft) throws -> Handler.Answer
    switch handler.work {
    case .command(let command): perform = command
    case .read(let read): perform = { message, home, _ in .value(try read(message, home)) }
    }
    var draft = newDraft(file: call.file)
    let home = StoreSnapshot(rooms, transaction.reader)
    let answer: Handler.Answer
    do {
      answer = try perform(call.request, home, &draft)
      for write in draft.writes { try check(write, home) }
      for record in draft.deletes { try checkDelete(of: record, home) }
    } catch let problem as any Problem {
      throw Refused(problem)
    }
    context.random = draft.random
    for allowance in draft.spent { try spend(allowance) }
    return Drafted(draft: draft, answer: answer)
  }

  /// Writes the draft of a command, and returns its answer. Whoever calls it has asked the tables into which it writes.
  func perform(_ drafted: Drafted, _ transaction: Transaction) throws -> any Message {
    let draft = drafted.draft
    try write(draft, transaction)
    for ephemeral in draft.ephemerals { try show(ephemeral, transaction) }
    try settleRooms(transaction)
    switch drafted.answer {
    case .value(let value): return value
    case .record(let id, let room, let complete):
      guard let room = rooms[room] else { return complete(nil) }
      let views = RoomViews(rooms, room, transaction.reader)
      guard let (root, view) = try views.shown(id, views.home) else { return complete(nil) }
      // What is deleted does not say any more what it belonged to.
      if draft.deletes.contains(where: { $0.id != id }) {
        turn.publish(.record(try ShownRecord(root, view)))
      }
      return complete(view)
    }
  }

  /// An empty draft of this moment.
  ///
  /// - Parameter file: the file of the command, where it was read before.
  func newDraft(file: (any Sendable)? = nil) -> Draft {
    let registry = store.registry
    return Draft(
      now: now, me: account.author, random: context.random,
      uploads: { [context] in context.uploads.use($0) },
      handler: { registry.handler($0) }, file: file, reference: { OwnBlob($0).reference })
  }

  /// Our own people may not flood a room either (row C-20).
  private func spend(_ allowance: Allowance) throws {
    guard allowances.spend(allowance, at: now) else { throw Refused(.busy, allowance.refusal) }
  }

  /// Makes and changes records, keeps the bytes that they point at, and only then deletes: the same bytes may be pointed at
  /// again.
  func write(_ draft: Draft, _ transaction: Transaction) throws {
    var entered: Set<RoomID> = []
    for write in draft.writes {
      guard let put = try put(write, transaction) else { continue }
      if entered.insert(write.room).inserted { try prepareToWrite(in: write.room, transaction) }
      // An entry for each: what is deleted later is erased with its entry.
      try self.write([.with { $0.put = put }], in: write.room, transaction)
    }
    if !draft.contents.isEmpty { try settleRooms(transaction) }
    for content in draft.contents { try blobs.keep(OwnBlob(content), transaction) }
    for record in draft.deletes {
      guard let number = rooms[record.room]?.stored.records,
        let stored = try transaction.reader.record(record.id, in: number), stored.state == .visible
      else { continue }
      try deleteTree(stored, in: record.room, transaction)
      try deleteRecords(about: stored.item, transaction)
    }
  }

  /// Checks that our person may write into a room, and says there who that is.
  private func prepareToWrite(in id: RoomID, _ transaction: Transaction) throws {
    let room = try rooms.present(id, transaction.reader)
    guard room.stored.kind == .table else { return try introduce(in: id, transaction) }
    // At a table the match says who we are. No reaction writes there.
    guard let table = rooms.access[id], !table.hasNoChat else {
      throw Refused(.notNow, "Nobody has joined that table yet.")
    }
  }

  /// Checks that a write counts, and that it keeps to the limits of its kind.
  func check(_ write: Write, _ home: any Snapshot) throws {
    switch write.what {
    case .change(let record, _, let body, _):
      try home.checkMayChange(record)
      try checkSize(body, store.registry.kind(record.kind))
    case .make(let making):
      guard let kind = store.registry.kind(making.kind) else { return }
      try checkSize(making.body, kind)
      // What is made by the same command is not there yet.
      guard let id = making.parent, let parent = try home.record(id, in: write.room) else { return }
      try home.checkMayAdd(kind, to: parent)
    }
  }

  private func checkDelete(of record: Record, _ home: any Snapshot) throws {
    if let kind = store.registry.kind(record.kind), kind.rules.isPermanent {
      throw kind.permanence()
    }
    try home.checkMayChange(record)
  }

  private func checkSize(_ body: Data, _ kind: AnyKind?) throws {
    guard let kind, body.count > kind.rules.limit.bytes else { return }
    throw Refused(
      .invalid,
      "The \(kind.noun) has \(body.count) bytes and \(kind.rules.limit.bytes) are allowed: shorten it."
    )
  }

  /// The operation that does a write; nil where nothing changes.
  private func put(_ write: Write, _ transaction: Transaction) throws -> PutRecord? {
    var put = PutRecord()
    switch write.what {
    case .make(let making):
      if making.isDerived,
        let number = try rooms.room(write.room, transaction.reader)?.stored.records,
        try transaction.reader.record(
          RecordID(by: account.author, nonce: making.nonce), in: number) != nil
      {
        return nil
      }
      put.nonce = making.nonce
      put.kind = making.kind.rawValue
      put.parent = making.parent?.data ?? Data()
      put.about = making.about?.data ?? Data()
      put.writers = UInt32(making.writers?.rawValue ?? 0)
      put.body = making.body
      if let item = making.item {
        guard let (room, known) = try transaction.reader.records(of: item).first else {
          throw Refused(.notFound, "That is gone: somebody deleted it.")
        }
        put.itemNonce = try itemNonce(of: known.id, in: room, transaction.reader)
        guard ItemID(by: account.author, nonce: put.itemNonce) == item else {
          throw Refused(.notNow, "Only the person who made it can take it to another room.")
        }
      }
    case .change(let record, let from, let to, let unseen):
      let (old, new) = (try FieldRegisters(from), try FieldRegisters(to))
      let changed = new.fields.filter { old.fields[$0.key] != $0.value }.keys
      put.record = record.id.data
      put.cleared = old.fields.keys.filter { new.fields[$0] == nil }.sorted()
      guard !changed.isEmpty || !put.cleared.isEmpty else { return nil }
      var body = FieldRegisters()
      for field in changed { body.take(field, from: new) }
      put.body = body.message
      put.unseen = unseen.intersection(Set(changed).union(put.cleared)).sorted()
    }
    return put
  }

  /// The item of a room with an id that begins so, also a deleted one.
  static func record(_ prefix: String, in room: Room, _ reader: Reader) throws -> StoredRecord {
    let found = try reader.records(
      of: [], beginning: prefix.lowercased(), in: room.stored.records, limit: 2, withDeleted: true)
    guard let record = found.first, !prefix.isEmpty else {
      throw Refused(.notFound, "Nothing in that room has an id that begins with \(prefix).")
    }
    guard found.count == 1 || Set(found.map(\.item)).count == 1 else {
      throw Refused(.ambiguous, "More than one id begins with \(prefix): give more letters.")
    }
    return found.first { $0.state == .visible } ?? record
  }
}
