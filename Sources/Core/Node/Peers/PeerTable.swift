import Identifiers
import Schema
import Wire

/// The nodes that this one knows, and what DNS-SD shows of them (specification sections 2 and 3).
///
/// A pure machine. The caller that changes a peer also writes it to the store.
struct PeerTable {
  private var all: [NodeID: Peer]
  /// The peers by who lives on them; nil since one of them changed.
  private var known: KnownPeople?
  /// Grows with each change of a peer, or of our person's decisions about one.
  private(set) var revision = 0
  /// The parts of their profiles that linked peers told for tables.
  private var looks: [NodeID: Profile] = [:]
  /// The sightings that DNS-SD shows, by instance.
  private var instances: [String: Sighting] = [:]
  /// The networks of this machine; nil where nobody has said.
  private var networks: [Subnet]?

  /// - Parameter peers: those of the store.
  init(_ peers: [NodeID: Peer] = [:]) { all = peers }

  // MARK: Who is known

  /// A peer.
  subscript(node: NodeID) -> Peer? { all[node] }

  /// All peers, in the order of their nodes.
  var sorted: [(key: NodeID, value: Peer)] { all.sorted { $0.key < $1.key } }

  /// All peers, in no order.
  var peers: some Collection<Peer> { all.values }

  /// The peers by who lives on them, remembered until one of them changes.
  mutating func people() -> KnownPeople {
    if let known { return known }
    let views = sorted.map(\.value.view)
    let people = KnownPeople { views }
    known = people
    return people
  }

  /// Whether a person here trusts a node's key.
  func isPaired(_ node: NodeID) -> Bool { all[node]?.view.paired == true }

  /// Whether a person here wants nothing to do with a node.
  func isBlocked(_ node: NodeID) -> Bool { all[node]?.view.blocked == true }

  /// The nodes with which a person here wants nothing to do.
  var blocked: [NodeID] { all.filter { $0.value.view.blocked }.map(\.key) }

  /// The peers that a text names: an id or its beginning, a name, or an address.
  func named(_ text: String) -> [NodeID] {
    let typed = (try? Address(text))?.description
    return all.meant(by: text, ids: { [$0.value.view.id] }) { _, peer in
      peer.view.name.isName(text) || typed.map { peer.view.addresses.contains($0) } == true
    }.map(\.key)
  }

  /// A peer that can be reached at an address.
  func peer(at address: String) -> Peer? {
    sorted.first { $0.value.view.addresses.contains(address) }?.value
  }

  /// The addresses from which links of kept peers may come: those of trusted ones first, as many as are remembered.
  var expectedAddresses: [String] {
    let kept = all.values.filter { $0.isKept && !$0.view.blocked }.map(\.view)
    let trusted = Set(kept.filter(\.paired).flatMap(\.addresses))
    let others = Set(kept.filter { !$0.paired }.flatMap(\.addresses)).subtracting(trusted)
    return Array((trusted.sorted() + others.sorted()).prefix(Limits.addressesExpected))
  }

  // MARK: Changes

  /// Notes that peers, or our person's decisions about them, have changed.
  mutating func noteChange() { revision += 1 }

  /// Notes a peer.
  ///
  /// - Returns: whether it was not known.
  mutating func set(_ peer: Peer, of node: NodeID) -> Bool {
    known = nil
    return all.updateValue(peer, forKey: node) == nil
  }

  /// Forgets a peer.
  mutating func remove(_ node: NodeID) {
    known = nil
    all[node] = nil
  }

  /// Forgets the stranger that was away longest, where there are more than are remembered.
  mutating func forgetStranger() {
    let strangers = all.filter { !$0.value.isKept && !$0.value.view.online }
    guard strangers.count > Limits.strangersRemembered,
      let oldest = strangers.min(by: {
        ($0.value.view.lastSeenMilliseconds, $0.key) < ($1.value.view.lastSeenMilliseconds, $1.key)
      })
    else { return }
    remove(oldest.key)
  }

