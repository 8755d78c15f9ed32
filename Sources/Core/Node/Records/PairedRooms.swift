import Feature
import Identifiers
import Schema
import Store

/// The engine of rooms for all the people that ours has paired with: a new pairing adds a member (row P-23).
///
/// People who are unpaired or blocked are removed, as from all our rooms: see `stopSharing`.
final class PairedRooms: Engine {
  let context: NodeContext
  let peers: Peers
  let rooms: Rooms
  let records: Records

  init(_ records: Records) {
    self.records = records
    (context, peers, rooms) = (records.context, records.peers, records.rooms)
  }

  /// Adds new paired people to these rooms.
  ///
  /// - Parameter new: accounts that have just been paired: they come back also where they were removed.
  func keep(adding new: [Author] = [], _ transaction: Transaction) throws {
    for text in settings.pairedRooms.sorted() {
      guard let id = Base32.decode(text).flatMap({ RoomID($0) }) else { continue }
      try add(new, to: id, transaction)
    }
  }

  /// Adds the paired people who are missing in a room that we own.
  func add(_ new: [Author], to id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let room = try rooms.room(id, transaction.reader),
      room.stored.kind == .private,
      let members = room.stored.people, members.owner == account.author,
      room.stored.roster?.successor == nil
    else { return }
    let paired = Set(peers.table.peers.filter(\.view.paired).flatMap(\.view.authors))
    let missing = paired.subtracting([account.author]).filter { author in
      !members.isMember(author) && (!members.wasRemoved(author) || new.contains(author))
    }
    guard !missing.isEmpty else { return }
    if room.stored.roster != nil {
      return try records.rosters.admit(missing.sorted(), to: id, transaction)
    }
    let operations = missing.sorted().map { room.addition(of: $0) }
    try records.write(operations, in: id, transaction)
  }

  /// Removes a peer that is trusted no more from the rooms that we own, so that nobody sends them to it (row P-22).
  ///
  /// Rooms of other owners are theirs to decide; from us it gets nothing of those either, see `isWithheld`.
  func stopSharing(with peer: Peer, _ transaction: Transaction) throws {
    guard peer.view.paired else { return }
    let authors = peer.view.authors
    for id in try transaction.reader.rooms(sharedBy: account.author, and: authors).sorted() {
      guard let room = try rooms.room(id, transaction.reader), let members = room.stored.people,
        members.owner == account.author
      else { continue }
      for author in authors where members.isMember(author) {
        if room.stored.roster != nil {
          try records.rosters.remove(author, from: id, transaction)
          continue
        }
        let removal = RemoveMember.with {
          $0.author = author.data
          $0.last = room.newest(of: author)
        }
        try records.write([.with { $0.removeMember = removal }], in: id, transaction)
      }
    }
    try records.settleRooms(transaction)
  }
}
