import Feature
import Identifiers
import Schema
import Wire

/// What the node knows of one link.
struct LinkSession {
  /// Where the link stands.
  enum State: Equatable {
    /// Our Hello is sent; theirs has not come. Can become established.
    case greeting
    /// Both Hellos are accepted.
    case established
    /// We said goodbye; what still comes is ignored until the shell reports the close.
    case closing
  }

  /// The place of a link among those that one node has dialled.
  struct Dial {
    /// Since which start of the node: numbers of two starts say nothing about each other.
    let run: UInt64
    let number: UInt64
  }

  let id: LinkID
  let node: NodeID
  let address: String
  let isDialled: Bool
  /// How whoever dialled numbers this link; nil where it did not.
  var dial: Dial?
  var state = State.greeting
  /// The accounts that live on the other node, proven by their bindings.
  var accounts: [Author] = []
  /// When it came about (steady milliseconds).
  let opened: Int64
  /// When something was last heard (steady milliseconds).
  var heard: Int64
  /// When a ping was sent and nothing was heard since.
  var pinged: Int64?
  /// Shared rooms in which both sides had the same, and that were not in memory since: nothing came to them.
  var level: Set<RoomID> = []
  /// The longest frame that the peer takes, in bytes.
  var longestFrame = Limits.frameStranger
  /// Bytes that wait for their acknowledgement, by room.
  var unacknowledged: [RoomID: Int] = [:]
  /// Rooms that the peer says it does not share with us, and whether it takes us for removed from them; until it speaks of
  /// one itself, we do not.
  var refusedThere: [RoomID: Bool] = [:]
  /// Rooms that we refused here: told of again when they are shared. There are no more than small violations.
  var refusedHere: Set<RoomID> = []
  /// Private rooms of ours to which the other side says it belongs, before we know that: what comes of them is taken, and
  /// nothing of them is sent.
  var claimed: Set<RoomID> = []
  /// Rooms that may have something to send, first come first served.
  private var queue: [RoomID] = []
  /// The chunks that the peer was asked for.
  var fetch: BlobFetch?
  /// The peer may have a blob that we want; false once that was looked for in vain.
  var mayFetch = true
  /// Blobs that the peer did not have when it was asked.
  var lacking: Set<BlobID> = []
  /// Blobs that the peer asked for in vain: it is told once they are here.
  var promised: Set<BlobID> = []
  /// Logs that are not taken from the peer, because a share of the disk is used up, by room.
  var unwanted: [RoomID: Set<LogKey>] = [:]
  /// There are some of which the peer was not told.
  var hasNewUnwanted = false
  /// The peer was told that files of its do not fit into its share.
  var knowsShare = false
  /// How often the peer said that our share of its disk is used up, or no longer.
  var shareChanges = 0
  /// What the peer is asked for of withheld payloads; nil while there is no reason to ask.
  var payloadRequest: PayloadRequest?
  /// What it may still bring of strangers' logs into the lobby; nil before it brought one.
  var newLogs: TokenBucket?
  /// What may still be shown to the peer and by it of what people do now.
  var ephemeralsSent, ephemeralsReceived: TokenBucket
  private(set) var violations = 0
  private var frames: TokenBucket
  private var uselessSlices: TokenBucket

  init(id: LinkID, node: NodeID, peer: LinkPeer, at now: Moment) {
    self.id = id
    self.node = node
    address = peer.address
    isDialled = peer.dialled
    opened = now.steady
    heard = now.steady
    frames = TokenBucket(
      burst: Limits.framesBurst, everyMilliseconds: 1_000 / Int64(Limits.framesPerSecond),
      at: now.steady)
    ephemeralsSent = TokenBucket(
      burst: Limits.ephemerals.burst, everyMilliseconds: Limits.ephemerals.everyMilliseconds,
      at: now.steady)
    ephemeralsReceived = ephemeralsSent
    uselessSlices = TokenBucket(
      burst: Limits.uselessSlices.burst,
      everyMilliseconds: Limits.uselessSlices.everyMilliseconds, at: now.steady)
  }

  /// The other end without its port.
  var machine: String { (try? Address(address))?.host.description ?? address }

  /// Puts a room behind those that wait to send.
  mutating func enqueue(_ room: RoomID) {
    if !queue.contains(room) { queue.append(room) }
  }

  /// The room whose turn it is to send a batch; nil when none waits, or too much is on its way.
  mutating func nextRoom() -> RoomID? {
    guard !queue.isEmpty, unacknowledged.values.reduce(0, +) < Limits.bytesPerLink else {
      return nil
    }
    return queue.removeFirst()
  }

  /// Counts one frame against the budget of the link.
  ///
  /// - Returns: false when the peer sends too many.
  mutating func spendFrame(at now: Moment) -> Bool {
    frames.spend(at: now.steady)
  }

  /// Counts slices that were checked and brought nothing new.
  ///
  /// - Returns: false when the peer sends too many.
  mutating func spendUseless(_ slices: Int, at now: Moment) -> Bool {
    slices == 0 || uselessSlices.spend(slices, at: now.steady)
  }

  /// Counts a small sin.
  ///
  /// - Returns: false when there were too many.
  mutating func sin() -> Bool {
    violations += 1
    return violations <= Limits.violationsPerLink
  }
}

/// Chunks of a blob that were asked for.
struct BlobFetch: Equatable {
  let id: BlobID
  /// The blob's row.
  let blob: Int64
  /// The room in which it was asked for.
  let room: RoomID
  /// The first chunk.
  let first: Int
  /// When the answer is too late (steady milliseconds).
  let until: Int64
}
