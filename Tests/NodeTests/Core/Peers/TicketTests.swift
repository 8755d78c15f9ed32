import Feature
import Foundation
import Node
import Schema
import TestKit
import Testing
import Wire

/// Pairing by a ticket between nodes of a virtual network.
@Suite struct TicketTests {
  /// Two nodes that never met.
  private func apart() throws -> PairedNodes {
    let pair = try PairedNodes()
    try pair.call(pair.ada, Methods.Peers.forget) { $0.peer = "Bob" }
    try pair.call(pair.bob, Methods.Peers.forget) { $0.peer = "Ada" }
    pair.network.settle()
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    return pair
  }

  @Test("P-10: a ticket pairs two nodes that never met, without a person")
  func pairs() throws {
    let pair = try apart()
    let ticket = try pair.ticket(of: pair.ada)
    let answer = try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
    #expect(answer.state == .asking)
    pair.network.run(milliseconds: 1_000)
    for (number, peer) in [(pair.ada, pair.bob), (pair.bob, pair.ada)] {
      #expect(try pair.isPaired(number, with: peer))
      #expect(pair.told(number, about: peer)?.state == .done)
      #expect(pair.grants(number) == .paired)
    }
  }

  @Test("P-10: over a link that is there already a ticket works at once")
  func linked() throws {
    let pair = try PairedNodes()
    let ticket = try pair.ticket(of: pair.ada)
    try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
    #expect(try pair.isPaired(pair.ada, with: pair.bob))
    #expect(try pair.isPaired(pair.bob, with: pair.ada))
  }

  @Test("P-10: a ticket is good for one node only")
  func once() throws {
    let pair = try PairedNodes()
    let eve = try pair.network.add("Eve")
    pair.network.connect(eve, pair.ada)
    let ticket = try pair.ticket(of: pair.ada)
    try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
    try pair.call(eve, Methods.Pairing.useTicket) { $0.ticket = ticket }
    #expect(try !pair.isPaired(pair.ada, with: eve))
    #expect(try !pair.isPaired(eve, with: pair.ada))
    #expect(pair.told(eve, about: pair.ada)?.state == .failed)
    #expect(pair.network.isLinked(eve, pair.ada))
  }

  @Test("P-10: a ticket ends after ten minutes, with the next one, and with a restart")
  func ends() throws {
    let pair = try PairedNodes()
    func use(_ ticket: String) throws -> PairState? {
      try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
      return pair.told(pair.bob, about: pair.ada)?.state
    }
    let old = try pair.ticket(of: pair.ada)
    pair.network.run(milliseconds: 600_000)
    #expect(try use(old) == .failed)
    let first = try pair.ticket(of: pair.ada)
    let second = try pair.ticket(of: pair.ada)
    #expect(try use(first) == .failed)
    pair.network.crash(pair.ada)
    try pair.network.start(pair.ada)
    pair.network.connect(pair.bob, pair.ada)
    #expect(try use(second) == .failed)
    #expect(try !pair.isPaired(pair.ada, with: pair.bob))
  }

  @Test("P-10: when the answer is lost the same node may use its ticket again")
  func answerLost() throws {
    let pair = try PairedNodes()
    let ticket = try pair.ticket(of: pair.ada)
    pair.network.tamper = { passing in
      let frame = try? Coding.decode(Frame.self, from: passing.bytes)
      if case .pairConfirm? = frame?.body { return [] }
      return [passing.bytes]
    }
    try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
    #expect(try pair.isPaired(pair.ada, with: pair.bob))
    #expect(try !pair.isPaired(pair.bob, with: pair.ada))
    pair.network.tamper = nil
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.run(milliseconds: 60_000)
    #expect(try pair.isPaired(pair.bob, with: pair.ada))
  }

  @Test("P-22: a used ticket is no way back for who was unpaired, blocked or forgotten")
  func noWayBack() throws {
    for kind in 0..<3 {
      let pair = try PairedNodes()
      let ticket = try pair.ticket(of: pair.ada)
      try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
      try pair.call(
        pair.ada,
        [
          Methods.Peers.unpair { $0.peer = "Bob" }, Methods.Peers.block { $0.peer = "Bob" },
          Methods.Peers.forget { $0.peer = "Bob" },
        ][kind])
      if kind == 1 { try pair.call(pair.ada, Methods.Peers.unblock) { $0.peer = "Bob" } }
      pair.network.connect(pair.bob, pair.ada)
      try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket }
      pair.network.run(milliseconds: 1_000)
      #expect(try !pair.isPaired(pair.ada, with: pair.bob), "kind \(kind)")
      #expect(pair.told(pair.bob, about: pair.ada)?.state == .failed)
    }
  }

  @Test("P-10: another node at the address of a ticket is noticed, and gets no proof")
  func anotherKey() throws {
    let pair = try apart()
    let eve = try pair.network.add("Eve")
    let real = try #require(Ticket(try pair.ticket(of: pair.ada)))
    let forged = Ticket(
      node: real.node, secret: real.secret,
      addresses: [try Address(pair.network.address(of: eve))])
    var tickets = 0
    pair.network.tamper = { passing in
      let frame = try? Coding.decode(Frame.self, from: passing.bytes)
      if case .pairTicket? = frame?.body { tickets += 1 }
      return [passing.bytes]
    }
    try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = forged.description }
    pair.network.run(milliseconds: 1_000)
    let told = try #require(pair.told(pair.bob, about: pair.ada))
    #expect(told.state == .failed && told.reason.contains("in between"))
    #expect(tickets == 0)
    #expect(try !pair.isPaired(pair.bob, with: eve))
  }

  @Test("P-10: a ticket to nowhere fails with the reason, and is dialled no more")
  func nowhere() throws {
    let pair = try apart()
    let ticket = Ticket(
      node: pair.network.nodes[pair.ada].id, secret: [UInt8](repeating: 1, count: 16),
      addresses: [try Address("10.9.9.9:9")])
    try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = ticket.description }
    pair.network.run(milliseconds: 1_000)
    #expect(pair.told(pair.bob, about: pair.ada)?.reason == "10.9.9.9:9: connection refused")
    var dials = 0
    pair.network.trace = { if $0.contains("10.9.9.9") { dials += 1 } }
    pair.network.run(milliseconds: 60_000)
    #expect(dials == 0)
  }

  @Test(
    "P-10: what is no ticket is refused",
    arguments: [
      "", "parlor:", "parlor:a/b/c", "hello", "parlor://///////////////////",
      String(repeating: "a", count: 100_000),
    ])
  func noTicket(text: String) throws {
    let pair = try PairedNodes()
    #expect(throws: Refused.self) {
      try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = text }
    }
    let own = try pair.ticket(of: pair.bob)
    #expect(throws: Refused.self) {
      try pair.call(pair.bob, Methods.Pairing.useTicket) { $0.ticket = own }
    }
    #expect(Ticket(own.dropLast(3) + "x") == nil)
  }
}
