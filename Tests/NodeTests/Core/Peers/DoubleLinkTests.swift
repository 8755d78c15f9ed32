import Node
import Schema
import TestKit
import Testing
import Wire

/// One link per pair of nodes, whatever is dialled (specification section 3).
@Suite struct DoubleLinkTests {
  /// Counts the links of two nodes while nobody has dialled again.
  private func links(_ network: VirtualNetwork, _ first: Int, _ second: Int) -> [Int] {
    network.settle()
    return [network.openLinks(of: first), network.openLinks(of: second)]
  }

  @Test("of two links that one node dials at the same time both ends keep the same one")
  func dialledTwice() throws {
    var kept: Set<Int> = []
    for seed in 1...200 as ClosedRange<UInt64> {
      let network = VirtualNetwork(seed: seed, delay: 0...50)
      let ada = try network.add("Ada")
      let bob = try network.add("Bob")
      for _ in 0..<2 { network.redial(ada, bob) }
      #expect(links(network, ada, bob) == [1, 1], "seed \(seed)")
      kept.formUnion(network.openConnections)
    }
    #expect(kept == [1], "it is the one that was opened last")
  }

  @Test("of links that both dial at the same time both ends keep the same one")
  func dialledByBoth() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      let network = VirtualNetwork(seed: seed, delay: 0...50)
      let ada = try network.add("Ada")
      let bob = try network.add("Bob")
      for _ in 0..<2 {
        network.redial(ada, bob)
        network.redial(bob, ada)
      }
      #expect(links(network, ada, bob) == [1, 1], "seed \(seed)")
    }
  }

  @Test("a node that was started again is linked at once, though its old link seems to stand")
  func startedAgain() throws {
    let network = VirtualNetwork(seed: 3)
    let ada = try network.add("Ada")
    let bob = try network.add("Bob")
    for _ in 0..<5 {
      network.redial(ada, bob)
      network.settle()
    }
    network.stall(ada, bob)
    network.crash(ada)
    try network.start(ada)
    network.redial(ada, bob)
    #expect(links(network, ada, bob) == [1, 1])
    #expect(network.isLinked(ada, bob))
  }
}
