import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import SwiftProtobuf

extension ShownRecord {
  /// A record with the view of its kind; without one for a record that is not shown by itself.
  init(_ record: Record, _ view: (any Message)?) throws {
    self.init()
    room = record.room.description
    id = record.item.description
    if let view { self.view = try Google_Protobuf_Any(message: view) }
  }
}

extension Records {
  /// Returns a record as it is shown after the write: a part of something is shown as that.
  func shown(
    _ id: RecordID, in room: RoomID, _ transaction: Transaction
  ) throws -> ShownRecord {
    let room = try rooms.present(room, transaction.reader)
    let views = RoomViews(rooms, room, transaction.reader)
    let home = views.home
    if let (root, view) = try views.shown(id, home) { return try ShownRecord(root, view) }
    guard let record = try home.record(id, in: room.id) else { return ShownRecord() }
    return try ShownRecord(record, nil)
  }
}
