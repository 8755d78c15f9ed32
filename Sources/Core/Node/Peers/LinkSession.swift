import Feature
import Identifiers
import Schema
import Wire

/// The state of one link.
struct LinkSession {
  /// The stage of a link.
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
  let peer: LinkPeer
  /// The number that the dialling node gave this link; nil if it gave none.
  var dial: Dial?
  var state = State.greeting
  /// The accounts that live on the other node, proven by their bindings.
  var accounts: [Author] = []
  /// The time at which it was opened (steady milliseconds).
  let opened: Int64
  /// The time at which something last arrived (steady milliseconds).
  var heard: Int64
  /// The time of a ping after which nothing has arrived (steady milliseconds); nil for none.
  var pinged: Int64?
  /// The longest frame that the peer takes, in bytes.
  var longestFrame = Limits.frameStranger
  /// Whether the peer takes the presence of players from the host of a match that it watches.
  var takesPlayers = false
  /// The most that the peer may still send and be sent.
  var budget: LinkBudget
  /// The way back from the other end to the one that dialled.
  var wayBack = LinkWayBack()

  init(id: LinkID, node: NodeID, peer: LinkPeer, at now: Moment) {
    self.id = id
    self.node = node
    self.peer = peer
    opened = now.steady
    heard = now.steady
    budget = LinkBudget(at: now)
  }

  /// Notes what a Hello says of the way back, of features, and of the number of the dial.
  mutating func greet(_ hello: Hello) {
    wayBack.port = UInt16(exactly: hello.port) ?? 0
    takesPlayers = hello.features.prefix(Limits.features).contains(Links.playersFeature)
    if !isDialled, hello.dial > 0 { dial = .init(run: hello.run, number: hello.dial) }
  }

  /// The other end, `host:port`.
  var address: String { peer.address }

  /// Whether this node dialled.
  var isDialled: Bool { peer.dialled }

  /// The other end without its port.
  var machine: String { (try? Address(address))?.host.description ?? address }
}

/// The way back over a link: whether the side that dialled can be dialled by the other one (specification links.md section 3).
struct LinkWayBack {
  /// The port of the peer's Hello; 0 for none.
  var port: UInt16 = 0
  /// Whether we have asked and were not answered.
  var isAsked = false
  /// Whether the peer has asked: it is tried once for each link.
  var isTried = false
  /// Ports below this one are not those of people's programs.
  static let lowestPort: UInt16 = 1024
}
