import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Deleting records and erasing what entries say (specification section 14).
extension RecordApplier {
  mutating func apply(_ delete: DeleteRecord, _ write: Write) throws {
    guard let id = RecordID(delete.record) else { return }
    if let record = try transaction.reader.record(id, in: room.stored.records) {
      guard follows(write, record) else {
        // There may have been another making of it, or a tombstone, when this was said.
        if !isRebuilding { needsRebuild = true }
        return
      }
      guard record.state != .deleted, let kind = registry.kind(record.kind),
        !kind.rules.isPermanent, mayWrite(record.log, record.writers, write)
      else { return }
      let change = try deletion(of: record, by: write)
      if record.parent != nil, logKeys[write.log]?.author != own, try isOurs(record) {
        note(LostPart(record: record, writer: write.log, isUnseen: change.isUnseen))
      }
      try transaction.setState(.deleted, of: record.number)
      try transaction.hideChildren(of: id, in: room.stored.records)
      if kind.blobs != nil { try point(record.number, record.log, at: []) }
      if registry.mayHoldBlobs(kind.number) { hasUnreferencedBlobs = true }
      if record.state == .visible {
        changes.append(change)
      }
    } else if try !createTombstone(id, delete, write) {
      try note(early: .record(id))
      // The entry that it says made it may be erased after this: then nobody can tell.
      if let made = LogKey(delete.made.log) {
        try note(early: .place(made, delete.made.sequence))
      }
    }
  }

  /// Returns the deletion of a record that is still here, with what our person loses by it where something reacts to that.
  func deletion(of record: StoredRecord, by write: Write) throws -> Change {
    var change = Change(record, .deleted, write)
    guard registry.reactionKinds.contains(record.kind) else { return change }
    change.last = record
    change.lost = try transaction.reader.children(of: record.id, in: room.stored.records).filter {
      try isOurs($0)
    }
    change.written = try fields(of: record, by: own)
    change.isUnseen = try hasUnseenWrite(record, by: write)
    return change
  }

  /// Notes a record that our person made, and that is hidden from the start, where what it belongs to is deleted: after a restore
  /// our own words come back behind the delete.
  mutating func noteLost(_ record: StoredRecord) throws {
    guard let parent = record.parent,
      try transaction.reader.record(parent, in: room.stored.records)?.state == .deleted
    else { return }
    var lost = record
    lost.state = .visible
    note(LostPart(record: lost, writer: nil))
  }

  private mutating func note(_ part: LostPart) {
    guard let parent = part.record.parent, lostParts[parent]?.count ?? 0 < Limits.operations
    else { return }
    lostParts[parent, default: []].append(part)
  }

  /// Our person made a record, or wrote some field of it last.
  private func isOurs(_ record: StoredRecord) throws -> Bool {
    try logKeys[record.log]?.author == own || !fields(of: record, by: own).isEmpty
  }

  /// Whether our person wrote some of a record that its deleter had not seen.
  private func hasUnseenWrite(_ record: StoredRecord, by write: Write) throws -> Bool {
    guard let own, write.place.log.author != own else { return false }
    let writes =
      [(log: record.log, order: record.order)]
      + record.registers.newest.map { (log: $0.log, order: $0.order) }
    return try writes.contains { log, order in
      try logKeys[log]?.author == own && !seenWrites.hasSeen(log, order, by: write.place)
    }
  }

  /// The fields of a record whose newest write is by an author, as a message of its kind.
  private func fields(of record: StoredRecord, by author: Author?) throws -> Data {
    guard let author else { return Data() }
    let all = try FieldRegisters(record.body)
    var written = FieldRegisters()
    for field in all.fields.keys
    where logKeys[record.registers[field]?.log ?? record.log]?.author == author {
      written.take(field, from: all)
    }
    return written.message
  }

  /// Whether a write does not stand before the making of what it is about: in the total order that would be nowhere yet.
  func follows(_ write: Write, _ record: StoredRecord) -> Bool {
    logKeys[record.log].map { write.stamp >= RecordStamp(order: record.order, log: $0) } ?? false
  }

