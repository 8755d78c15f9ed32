import Feature
import Identifiers
import Wire

/// The addresses to dial and the times to do so: back-off with jitter for each target (specification section 3).
///
/// A pure machine; the node asks `due` on every turn and carries out what it says.
struct Dialler {
  /// The reason why an address is dialled.
  enum Origin: Hashable, Comparable {
    /// A person typed it.
    case typed(String)
    /// A remembered peer.
    case peer(NodeID)
    /// DNS-SD shows it.
    case instance(String)

    var isInstance: Bool { if case .instance = self { true } else { false } }
  }

  struct Target {
    var addresses: [String]
    var node: NodeID?
    var nodePrefix = ""
    var nextAt: Int64
    var wait = Limits.redialMilliseconds.lowerBound
    var dialling: String?
    var turn = 0
    var problem = ""

    /// The address whose turn it is; there must be one.
    var nextAddress: String { addresses[turn % addresses.count] }

    /// Whether every address has had its turn.
    var isRoundOver: Bool { turn % max(1, addresses.count) == 0 }
  }

  private(set) var targets: [Origin: Target] = [:]
  /// The rate at which all targets that only DNS-SD shows are dialled together, because anybody can make them up.
  private var sightings = TokenBucket(
    burst: Limits.sightingDials.burst, everyMilliseconds: Limits.sightingDials.everyMilliseconds,
    at: 0)

  /// Adds a target, or gives it new addresses; it is dialled at once when it is new.
  mutating func add(
    _ origin: Origin, addresses: [String], node: NodeID? = nil, nodePrefix: String = "",
    at now: Moment
  ) {
    var target = targets[origin] ?? Target(addresses: addresses, nextAt: now.steady)
    if target.addresses != addresses { target.nextAt = min(target.nextAt, now.steady) }
    // It has moved: how long the old addresses led nowhere says nothing about the new ones. Announcements have a budget of their own.
    if origin.isInstance, !Set(addresses).isSubset(of: target.addresses) {
      target.wait = Limits.redialMilliseconds.lowerBound
    }
    target.addresses = addresses
    target.node = node ?? target.node
    target.nodePrefix = nodePrefix
    targets[origin] = target
  }

  /// Dials everybody soon: what could not be reached before may be reached now.
  mutating func hurry(at now: Moment) {
    for (origin, known) in targets {
      var target = known
      target.nextAt = min(target.nextAt, now.steady)
      target.wait = Limits.redialMilliseconds.lowerBound
      targets[origin] = target
    }
  }

  mutating func remove(_ origin: Origin) {
    targets[origin] = nil
  }

  /// The addresses to dial now.
  ///
  /// Of the instances that DNS-SD shows, the one that has waited longest comes first.
  ///
  /// - Parameter isLinked: whether a target's node, or a node with its prefix, is linked already.
  mutating func due(at now: Moment, isLinked: (Target) -> Bool) -> [String] {
    var busy = dialling
    var places = freePlaces
    var addresses: [String] = []
    let maySightings = places > 0 && sightings.hasOne(at: now.steady)
    let waiting = targets.filter { origin, target in
      target.dialling == nil && target.nextAt <= now.steady && !target.addresses.isEmpty
        && (maySightings || !origin.isInstance)
    }.sorted { one, other in
      guard one.key.isInstance, other.key.isInstance else { return one.key < other.key }
      return (one.value.nextAt, one.key) < (other.value.nextAt, other.key)
    }
    for (origin, waiter) in waiting where !isLinked(waiter) {
      var target = waiter
      let address = target.nextAddress
      guard !busy.contains(address) else { continue }
      if origin.isInstance {
        guard places > 0, sightings.hasOne(at: now.steady) else { break }
        places -= 1
        _ = sightings.spend(at: now.steady)
      }
      busy.insert(address)
      target.turn += 1
      target.dialling = address
      targets[origin] = target
      addresses.append(address)
    }
    return addresses
  }

  /// Returns the reason why an address is being dialled: only because DNS-SD names it, or also for another reason.
  func purpose(of address: String) -> DialPurpose {
    let origins = targets.filter { $0.value.dialling == address }.keys
    return !origins.isEmpty && origins.allSatisfy(\.isInstance) ? .sighting : .wanted
  }

