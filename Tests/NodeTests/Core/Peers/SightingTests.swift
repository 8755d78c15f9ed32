import Node
import Schema
import TestKit
import Testing
import Wire

/// Peers that DNS-SD shows, in the order in which a real network tells of them.
@Suite struct SightingTests {
  private func seen(_ network: VirtualNetwork, by number: Int) throws -> [Bool] {
    try network.nodes[number].store.read { try $0.peers() }.map(\.view.discovered)
  }

  @Test func aPeerSeenBeforeItWasMetIsShownAsSeen() throws {
    let network = VirtualNetwork(seed: 3)
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    network.startDiscovery()
    network.settle()
    #expect(network.isLinked(0, 1))
    #expect(try seen(network, by: 0) == [true])
    #expect(try seen(network, by: 1) == [true])
    network.stopDiscovery(tellingInstances: true)
    #expect(try seen(network, by: 0) == [false])
    #expect(network.isLinked(0, 1), "losing discovery drops no link")
  }

  @Test(
    "P-13: what DNS-SD names is dialled on networks of this machine only, and again when those change"
  )
  func networks() throws {
    let network = VirtualNetwork(seed: 3)
    let ada = try network.add("Ada")
    func subnet(_ text: String) throws -> Subnet { Subnet(try Address.Host(text), length: 24) }
    func dialled() -> Set<String> { Set(network.nodes[ada].dials.map(\.address)) }
    network.give(ada, [.networks([try subnet("192.168.7.4")])])
    let sighting = Sighting(
      instance: "Eve", nodePrefix: "abcdefgh",
      addresses: ["203.0.113.9:22", "192.168.7.9:4711", "172.16.0.1:80", "router.local:80"])
    network.give(ada, [.discovered(sighting)])
    network.run(milliseconds: 60_000)
    #expect(dialled() == ["192.168.7.9:4711"])
    #expect(network.nodes[ada].dials.allSatisfy { $0.purpose == .sighting })
    network.give(ada, [.networks([try subnet("172.16.0.7")])])
    network.run(milliseconds: 60_000)
    #expect(dialled() == ["192.168.7.9:4711", "172.16.0.1:80"])
    // What a person types is dialled wherever it is.
    _ = network.call(ada, Methods.Peers.add) { $0.address = "203.0.113.9:22" }
    network.run(milliseconds: 1_000)
    #expect(dialled().contains("203.0.113.9:22"))
  }

  @Test("42.4 P-01: loopback is dialled where it was announced within this machine, and only there")
  func ownMachine() throws {
    let network = VirtualNetwork(seed: 3)
    let ada = try network.add("Ada")
    network.give(ada, [.networks([Subnet(try Address.Host("192.168.7.4"), length: 24)])])
    let addresses = ["127.0.0.1:4711", "[::1]:4711", "192.168.7.4:4711", "172.16.0.1:80"]
    for (prefix, isLocal) in [("abcdefgh", false), ("hgfedcba", true)] {
      network.give(
        ada,
        [
          .discovered(
            Sighting(
              instance: prefix, nodePrefix: prefix, addresses: addresses, isLocal: isLocal))
        ])
      network.run(milliseconds: 60_000)
      let dialled = Set(network.nodes[ada].dials.map(\.address))
      #expect(dialled == (isLocal ? Set(addresses.prefix(3)) : ["192.168.7.4:4711"]))
    }
  }
}
