import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// What proves to others who wrote a record.
extension RoomViews {
  /// The entries that made and changed a record, each with those behind it up to one that is signed; nil while one of them is
  /// not here or not signed.
  func proof(of record: StoredRecord) throws -> Schema.Bundle? {
    let versions = try versions(of: record)
    guard record.state != .deleted, !versions.isEmpty else { return nil }
    var bundle = Schema.Bundle()
    bundle.room = id.data
    if room.stored.kind == .private, let nonce = room.stored.nonce {
      bundle.opener = room.stored.opener.data
      bundle.nonce = nonce
    }
    var proven: [LogKey: UInt64] = [:]
    for version in versions.sorted(by: { ($0.log, $0.sequence) < ($1.log, $1.sequence) }) {
      guard let log = room.logs.values.first(where: { $0.number == version.log }) else {
        return nil
      }
      let key = log.state.key
      guard version.sequence >= proven[key] ?? 1 else { continue }
      let from = [key: version.sequence]
      var builder = BatchBuilder(position: 0, peerNext: from, limit: .max, mostSlices: 1)
      try reader.entries(in: id, of: [log], from: from) { place, entry in
        builder.add(entry, at: place) && builder.slices.isEmpty
      }
      guard !builder.slices.isEmpty else { return nil }
      bundle.slices += builder.slices
      proven[key] = builder.nexts[key]
    }
    return bundle
  }
}
