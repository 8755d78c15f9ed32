import SwiftProtobuf

/// The rules of nftables, as `nft -j list ruleset` prints them (libnftables-json(5)).
struct Ruleset: Sendable {
  /// The place of a chain.
  struct Place: Hashable, Sendable {
    let family: String
    let table: String
    let chain: String

    /// As commands name it.
    var text: String { "\(family) \(table) \(chain)" }
  }

  struct Rule: Sendable {
    let handle: Int
    let statements: [Google_Protobuf_Value]
  }

  /// A chain of rules.
  struct Chain: Sendable {
    let place: Place
    /// `input`, for instance; nil for a chain that others jump to.
    let hook: String?
    let priority: Int
    let type: String
    let drops: Bool
    /// The interfaces of a chain that belongs to some; empty for all, and where nft 1.0 leaves them out.
    let devices: [String]
    var rules: [Rule] = []

    /// Whether it belongs to an interface that is not named.
    var isSomewhere: Bool { ["ingress", "egress"].contains(hook) && devices.isEmpty }
  }

  private(set) var chains: [Place: Chain] = [:]
  /// The elements of named sets and maps, by the place that a chain of that name would have.
  private(set) var sets: [Place: [Google_Protobuf_Value]] = [:]

  /// Reads what nft has printed; nil where that is not understood.
  init?(_ text: String) {
    guard let items = Google_Protobuf_Value(parsing: text)?["nftables"]?.list else { return nil }
    var asleep: Set<String> = []
    for item in items {
      guard let (kind, value) = item.only else { return nil }
      guard let family = value["family"]?.text else { continue }
      switch kind {
      case "table":
        if value["flags"]?.words?.contains("dormant") == true, let name = value["name"]?.text {
          asleep.insert("\(family) \(name)")
        }
      case "chain":
        guard let chain = Self.chain(value, family) else { return nil }
        chains[chain.place] = chain
      case "rule":
        guard let table = value["table"]?.text, let chain = value["chain"]?.text,
          let handle = value["handle"]?.number, let statements = value["expr"]?.list
        else { return nil }
        let place = Place(family: family, table: table, chain: chain)
        chains[place]?.rules.append(Rule(handle: handle, statements: statements))
      case "set", "map":
        guard let table = value["table"]?.text, let name = value["name"]?.text else { return nil }
        sets[Place(family: family, table: table, chain: name)] = value["elem"]?.list ?? []
      default: break
      }
    }
    chains = chains.filter { !asleep.contains("\($0.key.family) \($0.key.table)") }
  }

  private static func chain(_ value: Google_Protobuf_Value, _ family: String) -> Chain? {
    guard let table = value["table"]?.text, let name = value["name"]?.text else { return nil }
    return Chain(
      place: Place(family: family, table: table, chain: name), hook: value["hook"]?.text,
      priority: value["prio"]?.number ?? 0, type: value["type"]?.text ?? "",
      drops: value["policy"]?.text == "drop", devices: value["dev"]?.words ?? [])
  }

  /// The same rules without the tables that ufw and firewalld keep, which are asked themselves.
  func without(ufw: Bool, firewalld: Bool) -> Ruleset {
    let ofUfw = Set(
      chains.keys.filter { $0.chain.hasPrefix("ufw-") || $0.chain.hasPrefix("ufw6-") }.map {
        "\($0.family) \($0.table)"
      })
    var rest = self
    rest.chains = chains.filter { place, _ in
      if firewalld, place.table.hasPrefix("firewalld") { return false }
      return !ufw || !ofUfw.contains("\(place.family) \(place.table)")
    }
    return rest
  }

  /// The chains through which a packet passes, in that order.
  func path(of packet: Packet) -> [Chain] {
    let families = ["inet", packet.isIPv6 ? "ip6" : "ip"]
    let hooks = packet.isIncoming ? ["prerouting", "input"] : ["output", "postrouting"]
    // Before and behind all others: what belongs to an interface.
    let edge = packet.isIncoming ? "ingress" : "egress"
    let there = chains.values.filter {
      $0.hook == edge && ($0.devices.isEmpty || $0.devices.contains(packet.interface))
        && ["netdev", "inet"].contains($0.place.family)
    }
    let others = hooks.map { hook in
      chains.values.filter { chain in
        // Address translation looks at the first packet of a connection alone.
        chain.hook == hook && families.contains(chain.place.family)
          && (chain.type != "nat" || packet.state == "new")
      }
    }
    return (packet.isIncoming ? [there] + others : others + [there]).flatMap { chains in
      chains.sorted { ($0.priority, $0.place.text) < ($1.priority, $1.place.text) }
    }
  }
}
