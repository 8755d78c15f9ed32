import Foundation
import Testing

@testable import Programs

@Suite("P-15: which of its addresses a machine names first")
struct NetworkInterfaceTests {
  private static let loopback = NetworkInterface(
    name: "lo", isLoopback: true, isCard: false, addresses: ["127.0.0.1", "::1"])
  /// The bridge of Docker, with a container on it, and the end of the container's virtual cable.
  private static let docker = [
    NetworkInterface(
      name: "docker0", isCard: false, addresses: ["172.17.0.1", "fe80::42:1fff:fe1e:1%docker0"]),
    NetworkInterface(
      name: "veth1a2b3c4", isCard: false, addresses: ["fe80::a8cd:5eff:fe3d:1%veth1a2b3c4"]),
  ]
  private static let libvirt = NetworkInterface(
    name: "virbr0", hasCarrier: false, isCard: false, addresses: ["192.168.122.1"])
  private static let wireless = NetworkInterface(
    name: "wlp3s0", defaultMetric: 600,
    addresses: ["fe80::9c2a:1%wlp3s0", "2003:e4:7f1a:2::77", "192.168.178.34"])

  private func named(_ interfaces: [NetworkInterface]) -> [String] {
    // The order of the kernel tells nothing.
    let named = NetworkInterface.addresses(of: interfaces)
    #expect(NetworkInterface.addresses(of: interfaces.reversed()) == named)
    return named
  }

