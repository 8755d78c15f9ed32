import Feature
import Node
import Schema
import TestKit
import Testing

/// A peer that its person wants no more.
@Suite struct ForgetTests {
  @Test func whoIsForgottenLosesTheLinkAndTheSession() throws {
    let network = VirtualNetwork(seed: 4)
    let ada = try network.add("Ada")
    let bob = try network.add("Bob")
    network.connect(ada, bob)
    #expect(network.isLinked(ada, bob))
    #expect(throws: Refused.self) {
      try network.call(ada, Methods.Peers.forget) { $0.peer = "Cyd" }.get()
    }
    #expect(network.nodes[ada].securityRenewals == 0)
    _ = try network.call(ada, Methods.Peers.forget) { $0.peer = "Bob" }.get()
    network.settle()
    #expect(!network.isLinked(ada, bob))
    #expect(network.nodes[ada].securityRenewals == 1)
    #expect(try network.nodes[ada].store.read { try $0.peers() }.isEmpty)
  }
}
