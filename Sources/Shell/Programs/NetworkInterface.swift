/// One network interface of this machine, with the signs of whether it leads to the people around.
public struct NetworkInterface: Equatable, Sendable {
  /// The name, such as `wlan0`.
  public var name: String
  /// Whether it is switched on.
  public var isUp: Bool
  /// Whether it leads to this machine alone.
  public var isLoopback: Bool
  /// Whether something is at the other end: a cable that is plugged in, a wireless network that was joined.
  public var hasCarrier: Bool
  /// Whether it passes multicast.
  public var hasMulticast: Bool
  /// Whether it is an Ethernet or wireless card, or a bridge, bond or VLAN on one; docker0, virbr0 and a VPN are not.
  public var isCard: Bool
  /// The metric of its cheapest default route; nil for none.
  public var defaultMetric: UInt32?
  /// IP addresses as text, link-local ones of IPv6 with their zone.
  public var addresses: [String]

  /// Describes an interface; one that is up and connected where nothing else is said.
  public init(
    name: String, isUp: Bool = true, isLoopback: Bool = false, hasCarrier: Bool = true,
    hasMulticast: Bool = true, isCard: Bool = true, defaultMetric: UInt32? = nil,
    addresses: [String] = []
  ) {
    self.name = name
    self.isUp = isUp
    self.isLoopback = isLoopback
    self.hasCarrier = hasCarrier
    self.hasMulticast = hasMulticast
    self.isCard = isCard
    self.defaultMetric = defaultMetric
    self.addresses = addresses
  }

  /// Whether other machines may be reached by it.
  public var isConnected: Bool { !isLoopback && isUp && hasCarrier && !addresses.isEmpty }

  /// The interfaces, the one that most likely leads to the people around first and loopback last.
  ///
  /// A card comes before the default route: a VPN takes over the route, and the people around are on the card all the same.
  public static func inOrder(_ interfaces: [NetworkInterface]) -> [NetworkInterface] {
    interfaces.sorted { ($0.rank, $0.metric, $0.name) < ($1.rank, $1.metric, $1.name) }
  }

  /// The addresses to name to others, the one most likely on their network first and loopback last.
  ///
  /// A link-local address of IPv6 is named only where an interface has no other. Ends of virtual cables have one, too; they are left out where there is a card.
  public static func addresses(of interfaces: [NetworkInterface]) -> [String] {
    let up = interfaces.filter(\.isUp)
    let hasCard = up.contains { $0.isCard }
    return inOrder(up).flatMap { interface in
      let wide = interface.addresses.filter { !isLinkLocal($0) }
      guard wide.isEmpty else {
        return (0...2).flatMap { rank in wide.filter { order($0) == rank } }
      }
      return interface.isCard || !hasCard ? interface.addresses : []
    }
  }

  /// The interfaces on which a link-local address of somebody else may be tried, the likeliest first.
  public static func linkLocal(of interfaces: [NetworkInterface]) -> [String] {
    let connected = interfaces.filter {
      $0.isConnected && $0.addresses.contains(where: isLinkLocal)
    }
    let cards = connected.filter(\.isCard)
    return inOrder(cards.isEmpty ? connected : cards).map(\.name)
  }

  private var rank: Int { isLoopback ? 3 : !hasCarrier ? 2 : isCard ? 0 : 1 }

  private var metric: UInt32 { defaultMetric ?? .max }

  private static func isLinkLocal(_ address: String) -> Bool { address.contains("%") }

  /// IPv4, IPv6, and the addresses that a machine gives itself where no router does.
  private static func order(_ address: String) -> Int {
    address.hasPrefix("169.254.") ? 2 : address.contains(":") ? 1 : 0
  }
}
