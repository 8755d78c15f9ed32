import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Deleting records (specification section 14).
extension Records {
  /// Deletes a record with all that belongs to it and that our account may delete, so that its words are erased with it
  /// (row E-52).
  func deleteTree(_ record: StoredRecord, in id: RoomID, _ transaction: Transaction) throws {
    let room = try rooms.present(id, transaction.reader)
    for child in try transaction.reader.children(of: record.id, in: room.stored.records)
    where mayChange(child, in: room) {
      try deleteTree(child, in: id, transaction)
    }
    if let room = rooms[id] { try delete(record, in: room, transaction) }
  }

  /// Deletes what our person keeps about an item in the personal room, but not what it said about it there.
  func deleteRecords(about item: ItemID, _ transaction: Transaction) throws {
    let personal = RoomID(personal: account.author)
    let about = try transaction.reader.records(about: item)
    guard try !about.isEmpty && transaction.reader.records(of: item).isEmpty else { return }
    for (room, record) in about
    where room == personal && !store.registry.messageKinds.contains(record.kind) {
      try deleteTree(record, in: room, transaction)
    }
  }

  /// Deletes a record that may have been deleted meanwhile; what belongs to it is hidden.
  func delete(_ record: Record, _ transaction: Transaction) throws {
    guard let room = rooms[record.room],
      let stored = try transaction.reader.record(record.id, in: room.stored.records),
      stored.state == .visible
    else { return }
    try delete(stored, in: room, transaction)
  }

  /// Deletes a record of our own, and erases the entries that hold nothing else.
  func delete(_ record: StoredRecord, in room: Room, _ transaction: Transaction) throws {
    let delete = try deletion(of: record, in: room, transaction.reader)
    try write([.with { $0.delete = delete }], in: room.id, transaction)
  }

  /// Deletes of one entry, so that the largest of them fit.
  private static let mostDeletes = 64

  /// Deletes records of our own to which nothing belongs, many of them in one entry.
  func delete(_ records: [StoredRecord], in id: RoomID, _ transaction: Transaction) throws {
    for first in stride(from: 0, to: records.count, by: Self.mostDeletes) {
      let some = records[first..<min(first + Self.mostDeletes, records.count)]
      let room = try rooms.present(id, transaction.reader)
      let deletes = try some.map { try deletion(of: $0, in: room, transaction.reader) }
      try write(deletes.map { delete in .with { $0.delete = delete } }, in: id, transaction)
    }
  }

  /// The call that deletes a record.
  private func deletion(
    of record: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> DeleteRecord {
    let (making, payload) = try making(of: record, in: room, reader)
    guard let key = room.logKeys[record.log] else { throw Self.entryIsGone }
    var delete = DeleteRecord()
    delete.record = record.id.data
    delete.kind = making.kind
    delete.parent = making.parent
    delete.writers = making.writers
    delete.made = key.place(record.sequence)
    delete.nonce = making.nonce
    // The logs of a match are whole for ever.
    if room.stored.kind != .table {
      delete.erased = try entries(about: record, madeBy: payload, in: room, reader)
    }
    return delete
  }

  /// The operation that made a record, and the payload in which it stands.
  ///
  /// - Throws: `Refused` where its entry, or the payload of that, is not here.
  func making(
    of record: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> (put: PutRecord, payload: Data) {
    guard let log = room.logs[number: record.log],
      let entry = try reader.entry(of: log, in: room.id, sequence: record.sequence),
      let payload = entry.payload
    else { throw Self.entryIsGone }
    for case .put(let put)? in try Coding.decode(Payload.self, from: payload).operations.map(\.kind)
    where RecordID(by: log.state.key.author, nonce: put.nonce) == record.id {
      return (put, payload)
    }
    throw Self.entryIsGone
  }

  private static let entryIsGone = Refused(
    .notNow, "That cannot be done: the entry that made it is not here.")

  /// The entries of our own logs that made or changed a record and hold nothing else.
  private func entries(
    about record: StoredRecord, madeBy payload: Data, in room: Room, _ reader: Reader
  ) throws -> [EntryPlace] {
    // What was never changed was written by one entry, which is read already.
    guard record.changed > 0 else {
      guard let key = room.logKeys[record.log], key.author == account.author,
        !room.isOpening(key, record.sequence),
        Self.records(madeOrChangedBy: payload, of: account.author) == [record.id]
      else { return [] }
      return [key.place(record.sequence)]
    }
    var places: [EntryPlace] = []
    for log in room.logs.logs(of: account.author) {
      let isMaker = log.number == record.log
      let first = isMaker ? record.sequence : 1
      try reader.entries(in: room.id, of: [log], from: [log.state.key: first]) { _, entry in
        if let payload = entry.payload, !room.isOpening(entry.place.log, entry.place.sequence),
          Self.records(madeOrChangedBy: payload, of: account.author) == [record.id]
        {
          places.append(log.state.key.place(entry.place.sequence))
        }
        return places.count < Limits.operations
      }
    }
    return places
  }

  /// The records that a payload makes or changes; nil where it does anything else.
  private static func records(
    madeOrChangedBy payload: Data, of author: Author
  ) -> Set<RecordID>? {
    guard let operations = try? Coding.decode(Payload.self, from: payload).operations else {
      return nil
    }
    var ids: Set<RecordID> = []
    for operation in operations {
      guard case .put(let put)? = operation.kind,
        let id = put.nonce.isEmpty ? RecordID(put.record) : RecordID(by: author, nonce: put.nonce)
      else { return nil }
      ids.insert(id)
    }
    return ids
  }
}
