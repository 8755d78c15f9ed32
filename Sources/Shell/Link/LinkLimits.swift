import NIOCore
import Node
import Wire

/// The limits of the link layer for the network; the defaults are those of the specification, section 10.
///
/// Tests and simulations that run many nodes on one machine raise the numbers by address.
public struct LinkLimits: Sendable {
  /// Longest frame in bytes before the Hello is accepted.
  public var frameUnproven = Limits.frameUnproven
  /// Longest frame in bytes from a stranger.
  public var frameStranger = Limits.frameStranger
  /// Longest frame in bytes from a paired peer.
  public var framePaired = Limits.framePaired
  /// TCP connecting on a dial.
  public var connecting = TimeAmount.milliseconds(Limits.helloMilliseconds)
  /// TLS handshake and Hello together, until `established`.
  public var hello = TimeAmount.milliseconds(Limits.helloMilliseconds)
  /// A frame once begun.
  public var frame = TimeAmount.milliseconds(Limits.frameMilliseconds)
  /// Waiting for the other side's end of TLS after closing.
  public var closing = TimeAmount.seconds(1)
  /// Links in all, dials in progress included.
  public var links = Limits.links
  /// Links that are not established as paired; a dialled link counts only once it is known to be a stranger's.
  public var linksToStrangers = Limits.linksToStrangers
  /// Dials at once to what only DNS-SD names.
  public var dialsToSightings = Limits.dialsToSightings
  /// A stranger without a Hello after this gives its place to a new one.
  public var unproven = TimeAmount.milliseconds(Limits.unprovenMilliseconds)
  /// A stranger that said nothing for so long gives its place to a new one.
  public var idle = TimeAmount.milliseconds(Limits.idleMilliseconds)
  /// A stranger that was linked for so long gives its place to a new one when nobody is idle.
  public var strangerTurn = TimeAmount.milliseconds(Limits.strangerTurnMilliseconds)
  /// Places beyond those for links with addresses of kept peers, so that strangers cannot keep peers out.
  public var placesKept = Limits.placesKept
  /// Accepted links from one address.
  public var linksPerAddress = Limits.linksPerAddress
  /// Links accepted from one address within a minute.
  public var linksPerMinute = Limits.linksPerMinute
  /// Addresses whose last minute is remembered; the longest unseen goes.
  public var addressesRemembered = 1024
  /// Unsent bytes at which a link counts as full; at twice that it is closed at once.
  public var unsentOutput = Limits.unsentOutput
  /// The longest time that a link may stay full before it is closed as too slow.
  public var unsentOutputTime = TimeAmount.milliseconds(Limits.unsentOutputMilliseconds)

  /// Pings, their answers and digests of all rooms are no longer than this, in bytes: they say only that somebody is there.
  public static let signOfLife = 64

  /// The limits of the specification.
  public init() {}

  /// Longest frame in bytes that a link of this trust may send to us.
  public func frameLength(_ trust: LinkTrust) -> Int {
    switch trust {
    case .unproven: frameUnproven
    case .stranger: frameStranger
    case .paired: framePaired
    }
  }
}
