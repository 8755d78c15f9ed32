import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The chat of the two players at their table (row C-13). It is made of records in the table's own logs, beside the steps of the
/// match and without any effect on it. The access to the room says who may talk.
extension Records {
  /// Whether an operation is one that counts at a table beside the steps.
  static func isTableChat(_ operation: Schema.Operation, _ registry: Registry) -> Bool {
    switch operation.kind {
    case .put(let put)?:
      // What is changed was made, so it is of that kind, too.
      !put.record.isEmpty || registry.messageKinds.contains(RecordKind(rawValue: put.kind))
    case .delete?: true
    default: false
    }
  }

  /// Applies what an entry of a table says beside its steps, just after it was stored.
  func applyChat(_ entry: VerifiedEntry, log: Int64, _ transaction: Transaction) throws {
    guard let payload = entry.payload,
      let operations = try? Coding.decode(Payload.self, from: payload).operations
    else { return }
    let said = operations.filter { Self.isTableChat($0, store.registry) }
    guard !said.isEmpty, let access = rooms.access[entry.place.room], !access.hasNoChat,
      access.lets(entry.place.log.author, say: entry)
    else { return }
    let id = entry.place.room
    if let room = marks.applier?.room, room.id != id || room.revision != rooms[id]?.revision {
      collect()
    }
    if marks.applier == nil {
      guard let room = rooms[id], !room.needsRebuild else { return }
      marks.applier = try RecordApplier(room, transaction, own: account.author)
    }
    try marks.applier?.apply(said, of: entry, log: log)
    try remakeIfNeeded(for: entry.place.log.author, transaction)
  }
}
