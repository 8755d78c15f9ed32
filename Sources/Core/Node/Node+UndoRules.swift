import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store

/// The checks of features before an undo.
extension Node {
  /// Asks the features whether others have since said what rests on some writes.
  ///
  /// - Throws: `Refused` with who has done what since, or why a write cannot be taken back at all; `StoreError`.
  func checkRules(
    _ writes: [OwnWrite], _ home: StoreSnapshot, _ transaction: Transaction
  ) throws {
    for rule in store.registry.undoRules {
      var order: [RecordID] = []
      var undone: [RecordID: UndoneRecord] = [:]
      for write in writes.reversed() {
        guard let record = try home.record(write.record, in: write.room),
          rule.kinds.contains(record.kind)
        else { continue }
        let before = undone[record.id]
        if before == nil { order.append(record.id) }
        let then: Record?
        switch try check(write, transaction) {
        case .delete: then = nil
        case .restore(_, let fields, let body, _):
          then = try (before?.then ?? record).withFields(fields, from: body)
        }
        undone[record.id] = UndoneRecord(now: record, then: then)
      }
      guard !order.isEmpty else { continue }
      try rule.check(order.compactMap { undone[$0] }, home)
    }
  }
}

extension Record {
  /// Returns the record with some fields as they are in another body.
  fileprivate func withFields(_ fields: Set<UInt32>, from old: Data) throws -> Record {
    let before = try FieldRegisters(old)
    var registers = try FieldRegisters(body)
    for field in fields { registers.take(field, from: before) }
    return Record(
      id: id, item: item, room: room, kind: kind, parent: parent, about: about, writers: writers,
      author: author, order: order, wall: wall, changed: changed, isDeleted: isDeleted,
      body: registers.message)
  }
}
