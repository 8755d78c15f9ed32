import Feature
import Node
import Schema
import TestKit
import Testing

@testable import Store

/// A disk that is full takes nothing new, and gives back everything that it has taken.
@Suite struct DiskFullTests {
  private static let host = 0
  private static let joiner = 1

  /// Two nodes in a match that they play by themselves once both are there.
  private func playing() throws -> (VirtualNetwork, String) {
    let network = VirtualNetwork(seed: 11)
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    network.connect(Self.host, Self.joiner)
    let table = try VirtualSeating.seat(
      network, host: Self.host, joiner: Self.joiner, rules: .init())
    try attend(network, table, Self.host, auto: true)
    _ = try network.call(Self.host, Methods.Tables.start) { $0.table = table }.get()
    network.settle()
    return (network, table)
  }

  private func attend(
    _ network: VirtualNetwork, _ table: String, _ number: Int, auto: Bool
  ) throws {
    _ = try network.call(number, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
      $0.auto = auto
    }.get()
  }

  /// Lets a store in memory grow no more, or again.
  private func fill(_ network: VirtualNetwork, _ number: Int, _ isFull: Bool) throws {
    try network.nodes[number].store.turn { transaction in
      let pages: Int = try transaction.db.value("PRAGMA page_count") ?? 0
      try transaction.db.execute(
        sql: "PRAGMA max_page_count = \(isFull ? pages : 1 << 20)")
    }
  }

  private func view(_ network: VirtualNetwork, _ number: Int) throws -> TableView {
    try #require(try network.nodes[number].tables().first)
  }

  /// Opens tables and closes them again, up to the first that is refused.
  private func hostsUntilRefused(_ network: VirtualNetwork) -> Refused? {
    for _ in 0..<300 {
      switch network.call(0, Methods.Tables.host, { $0.description_p = "t" }) {
      case .failure(let refused): return refused
      case .success(let answer):
        let closed = network.call(0, Methods.Tables.close) { $0.table = answer.id }
        if case .failure(let refused) = closed { return refused }
      }
    }
    return nil
  }

  private func notices(_ network: VirtualNetwork, _ number: Int) -> [String] {
    network.nodes[number].changes.compactMap { change in
      if case .notice(let text)? = change.what { text } else { nil }
    }
  }

  @Test(arguments: [host, joiner])
  func aMatchWaitsForRoomAndGoesOn(_ victim: Int) throws {
    let (network, table) = try playing()
    try fill(network, victim, true)
    try attend(network, table, Self.joiner, auto: true)
    network.settle()
    let node = try #require(network.nodes[victim].node)
    #expect(node.storageProblem != nil && node.fatalProblem == nil)
    #expect(network.isLinked(Self.host, Self.joiner))
    #expect(try view(network, victim).phase == .playing)
    let refused = network.call(victim, Methods.Tables.giveUp) { $0.table = table }
    #expect(throws: Refused.self) { try refused.get() }
    if case .failure(let refused) = refused { #expect(refused.refusal.code == .storage) }

    // For longer than a dead link would last.
    network.run(milliseconds: 120_000)
    #expect(network.isLinked(Self.host, Self.joiner), "the link stays up")
    #expect(try view(network, victim).phase == .playing)
    #expect(notices(network, victim).count { $0.contains("is full") } == 1)

    try fill(network, victim, false)
    network.run(milliseconds: 2_000)
    #expect(node.storageProblem == nil)
    #expect(notices(network, victim).contains { $0.contains("There is room") })
    let views = [try view(network, Self.host), try view(network, Self.joiner)]
    #expect(views[0].phase == .finished && views[1].phase == .finished)
    #expect(views[0].stateHash == views[1].stateHash && views[0].result == views[1].result)
    #expect(views[0].result.ending == .cards)
    #expect(network.openLinks(of: victim) == 1, "it is the same link")
  }

  @Test func whatIsSaidToPeopleIsRefusedAndNothingOfItStays() throws {
    let network = VirtualNetwork(seed: 12)
    _ = try network.add("Ada")
    let store = network.nodes[0].store
    try fill(network, 0, true)
    let refused = hostsUntilRefused(network)
    #expect(refused?.refusal.code == .storage)
    #expect(refused?.refusal.message.contains("make room") == true)
    let known = try store.read { try $0.tables() }
    let open = known.count { $0.phase == .open }
    try fill(network, 0, false)
    network.run(milliseconds: 2_000)
    #expect(try store.read { try $0.tables() }.map(\.id) == known.map(\.id))
    let text = network.nodes[0].advertisement?.text["t"]
    #expect((text != nil) == (open > 0), "no table is advertised that is not there")
    _ = try network.call(0, Methods.Tables.host) { $0.description_p = "t" }.get()
  }

  @Test(
    "what is said after a full disk reaches the others at once, not when rooms are compared again")
  func whatIsSaidAfterwards() throws {
    let world = try RoomWorld(["Ada", "Berta"])
    try world.pair(0, 1)
    try world.say(0, "one")
    try fill(world.network, 0, true)
    #expect(hostsUntilRefused(world.network) != nil)
    try fill(world.network, 0, false)
    world.network.run(milliseconds: 3_000)
    try world.say(0, "two")
    #expect(try world.texts(1) == ["one", "two"])
  }

  @Test(
    "what a stranger says while the disk is full is taken afterwards, however often that was tried")
  func strangersQuota() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(1, "hello")
    #expect(try world.texts(0) == ["hello"])
    try fill(world.network, 0, true)
    #expect(hostsUntilRefused(world.network) != nil)
    let long = String(repeating: "x", count: 8_000)
    for _ in 0..<5 { try world.say(1, long) }
    world.network.run(milliseconds: 60_000)
    #expect(try world.texts(0) == ["hello"])
    try fill(world.network, 0, false)
    world.network.run(milliseconds: 3_000)
    #expect(try world.texts(0).count == 6)
  }
}
