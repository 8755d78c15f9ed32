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
  func command(_ number: Int, _ fill: (inout Command) -> Void) throws -> Answer {
    let answer = try network.command(number, fill).get()
    network.settle()
    return answer
  }

  func peer(_ other: Int, of number: Int) throws -> PeerView? {
    try network.nodes[number].store.read { try $0.peers() }.map(\.view)
      .first { $0.id == id(other) }
  }

  func isPaired(_ number: Int, with other: Int) throws -> Bool {
    try peer(other, of: number)?.paired == true
  }

  /// What a node told last about its pairing with another.
  func told(_ number: Int, about other: Int) -> PairView? {
    network.nodes[number].changes.reversed().lazy.compactMap { change in
      if case .pairing(let view)? = change.what, view.peer == id(other) { view } else { nil }
    }.first
  }

  /// Both people have asked for it; the words are shown, or somebody is in between.
  func compare() throws {
    try command(ada) { $0.pairPeer.peer = "Bob" }
    try command(bob) { $0.pairPeer.peer = "" }
  }

  func say(_ yes: Bool, _ number: Int, to other: Int) throws {
    try command(number) { command in
      command.answerPairing.peer = id(other)
      command.answerPairing.yes = yes
    }
  }

  /// Both trust each other, without words.
  func trust() throws {
    try command(ada) { $0.trustPeer.node = id(bob) }
    try command(bob) { $0.trustPeer.node = id(ada) }
  }

  /// The trust that a node grants to its newest link.
  func grants(_ number: Int) -> LinkTrust? {
    network.nodes[number].trusts.max { $0.key < $1.key }?.value
  }

  /// A ticket of a node for its present address.
  func ticket(of number: Int) throws -> String {
    try command(number) { $0.makeTicket.addresses = [network.address(of: number)] }.ticket.ticket
  }
}
