import Feature
import Schema
import SwiftProtobuf

/// The trust in the node at a link: it decides how much the link may ask of this node (protocol/README.md section 10).
public enum LinkTrust: Int, Comparable, Sendable {
  /// Before its Hello was accepted.
  case unproven
  /// A node that we have not paired with.
  case stranger
  /// A node that a person here trusts.
  case paired

  public static func < (left: LinkTrust, right: LinkTrust) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The name and text under which DNS-SD should show this node.
public struct Advertisement: Equatable, Sendable {
  /// The instance name wanted, at most 63 octets.
  public var name: String
  /// TXT pairs in order; nothing private.
  public var text: [String: String]

  /// Describes what to register on the node's own port.
  public init(name: String, text: [String: String]) {
    self.name = name
    self.text = text
  }
}

/// The reason why an address is dialled.
public enum DialPurpose: Sendable {
  /// A person named it, or it is one of a kept peer: such a dial finds room when strangers take all of theirs.
  case wanted
  /// Only DNS-SD names it.
  case sighting
}

/// Everything a node can ask of the world; handed over only after the turn's commit.
public enum Output: Sendable {
  /// Send one frame (bytes without the length) on a link.
  case send(LinkID, [UInt8])
  /// The Hello was accepted: raise the frame limit and stop the Hello deadline.
  case established(LinkID, LinkTrust)
  /// Close after what was sent before has left.
  case close(LinkID, reason: String)
  /// Connect to `host:port`; answered by `linkOpened` or `dialFailed`.
  case dial(address: String, DialPurpose = .wanted)
  /// Connect to `host:port`, end the connection at once, and tell what came of it with `tried`: the peer of this link asks for it.
  case tryWay(LinkID, address: String)
  /// Our person deals with who is at these links, of all links to strangers: they go before others. Replaces the last list.
  case engage([LinkID])
  /// The answer to a command.
  case answer(CommandID, Result<any Message, Refused>)
  /// Something people may want to see.
  case publish(Change)
  /// Show this node so in DNS-SD from now on.
  case advertise(Advertisement)
  /// Start a program that tells our person that somebody wrote to it.
  case notify(PersonCall)
  /// Links from these addresses (`host:port`, of kept peers) find room when strangers take all of theirs; replaces the last list.
  case expect(addresses: [String])
  /// Resume no TLS session that began before: a peer is no longer wanted.
  case renewSecurity
}
