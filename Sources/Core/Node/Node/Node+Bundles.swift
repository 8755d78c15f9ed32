import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Entries that come in a file (specification section 11).
extension Node {
  /// Takes a piece of a room's file as its sync would bring it: all of it, or nothing.
  func perform(_ command: ImportBundle, _ transaction: Transaction) throws -> BundleView {
    guard command.bundle.count <= RoomFile.longestPiece else {
      throw Refused(.invalid, "A piece of \(command.bundle.count) bytes is too long.")
    }
    let before: [LogKey: UInt64]
    let id: RoomID
    let bundle: Schema.Bundle
    var files: UInt32 = 0
    do {
      bundle = try Coding.decode(Schema.Bundle.self, from: command.bundle)
      guard let room = RoomID(bundle.room) else { throw WireError.malformed("a room id") }
      id = room
      try openRoom(id, of: bundle, transaction)
      before = nexts(in: id)
      if try deliver(bundle.slices, in: id, transaction), id != .lobby {
        throw WireError.malformed("something before these entries is missing")
      }
      try entries.take(bundle.forks, in: id, from: nil, transaction)
      if !bundle.blobs.isEmpty { try records.settleRooms(transaction) }
      for chunks in bundle.blobs where try blobs.take(chunks, transaction) { files += 1 }
    } catch let error as WireError {
      throw Refused(
        .invalid, "The file does not hold what its authors wrote (\(error)): get another one.")
    }
    let after = nexts(in: id)
    var view = BundleView()
    view.setDefaults()
    view.room = id.description
    view.files = files
    for slice in bundle.slices {
      guard let key = LogKey(slice.log) else { continue }
      // What was passed over was not looked at: its numbers may be as high as there are.
      let (end, isTooHigh) = slice.first.addingReportingOverflow(UInt64(slice.entries.count))
      guard !isTooHigh else { continue }
      let known = min(max(before[key] ?? 1, slice.first), end)
      let taken = min(max(after[key] ?? 1, known), end)
      view.known += known - slice.first
      view.taken += taken - known
      view.left += end - taken
    }
    return view
  }

  private func nexts(in id: RoomID) -> [LogKey: UInt64] {
    rooms[id]?.logs.mapValues(\.state.next) ?? [:]
  }

  /// Loads the room of a file, or makes it where our account can belong to it.
  private func openRoom(
    _ id: RoomID, of bundle: Schema.Bundle, _ transaction: Transaction
  ) throws {
    if id == .lobby, settings.lobby == .off {
      throw Refused(
        .notNow, "You have left the lobby.", .setting("lobby", "open"))
    }
    if let room = try rooms.room(id, transaction.reader) {
      // A private room's entries say who belongs to it; those of a table do so only once we sit at it.
      guard room.stored.kind == .table,
        try !transaction.reader.members(of: id).contains(account.author)
      else { return }
      throw Refused(.notNow, "You have no chair at the table of that file.")
    }
    let authors = bundle.slices.compactMap { LogKey($0.log)?.author }
    if let other = authors.first(where: { RoomID(direct: account.author, $0) == id }) {
      return try records.addDirectRoom(with: other, transaction)
    }
    guard try rooms.addPrivateRoom(id, opener: bundle.opener, nonce: bundle.nonce, transaction)
    else {
      throw Refused(.notNow, "The file holds a room that you do not belong to.")
    }
  }
}
