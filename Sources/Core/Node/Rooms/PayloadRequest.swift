import Identifiers
import Store

/// The asking of one peer for payloads that are withheld, from the first to the last of them.
struct PayloadRequest {
  /// One frame's worth of it.
  struct Asked {
    let room: RoomID
    let withheld: [WithheldPayload]
    /// The last key before its payloads.
    let after: Int64
    /// The time from which no answer is expected any more (steady milliseconds).
    let until: Int64
  }

  /// The last one that the peer was asked for.
  var after: Int64 = 0
  /// The frame that it has not answered yet.
  var asked: Asked?
  /// The rooms of which this pass asks, and those of them of which it asks also for payloads that a delete names.
  private(set) var rooms: Set<RoomID>
  private(set) var named: Set<RoomID>
  /// The rooms of which such payloads were asked for: that is done once on a link, and again after what makes it worth a try.
  var roomsAskedNamed: Set<RoomID>
  /// Whether the pass is over.
  var isDone = false

  /// A pass over some rooms, which takes up what the one before it has left.
  init(of rooms: Set<RoomID>, after before: PayloadRequest?) {
    let known = before?.roomsAskedNamed ?? []
    (self.rooms, named) = (rooms, rooms.subtracting(known))
    roomsAskedNamed = known.union(rooms)
    guard let before, !before.isDone else { return }
    self.rooms.formUnion(before.rooms)
    named.formUnion(before.named)
  }

  /// Whether the peer is asked for a payload.
  func includes(_ payload: WithheldPayload) -> Bool {
    (payload.isNamed ? named : rooms).contains(payload.place.room)
  }
}
