import Foundation
import Node
import Schema
import Store
import TestKit
import Testing
import Wire

/// Two linked nodes whose people may come to trust each other.
struct PairedNodes {
  let network: VirtualNetwork
  let ada: Int
  let bob: Int

  init(seed: UInt64 = 11) throws {
    network = VirtualNetwork(seed: seed)
    ada = try network.add("Ada")
    bob = try network.add("Bob")
    network.connect(ada, bob)
    network.settle()
  }

  func id(_ number: Int) -> String { network.nodes[number].id.description }

  @discardableResult
  func call<Request, Response>(
    _ number: Int, _ method: Method<Request, Response>,
    _ fill: (inout Request) throws -> Void = { _ in }
  ) throws -> Response {
    let answer = try network.call(number, method, fill).get()
    network.settle()
    return answer
  }

  func call(_ number: Int, _ call: Call) throws {
    _ = try network.perform(number, call).get()
    network.settle()
  }

  func peer(_ other: Int, of number: Int) throws -> PeerView? {
    try network.nodes[number].store.read { try $0.peers() }.map(\.view)
      .first { $0.id == id(other) }
  }

  func isPaired(_ number: Int, with other: Int) throws -> Bool {
    try peer(other, of: number)?.paired == true
  }

  /// Returns the last view that a node published of its pairing with another.
  func told(_ number: Int, about other: Int) -> PairView? {
    network.nodes[number].changes.reversed().lazy.compactMap { change in
      if case .pairing(let view)? = change.what, view.peer == id(other) { view } else { nil }
    }.first
  }

  /// Both people have asked for it; the words are shown, or somebody is in between.
  func compare() throws {
    try call(ada, Methods.Pairing.ask) { $0.peer = "Bob" }
    try call(bob, Methods.Pairing.ask) { $0.peer = "" }
  }

  func say(_ yes: Bool, _ number: Int, to other: Int) throws {
    try call(number, Methods.Pairing.answer) {
      $0.peer = id(other)
      $0.yes = yes
    }
  }

  /// Both trust each other, without words.
  func trust() throws {
    try call(ada, Methods.Peers.trust) { $0.node = id(bob) }
    try call(bob, Methods.Peers.trust) { $0.node = id(ada) }
  }

  /// The trust that a node grants to its newest link.
  func grants(_ number: Int) -> LinkTrust? {
    network.nodes[number].trusts.max { $0.key < $1.key }?.value
  }

  /// A ticket of a node for its present address.
  func ticket(of number: Int) throws -> String {
    try call(number, Methods.Pairing.makeTicket) { $0.addresses = [network.address(of: number)] }
      .ticket
  }
}
