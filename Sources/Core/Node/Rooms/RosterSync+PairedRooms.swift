import Feature
import Identifiers
import Schema
import Store

/// Rooms for all the people that ours has paired with: a new pairing adds a member (row P-23).
///
/// People who are unpaired or blocked are removed, as from all our rooms: see `stopSharing`.
extension Node {
  /// Adds new paired people to these rooms.
  ///
  /// - Parameter new: accounts that have just been paired: they come back also where they were removed.
  func keepPairedRooms(adding new: [Author] = [], _ transaction: Transaction) throws {
    for text in settings.pairedRooms.sorted() {
      guard let id = Base32.decode(text).flatMap({ RoomID($0) }) else { continue }
      try addPaired(new, to: id, transaction)
    }
  }

  func addPaired(_ new: [Author], to id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let room = try room(id, transaction.reader),
      room.stored.kind == .private,
      let members = room.stored.members, members.owner == account.author
    else { return }
    let paired = Set(peers.table.peers.filter(\.view.paired).flatMap(\.view.authors))
    let missing = paired.subtracting([account.author]).filter { author in
      !members.isMember(author) && (!members.wasRemoved(author) || new.contains(author))
    }
    guard !missing.isEmpty else { return }
    let operations = missing.sorted().map { author in
      Schema.Operation.with {
        $0.addMember.author = author.data
        if members.knows(author) { $0.addMember.after = room.newest(of: author) }
      }
    }
    try write(operations, in: id, transaction)
  }
}
