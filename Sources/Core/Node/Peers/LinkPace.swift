import Identifiers
import Wire

/// The pace of one link: acknowledgements that wait until what was sent fits the sender's budget, and whether it is read at all.
///
/// An honest sender waits for acknowledgements, so it never has much on its way. Of one that does not wait, no more is read.
struct LinkPace {
  /// Batches of one room whose acknowledgement waits.
  private struct Waiting {
    var bytes: Int
    /// The time at which they are acknowledged (steady milliseconds).
    var until: Int64
  }

  private var waiting: [RoomID: Waiting] = [:]
  /// The time until which the link is not read (steady milliseconds); 0 for one that is.
  private(set) var heldUntil: Int64 = 0
  /// The time before which the peer is asked for nothing (steady milliseconds); 0 for no such time.
  private var restsUntil: Int64 = 0

  /// Whether nothing of a room is acknowledged now.
  func withholds(_ room: RoomID) -> Bool { waiting[room] != nil }

  /// Bytes of batches that wait for their acknowledgement.
  var bytes: Int { waiting.values.reduce(0) { $0 + $1.bytes } }

  /// Withholds the acknowledgement of a batch, and of all before it in its room.
  mutating func withhold(_ bytes: Int, of room: RoomID, until: Int64) {
    let before = waiting[room]
    waiting[room] = Waiting(
      bytes: (before?.bytes ?? 0) + bytes, until: max(before?.until ?? 0, until))
  }

  /// Reads nothing of the link for a time.
  mutating func hold(until: Int64, at now: Int64) {
    heldUntil = max(heldUntil, min(until, now + Limits.unreadMilliseconds))
  }

  /// Asks the peer for nothing before a time: its answers would be written.
  mutating func rest(until: Int64) { restsUntil = max(restsUntil, until) }

  /// Whether the peer is asked for nothing now.
  func rests(at now: Int64) -> Bool { restsUntil > now }

  /// Takes out the rooms whose batches may be acknowledged now, in order.
  mutating func takeDue(at now: Int64) -> [RoomID] {
    if restsUntil <= now { restsUntil = 0 }
    let due = waiting.filter { $0.value.until <= now }.keys.sorted()
    for room in due { waiting[room] = nil }
    return due
  }

  /// The time at which something may be done again (steady milliseconds); nil while nothing waits.
  var nextWake: Int64? {
    (waiting.values.map(\.until) + (restsUntil > 0 ? [restsUntil] : [])).min()
  }
}