  // MARK: Names and looks

  /// Whether a node takes our own name, or one that another node had first (row P-12).
  ///
  /// - Parameter own: our own name.
  func takesName(_ name: String, _ node: NodeID, own: String) -> Bool {
    guard !name.isEmpty else { return false }
    let folded = name.lowercased()
    // Our own name is nobody else's, also not a friend's.
    if own.lowercased() == folded { return true }
    let isPaired = isPaired(node)
    let others = all.filter {
      $0.key != node && $0.value.view.name.lowercased() == folded
        && (!isPaired || $0.value.view.paired)
    }
    guard !others.isEmpty else { return false }
    // Whoever had the name before the other came keeps it; a paired one always comes first.
    let hadIt =
      all[node].map { $0.view.name.lowercased() == folded && !$0.view.nameIsTaken } ?? false
    return !hadIt || !isPaired && others.values.contains { $0.view.paired }
  }

  /// The colour that a peer told last; empty for none.
  func colour(of node: NodeID?) -> String { node.flatMap { all[$0]?.view.colour } ?? "" }

  /// The part of a linked peer's profile that is shown at tables alone.
  func look(of node: NodeID?) -> Profile { node.flatMap { looks[$0] } ?? Profile() }

  /// Notes that part of a profile; a back that this program does not know is a plain one.
  mutating func note(look profile: Profile, of node: NodeID) {
    looks[node] = .with { $0.back = profile.back.isKnown ? profile.back : .unspecified }
  }

  /// The link to a peer is gone, and what was told over it.
  mutating func part(from node: NodeID) {
    looks[node] = nil
  }

  // MARK: Sightings

  /// Notes what DNS-SD shows; all of it may be made up.
  ///
  /// - Returns: the beginning of the node's id; nil for what is not looked at, as our own instance.
  mutating func discover(_ sighting: Sighting, own: NodeID) -> String? {
    let prefix = Text.clean(sighting.nodePrefix, limit: 64)
    guard prefix.count >= 8, !own.description.hasPrefix(prefix) else { return nil }
    instances[sighting.instance] = Sighting(
      instance: sighting.instance, nodePrefix: prefix,
      addresses: Array(sighting.addresses.prefix(4 * Limits.addressesPerPeer)),
      isLocal: sighting.isLocal)
    return prefix
  }

  /// The addresses that DNS-SD names for an instance, on any network.
  func announced(_ instance: String) -> [String] { instances[instance]?.addresses ?? [] }

  /// DNS-SD shows an instance no more.
  ///
  /// - Returns: the beginning of the node's id; nil for an instance that was not shown.
  mutating func lose(_ instance: String) -> String? {
    instances.removeValue(forKey: instance)?.nodePrefix
  }

  /// The instances that DNS-SD shows, in order.
  var shown: [String] { instances.keys.sorted() }

  /// Whether DNS-SD shows an instance with that beginning of an id.
  func shows(prefix: String) -> Bool { instances.values.contains { $0.nodePrefix == prefix } }

  /// Whether DNS-SD shows a node with that id.
  func shows(id: String) -> Bool { instances.values.contains { id.hasPrefix($0.nodePrefix) } }

  /// This machine belongs to other networks now.
  mutating func take(_ networks: [Subnet]) { self.networks = networks }

  /// Finds the addresses at which an instance may be dialled: those on a network of this machine, as anybody can name any
  /// address. Within the machine loopback is such a network.
  ///
  /// - Returns: the beginning of its node's id, and the addresses; nil for an instance that is not shown.
  func addresses(of instance: String) -> (prefix: String, addresses: [String])? {
    guard let sighting = instances[instance] else { return nil }
    let addresses = sighting.addresses.filter { text in
      guard let networks else { return true }
      guard let host = try? Address(text).host else { return false }
      return networks.contains { $0.contains(host) } || sighting.isLocal && host.isLoopback
    }
    return (sighting.nodePrefix, Array(addresses.prefix(Limits.addressesPerPeer)))
  }
}