  /// Makes the tombstone of a record whose payload was erased before it reached this node.
  ///
  /// - Returns: whether it is here now.
  private mutating func createTombstone(
    _ id: RecordID, _ delete: DeleteRecord, _ write: Write
  ) throws -> Bool {
    guard let made = LogKey(delete.made.log), RecordID(by: made.author, nonce: delete.nonce) == id,
      let kind = registry.kind(RecordKind(rawValue: delete.kind)), !kind.rules.isPermanent,
      let writers = kind.writers(asked: delete.writers), let log = room.logs[made],
      mayWrite(log.number, writers, write),
      let entry = try transaction.reader.entry(
        of: log, in: room.id, sequence: delete.made.sequence),
      entry.payload == nil, room.counts(made, delete.made.sequence)
    else { return false }
    let making = Write(entry, log: log.number, counts: true)
    var record = StoredRecord(
      id: id, kind: kind.number, parent: RecordID(delete.parent), writers: writers,
      log: log.number, sequence: entry.place.sequence, order: entry.order, wall: making.wall,
      body: Data())
    record.state = .deleted
    guard try transaction.addRecord(record, in: room.stored.records) else { return true }
    changes.append(Change(record, .deleted, write))
    return true
  }

  /// Erases the payloads that a delete names, where they say nothing but what the delete says: its author's making and changes of
  /// the record that it deletes. Nobody erases what others wrote, or what is permanent.
  ///
  /// The payload alone decides, so that every node that has it decides the same. A payload that is not here counts as erased
  /// until somebody sends it.
  mutating func erase(_ delete: DeleteRecord, _ write: Write) throws {
    for place in delete.erased.prefix(Limits.operations) {
      guard room.stored.kind != .table, let key = LogKey(place.log), place.sequence > 0,
        key.author == write.place.log.author, !room.isOpening(key, place.sequence)
      else { continue }
      guard let log = room.logs[key],
        let entry = try transaction.reader.entry(of: log, in: room.id, sequence: place.sequence)
      else {
        try note(early: .place(key, place.sequence))
        continue
      }
      // Two that erase each other would not be the same everywhere.
      guard RecordStamp(order: entry.order, log: key) < write.stamp else { continue }
      guard let payload = entry.payload else {
        if try transaction.noteNamed(log: log.number, sequence: place.sequence) {
          hasUnreadErasure = true
        }
        continue
      }
      #if DEBUG
        let isErasable =
          room.planted == .erasesAnything || isErasable(payload, at: entry.place, by: delete)
      #else
        let isErasable = isErasable(payload, at: entry.place, by: delete)
      #endif
      guard isErasable else { continue }
      // A change that is erased leaves the value before it, and an earlier delete may have named this entry for another record.
      if try !isDeleted(delete.record) || isEarly(.place(key, place.sequence)) {
        needsRebuild = true
      }
      try transaction.erasePayload(log: log.number, sequence: place.sequence)
    }
  }

  private func isDeleted(_ record: Data) throws -> Bool {
    guard let id = RecordID(record) else { return false }
    return try transaction.reader.record(id, in: room.stored.records)?.state == .deleted
  }

  /// Whether a payload says nothing but what a delete says without it.
  private func isErasable(_ payload: Data, at place: LogPlace, by delete: DeleteRecord) -> Bool {
    guard let operations = try? PlainDecoding.operations(payload) else { return false }
    return operations.allSatisfy { operation in
      guard case .put(let put)? = operation.kind else { return false }
      if put.nonce.isEmpty { return put.record == delete.record }
      return RecordID(by: place.log.author, nonce: put.nonce).data == delete.record
        && LogKey(delete.made.log) == place.log && delete.made.sequence == place.sequence
        && put.nonce == delete.nonce && put.kind == delete.kind && put.parent == delete.parent
        && put.writers == delete.writers
        && registry.kind(RecordKind(rawValue: put.kind))?.rules.isPermanent == false
    }
  }
}
