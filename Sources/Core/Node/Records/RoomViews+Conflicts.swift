import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import SwiftProtobuf
import Wire

/// The fields that two people changed at once, as people see them (row P-26).
extension RoomViews {
  /// So many conflicts of a room are told.
  private static let most = 256

  /// The conflicts of the room.
  ///
  /// - Throws: `StoreError`.
  public func conflicts() throws -> [ConflictView] {
    let name = try name()
    return try reader.contended(in: room.stored.records, limit: Self.most).compactMap {
      record, field in
      let sides = try self.sides(of: field, in: record)
      guard sides.count > 1 else { return nil }
      return try ConflictView.with { view in
        view.room = room.id.description
        view.roomName = name
        view.record = record.item.description
        view.kind = record.kind.rawValue
        view.title = reader.registry.title(of: record)
        view.field = field
        view.maySettle = room.mayChange(record, by: own)
        let words = try self.words(of: field, in: record, sides.map(\.value))
        for (index, side) in sides.enumerated() {
          var (name, value) = json(side.value, kind: record.kind)
          if !name.isEmpty { view.fieldName = name }
          if let words { value = try JSONMapping.text(Google_Protobuf_StringValue(words[index])) }
          view.sides.append(
            try ConflictSide.with {
              $0.number = UInt32(index + 1)
              $0.author = side.author.description
              $0.name = try person(side.author).name
              $0.value = value
            })
        }
      }
    }
  }

  /// The values of a field in words: the parts in which they differ where they are merged, else what their kind says of them; nil
  /// for any other field.
  private func words(
    of field: UInt32, in record: StoredRecord, _ values: [Data]
  ) throws -> [String]? {
    let kind = reader.registry.kind(record.kind)
    guard let merging = kind?.merging, merging.field == field else {
      guard let says = kind?.says, says.fields.contains(field) else { return nil }
      let (record, home) = (self.record(record), home)
      return try values.map { try says.words($0, field, record, home) }
    }
    let words = merging.words(record.body, values)
    return words.count == values.count ? words : nil
  }

  /// The values of a field that stand beside each other, the one that is shown first. Where they are merged, each holds what all
  /// have changed.
  func sides(
    of field: UInt32, in record: StoredRecord
  ) throws -> [(author: Author, value: Data)] {
    var values: Set<Data> = []
    if let merging = try merging(of: record), merging.merging.field == field {
      return try merging.sides().filter { values.insert($0.value).inserted }
    }
    guard let newest = record.registers[field] else { return [] }
    let shown = try FieldRegisters(record.body).fields[field] ?? Data()
    // By what all nodes know: the numbers of logs are those of this database.
    let others = try reader.contenders(for: field, of: record.number).compactMap { value in
      logKeys[value.log].map { (RecordStamp(order: value.order, log: $0), value) }
    }.sorted { $0.0 > $1.0 }
    let writes = [(newest.log, shown)] + others.map { ($0.1.log, $0.1.value) }
    return writes.compactMap { log, value in
      // Two who wrote the same do not contradict each other.
      guard let author = logKeys[log]?.author, values.insert(value).inserted else { return nil }
      return (author, value)
    }
  }

  /// The field of a record that is merged; nil for a kind without one.
  func merging(of record: StoredRecord) throws -> FieldMerging? {
    try FieldMerging(
      record, reader.registry.kind(record.kind),
      SeenWrites(room: room, logKeys: logKeys, reader: reader))
  }

  /// A message that has one field alone, as its name and value in proto3 JSON; both empty where it has none that is known.
  private func json(_ body: Data, kind: RecordKind) -> (name: String, value: String) {
    guard let message = reader.registry.kind(kind)?.read(body),
      let json = try? message.jsonString(), let colon = json.firstIndex(of: ":")
    else { return ("", "") }
    let name = json[..<colon].drop { $0 == "{" || $0 == "\"" }.prefix { $0 != "\"" }
    return (String(name), String(json[json.index(after: colon)...].dropLast()))
  }
}

extension Records {
  func perform(_ command: SettleConflict, _ transaction: Transaction) throws -> ShownRecord {
    let id = try RoomNames.chatRoom(command.room, transaction.reader, own: account.author)
    let room = try rooms.present(id, transaction.reader)
    let record = try Self.record(command.record, in: room, transaction.reader)
    let views = RoomViews(rooms, room, transaction.reader)
    let conflicts = try views.conflicts().filter {
      $0.record == record.item.description
        && (command.field.isEmpty || $0.fieldName == command.field)
    }
    guard let conflict = conflicts.first else {
      throw Refused(
        .notFound, "There is nothing to settle: no two people changed it at the same time.")
    }
    guard conflicts.count == 1 else {
      let fields = conflicts.map(\.fieldName).joined(separator: ", ")
      throw Refused(.invalid, "Name the field as well: \(fields).")
    }
    guard conflict.maySettle else {
      throw Refused(.notNow, "Only somebody who may change it can settle it.")
    }
    guard command.side > 0, command.side <= conflict.sides.count else {
      throw Refused(
        .notFound, "There is no side \(command.side): there are 1 to \(conflict.sides.count).")
    }
    let value = try views.sides(of: conflict.field, in: record)[Int(command.side) - 1].value
    var put = PutRecord()
    put.record = record.id.data
    put.body = value
    if value.isEmpty { put.cleared = [conflict.field] }
    try write([.with { $0.put = put }], in: id, transaction)
    turn.noteSettled()
    _ = try answer(room: id, transaction)
    return try shown(record.id, in: id, transaction)
  }
}
