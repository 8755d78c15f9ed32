import Feature
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Notices to people about peers that are offline.
@Suite struct PeerProblemTests {
  @Test("P-04, P-38: a kept peer that cannot be dialled says why, until it is there again")
  func unreachable() throws {
    let pair = try PairedNodes()
    try pair.trust()
    #expect(try pair.peer(pair.bob, of: pair.ada)?.problem == "")
    pair.network.crash(pair.bob)
    pair.network.run(milliseconds: 5_000)
    let address = pair.network.address(of: pair.bob)
    #expect(
      try pair.peer(pair.bob, of: pair.ada)?.problem == "\(address): connection refused")
    try pair.network.start(pair.bob)
    pair.network.run(milliseconds: 60_000)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.online == true)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.problem == "")
  }

  @Test("P-04: the same problem is stored and told once, however often the peer is dialled")
  func toldOnce() throws {
    let pair = try PairedNodes()
    try pair.trust()
    pair.network.crash(pair.bob)
    pair.network.run(milliseconds: 5_000)
    let told = pair.network.nodes[pair.ada].changes.count
    pair.network.run(milliseconds: 120_000)
    let later = pair.network.nodes[pair.ada].changes[told...]
    #expect(!later.contains { if case .peer? = $0.what { true } else { false } })
  }

  @Test("P-05: another node at the address of a kept peer is named as what keeps us apart")
  func anotherNode() throws {
    var dialler = Dialler()
    let bob = try #require(NodeID([UInt8](repeating: 1, count: 32)))
    let cyd = try #require(NodeID([UInt8](repeating: 2, count: 32)))
    let addresses = ["10.0.0.2:2", "10.0.0.3:3"]
    let now = Moment(steady: 0, wall: 0)
    let later = Moment(steady: 10_000, wall: 0)
    dialler.add(.peer(bob), addresses: addresses, node: bob, at: now)
    #expect(dialler.due(at: now) { _ in false } == ["10.0.0.2:2"])
    #expect(dialler.reached("10.0.0.2:2", node: cyd, at: now) == [], "another address is left")
    #expect(dialler.due(at: later) { _ in false } == ["10.0.0.3:3"])
    #expect(dialler.reached("10.0.0.3:3", node: cyd, at: later) == [.peer(bob)])
    #expect(
      dialler.targets[.peer(bob)]?.problem == "10.0.0.3:3: another node answers there")
  }

  @Test("P-04: an address at which nobody was ever met says why, too") func typed() throws {
    let network = VirtualNetwork(seed: 4)
    let ada = try network.add("Ada")
    _ = try network.call(ada, Methods.Peers.add) { $0.address = "10.0.0.9:9" }.get()
    network.run(milliseconds: 2_000)
    let problem = network.nodes[ada].changes.compactMap { change -> String? in
      if case .peer(let view)? = change.what, view.addresses == ["10.0.0.9:9"] {
        view.problem
      } else {
        nil
      }
    }.last
    #expect(problem == "10.0.0.9:9: connection refused")
  }

  @Test(
    "42.13 P-04 an address that leads to this very node is forgotten once it is dialled, and says so"
  )
  func ownAddress() throws {
    let network = VirtualNetwork(seed: 4)
    let ada = try network.add("Ada")
    let own = network.address(of: ada)
    _ = try network.call(ada, Methods.Peers.add) { $0.address = own }.get()
    network.run(milliseconds: 60_000)
    #expect(try network.nodes[ada].store.read { try $0.addresses() }.isEmpty)
    #expect(network.nodes[ada].dials.map(\.address) == [own])
    let notices = network.nodes[ada].changes.map(\.notice).filter { !$0.isEmpty }
    #expect(notices == ["\(own) is this node itself, so it is not remembered."])
    #expect(try network.nodes[ada].store.read { try $0.peers() }.isEmpty)
  }

  @Test(
    "P-13: the addresses of kept peers are told to the links, those of strangers and the blocked are not"
  )
  func expected() throws {
    let pair = try PairedNodes()
    let network = pair.network
    #expect(network.nodes[pair.ada].expected.isEmpty)
    try pair.call(pair.ada, Methods.Peers.trust) { $0.node = pair.id(pair.bob) }
    #expect(network.nodes[pair.ada].expected == [network.address(of: pair.bob)])
    network.crash(pair.ada)
    try network.start(pair.ada)
    network.run(milliseconds: 10)
    #expect(network.nodes[pair.ada].expected == [network.address(of: pair.bob)])
    try pair.call(pair.ada, Methods.Peers.block) { $0.peer = "Bob" }
    #expect(network.nodes[pair.ada].expected.isEmpty)
  }
}
