import Feature
import Node
import Schema
import TestKit
import Testing

/// Questions to join a table, and what becomes of them when a link or a person is gone.
@Suite struct TableQuestionTests {
  private static let host = 0
  private static let joiner = 1

  /// Two linked nodes, and the table of the first that the second asks to join.
  private func asking() throws -> (VirtualNetwork, String) {
    let network = VirtualNetwork(seed: 5)
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    network.connect(Self.host, Self.joiner)
    let table = try network.call(Self.host, Methods.Tables.host) { $0.description_p = "t" }.get().id
    network.settle()
    _ = try network.call(Self.joiner, Methods.Tables.ask) { $0.table = table }.get()
    network.settle()
    return (network, table)
  }

  private func hostsView(_ network: VirtualNetwork) throws -> TableView {
    try #require(try network.nodes[Self.host].tables().first)
  }

  @Test func whoIsGoneDoesNotAskAnyMore() throws {
    let (network, _) = try asking()
    #expect(try hostsView(network).asks.map(\.name) == ["Bob"])
    network.partition(Self.host, Self.joiner)
    network.settle()
    #expect(try hostsView(network).asks.isEmpty)
    network.heal(Self.host, Self.joiner)
    network.connect(Self.host, Self.joiner)
    #expect(try hostsView(network).asks.map(\.name) == ["Bob"])
  }

  @Test func aTableWhoseJoinerWantsItNoMoreIsClosed() throws {
    let (network, table) = try asking()
    network.tamper = { $0.from == Self.joiner ? [] : [$0.bytes] }
    _ = try network.call(Self.joiner, Methods.Tables.ask) {
      $0.table = table
      $0.withdrawn = true
    }.get()
    network.tamper = nil
    _ = try network.call(Self.host, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }.get()
    network.settle()
    let view = try hostsView(network)
    #expect(view.phase == .closed)
    #expect(view.closedReason == "Bob does not want to join any more")
  }

  private func decline(_ network: VirtualNetwork, _ table: String, forGood: Bool) throws {
    _ = try network.call(Self.host, Methods.Tables.answer) {
      $0.table = table
      $0.forGood = forGood
    }.get()
    network.settle()
  }

  private func joinersView(_ network: VirtualNetwork) throws -> TableView {
    try #require(try network.nodes[Self.joiner].tables().first)
  }

  @Test("People 1: who was declined reads why and may ask again")
  func declined() throws {
    let (network, table) = try asking()
    try decline(network, table, forGood: false)
    let view = try joinersView(network)
    #expect(view.phase == .offered && view.closedReason == "Ada declined: not now")
    _ = try network.call(Self.joiner, Methods.Tables.ask) { $0.table = table }.get()
    network.settle()
    #expect(try hostsView(network).asks.map(\.name) == ["Bob"])
  }

  @Test("People 1: who was declined for good cannot ask again, also after a restart of the host")
  func declinedForGood() throws {
    let (network, table) = try asking()
    try decline(network, table, forGood: true)
    #expect(try joinersView(network).phase == .closed)
    network.crash(Self.host)
    try network.start(Self.host)
    network.run(milliseconds: 5_000)
    network.connect(Self.host, Self.joiner)
    network.settle()
    _ = network.call(Self.joiner, Methods.Tables.ask) { $0.table = table }
    network.settle()
    let (view, hosts) = (try joinersView(network), try hostsView(network))
    #expect(view.phase == .closed && view.closedReason == "Ada declined: not at this table")
    #expect(hosts.phase == .open && hosts.asks.isEmpty && hosts.declinedForGood.count == 1)
  }

  @Test(
    "People 11: the host removes the player it accepted and waits at a table with the same rules")
  func removed() throws {
    let (network, table) = try asking()
    _ = try network.call(Self.host, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }.get()
    network.settle()
    #expect(try hostsView(network).phase == .seated)
    let next = try network.call(Self.host, Methods.Tables.close) {
      $0.table = table
      $0.reopen = true
    }.get()
    network.settle()
    #expect(next.id != table && next.phase == .open && next.description_p == "t")
    let views = try network.nodes[Self.joiner].tables()
    #expect(views.first { $0.id == table }?.phase == .closed)
    #expect(views.first { $0.id == table }?.closedReason.contains("removed the player") == true)
    #expect(views.first { $0.id == next.id }?.phase == .offered)
  }

  @Test func whoIsTurnedAwayCanReadWhyAndHasNoChair() throws {
    let (network, table) = try asking()
    let third = try network.add("Cyd")
    network.connect(Self.host, third)
    _ = try network.call(third, Methods.Tables.ask) { $0.table = table }.get()
    network.settle()
    _ = try network.call(Self.host, Methods.Tables.answer) {
      $0.table = table
      $0.asker = "Bob"
      $0.accept = true
    }.get()
    network.settle()
    let view = try network.nodes[third].tables().first
    #expect(view?.phase == .closed)
    #expect(view?.closedReason == "Ada declined: the other chair is taken")
    #expect(throws: Refused.self) {
      try network.call(third, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
      }.get()
    }
  }
}
