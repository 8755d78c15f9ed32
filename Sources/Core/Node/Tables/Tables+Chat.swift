import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The chat of the two players at their table (row C-13). It is made of records in the table's own logs, beside the steps of the
/// match and without any effect on it.
extension Node {
  /// The room of that name or id, or the table with an id that begins so at which we have a chair.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func chatRoom(_ text: String, _ reader: Reader, own: Author) throws -> RoomID {
    do {
      return try room(text, reader, own: own)
    } catch let refused as Refused where refused.refusal.code == .notFound {
      guard let (low, high) = RoomID.range(of: text) else { throw refused }
      let begun = try reader.rooms(of: own, from: low, through: high)
      return try begun.filter { $0.kind == .table }.map(\.id).only(
        "There is no room \(text).", .see("room list")
      ) {
        "\($0) tables fit \(text): give more letters of the id."
      }
    }
  }

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
  func applyToTable(_ entry: VerifiedEntry, log: Int64, _ transaction: Transaction) throws {
    guard let payload = entry.payload,
      let operations = try? Coding.decode(Payload.self, from: payload).operations
    else { return }
    let said = operations.filter { Self.isTableChat($0, store.registry) }
    guard !said.isEmpty, let table = tables[entry.place.room], !table.match.hasNoChat,
      table.lets(entry.place.log.author, say: entry)
    else { return }
    let id = entry.place.room
    if let room = turn.changes.applier?.room, room.id != id || room.revision != rooms[id]?.revision
    {
      turn.changes.collect()
    }
    if turn.changes.applier == nil {
      guard let room = rooms[id], !room.needsRebuild else { return }
      turn.changes.applier = try RecordApplier(room, transaction, own: account.author)
    }
    try turn.changes.applier?.apply(said, of: entry, log: log)
    if turn.changes.applier?.needsRebuild == true {
      try remake(id, for: entry.place.log.author, transaction)
      turn.changes.collect()
    }
  }

  /// Whether something may be said at a table now; throws why not.
  func checkTableChat(_ room: Room, _ transaction: Transaction) throws {
    guard let table = try table(room.id, transaction), table.match.hasJoined,
      table.seat != .unspecified || table.isWatched(by: account.author)
    else { throw Refused(.notNow, "Nobody has joined that table yet.") }
    guard table.seat != .unspecified || table.match.spectatorsTalk else {
      throw Refused(.notNow, "The host lets spectators watch and not talk.")
    }
    guard !table.match.hasNoChat else {
      throw Refused(.notNow, "The host has opened this table without chat.")
    }
  }
}
