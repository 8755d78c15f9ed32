import Feature
@testable import Node
import Features
import Schema
import Store
import TestKit
import Testing
import War

/// Matches of which one side comes back from a backup (specification section 5).
@Suite struct RestoredTableTests {
  private func attend(_ world: RoomWorld, _ number: Int, _ table: String) throws {
    _ = try world.call(number, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
    }
  }

  @Test(
    "P-37: a restored seat writes nothing at its old match, is told why, and the other one can claim it"
  )
  func playing() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let table = try VirtualSeating.seat(world.network, host: 0, joiner: 1, rules: .init())
    _ = try world.call(0, Methods.Tables.start) { $0.table = table }
    for number in 0...1 { try attend(world, number, table) }
    for number in 0...1 { _ = try world.call(number, Methods.Tables.tap) { $0.table = table } }
    let backup = try world.backUp(0)
    for number in 0...1 { _ = try world.call(number, Methods.Tables.tap) { $0.table = table } }
    world.network.crash(0)

    let ada = try world.restore("Ada", backup)
    world.network.connect(ada, 1)
    world.network.run(milliseconds: 3_000)
    // What she had signed since came back.
    let views = try [ada, 1].map { try world.network.nodes[$0].tables()[0] }
    #expect(views[0].stateHash == views[1].stateHash && views[0].phase == .playing)
    let notices = world.network.nodes[1].changes.map(\.tableEvent.notice).filter { !$0.isEmpty }
    #expect(notices.count == 1 && notices[0].hasPrefix("Ada's node was restored"))
    for number in [ada, 1] { try attend(world, number, table) }
    for call in [
      Methods.Tables.tap { $0.table = table }, Methods.Tables.giveUp { $0.table = table },
    ] {
      let refused = #expect(throws: Refused.self) { try world.network.perform(ada, call).get() }
      #expect(refused?.refusal.message.contains("restored from a backup") == true)
    }
    _ = try world.call(1, Methods.Tables.tap) { $0.table = table }
    world.network.run(milliseconds: 61_000)
    _ = try world.call(1, Methods.Tables.claim) {
      $0.table = table
      $0.kind = .win
    }
    for number in [ada, 1] {
      let view = try world.network.nodes[number].tables()[0]
      #expect(view.phase == .playing && view.claims.map(\.seat) == [.joiner], "\(number)")
    }
    let id = try #require(try world.network.nodes[1].tables()[0].room)
    let room = try world.network.nodes[1].store.read { try Room.load(id, $0) }
    let logs = try #require(room?.logs.values)
    #expect(logs.count == 3 && logs.allSatisfy { $0.state.forkedFrom == nil })
    let file = try #require(
      try world.network.nodes[1].store.read { try Transcript.export(id, $0) })
    #expect(Transcript.verify(file, Registry.parlor.games).report.valid)
    // A new match goes as any other.
    let next = try VirtualSeating.seat(world.network, host: ada, joiner: 1, rules: .init())
    _ = try world.call(ada, Methods.Tables.start) { $0.table = next }
    for number in [ada, 1] { try attend(world, number, next) }
    for number in [ada, 1] { _ = try world.call(number, Methods.Tables.tap) { $0.table = next } }
    let rounds = try [ada, 1].map { try world.network.nodes[$0].store.read { try $0.tables() } }
    #expect(rounds.allSatisfy { $0.contains { $0.id == next && $0.phase == .playing } })
  }

  @Test("P-37: a home copied back by hand to before a match goes on with everything but that match")
  func copiedBack() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let table = try world.call(0, Methods.Tables.host) { $0 = .init() }.id
    _ = try world.call(1, Methods.Tables.ask) { $0.table = table }
    _ = try world.network.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }.get()
    // The chair is given, and Bob has not heard of it: nobody has committed to a chain.
    let backup = try world.backUp(0)
    world.network.settle()
    _ = try world.call(0, Methods.Tables.start) { $0.table = table }
    for number in 0...1 { try attend(world, number, table) }
    for number in 0...1 { _ = try world.call(number, Methods.Tables.tap) { $0.table = table } }
    world.network.crash(0)
    world.network.replaceStore(of: 0, by: backup)
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 3_000)
    let views = try (0...1).map { try world.network.nodes[$0].tables()[0] }
    #expect(views[0].stateHash == views[1].stateHash && views[0].phase == .playing)
    try attend(world, 0, table)
    let refused = #expect(throws: Refused.self) {
      try world.call(0, Methods.Tables.tap) { $0.table = table }
    }
    #expect(refused?.refusal.message.contains("secret of your cards") == true)
    let next = try VirtualSeating.seat(world.network, host: 0, joiner: 1, rules: .init())
    try VirtualSeating.play(world.network, next, host: 0, joiner: 1)
    let all = try (0...1).flatMap { try world.network.nodes[$0].tables() }
    #expect(all.count { $0.id == next && $0.phase == .finished } == 2)
  }

  @Test("P-37: a table that was open before a restore is closed, with the reason")
  func open() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    _ = try world.call(0, Methods.Tables.host) { $0 = .init() }
    let backup = try world.backUp(0)
    world.network.crash(0)
    let ada = try world.restore("Ada", backup)
    world.network.connect(ada, 1)
    world.network.run(milliseconds: 12_000)
    let view = try #require(try world.network.nodes[ada].tables().first)
    #expect(view.phase == .closed && view.closedReason.contains("restored from a backup"))
    #expect(try world.network.nodes[1].tables().isEmpty)
  }
}
