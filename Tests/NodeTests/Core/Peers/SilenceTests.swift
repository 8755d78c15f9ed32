import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The time until a node notices that a link carries nothing any more.
@Suite struct SilenceTests {
  private func isOnline(_ world: RoomWorld) throws -> [Bool] {
    try [0, 1].map { number in
      try world.network.nodes[number].store.read { try $0.peers() }.map(\.view.online) == [true]
    }
  }

  private func enter(_ world: RoomWorld, _ numbers: [Int], here: Bool = true) throws {
    for number in numbers {
      _ = try world.call(number, Methods.Rooms.enter) {
        $0.room = "lobby"
        $0.here = here
      }
    }
  }

  /// Nothing gets through any more, and nobody is told.
  private func pull(_ world: RoomWorld) {
    world.network.partition(from: 0, to: 1)
    world.network.partition(from: 1, to: 0)
  }

  private func linked() throws -> RoomWorld {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    return world
  }

  @Test(
    "P-03: a pulled cable is noticed within 10 s while both look at the same room",
    arguments: [0, 40_000])
  func watchedRoom(quiet: Int64) throws {
    let world = try linked()
    world.network.run(milliseconds: quiet)
    try enter(world, [0, 1])
    world.network.run(milliseconds: 20_000)
    #expect(try isOnline(world) == [true, true], "nobody is lost who answers")
    pull(world)
    world.network.run(milliseconds: 10_000)
    #expect(try isOnline(world) == [false, false])
  }

  @Test("P-03: and while both are at the same table; who is paired stays so on the screen")
  func watchedTable() throws {
    let world = try linked()
    try world.pair(0, 1)
    let table = try world.call(0, Methods.Tables.host) { $0.description_p = "t" }.id
    _ = try world.call(1, Methods.Tables.ask) { $0.table = table }
    _ = try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    for number in [0, 1] {
      _ = try world.call(number, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
      }
    }
    world.network.run(milliseconds: 20_000)
    #expect(try isOnline(world) == [true, true])
    pull(world)
    world.network.run(milliseconds: 10_000)
    #expect(try isOnline(world) == [false, false])
    let tables = try [0, 1].map { number in
      try world.network.nodes[number].store.read { try #require(try $0.tables().first) }
    }
    #expect(tables[0].joiner.paired && !tables[0].joiner.online)
    #expect(tables[1].host.paired && !tables[1].host.online)
  }

  @Test("P-03: otherwise within 45 s, and not earlier") func unwatched() throws {
    let world = try linked()
    try enter(world, [0])
    world.network.run(milliseconds: 20_000)
    pull(world)
    world.network.run(milliseconds: 14_000)
    #expect(try isOnline(world) == [true, true], "only one of them looks")
    world.network.run(milliseconds: 31_000)
    #expect(try isOnline(world) == [false, false])
  }

  @Test(
    "42.17 P-03 a pulled cable is noticed within 10 s where our person looks at the list of peers")
  func list() throws {
    let world = try linked()
    world.network.nodes[0].node?.isLookedAt = true
    world.network.give(0, [.wake])
    world.network.run(milliseconds: 60_000)
    #expect(try isOnline(world) == [true, true], "nobody is lost who answers")
    pull(world)
    world.network.run(milliseconds: 10_000)
    #expect(try isOnline(world) == [false, true], "the other one does not look")
  }

  @Test("42.17 P-03 who looks at the list only later learns it as soon") func listLater() throws {
    let world = try linked()
    world.network.run(milliseconds: 16_000)
    pull(world)
    world.network.run(milliseconds: 20_000)
    #expect(try isOnline(world) == [true, true])
    world.network.nodes[0].node?.isLookedAt = true
    world.network.give(0, [.wake])
    world.network.run(milliseconds: 10_000)
    #expect(try isOnline(world) == [false, true])
  }

  @Test(
    "42.17 P-07 who is announced at another address is dialled there within 3 s, if its link is dead"
  )
  func moved() throws {
    let world = try linked()
    let id = world.network.nodes[1].id.description
    func announce(_ address: String) {
      let sighting = Sighting(
        instance: "Bob", nodePrefix: String(id.prefix(16)), addresses: [address])
      world.network.give(0, [.discovered(sighting)])
    }
    func dials() -> [String] { world.network.nodes[0].dials.map(\.address) }
    announce(world.network.address(of: 1))
    let links = world.network.openLinks(of: 0)
    announce("10.0.0.77:2")
    world.network.run(milliseconds: 5_000)
    #expect(world.network.openLinks(of: 0) == links && world.network.isLinked(0, 1))
    #expect(!dials().contains("10.0.0.77:2"), "a link that lives stays, whatever is announced")
    pull(world)
    announce("10.0.0.78:2")
    world.network.run(milliseconds: 3_000)
    #expect(try isOnline(world)[0] == false)
    #expect(dials().contains("10.0.0.78:2"))
  }

  @Test(
    "42.17 P-07 a machine that moves to another network tries its links and dials again within 3 s")
  func movedOurselves() throws {
    let world = try linked()
    world.network.nodes[0].node.map { node in
      #expect(node.links.table.nodes.count == 1)
    }
    pull(world)
    world.network.run(milliseconds: 1_000)
    let dials = world.network.nodes[0].dials.count
    let id = world.network.nodes[1].id.description
    _ = try world.network.call(0, Methods.Peers.trust) { $0.node = id }.get()
    world.network.give(0, [.networks([Subnet(try Address.Host("10.0.0.1"), length: 24)])])
    world.network.run(milliseconds: 3_000)
    #expect(try isOnline(world)[0] == false)
    #expect(world.network.nodes[0].dials.count > dials)
  }

  @Test("42.17 P-03 a dead link gives way to a peer that dials again", arguments: [0, 1])
  func dialledOver(_ dialler: Int) throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let other = 1 - dialler
    world.network.connect(other, dialler)
    world.network.nodes[dialler].node?.isLookedAt = true
    world.network.give(dialler, [.wake])
    world.network.run(milliseconds: 1_000)
    pull(world)
    world.network.run(milliseconds: 12_000)
    #expect(try isOnline(world)[dialler] == false && isOnline(world)[other] == true)
    world.network.heal(0, 1)
    for _ in 0..<4 {
      world.network.redial(dialler, other)
      world.network.run(milliseconds: 1_000)
    }
    let session = world.network.nodes[other].node?.links.table.sessions.first
    #expect(session?.isDialled == false, "the new link is the one that is kept")
    #expect(try isOnline(world) == [true, true])
  }

  @Test("P-03: who begins to look after a silence does not end a link that is well") func late()
    throws
  {
    let world = try linked()
    try enter(world, [1])
    // Long since something was heard, but not long enough for a ping.
    world.network.run(milliseconds: Limits.pingMilliseconds - 2_000)
    let links = world.network.openLinks(of: 0)
    // What waits comes before what is under way: the answer to the ping is not here yet when the node looks again.
    _ = try world.network.call(0, Methods.Rooms.enter) {
      $0.room = "lobby"
      $0.here = true
    }.get()
    world.network.run(milliseconds: 30_000)
    #expect(world.network.openLinks(of: 0) == links && world.network.isLinked(0, 1))
    #expect(try isOnline(world) == [true, true])
  }
}
