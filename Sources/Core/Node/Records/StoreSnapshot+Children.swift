import Feature
import Identifiers
import Schema
import Store

/// Records that belong to one: of one author and kind no more than the kind says (specification section 14).
extension StoreSnapshot {
  func children(of parent: RecordID, in room: RoomID) throws -> [Record] {
    guard let views = try views(of: room) else { return [] }
    return try reader.children(of: parent, in: views.room.stored.records).map { views.record($0) }
  }

  func children(
    of parent: RecordID, named nonces: [DerivedNonce], in room: RoomID
  ) throws -> [Record] {
    guard let views = try views(of: room) else { return [] }
    let authors = Set(views.logKeys.values.map(\.author))
    let ids = nonces.flatMap { nonce in authors.map { RecordID(by: $0, named: nonce) } }
    return try reader.children(of: parent, among: ids, in: views.room.stored.records)
      .map { views.record($0) }
  }

  func countChildren(of parent: RecordID, in room: RoomID) throws -> Int {
    guard let views = try views(of: room) else { return 0 }
    return try reader.countChildren(of: parent, in: views.room.stored.records)
  }

  func checkMayAdd(_ kind: AnyKind, to parent: Record) throws {
    if kind.rules.followsParent { try checkMayChange(parent) }
    guard let views = try views(of: parent.room) else { throw Rooms.roomIsGone }
    // What others have written takes none of our person's places.
    let logs = views.logKeys.filter { $0.value.author == me }.map(\.key).sorted()
    let count = try reader.countChildren(
      of: parent.id, kind.number, madeIn: logs, in: views.room.stored.records)
    guard count < kind.rules.limit.perParent else {
      throw Refused(
        .notNow,
        "There are \(count) of yours already, and no more are allowed: delete some of them first.")
    }
  }

  /// Those of a list of one room that count, where it has so many of one author below one parent that some may not.
  func counted(_ records: [Record]) throws -> [Record] {
    struct Place: Hashable {
      let parent: RecordID
      let kind: RecordKind
      let author: Author
    }
    var counts: [Place: Int] = [:]
    for record in records {
      guard let parent = record.parent else { continue }
      counts[Place(parent: parent, kind: record.kind, author: record.author), default: 0] += 1
    }
    let full = counts.filter { place, count in
      count > reader.registry.kind(place.kind)?.rules.limit.perParent ?? .max
    }
    guard let room = records.first?.room, !full.isEmpty else { return records }
    var counting: [RecordID: Set<RecordID>] = [:]
    for parent in Set(full.keys.map(\.parent)) {
      counting[parent] = Set(try children(of: parent, in: room).map(\.id))
    }
    return records.filter { record in
      record.parent.flatMap { counting[$0]?.contains(record.id) } ?? true
    }
  }
}
