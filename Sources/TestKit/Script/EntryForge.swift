import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Signs steps with somebody's own key, in the store of a node that is down.
///
/// An honest node never writes such an entry; a changed program could.
enum EntryForge {
  /// Appends one entry to the author's log.
  ///
  /// - Parameters:
  ///   - store: the author's.
  ///   - entries: what the other side holds; the author gets it first, as if it had come over a link.
  ///   - steps: the steps at this point of the match.
  /// - Throws: `CheckViolation` where there is nothing to write to, and what `steps` throws.
  static func write(
    in store: Store, table id: RoomID, knowing entries: [VerifiedEntry],
    _ steps: (StoredTable, Reader) throws -> [TableStep]
  ) throws {
    try store.turn { transaction in
      try take(entries, id, transaction)
      guard let table = try StoredTable(id, transaction.reader),
        let account = try transaction.reader.accounts().first,
        let room = try transaction.reader.room(id)
      else { throw CheckViolation("script", "there is no table to lie at") }
      let own = LogKey(author: account.author, incarnation: account.incarnation)
      guard let log = try transaction.reader.logs(room).first(where: { $0.state.key == own }) else {
        throw CheckViolation("script", "the liar has not written anything yet")
      }
      let steps = try steps(table, transaction.reader)
      let (citations, order) = Self.uncited(table, by: own)
      let payload = Payload.with { payload in
        payload.operations = steps.map { step in .with { $0.step = step } }
      }
      var entry = try EntryWriter.write(
        payload, room: id, state: log.state, dependencies: citations, dependencyOrder: order,
        wallMilliseconds: 0)
      entry.signature = try SigningKey(secret: account.secret).signHeads([entry.hash]).first
      try transaction.append(entry, log: log.number, position: room.position + 1)
    }
  }

  /// Stores what is missing of the other's entries.
  private static func take(
    _ entries: [VerifiedEntry], _ id: RoomID, _ transaction: Transaction
  ) throws {
    for entry in entries {
      guard let room = try transaction.reader.room(id) else { return }
      let logs = try transaction.reader.logs(room)
      let log =
        try logs.first { $0.state.key == entry.place.log }
        ?? transaction.addLog(entry.place.log, in: room)
      guard entry.place.sequence == log.state.next else { continue }
      try transaction.append(entry, log: log.number, position: room.position + 1)
    }
  }

  private static func uncited(
    _ table: StoredTable, by own: LogKey
  ) -> (citations: [Citation], order: UInt64) {
    var cited: [LogKey: UInt64] = [:]
    for entry in table.entries where entry.place.log == own {
      for citation in entry.dependencies {
        if let log = LogKey(citation.log) { cited[log] = citation.sequence }
      }
    }
    var heads: [LogKey: VerifiedEntry] = [:]
    for entry in table.entries where entry.place.log != own { heads[entry.place.log] = entry }
    let new = heads.values.filter { $0.place.sequence > cited[$0.place.log] ?? 0 }
    let citations = new.sorted { $0.place.log < $1.place.log }.map { entry in
      Citation.with {
        $0.log = entry.place.log.message
        $0.sequence = entry.place.sequence
        $0.hash = entry.hash.data
      }
    }
    return (citations, new.map(\.order).max() ?? 0)
  }
}
