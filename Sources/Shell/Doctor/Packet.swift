/// A packet of the kind that has to pass: between this machine and any other one of a network.
struct Packet: Sendable {
  /// The bits of a TCP header, by their names in nft.
  static let flags: [String: UInt128] = [
    "fin": 1, "syn": 2, "rst": 4, "psh": 8, "ack": 16, "urg": 32, "ecn": 64, "cwr": 128,
  ]

  var isIncoming: Bool
  /// The interface by which it comes or leaves.
  var interface: String
  var isIPv6: Bool
  /// The number of the protocol above IP.
  var transport: UInt128
  /// The addresses that it may come from and go to.
  var source: ClosedRange<UInt128>
  var destination: ClosedRange<UInt128>
  var sourcePort: ClosedRange<UInt128>
  var destinationPort: ClosedRange<UInt128>
  /// `multicast`, or `host` for this machine alone.
  var kind = "host"
  /// Its connection, as it is tracked.
  var state = "new"
  /// The bits of its TCP header.
  var bits: UInt128 = 0

  static let tcp: UInt128 = 6
  static let udp: UInt128 = 17
  /// The ports that a system takes for connections that it begins.
  static let anyPort: ClosedRange<UInt128> = 32_768...60_999

  /// The answer of the other side.
  func answer() -> Packet {
    var answer = self
    answer.isIncoming.toggle()
    (answer.source, answer.destination) = (destination, source)
    (answer.sourcePort, answer.destinationPort) = (destinationPort, sourcePort)
    (answer.state, answer.bits) = ("established", 2 | 16)
    return answer
  }
}

/// A network in which this machine has an address.
struct LocalNetwork: Equatable, Sendable {
  var interface: String
  var isIPv6: Bool
  /// Our own address.
  var own: UInt128
  /// All addresses of the network.
  var all: ClosedRange<UInt128>

  /// - Parameter prefix: the number of bits that are the same in all addresses.
  init(interface: String, isIPv6: Bool, own: UInt128, prefix: Int) {
    (self.interface, self.isIPv6, self.own) = (interface, isIPv6, own)
    all = Self.range(own, prefix: prefix, bits: isIPv6 ? 128 : 32)
  }

  /// The addresses that begin with the same bits.
  static func range(_ address: UInt128, prefix: Int, bits: Int) -> ClosedRange<UInt128> {
    let free = max(0, bits - prefix)
    let mask = free >= 128 ? UInt128.max : (UInt128(1) << UInt128(free)) - 1
    return (address & ~mask)...(address | mask)
  }

  /// The group of multicast DNS.
  var group: UInt128 {
    isIPv6 ? 0xff02_0000_0000_0000_0000_0000_0000_00fb : 0xe000_00fb
  }

  /// The packets that have to pass on a way, first the one that begins.
  func packets(_ way: Way) -> [Packet] {
    var packet = Packet(
      isIncoming: way.isIncoming, interface: interface, isIPv6: isIPv6,
      transport: way.isDiscovery ? Packet.udp : Packet.tcp,
      source: way.isIncoming ? all : own...own, destination: way.isIncoming ? own...own : all,
      sourcePort: Packet.anyPort, destinationPort: UInt128(way.port)...UInt128(way.port))
    guard way.isDiscovery else {
      packet.bits = 2
      return [packet, packet.answer()]
    }
    packet.destination = group...group
    packet.sourcePort = packet.destinationPort
    packet.kind = "multicast"
    return [packet]
  }
}

/// Something that has to pass between this machine and others.
struct Way: Hashable, Sendable {
  let isIncoming: Bool
  let isDiscovery: Bool
  let port: Int

  /// All of them, for a daemon that listens at a port; without one only what finds others.
  static func all(port: Int?) -> [Way] {
    let discovery = [true, false].map { Way(isIncoming: $0, isDiscovery: true, port: 5353) }
    guard let port else { return discovery }
    return discovery + [
      Way(isIncoming: true, isDiscovery: false, port: port),
      Way(isIncoming: false, isDiscovery: false, port: Need.usualPort),
    ]
  }

  /// As firewalls write it, with its direction.
  var text: String {
    let need = Need(transport: isDiscovery ? "udp" : "tcp", port: port)
    return isIncoming ? "\(need.text) that comes in" : "\(need.text) that goes out"
  }

  /// The harm where it is closed.
  var loss: String {
    switch (isDiscovery, isIncoming) {
    case (true, true): "this machine does not see others"
    case (true, false): "others do not see this machine"
    case (false, true): "others cannot reach you"
    case (false, false): "you cannot reach others"
    }
  }
}
