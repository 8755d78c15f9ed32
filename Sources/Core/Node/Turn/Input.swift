import Schema
import SwiftProtobuf
import Wire

/// Names one live connection; made by the link layer, never used twice in a process.
public struct LinkID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A number that only grows.
  public let number: UInt64

  /// Wraps a number that the link layer has not used before.
  public init(_ number: UInt64) { self.number = number }

  public var description: String { "link \(number)" }

  public static func < (left: LinkID, right: LinkID) -> Bool { left.number < right.number }
}

/// Names one command until it is answered.
public struct CommandID: Hashable, Sendable {
  /// A number that only grows.
  public let number: UInt64

  /// Wraps a number that the caller has not used before.
  public init(_ number: UInt64) { self.number = number }
}

/// The node at the other end of a link, as proven by TLS.
public struct LinkPeer: Equatable, Sendable {
  /// SHA-256 of the peer's public key (SPKI), 32 bytes.
  public var node: [UInt8]
  /// `host:port` of the other end, for people and for limits by address.
  public var address: String
  /// Whether this node dialled.
  public var dialled: Bool

  /// Describes a link whose handshake is done.
  public init(node: [UInt8], address: String, dialled: Bool) {
    self.node = node
    self.address = address
    self.dialled = dialled
  }
}

/// A service instance that DNS-SD shows now, or a home of this machine that announces itself.
public struct Sighting: Equatable, Sendable {
  /// The instance name, unique on the network at one time.
  public var instance: String
  /// The node id prefix of the TXT record, lowercase base32; a hint.
  public var nodePrefix: String
  /// `host:port` addresses to try, scope ids included.
  public var addresses: [String]
  /// Whether it was announced within this machine, so that addresses of loopback mean something.
  public var isLocal: Bool

  /// Describes one resolved instance.
  public init(instance: String, nodePrefix: String, addresses: [String], isLocal: Bool = false) {
    self.instance = instance
    self.nodePrefix = nodePrefix
    self.addresses = addresses
    self.isLocal = isLocal
  }
}

/// Everything that can happen to a node (design section 4).
public enum Input: Sendable {
  /// TLS and ALPN are done; no frame has passed yet.
  case linkOpened(LinkID, LinkPeer)
  /// The link is gone; the reason is for people.
  case linkClosed(LinkID, reason: String)
  /// One whole frame without its length, not yet decoded.
  case frame(LinkID, [UInt8])
  /// A dial of ours came to nothing.
  case dialFailed(address: String, reason: String)
  /// The way to the peer of a link was tried at `host:port`.
  case tried(LinkID, address: String, WayBack)
  /// DNS-SD shows or updates an instance.
  case discovered(Sighting)
  /// DNS-SD took an instance back.
  case lost(instance: String)
  /// Whether DNS-SD works at all; the reason when not.
  case discovery(problem: String?)
  /// The networks of this machine: what DNS-SD names elsewhere is not dialled.
  case networks([Subnet])
  /// A person wants something.
  case command(CommandID, Call)
  /// A command that a feature has the node perform for our person because its time has come; nobody waits for an answer.
  case due(Call)
  /// The time that the last turn asked for has come.
  case wake
}
