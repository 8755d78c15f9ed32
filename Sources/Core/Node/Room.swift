import Foundation
import Replication
import Schema
import Store
import Wire

/// A room in memory: a cache of its rows and the syncs with the peers that are here.
struct Room {
  let id: RoomID
  var stored: StoredRoom
  var logs: [LogKey: StoredLog] = [:]
  var syncs: [LinkID: RoomSync] = [:]
  /// The entries stored in this turn, so that they need not be read back to be sent.
  var recent: [(position: Int64, entry: VerifiedEntry)] = []
  /// By log, the highest sequence that our own log has cited.
  var cited: [LogKey: UInt64] = [:]

  /// Loads a room's rows.
  static func load(_ id: RoomID, _ reader: Reader) throws -> Room? {
    guard let stored = try reader.room(id) else { return nil }
    var room = Room(id: id, stored: stored)
    for log in try reader.logs(stored) { room.logs[log.state.key] = log }
    return room
  }

  /// Adds the signature of an entry that was stored in this turn.
  mutating func sign(_ position: Int64, _ signature: Data) {
    guard let index = recent.lastIndex(where: { $0.position == position }) else { return }
    recent[index].entry.signature = signature
  }

  /// The digest of the heads as they are now.
  var digest: Bytes32 { RoomDigest.digest(room: id, logs: logs.values.lazy.map(\.state)) }

  /// Heads of other logs that `own` has not cited yet.
  func uncited(by own: LogKey) -> (citations: [Citation], order: UInt64) {
    var citations: [Citation] = []
    var order: UInt64 = 0
    for (key, log) in logs.sorted(by: { $0.key < $1.key }) where key != own {
      let newest = log.state.next - 1
      guard newest > cited[key] ?? 0, log.state.forkedFrom == nil else { continue }
      var citation = Citation()
      citation.log = key.message
      citation.sequence = newest
      citation.hash = log.state.hash.data
      citations.append(citation)
      order = max(order, log.state.order)
    }
    return (citations, order)
  }
}

/// An entry of ours that waits for the signature of its turn.
struct Written {
  var room: RoomID
  /// The room's row.
  var number: Int64
  var position: Int64
  var hash: EntryHash
}
