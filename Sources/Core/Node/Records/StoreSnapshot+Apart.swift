import Feature
import Identifiers
import Replication
import Store
import Wire

/// The writes of one record, and those beside the ones of another record, whose authors had not seen each other's.
extension StoreSnapshot {
  func writer(of field: UInt32, in record: Record) throws -> Author? {
    guard let views = try views(of: record.room),
      let stored = try reader.record(record.id, in: views.room.stored.records)
    else { return nil }
    return views.logKeys[stored.registers[field]?.log ?? stored.log]?.author
  }

  func writesApart(in record: Record, from other: Record) throws -> [ApartWrite] {
    guard record.room == other.room, let views = try views(of: record.room),
      let one = try reader.record(record.id, in: views.room.stored.records),
      let two = try reader.record(other.id, in: views.room.stored.records)
    else { return [] }
    let seen = SeenWrites(room: views.room, logKeys: views.logKeys, reader: reader)
    return try one.registers.fields.flatMap { field -> [ApartWrite] in
      guard let newest = one.registers[field] else { return [] }
      let last = two.registers[field]
      guard let place = try last.map({ try seen.place(of: $0) }) ?? seen.making(of: two) else {
        return []
      }
      let beside = try reader.contenders(for: field, of: one.number)
      let writes = [newest] + beside.map { .init(order: $0.order, log: $0.log) }
      return try writes.compactMap { write in
        guard let own = try seen.place(of: write), try !seen.hasSeen(two.log, two.order, by: own),
          try !seen.hasSeen(write.log, write.order, by: place)
        else { return nil }
        return ApartWrite(
          field: field, author: own.log.author, isShown: write == newest, isOfMaking: last == nil)
      }
    }
  }
}

extension SeenWrites {
  /// The place of the entry that made a record; nil for a log that is not here.
  func making(of record: StoredRecord) -> LogPlace? {
    logKeys[record.log].map { LogPlace(room: room.id, log: $0, sequence: record.sequence) }
  }

  /// The place of the entry with a causal order in a log, in which orders rise; nil for one that is not here.
  func place(of write: RecordRegisters.Place) throws -> LogPlace? {
    guard let key = logKeys[write.log], let log = room.logs[key] else { return nil }
    var (first, next) = (UInt64(1), log.state.next)
    while first < next {
      let middle = first + (next - first) / 2
      guard let known = try reader.known(log: log.number, sequence: middle) else { return nil }
      guard known.order != write.order else {
        return LogPlace(room: room.id, log: key, sequence: middle)
      }
      if known.order < write.order { first = middle + 1 } else { next = middle }
    }
    return nil
  }
}
