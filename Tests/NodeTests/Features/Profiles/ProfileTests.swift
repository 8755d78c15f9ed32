import Node
import Schema
import TestKit
import Testing

@Suite struct ProfileTests {
  @Test func aNewNameReachesThosePeersThatAreLinked() throws {
    let network = VirtualNetwork(seed: 2)
    let ada = try network.add("Ada")
    let bob = try network.add("Bob")
    network.connect(ada, bob)
    network.settle()
    _ = try network.call(bob, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Robert"
    }.get()
    network.settle()
    let names = try network.nodes[ada].store.read { try $0.peers() }.map(\.view.name)
    #expect(names == ["Robert"])
  }
}
