import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Another node as this one remembers it.
struct Peer {
  var view: PeerView
  /// The protocol version last spoken with it.
  var version: UInt32
  /// A person chose it, or shares a table with it: it is dialled and never forgotten for lack of room.
  var isKept: Bool

  /// Remembers an address, newest first.
  mutating func remember(_ address: String) {
    view.addresses.removeAll { $0 == address }
    view.addresses.insert(address, at: 0)
    view.addresses = Array(view.addresses.prefix(Limits.addressesPerPeer))
  }

  /// The peers of the store; whoever was online when the process ended no longer is.
  static func loadAll(_ transaction: Transaction) throws -> [NodeID: Peer] {
    var peers: [NodeID: Peer] = [:]
    for stored in try transaction.reader.peers() {
      guard let node = stored.view.node else { continue }
      var peer = Peer(view: stored.view, version: stored.version, isKept: stored.isKept)
      if peer.view.online {
        // Acknowledgements are not written down one by one: it has more than was noted.
        for author in peer.view.authors { try transaction.forgetDelivered(to: author) }
      }
      if peer.view.online || peer.view.discovered {
        peer.view.online = false
        peer.view.discovered = false
        try transaction.setPeer(node, peer.view, version: peer.version, kept: peer.isKept)
      }
      peers[node] = peer
    }
    return peers
  }
}

extension PeerView {
  /// The accounts in bytes, in order.
  public var authors: [Author] { accounts.compactMap { Base32.decode($0).flatMap { Author($0) } } }

  /// The account for which our person waits, in bytes; nil while it waits for none.
  var awaited: Author? { Base32.decode(awaitedAuthor).flatMap { Author($0) } }

  /// Our person trusts it no more, and may have.
  mutating func endTrust() {
    unpaired = unpaired || paired
    paired = false
    unpairedThere = false
    forgetIntroduction()
  }

  /// Ends what a friend's introduction began, and what is said about it.
  mutating func forgetIntroduction() {
    awaitedAuthor = ""
    awaitedWords = ""
    trustProblem = ""
    clearTrustRemedy()
  }

  /// Notes the colour that the peer told; one that this program does not know is none.
  mutating func note(colour: String) {
    self.colour = Settings.colours.contains(colour) ? colour : ""
  }

  /// Notes by how much the peer's clock is ahead of ours, where it said what it shows.
  mutating func note(wall: UInt64, at now: Moment) {
    guard let there = NamedTime.milliseconds(wall),
      let here = NamedTime.milliseconds(UInt64(clamping: now.wall))
    else {
      clockAheadMilliseconds = 0
      return
    }
    clockAheadMilliseconds = there == here ? 1 : there - here
  }

  /// The node id in bytes; nil while only an address is known.
  var node: NodeID? { Base32.decode(id).flatMap { NodeID($0) } }
}
