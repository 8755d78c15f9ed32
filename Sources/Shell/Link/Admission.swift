import NIOCore
import Node
import Wire

/// Counts links against their limits (specification section 10); the time is given, never fetched.
struct Admission {
  /// The reason why a connection may not become or stay a link.
  enum Refusal: Equatable {
    case links
    case strangers
    case address
    case rate
    case dials
    case sightings
  }

  private let limits: LinkLimits
  private var links = 0
  private var strangers = 0
  /// Dials whose other end is not known yet.
  private var dials: [DialPurpose: Int] = [:]
  private var linksByAddress: [Address.Host: Int] = [:]
  private var latestByAddress: [Address.Host: [NIODeadline]] = [:]

  /// The addresses of kept peers.
  ///
  /// The owner of a link is known only after its Hello. Until then it counts as a stranger's, and strangers that sit there must not keep
  /// wanted peers out. Somebody else at such an address can take these places, and no others.
  var expected: Set<Address.Host> = []

  /// The most addresses whose last minute is kept.
  var addressesRemembered: Int { latestByAddress.count }

  init(limits: LinkLimits) { self.limits = limits }

  /// Counts an incoming connection as a stranger's, unless a limit stands against it.
  mutating func accept(from host: Address.Host, now: NIODeadline) -> Refusal? {
    guard links < limits.links else { return .links }
    guard strangers < strangersAllowed(from: host) else { return .strangers }
    guard linksByAddress[host, default: 0] < limits.linksPerAddress else { return .address }
    let latest = latestByAddress[host, default: []].filter { now - $0 < .minutes(1) }
    guard latest.count < limits.linksPerMinute else { return .rate }
    if latestByAddress[host] == nil { makeRoom(now: now) }
    latestByAddress[host] = latest + [now]
    linksByAddress[host, default: 0] += 1
    links += 1
    strangers += 1
    return nil
  }

  /// Counts a connection that this node asks for, which is nobody's until its Hello.
  ///
  /// Dials may hang: some places are left for those who come, and what only DNS-SD names has few.
  mutating func dial(_ purpose: DialPurpose = .wanted) -> Refusal? {
    guard links < limits.links else { return .links }
    let waiting = dials[purpose, default: 0]
    switch purpose {
    case .sighting:
      guard waiting < limits.dialsToSightings else { return .sightings }
    case .wanted:
      let reserved = limits.linksToStrangers + limits.placesKept + limits.dialsToSightings
      guard waiting < max(1, limits.links - reserved) else { return .dials }
    }
    dials[purpose] = waiting + 1
    links += 1
    return nil
  }

  /// It is known where a dial leads, or it came to nothing.
  mutating func endDial(_ purpose: DialPurpose) { dials[purpose, default: 0] -= 1 }

  /// Counts a link as a stranger's from now on; refused when those are used up.
  ///
  /// - Parameters:
  ///   - host: where it leads; nil where that is not known as an address.
  ///   - isWanted: our own person or a kept peer is the reason for it: it has a place in any case.
  mutating func becomeStranger(
    from host: Address.Host? = nil, isWanted: Bool = false
  ) -> Refusal? {
    guard isWanted || strangers < strangersAllowed(from: host) else { return .strangers }
    strangers += 1
    return nil
  }

  /// Whether one more stranger from there would be too many.
  func isFull(for host: Address.Host?) -> Bool { strangers >= strangersAllowed(from: host) }

  private func strangersAllowed(from host: Address.Host?) -> Int {
    let isExpected = host.map { expected.contains($0) } ?? false
    return limits.linksToStrangers + (isExpected ? limits.placesKept : 0)
  }

  /// Gives a stranger's place back; the link stays.
  mutating func becomePaired() { strangers -= 1 }

  /// Gives all places of a link back; `host` only when it was accepted.
  mutating func leave(host: Address.Host?, stranger: Bool) {
    links -= 1
    if stranger { strangers -= 1 }
    guard let host, let count = linksByAddress[host] else { return }
    linksByAddress[host] = count > 1 ? count - 1 : nil
  }

  /// Forgets addresses that were not seen for a minute, and if need be the one not seen for longest.
  private mutating func makeRoom(now: NIODeadline) {
    guard latestByAddress.count >= limits.addressesRemembered else { return }
    latestByAddress = latestByAddress.filter { _, times in
      times.last.map { now - $0 < .minutes(1) } ?? false
    }
    guard latestByAddress.count >= limits.addressesRemembered else { return }
    let oldest = latestByAddress.min { ($0.value.last ?? now) < ($1.value.last ?? now) }
    if let oldest { latestByAddress[oldest.key] = nil }
  }
}

extension Admission.Refusal: CustomStringConvertible {
  var description: String {
    switch self {
    case .links: "this node has as many links as it may have"
    case .strangers: "this node has as many links to strangers as it may have"
    case .address: "this node has as many links to that address as it may have"
    case .dials: "too many dials are on their way"
    case .sightings: "too many dials to nodes that were only seen are on their way"
    case .rate: "too many links came from that address within a minute"
    }
  }
}