  @Test("a laptop with containers and machines in it names its wireless network")
  func laptop() {
    #expect(
      named([Self.loopback, Self.libvirt] + Self.docker + [Self.wireless]) == [
        "192.168.178.34", "2003:e4:7f1a:2::77", "172.17.0.1", "192.168.122.1", "127.0.0.1", "::1",
      ])
  }

  @Test(
    "a VPN that takes over the default route does not come before the card",
    arguments: [50, nil] as [UInt32?])
  func tunnel(metric: UInt32?) {
    let tunnel = NetworkInterface(
      name: "tun0", hasMulticast: false, isCard: false, defaultMetric: metric,
      addresses: ["10.8.0.6", "fe80::1:2%tun0"])
    #expect(named([Self.loopback, tunnel, Self.wireless]).first == "192.168.178.34")
    var noRoute = Self.wireless
    noRoute.defaultMetric = nil
    #expect(named([Self.loopback, tunnel, noRoute]).first == "192.168.178.34")
  }

  @Test("of two cards the one with the cheaper default route comes first, then one with any")
  func twoCards() {
    let wired = NetworkInterface(name: "enp2s0", defaultMetric: 100, addresses: ["10.0.0.5"])
    #expect(named([Self.wireless, wired]).first == "10.0.0.5")
    let storage = NetworkInterface(name: "enp1s0", addresses: ["10.99.0.5"])
    #expect(named([storage, Self.wireless]).first == "192.168.178.34")
    #expect(named([storage, Self.wireless]).last == "10.99.0.5")
    let unplugged = NetworkInterface(
      name: "enp2s0", hasCarrier: false, defaultMetric: 100, addresses: ["10.0.0.5"])
    #expect(
      named([unplugged] + Self.docker + [Self.wireless]).suffix(2) == ["172.17.0.1", "10.0.0.5"])
    let off = NetworkInterface(name: "enp2s0", isUp: false, addresses: ["10.0.0.5"])
    #expect(named([off]).isEmpty)
  }

  @Test("where there is IPv6 alone the link-local address is named with its zone, of a card alone")
  func onlyIPv6() {
    let local = NetworkInterface(name: "eth0", addresses: ["fe80::fc:1%eth0"])
    #expect(
      named([Self.loopback] + Self.docker + [local]) == [
        "fe80::fc:1%eth0", "172.17.0.1", "127.0.0.1", "::1",
      ])
    var router = local
    router.addresses.append("fd00::2")
    #expect(named([router]) == ["fd00::2"])
    // In a container there is no card.
    let inside = NetworkInterface(name: "eth0", isCard: false, addresses: ["fe80::fc:1%eth0"])
    #expect(named([Self.loopback, inside]).first == "fe80::fc:1%eth0")
  }

  @Test("an address that a machine gave itself comes after one that a router gave")
  func selfGiven() {
    let card = NetworkInterface(name: "eth0", addresses: ["169.254.7.7", "fd00::2", "10.0.0.5"])
    #expect(named([card]) == ["10.0.0.5", "fd00::2", "169.254.7.7"])
  }

  @Test("a link-local address of somebody else is tried on the cards, or on what there is")
  func linkLocal() {
    let wired = NetworkInterface(
      name: "enp2s0", defaultMetric: 100, addresses: ["10.0.0.5", "fe80::2%enp2s0"])
    let all = [Self.loopback, Self.libvirt] + Self.docker
    #expect(NetworkInterface.linkLocal(of: all + [Self.wireless, wired]) == ["enp2s0", "wlp3s0"])
    #expect(NetworkInterface.linkLocal(of: all) == ["docker0", "veth1a2b3c4"])
    #expect(NetworkInterface.linkLocal(of: [Self.loopback]).isEmpty)
  }

  @Test("default routes are read as the kernel lists them")
  func routes() {
    let ipv4 = """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
      tun0\t00000000\t0100080A\t0003\t0\t0\t50\t00000000\t0\t0\t0
      wlp3s0\t00000000\t01B2A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
      tun1\t00000000\t0100090A\t0003\t0\t0\t0\t00000080\t0\t0\t0
      docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
      """
    let zero = String(repeating: "0", count: 32)
    let router = "fe80000000000000de3979fffe8a1b2c"
    let ipv6 = """
      fd000000000000000000000000000000 40 \(zero) 00 \(zero) 00000100 00000001 00000000 00000001     eth0
      \(zero) 00 \(zero) 00 \(router) 00000400 00000003 00000000 00000003     eth0
      \(zero) 00 \(zero) 00 \(router) 00000258 00000003 00000000 00000003   wlp3s0
      \(zero) 00 \(zero) 00 \(zero) ffffffff 00000001 00000000 00200200       lo
      """
    #expect(
      NetworkInterface.defaultMetrics(ipv4: ipv4, ipv6: ipv6) == [
        "tun0": 50, "wlp3s0": 600, "eth0": 1024,
      ])
    #expect(NetworkInterface.defaultMetrics(ipv4: "", ipv6: "\n 0 \n").isEmpty)
  }

  @Test("a card is told from what this machine made, and what lies on a card counts as one")
  func cards() throws {
    let files = FileManager.default
    let root = files.temporaryDirectory.appending(path: "parlor-net-\(UUID().uuidString)")
    defer { try? files.removeItem(at: root) }
    let folder = root.appending(path: "class/net").path
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    /// Lays a device down as the kernel does: a folder below `devices`, and a link to it.
    func add(
      _ name: String, at bus: String, type: String = "1", on lower: [String] = [],
      event: String = ""
    )
      throws
    {
      let device = root.appending(path: "devices/\(bus)/net/\(name)").path
      try files.createDirectory(atPath: device, withIntermediateDirectories: true)
      try Data("\(type)\n".utf8).write(to: URL(filePath: "\(device)/type"))
      try Data("\(event)INTERFACE=\(name)\n".utf8).write(to: URL(filePath: "\(device)/uevent"))
      for one in lower {
        try files.createSymbolicLink(
          atPath: "\(device)/lower_\(one)", withDestinationPath: "../\(one)")
      }
      try files.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: "../../devices/\(bus)/net/\(name)")
    }
    let card = "pci0000:00/0000:00:14.3"
    try add("wlp3s0", at: card, event: "DEVTYPE=wlan\n")
    try add("enp2s0", at: card)
    try add("wwan0", at: card, event: "DEVTYPE=wwan\n")
    try add("ib0", at: card, type: "32")
    try add("lo", at: "virtual", type: "772")
    try add("veth1", at: "virtual")
    try add("docker0", at: "virtual", on: ["veth1"])
    try add("bond0", at: "virtual", on: ["enp2s0"])
    try add("bond0.7", at: "virtual", on: ["bond0"])
    try add("br0", at: "virtual", on: ["veth1", "bond0.7"])
    try add("ring0", at: "virtual", on: ["ring0"])
    let found = try files.contentsOfDirectory(atPath: folder).filter {
      NetworkInterface.isCard($0, in: folder)
    }
    #expect(Set(found) == ["wlp3s0", "enp2s0", "bond0", "bond0.7", "br0"])
    #expect(!NetworkInterface.isCard("gone", in: folder))
  }

  @Test("this machine has loopback, and its addresses are those that the kernel lists")
  func here() throws {
    let all = NetworkInterface.all()
    let loopback = try #require(all.first { $0.isLoopback })
    #expect(loopback.addresses.contains("127.0.0.1") && !loopback.isCard)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(NetworkInterface.inOrder(all).last == loopback)
  }
}
