import Identifiers
import Replication
import Wire

/// The state of rooms at one link, beside the sync of each (specification section 6).
struct LinkRooms {
  /// Whether a room may be new to the link, and with it what is pointed at there.
  var hasNewRooms = false
  /// Shared rooms in which both sides had the same, and that were not in memory since: nothing came to them.
  var level: Set<RoomID> = []
  /// Bytes that wait for their acknowledgement, by room.
  private var unacknowledged: [RoomID: Int] = [:]
  /// Rooms that may have something to send, first come first served.
  private var queue: [RoomID] = []
  /// Rooms that the peer says it does not share with us, and whether it takes us for removed from them; until it speaks of
  /// one itself, we do not.
  var refusedThere: [RoomID: Bool] = [:]
  /// Rooms that we refused here: told of again when they are shared. There are no more than small violations.
  var refusedHere: Set<RoomID> = []
  /// Private rooms of ours to which the other side says it belongs, before we know that: what comes of them is taken, and
  /// nothing of them is sent.
  var claimed: Set<RoomID> = []
  /// The comparisons of rosters.
  var rosters: [RoomID: RosterSync] = [:]
  /// Rooms of which the peer is still to be sent a digest, in order.
  private var digests: [RoomID] = []

  // MARK: Sending

  /// Puts a room behind those that wait to send.
  mutating func enqueue(_ room: RoomID) {
    if !queue.contains(room) { queue.append(room) }
  }

  /// The room whose turn it is to send a batch; nil when none waits, or too much is on its way.
  var first: RoomID? {
    guard let room = queue.first, unacknowledged.values.reduce(0, +) < Limits.bytesPerLink else {
      return nil
    }
    return room
  }

  /// Takes it out of the queue.
  mutating func removeFirst() { queue.removeFirst() }

  /// Notes how many bytes of a room wait for their acknowledgement; nil for a room that is not synced.
  mutating func wait(for bytes: Int?, of room: RoomID) { unacknowledged[room] = bytes }

  /// The sync of a room ends. Its batches that are still on their way no longer count against the link's credit.
  mutating func drop(_ room: RoomID) {
    claimed.remove(room)
    rosters[room] = nil
    unacknowledged[room] = nil
  }

  /// The other side claims to belong to a room: what we refused of it is refused no more.
  mutating func claim(_ room: RoomID) {
    claimed.insert(room)
    refusedHere.remove(room)
  }

  // MARK: Comparing

  /// Sends digests of rooms, after those that are waiting.
  mutating func compare(_ rooms: [RoomID]) {
    let waiting = Set(digests)
    digests += rooms.filter { !waiting.contains($0) }
  }

  /// Whether there are digests to send.
  var hasDigests: Bool { !digests.isEmpty }

  /// Takes out the rooms of which digests are sent now.
  mutating func takeDigests() -> [RoomID] {
    defer { digests.removeFirst(min(digests.count, Limits.digestsPerFrame)) }
    return Array(digests.prefix(Limits.digestsPerFrame))
  }
}
