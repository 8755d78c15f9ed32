import Node
import Schema
import TestKit
import Testing

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
}
