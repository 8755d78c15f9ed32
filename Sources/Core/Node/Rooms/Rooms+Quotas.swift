import Identifiers
import Replication
import Schema
import Store
import Wire

/// Peers are told what does not fit into their shares of the disk by the positions of a room.
extension Rooms {
  /// Tells a peer which logs of a room are not taken from it any more, once.
  func sayUnwanted(in id: RoomID, on link: LinkID) throws {
    guard let room = cache[id], quotas.tellUnwanted(on: link) else { return }
    _ = cache[id]?.syncs[link]?.receiveGap()
    try sendHave(room, room.part, on: link)
  }

  /// Tells a peer whether its share is used up, by way of a room.
  func sayShare(
    in id: RoomID, on link: LinkID, _ transaction: Transaction
  ) throws {
    guard links[link]?.state == .established, let room = try room(id, transaction.reader) else {
      return
    }
    _ = cache[id]?.syncs[link]?.receiveGap()
    try sendHave(room, room.part, on: link)
  }

  /// Compares with the peers of which something was refused and that have room again.
  func reviewShares(_ transaction: Transaction) throws {
    let nodes = try quotas.review(transaction.reader)
    guard !nodes.isEmpty else { return }
    for link in links.ids where quotas.takeAllAgain(on: link) {
      try beginSync(on: link, transaction)
    }
    for session in nodes.compactMap({ links.session(to: $0) }) {
      let link = session.id
      quotas.forgetTold(on: link)
      // Where both have the same already, no comparison would tell it.
      if let id = try sharedRooms(with: session, transaction.reader).first {
        try sayShare(in: id, on: link, transaction)
      }
      try beginSync(on: link, transaction)
    }
  }
}
