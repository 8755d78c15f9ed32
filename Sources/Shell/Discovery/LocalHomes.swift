import FoundationEssentials
import Node

/// The homes of this machine that announce themselves to each other, so that they meet without Avahi.
///
/// An announcement is a datagram to the broadcast address of loopback, which all daemons of the machine receive and nothing
/// from outside reaches. It proves nothing, as DNS-SD proves nothing: the key is proven over the link. Announcements are made
/// at the start, as an answer to one that has just started, and once in `interval`; a home that is silent for longer than
/// `patience` is lost.
public struct LocalHomes {
  /// One announcement, as JSON; fields that are not known are passed over.
  package struct Announcement: Codable, Equatable {
    /// The beginning of the node's id, lowercase base32, as in the TXT record of DNS-SD.
    package var id: String
    /// The IP address that it listens on; 127.0.0.1 where it listens on all.
    package var host: String
    /// The TCP port for links.
    package var port: Int
    /// Whether the others should announce themselves in answer.
    package var asks: Bool
    /// Whether the node is about to end.
    package var leaves: Bool
  }

  /// The UDP port of announcements; below the range from which systems hand out ports.
  public static let port: UInt16 = 24_711
  /// The time between two announcements that nothing has called for.
  package static let interval = Duration.seconds(60)
  /// The silence after which a home is lost: two announcements and a half.
  package static let patience = Duration.seconds(150)
  /// Answers in one second.
  private static let answersPerSecond = 1
  /// Homes known at one time: another user of the machine can make up as many as it likes.
  private static let most = 64
  /// The beginning of the names of these instances, which those of DNS-SD may not have.
  package static let prefix = "local:"

  /// The announcement of our own node; nil before it has an id.
  private var own: Announcement?
  private var seen: [String: ContinuousClock.Instant] = [:]
  private var nextAt: ContinuousClock.Instant
  private var lastAt: ContinuousClock.Instant?
  private var isFirst = true

  /// Knows nobody yet, and announces at once.
  package init(now: ContinuousClock.Instant) { nextAt = now }

  /// The node is to be announced with this id, at this address; an empty id or port 0 only listens.
  package mutating func announce(
    id: String, host: String?, port: Int, now: ContinuousClock.Instant
  ) {
    let isOffered = !id.isEmpty && port > 0
    let next =
      isOffered
      ? Announcement(
        id: id, host: host ?? "127.0.0.1", port: port, asks: false, leaves: false) : nil
    guard next != own else { return }
    own = next
    nextAt = now
  }

  /// The time at which `advance` is wanted next.
  package var deadline: ContinuousClock.Instant {
    seen.values.map { $0 + Self.patience }.min().map { min($0, nextAt) } ?? nextAt
  }

  /// Takes one datagram.
  package mutating func receive(_ bytes: [UInt8], now: ContinuousClock.Instant) -> [Input] {
    guard bytes.count <= Limits.announcementOctets,
      let said = try? JSONDecoder().decode(Announcement.self, from: Data(bytes)),
      !Said.prefix(said.id).isEmpty, said.id != own?.id,
      let address = Said.address(said.host, port: said.port)
    else { return [] }
    let instance = "\(Self.prefix)\(said.id) \(address)"
    if said.leaves {
      return seen.removeValue(forKey: instance) == nil ? [] : [.lost(instance: instance)]
    }
    if said.asks {
      // One answer serves all that have asked within the second.
      let earliest = lastAt.map { $0 + .seconds(1) / Self.answersPerSecond } ?? now
      nextAt = min(nextAt, max(now, earliest))
    }
    let isNew = seen[instance] == nil
    guard !isNew || seen.count < Self.most else { return [] }
    seen[instance] = now
    guard isNew else { return [] }
    return [
      .discovered(
        Sighting(instance: instance, nodePrefix: said.id, addresses: [address], isLocal: true))
    ]
  }

  /// Forgets homes that were silent too long, and makes the announcement that is due.
  package mutating func advance(
    now: ContinuousClock.Instant
  ) -> (announcement: [UInt8]?, inputs: [Input]) {
    let silent = seen.filter { $0.value + Self.patience <= now }.keys.sorted()
    for instance in silent { seen[instance] = nil }
    let inputs = silent.map { Input.lost(instance: $0) }
    guard nextAt <= now else { return (nil, inputs) }
    nextAt = now + Self.interval
    guard var own else { return (nil, inputs) }
    lastAt = now
    own.asks = isFirst
    isFirst = false
    return (Self.bytes(own), inputs)
  }

  /// The announcement that the node ends; nil where nobody was told that it is there.
  package var farewell: [UInt8]? {
    guard var own, lastAt != nil else { return nil }
    own.leaves = true
    return Self.bytes(own)
  }

  private static func bytes(_ announcement: Announcement) -> [UInt8]? {
    (try? JSONEncoder().encode(announcement)).map { [UInt8]($0) }
  }
}
