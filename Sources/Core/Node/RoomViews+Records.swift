import Feature
import Foundation
import Identifiers
import Schema
import Store
import SwiftProtobuf
import Wire

/// The records of a room as their features show them.
extension RoomViews {
  /// One record; nil for what is not there or hidden, and for what is not such a view.
  ///
  /// - Throws: `StoreError`.
  public func shown<View: Message>(_ id: RecordID, as type: View.Type = View.self) throws -> View? {
    try shown(id) as? View
  }

  /// The same, whatever its view is.
  func shown(_ id: RecordID) throws -> (any Message)? {
    guard let record = try reader.record(id, in: room.stored.number), record.state != .hidden
    else { return nil }
    return try shown(record)
  }

  /// Records of a kind before one of them, newest first.
  ///
  /// - Parameter before: the id of a record; nil for the newest page.
  /// - Returns: them, and where older ones go on, empty where there are none; nil when there is no record with that id.
  /// - Throws: `StoreError`.
  public func shown<View: Message>(
    _ kind: RecordKind, as type: View.Type = View.self, before: RecordID?, limit: Int,
    withDeleted: Bool = false
  ) throws -> (views: [View], before: String)? {
    guard let page = try page(of: kind, before: before, limit: limit, withDeleted: withDeleted)
    else { return nil }
    return (try page.records.compactMap { try shown($0) as? View }, page.before)
  }

  /// The newest records of a kind whose titles hold a text, whatever its case, oldest first.
  ///
  /// - Throws: `StoreError`.
  public func search<View: Message>(
    _ kind: RecordKind, for text: String, as type: View.Type = View.self, limit: Int
  ) throws -> [View] {
    let (wanted, title) = (text.lowercased(), reader.registry.kind(UInt32(kind.rawValue))?.title)
    var found: [StoredRecord] = []
    var place: (order: UInt64, id: RecordID)?
    repeat {
      let page = try reader.records(
        of: kind, in: room.stored.number, before: place, limit: 1_000)
      guard let last = page.last else { break }
      place = (last.order, last.id)
      found += page.filter { title?($0.body)?.lowercased().contains(wanted) == true }
    } while found.count < limit
    return try found.prefix(limit).reversed().compactMap { try shown($0) as? View }
  }

  /// The one record of the room that is seen and whose id begins so.
  ///
  /// - Parameter none: what to say where there is none.
  /// - Throws: `Refused` when there is none, or more than one.
  public func only<View: Message>(
    _ prefix: String, as type: View.Type = View.self, none: String
  ) throws -> View {
    let found = prefix.isEmpty ? [] : try reader.recordIDs(prefix, in: room.stored.number)
    let id = try found.only(none) { _ in
      "More than one id begins with \(prefix): give more letters."
    }
    guard let record = try reader.record(id, in: room.stored.number), record.state == .visible,
      let view = try shown(record) as? View
    else { throw Refused(.notFound, none) }
    return view
  }

  private func shown(_ record: StoredRecord) throws -> (any Message)? {
    try reader.registry.view(of: record.kind)?.view(self.record(record), StoreSnapshot(self))
  }

  /// A row as features read it.
  func record(_ stored: StoredRecord) -> Record {
    Record(
      id: stored.id, room: id, kind: stored.kind, author: logKeys[stored.log]?.author ?? .zero,
      order: stored.order, wall: stored.wall, isChanged: stored.changed > 0,
      isDeleted: stored.state == .deleted, body: stored.body)
  }
}
