import Feature
import Identifiers
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
  /// The longest frame that the peer takes, in bytes.
  var longestFrame = Limits.frameStranger
  /// What is known of the rooms that are synced over it, or are not.
  var rooms = LinkRooms()
  /// The blobs that either side asks for.
  var blobs = LinkBlobs()
  /// What the peer is asked for of withheld payloads; nil while there is no reason to ask.
  var payloadRequest: PayloadRequest?
  /// What the peer may still send and be sent.
  var budget: LinkBudget

  init(id: LinkID, node: NodeID, peer: LinkPeer, at now: Moment) {
    self.id = id
    self.node = node
    address = peer.address
    isDialled = peer.dialled
    opened = now.steady
    heard = now.steady
    budget = LinkBudget(at: now)
  }

  /// The other end without its port.
  var machine: String { (try? Address(address))?.host.description ?? address }
}
