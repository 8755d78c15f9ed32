import Identifiers
import Replication
import Schema
import Store
import Wire

/// The order in which engines follow entries of others, and what peers say of rooms (design section 4).
extension Node {
  func receive(_ batch: Batch, _ session: LinkSession, _ transaction: Transaction) throws {
    guard var delivery = try entries.begin(batch, session, transaction) else { return }
    try deliver(&delivery, transaction)
    try entries.finish(delivery, of: batch, session)
  }

  /// Stores the slices of a batch or a file one after the other, and applies each before the next is looked at.
  func deliver(_ delivery: inout Delivery, _ transaction: Transaction) throws {
    while let step = try entries.advance(&delivery, transaction) {
      switch step {
      case .stored(let stored): try apply(stored, transaction)
      case .rebuild(let id):
        records.collect()
        try records.rebuild(id, transaction)
        turn.changes.membership.insert(id)
      }
    }
  }

  /// Takes the slices of a file.
  ///
  /// - Returns: whether something was missing before them.
  func deliver(
    _ slices: [Slice], in id: RoomID, _ transaction: Transaction
  ) throws -> Bool {
    var delivery = Delivery(slices, in: id)
    try deliver(&delivery, transaction)
    return delivery.hasGap
  }

  /// Applies entries that were just stored.
  private func apply(_ stored: Stored, _ transaction: Transaction) throws {
    #if DEBUG
      for entry in stored.repeated { try tables.apply(entry, transaction) }
    #endif
    guard stored.kind == .table else { return try records.apply(stored, transaction) }
    for entry in stored.entries {
      try tables.apply(entry, transaction)
      try records.applyChat(entry, log: stored.log, transaction)
    }
  }

  func receive(
    _ all: RoomsDigest, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let digests = try rooms.receive(all, session, transaction) else {
      let shared = try rooms.sharedRooms(with: session, transaction.reader)
      return blobs.requestMissingPayloads(of: Set(shared), from: session.id)
    }
    for digest in digests { try compare(digest, session, transaction) }
  }

  /// Takes a digest that comes by itself: its sender may have payloads now that it lacked.
  func receive(_ digest: Digest, _ session: LinkSession, _ transaction: Transaction) throws {
    if let room = RoomID(digest.room) { blobs.requestNamedPayloads(of: room, from: session.id) }
    try compare(digest, session, transaction)
  }

  private func compare(_ digest: Digest, _ session: LinkSession, _ transaction: Transaction) throws
  {
    if let other = try rooms.begin(digest, session, transaction) {
      try records.addDirectRoom(with: other, transaction)
    }
    // Who is to show that it belongs to the room is answered after that.
    if try records.rosters.compare(digest, session, transaction) == .proves { return }
    if try rooms.receive(digest, session, transaction), let room = RoomID(digest.room) {
      blobs.requestMissingPayloads(of: [room], from: session.id)
    }
  }

  /// Sends what peers lack.
  func sendBatches(_ transaction: Transaction) throws {
    let ids = try entries.queueBatches()
    while let table = try entries.sendBatches(transaction) {
      _ = try tables.table(table, transaction)
    }
    try entries.finishBatches(ids, transaction)
  }
}
