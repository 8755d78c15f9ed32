import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The earlier versions of a record: its logs hold every write (row P-36).
extension RoomViews {
  /// A record after one of the writes that count.
  struct Version {
    let author: Author
    let wall: UInt64
    let body: Data
    /// The row of the log and the sequence of the entry that says so.
    let log: Int64
    let sequence: UInt64
    /// The fields that it writes.
    let fields: Set<UInt32>
  }

  /// Every version of a record that was not erased, in the order in which they count.
  ///
  /// - Parameter prefix: the record's id or any unique beginning.
  /// - Throws: `Refused` where there is no such record, or it was deleted; `StoreError`.
  public func versionList(of prefix: String) throws -> VersionList {
    let record = try Records.record(prefix, in: room, reader)
    guard record.state == .visible else {
      throw Refused(.notNow, "It was deleted, and its content is erased.")
    }
    let versions = try self.versions(of: record)
    return try VersionList.with { list in
      for (index, version) in versions.enumerated() {
        let view = try VersionView.with { view in
          view.number = UInt32(index + 1)
          view.author = version.author.description
          view.name = try person(version.author).name
          view.wallMilliseconds = Int64(clamping: version.wall)
          var record = record
          record.body = version.body
          view.title = reader.registry.title(of: record)
          if let words = reader.registry.kind(record.kind)?.words {
            view.text = Text.clean(words(version.body), limit: Limits.payload, lines: true)
          }
        }
        list.versions.append(view)
      }
    }
  }

  /// The bodies that a record had, made of the writes that count, the first one its making.
  func versions(of record: StoredRecord) throws -> [Version] {
    guard let creator = logKeys[record.log]?.author else { return [] }
    let writers = record.writers.inside(room.stored.kind)
    var writes: [(stamp: RecordStamp, log: StoredLog, entry: VerifiedEntry, put: PutRecord)] = []
    let logs = writers == .creator ? room.logs.logs(of: creator) : Array(room.logs.values)
    for log in logs {
      // Nobody changes what was not made yet, but the making log begins with it.
      let first = log.number == record.log ? record.sequence : 1
      try reader.entries(in: room.id, of: [log], from: [log.state.key: first]) { _, entry in
        let place = entry.place
        guard room.counts(place.log, place.sequence), let payload = entry.payload,
          let operations = try? Coding.decode(Payload.self, from: payload).operations
        else { return true }
        let stamp = RecordStamp(order: entry.order, log: place.log)
        for case .put(let put)? in operations.map(\.kind)
        where put.record == record.id.data
          || RecordID(by: place.log.author, nonce: put.nonce) == record.id
        {
          guard writers != .owner || room.isOwner(place.log, place.sequence, term: entry.term)
          else { continue }
          writes.append((stamp, log, entry, put))
        }
        return record.changed > 0 || log.number != record.log
      }
      if record.changed == 0, !writes.isEmpty { break }
    }
    // Stable: writes of one entry stay in their order.
    let sorted = writes.enumerated().sorted {
      $0.element.stamp == $1.element.stamp
        ? $0.offset < $1.offset : $0.element.stamp < $1.element.stamp
    }
    var body = FieldRegisters()
    var made = false
    let merging = try merging(of: record)
    let merged = try merging?.values() ?? [:]
    return sorted.map(\.element).compactMap { write in
      guard let fields = try? FieldRegisters(write.put.body), made || !write.put.nonce.isEmpty
      else { return nil }
      made = true
      let written = Set(fields.fields.keys).union(write.put.cleared)
      for field in written { body.take(field, from: fields) }
      if let merging, let value = merged[write.stamp], let both = try? FieldRegisters(value) {
        body.take(merging.merging.field, from: both)
      }
      return Version(
        author: write.log.state.key.author, wall: write.entry.wallMilliseconds, body: body.message,
        log: write.log.number, sequence: write.entry.place.sequence, fields: written)
    }
  }
}

extension Records {
  func perform(_ command: RestoreVersion, _ transaction: Transaction) throws -> ShownRecord {
    let id = try RoomNames.chatRoom(command.room, transaction.reader, own: account.author)
    let room = try rooms.present(id, transaction.reader)
    let record = try Self.record(command.record, in: room, transaction.reader)
    guard record.state == .visible else {
      throw Refused(.notNow, "It was deleted, and its content is erased.")
    }
    guard mayChange(record, in: room) else {
      throw Refused(.notNow, "Only somebody who may change it can restore an earlier version.")
    }
    let versions = try RoomViews(rooms, room, transaction.reader).versions(of: record)
    guard command.version > 0, command.version <= versions.count else {
      throw Refused(
        .notFound, "There is no version \(command.version): there are 1 to \(versions.count).")
    }
    let body = versions[Int(command.version) - 1].body
    guard body != record.body else {
      throw Refused(.notNow, "It is as it was in version \(command.version): nothing was changed.")
    }
    let wanted = try FieldRegisters(body).fields.keys
    var put = PutRecord()
    put.record = record.id.data
    put.body = body
    put.cleared = try FieldRegisters(record.body).fields.keys.filter { !wanted.contains($0) }
      .sorted()
    try write([.with { $0.put = put }], in: id, transaction)
    try settleRooms(transaction)
    return try shown(record.id, in: id, transaction)
  }

  /// Whether what our account writes of a record would count.
  func mayChange(_ record: StoredRecord, in room: Room) -> Bool {
    room.mayChange(record, by: account.author)
  }
}

extension Room {
  /// Whether what an account writes of a record would count.
  func mayChange(_ record: StoredRecord, by author: Author) -> Bool {
    switch record.writers.inside(stored.kind) {
    case .creator: return logKeys[record.log]?.author == author
    case .members: return true
    case .owner: return stored.people?.owner == author
    }
  }
}