  private var dialling: Set<String> { Set(targets.values.compactMap(\.dialling)) }

  private var freePlaces: Int {
    Limits.dialsToSightings
      - targets.count { $0.key.isInstance && $0.value.dialling != nil }
  }

  /// A dial came to nothing: the next try waits longer.
  ///
  /// - Returns: the targets that none of their addresses led to, in order; their `problem` says why.
  @discardableResult
  mutating func failed(
    _ address: String, _ reason: String, _ now: Moment,
    _ random: inout RandomSource
  ) -> [Origin] {
    var missed: [Origin] = []
    for origin in targets.keys.sorted() {
      guard var target = targets[origin], target.dialling == address else { continue }
      target.dialling = nil
      if target.isRoundOver {
        target.problem = "\(address): \(reason)"
        missed.append(origin)
      }
      postpone(&target, now, &random)
      targets[origin] = target
    }
    return missed
  }

  /// A dial led to a link whose node is now known.
  ///
  /// - Returns: the targets for whom it was the wrong node, in order.
  @discardableResult
  mutating func reached(_ address: String, node: NodeID, at now: Moment) -> [Origin] {
    var missed: [Origin] = []
    for origin in targets.keys.sorted() {
      guard let target = targets[origin],
        target.dialling == address || (target.node == nil && target.addresses == [address])
      else { continue }
      if case .peer(let wanted) = origin, wanted != node {
        // Somebody else has the address now: a peer is its key (row P-05).
        if target.isRoundOver {
          targets[origin]?.problem = "\(address): another node answers there"
          missed.append(origin)
        }
        targets[origin]?.dialling = nil
        targets[origin]?.nextAt = now.steady + target.wait
        targets[origin]?.wait = min(target.wait * 2, Limits.redialMilliseconds.upperBound)
        continue
      }
      targets[origin]?.dialling = nil
      targets[origin]?.node = node
      targets[origin]?.problem = ""
    }
    return missed
  }

  /// A link closed: whoever wants its node dials again after the wait, which begins anew only where the link lasted as long as
  /// the longest wait. Who takes links and ends them, or shares its key with a copy of its home, is dialled ever less often.
  mutating func closed(_ link: LinkSession, _ now: Moment, _ random: inout RandomSource) {
    for origin in targets.keys.sorted() {
      guard var target = targets[origin],
        target.dialling == link.address || target.node == link.node
      else { continue }
      target.dialling = nil
      if now.steady - link.opened >= Limits.redialMilliseconds.upperBound {
        target.wait = Limits.redialMilliseconds.lowerBound
      }
      postpone(&target, now, &random)
      targets[origin] = target
    }
  }

  /// The address is our own: it is not dialled any more.
  mutating func isSelf(_ address: String) {
    for (origin, target) in targets where target.dialling == address {
      targets[origin]?.dialling = nil
      targets[origin]?.addresses.removeAll { $0 == address }
    }
  }

  /// A peer that cannot be talked to: tried again only after the longest wait.
  mutating func problem(_ address: String, _ problem: String) {
    for (origin, target) in targets where target.dialling == address {
      targets[origin]?.problem = problem
      targets[origin]?.wait = Limits.redialMilliseconds.upperBound
    }
  }

  /// Returns the time of the next dial; targets that are linked or whose address is being dialled do not count.
  func nextWake(isLinked: (Target) -> Bool) -> Int64? {
    let busy = dialling
    let hasPlace = freePlaces > 0
    var first: Int64?
    for (origin, target) in targets
    where target.dialling == nil && !target.addresses.isEmpty && (!origin.isInstance || hasPlace) {
      let at = origin.isInstance ? max(target.nextAt, sightings.readyAt) : target.nextAt
      guard at < first ?? .max, !busy.contains(target.nextAddress), !isLinked(target) else {
        continue
      }
      first = at
    }
    return first
  }

  private func postpone(
    _ target: inout Target, _ now: Moment,
    _ random: inout RandomSource
  ) {
    // The first tries go through all addresses of the target without waiting.
    guard target.isRoundOver else {
      target.nextAt = now.steady
      return
    }
    let jitter = Int64.random(in: 0...target.wait / 2, using: &random)
    target.nextAt = now.steady + target.wait + jitter
    target.wait = min(target.wait * 2, Limits.redialMilliseconds.upperBound)
  }
}
