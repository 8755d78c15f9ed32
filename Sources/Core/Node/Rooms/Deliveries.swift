import Identifiers
import Schema
import Store
import Wire

/// The positions up to which the members of our rooms are known to have everything, by room and author (row P-39).
///
/// It is on disk once a link ends and when digests are due, not with every acknowledgement: that would be a commit for each.
struct Deliveries {
  private(set) var positions: [RoomID: [Author: Int64]] = [:]
  /// The authors whose positions are not on disk yet, by room.
  private var unsaved: [RoomID: Set<Author>] = [:]
  /// The positions that changed in this turn, for those who read from snapshots.
  private(set) var fresh: [RoomID: [Author: Int64]] = [:]

  /// Notes what a peer has; a position never goes back.
  mutating func raise(
    _ room: RoomID, _ author: Author, to position: Int64, _ reader: Reader
  ) throws {
    let inMemory = positions[room]?[author]
    guard position > inMemory ?? 0 else { return }
    positions[room, default: [:]][author] = position
    if inMemory == nil, let noted = try reader.delivered(to: author, in: room), noted >= position {
      return
    }
    unsaved[room, default: []].insert(author)
    fresh[room, default: [:]][author] = position
  }

  mutating func beginTurn() { fresh = [:] }

  /// Lets go of a room that is deleted.
  mutating func forget(_ room: RoomID) {
    positions[room] = nil
    unsaved[room] = nil
    fresh[room] = nil
  }

  /// Writes down what is known of some authors, or of all.
  mutating func save(of authors: [Author]? = nil, _ transaction: Transaction) throws {
    for (room, changed) in unsaved.sorted(by: { $0.key < $1.key }) {
      for author in changed.sorted() where authors?.contains(author) ?? true {
        guard let position = positions[room]?[author] else { continue }
        try transaction.setDelivered(position, to: author, in: room)
        unsaved[room]?.remove(author)
      }
      if unsaved[room]?.isEmpty == true { unsaved[room] = nil }
    }
  }
}

extension Rooms {
  /// Writes down for a clean stop what everybody has, and that nobody is linked any more.
  func keepDeliveries() throws {
    try context.store.lastTurn { transaction in
      try deliveries.save(transaction)
      for session in links.ids.compactMap({ links[$0] }) {
        guard var peer = peers[session.node], peer.view.online else { continue }
        peer.view.online = false
        peer.view.lastSeenMilliseconds = now.wall
        try transaction.setPeer(session.node, peer.view, version: peer.version, kept: peer.isKept)
      }
    }
  }

  /// Notes what the peers of a room have.
  func noteDeliveries(of id: RoomID, _ reader: Reader) throws {
    guard let room = cache[id], room.stored.kind == .private || room.stored.kind == .direct else {
      return
    }
    for (link, sync) in room.syncs where sync.delivered > 0 {
      for author in links[link]?.accounts ?? [] {
        try deliveries.raise(id, author, to: sync.delivered, reader)
      }
    }
  }

  /// The peer at a link has all that is here of every room that is shared with it.
  func noteInSync(with session: LinkSession, _ reader: Reader) throws {
    for id in try sharedRooms(with: session, reader) {
      guard let room = try cache.standing(of: id, { try Room.load(id, reader) }),
        room.position > 0, room.kind == .private || room.kind == .direct
      else { continue }
      for author in session.accounts {
        try deliveries.raise(id, author, to: room.position, reader)
      }
    }
  }
}
