import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Undo of what our person did last, for records of every kind (row E-70).
extension Node {
  /// So many commands can be undone, one after the other.
  private static let mostUndone = 50

  /// What was taken back.
  public struct Undone: Equatable, Sendable {
    /// The record in a few words, as it was before it was taken back.
    public let title: String
    /// Its room.
    public let room: RoomID
    /// The record.
    public let record: RecordID
  }

  /// Takes back what our person's last command wrote: what it made is deleted, and the fields that it changed get the values that
  /// they had before. What a command deletes, and what reactions write, is never taken back.
  ///
  /// To be called as a command is; the one before is then the last one.
  ///
  /// - Throws: `Refused` with the reason, and nothing is taken back: nothing is left, something was deleted by the command or since,
  ///   or somebody else has changed the same since. `StoreError`.
  public func undo(_ transaction: Transaction) throws -> Undone {
    // An undo is nothing to undo.
    turn.endOwnWrites()
    let writes = try transaction.reader.lastOwnWrites()
    guard let first = writes.first else {
      throw Refused(.notNow, "There is nothing to undo.")
    }
    guard !writes.contains(where: { $0.effect == .deleted }) else {
      throw Refused(
        .notNow,
        "What you did last deleted something, and that erases it: it cannot be undone.")
    }
    let home = StoreSnapshot(self, transaction.reader)
    guard let record = try home.record(first.record, in: first.room), !record.isDeleted else {
      throw Self.isDeletedSince
    }
    let undone = Undone(title: home.title(of: record), room: first.room, record: first.record)
    for write in writes.reversed() { try undo(write, transaction) }
    try transaction.removeLastOwnWrites()
    try settleRooms(transaction)
    return undone
  }

  private func undo(_ write: OwnWrite, _ transaction: Transaction) throws {
    guard let room = try room(write.room, transaction.reader) else { throw Self.roomIsGone }
    guard let record = try transaction.reader.record(write.record, in: room.stored.records),
      record.state == .visible, let kind = store.registry.kind(record.kind)
    else { throw Self.isDeletedSince }
    guard mayChange(record, in: room) else {
      throw Refused(
        .notNow, "It cannot be undone: you may not change the \(kind.noun) any more.")
    }
    let views = RoomViews(self, room, transaction.reader)
    let versions = try views.versions(of: record)
    guard
      let place = versions.firstIndex(where: {
        $0.log == write.log && $0.sequence == write.sequence
      })
    else { throw Refused(.notNow, "It cannot be undone: what was there before is not known here.") }
    let fields = versions[place].fields
    let later = versions[(place + 1)...].first {
      $0.author != account.author
        && (write.effect == .made || !$0.fields.isDisjoint(with: fields))
    }
    if let later {
      throw Refused(
        .notNow,
        "It cannot be undone: \(try views.person(later.author).name) has changed the \(kind.noun) since."
      )
    }
    if write.effect == .made {
      try takeBack(record, kind, in: room, transaction)
    } else {
      guard place > 0 else { throw Self.isDeletedSince }
      try restore(fields, of: record, from: versions[place - 1].body, in: room, transaction)
    }
  }

  /// Deletes what our person has made.
  private func takeBack(
    _ record: StoredRecord, _ kind: AnyKind, in room: Room, _ transaction: Transaction
  ) throws {
    guard !kind.rules.isPermanent else {
      throw Refused(.notNow, "It cannot be undone: a \(kind.noun) cannot be deleted.")
    }
    let children = try transaction.reader.children(of: record.id, in: room.stored.records)
    guard children.allSatisfy({ room.logKeys[$0.log]?.author == account.author }) else {
      throw Refused(
        .notNow,
        "It cannot be undone: somebody else has added to the \(kind.noun) since. Delete it if you mean that."
      )
    }
    try deleteTree(record, in: room.id, transaction)
    try deleteRecords(about: record.item, transaction)
  }

  /// Gives fields of a record the values that they have in an older body.
  private func restore(
    _ fields: Set<UInt32>, of record: StoredRecord, from old: Data, in room: Room,
    _ transaction: Transaction
  ) throws {
    let (before, now) = (try FieldRegisters(old), try FieldRegisters(record.body))
    let changed = fields.filter { before.fields[$0] != now.fields[$0] }
    guard !changed.isEmpty else { return }
    var body = FieldRegisters()
    for field in changed { body.take(field, from: before) }
    var put = PutRecord()
    put.record = record.id.data
    put.body = body.message
    put.cleared = changed.filter { before.fields[$0] == nil }.sorted()
    try write([.with { $0.put = put }], in: room.id, transaction)
  }

  private static let isDeletedSince = Refused(
    .notNow, "It cannot be undone: it was deleted since.")

  // MARK: What is remembered

  /// Carries out a command of our person, and remembers what it wrote about records.
  func remembering<T>(_ transaction: Transaction, _ command: () throws -> T) throws -> T {
    turn.beginOwnWrites()
    defer { turn.endOwnWrites() }
    let result = try command()
    let writes = turn.endOwnWrites()
    if !writes.isEmpty { try transaction.addOwnWrites(writes, kept: Self.mostUndone) }
    return result
  }

  /// Notes what an entry of ours says about records, but those that each room has without anybody making them.
  func noteWrite(
    _ operations: [Schema.Operation], in room: RoomID, log: Int64, sequence: UInt64
  ) {
    guard turn.ownWrites != nil else { return }
    for operation in operations {
      let (effect, id): (OwnWrite.Effect, RecordID?)
      switch operation.kind {
      case .put(let put)? where !put.nonce.isEmpty:
        let kind = RecordKind(rawValue: put.kind)
        guard kind != .introduction, kind != .roomCard else { continue }
        (effect, id) = (.made, RecordID(by: account.author, nonce: put.nonce))
      case .put(let put)?: (effect, id) = (.changed, RecordID(put.record))
      case .delete(let delete)?: (effect, id) = (.deleted, RecordID(delete.record))
      default: continue
      }
      guard let id, id != RoomViews.person(of: account.author) else { continue }
      turn.remember(
        OwnWrite(effect: effect, room: room, record: id, log: log, sequence: sequence))
    }
  }
}
