import Identifiers
import Replication
import Schema
import Wire

/// The state of a room that is compared with a peer.
struct ComparedRoom {
  /// The digest of its heads.
  let digest: Bytes32
  /// The position of its newest entry.
  let position: Int64
  /// Its kind.
  let kind: RoomKind
}

extension Room {
  /// Returns the parts of it that are compared with those of a peer.
  fileprivate mutating func compared() -> ComparedRoom {
    ComparedRoom(digest: digest, position: stored.position, kind: stored.kind)
  }
}

/// The rooms in memory, and what is left of those that were let go of.
///
/// It is not put back when a turn cannot be committed: rooms are much, and what the store says of them is loaded again.
struct RoomCache {
  private var all: [RoomID: Room] = [:]
  /// The syncs of rooms that were let go of, for when they are loaded again.
  private var restarted: [RoomID: [LinkID: RoomSync]] = [:]
  /// The places of rooms that are not in memory, where somebody asked for them.
  private var standings: [RoomID: ComparedRoom] = [:]
  /// Rooms to be compared with the peers again, after something was undone.
  private(set) var resyncs: Set<RoomID> = []

  /// A room; what changes of it is changed in place.
  subscript(id: RoomID) -> Room? {
    get { all[id] }
    _modify { yield &all[id] }
  }

  /// All rooms, in order.
  var ids: [RoomID] { all.keys.sorted() }

  /// All rooms, in no order.
  var rooms: some Collection<Room> { all.values }

  /// Whether no room is in memory.
  var isEmpty: Bool { all.isEmpty }

  /// Takes a room out while much of it is changed, or all of it would be copied; to be put back.
  mutating func takeOut(_ id: RoomID) -> Room? { all.removeValue(forKey: id) }

  /// Notes a room that was loaded, with the syncs that it had when it was let go of.
  ///
  /// - Returns: the links on which it is synced already.
  mutating func load(_ room: Room) -> Set<LinkID> {
    var room = room
    room.syncs = restarted.removeValue(forKey: room.id) ?? [:]
    all[room.id] = room
    standings[room.id] = nil
    return Set(room.syncs.keys)
  }

  /// Lets go of what is cached of a room after something was undone: it is loaded and compared again.
  ///
  /// - Returns: the links on which it was synced.
  mutating func letGo(of id: RoomID) -> [LinkID] {
    resyncs.insert(id)
    standings[id] = nil
    guard let room = all.removeValue(forKey: id) else { return [] }
    restarted[id] = room.syncs.mapValues(\.restarted)
    return room.syncs.keys.sorted()
  }

  /// Forgets a room that is not in the store.
  mutating func forget(_ id: RoomID) {
    all[id] = nil
    restarted[id] = nil
    standings[id] = nil
  }

  /// The state of a room, in memory or not. Only what is in memory changes, so a room that is not is read once.
  ///
  /// - Parameter load: reads a room; nil for one that is not in the store.
  mutating func standing(of id: RoomID, _ load: () throws -> Room?) rethrows -> ComparedRoom? {
    if let compared = all[id]?.compared() { return compared }
    if let known = standings[id] { return known }
    var room = try load()
    let standing = room?.compared()
    standings[id] = standing
    return standing
  }

  /// Forgets the syncs of all rooms on a link.
  mutating func drop(_ link: LinkID) {
    for id in ids { all[id]?.syncs[link] = nil }
    for id in restarted.keys.sorted() { restarted[id]?[link] = nil }
  }

  /// Has a room compared with the peers again.
  mutating func compareAgain(_ id: RoomID) { resyncs.insert(id) }

  /// Has all rooms compared with the peers again.
  mutating func resyncAll() { resyncs.formUnion(all.keys) }

  /// Takes out the rooms that are to be compared again.
  mutating func takeResyncs() -> Set<RoomID> {
    defer { resyncs = [] }
    return resyncs
  }
}
