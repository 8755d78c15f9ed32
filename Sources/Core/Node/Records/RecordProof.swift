import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The entries that prove to others who wrote a record.
extension RoomViews {
  /// The entries that made and changed a record, each with those behind it up to one that is signed; nil while one of them is
  /// not here or not signed.
  func proof(of record: StoredRecord) throws -> Schema.Bundle? {
    let versions = try versions(of: record)
    guard record.state != .deleted, !versions.isEmpty else { return nil }
    var bundle = room.bundle
    var proven: [LogKey: UInt64] = [:]
    for version in versions.sorted(by: { ($0.log, $0.sequence) < ($1.log, $1.sequence) }) {
      guard let log = room.logs[number: version.log] else {
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

  /// The entry that made a record, with its author's word for it; nil while it is not here or not signed.
  func signedEntry(of record: StoredRecord) throws -> SignedEntry? {
    guard record.state == .visible,
      let log = room.logs[number: record.log]
    else { return nil }
    var signed = SignedEntry()
    signed.room = id.data
    signed.previous = EntryHash.zero.data
    if record.sequence > 1 {
      guard let before = try reader.entry(of: log, in: id, sequence: record.sequence - 1) else {
        return nil
      }
      signed.previous = before.hash.data
    }
    signed.slice.first = record.sequence
    signed.slice.log = log.state.key.message
    let from = [log.state.key: record.sequence]
    try reader.entries(in: id, of: [log], from: from) { _, entry in
      var message = entry.message
      // Only the first is shown: what was written behind it is nobody else's business.
      if !signed.slice.entries.isEmpty { message.payloadHash = entry.payloadHash.data }
      signed.slice.entries.append(message)
      signed.slice.signature = entry.signature ?? Data()
      return entry.signature == nil && signed.slice.entries.count < Self.mostSigned
    }
    let isWhole =
      !signed.slice.signature.isEmpty && signed.slice.entries.first?.payload.isEmpty == false
    return isWhole ? signed : nil
  }

  /// So many entries are shown up to a signature.
  private static let mostSigned = 256

  /// The records that a signed entry makes; none where its signature does not hold.
  public static func records(provenBy signed: SignedEntry) -> [ProvenRecord] {
    guard let entry = try? SliceVerifier.verify(signed), let payload = entry.payload,
      let operations = try? Coding.decode(Payload.self, from: payload).operations
    else { return [] }
    let author = entry.place.log.author
    return operations.compactMap { operation in
      guard case .put(let put)? = operation.kind, !put.nonce.isEmpty,
        let body = try? FieldRegisters.message(of: put.body)
      else { return nil }
      return ProvenRecord(
        id: RecordID(by: author, nonce: put.nonce), room: entry.place.room,
        kind: RecordKind(rawValue: put.kind), parent: RecordID(put.parent), author: author,
        body: body)
    }
  }
}
