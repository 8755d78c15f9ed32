import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The people at a table, or in a room: a state that is said again, so that no order of events loses it.
@Suite struct PresenceTests {
  private static let host = 0
  private static let joiner = 1

  private func command(_ world: RoomWorld, _ number: Int, _ table: String) throws {
    _ = try world.call(number, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
    }
  }

  /// Ada's table, at which Bob asks for the other chair.
  private func asked(_ world: RoomWorld) throws -> String {
    world.network.connect(Self.host, Self.joiner)
    let table = try world.call(Self.host, Methods.Tables.host) { $0.description_p = "t" }.id
    _ = try world.call(Self.joiner, Methods.Tables.ask) { $0.table = table }
    return table
  }

  private func accept(_ world: RoomWorld, _ table: String) throws {
    _ = try world.call(Self.host, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
  }

  private func start(_ world: RoomWorld, _ table: String) throws {
    _ = try world.call(Self.host, Methods.Tables.start) { $0.table = table }
  }

  private func pauses(_ world: RoomWorld, _ table: String) -> [String?] {
    [Self.host, Self.joiner].map { world.network.nodes[$0].published[table]?.paused }
  }

  /// Lets no frame pass that is of a kind, and counts those that would have.
  private func drop(_ world: RoomWorld, _ isMeant: @escaping (Frame.OneOf_Body) -> Bool) {
    world.network.tamper = { passing in
      guard let frame = try? Coding.decode(Frame.self, from: passing.bytes), let body = frame.body
      else { return [passing.bytes] }
      return isMeant(body) ? [] : [passing.bytes]
    }
  }

  @Test("G-37, G-55: who came before the chairs were taken is there when the match begins")
  func early() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    for number in [Self.joiner, Self.host] { try command(world, number, table) }
    try accept(world, table)
    try start(world, table)
    #expect(pauses(world, table) == ["", ""])
  }

  @Test("G-37, G-55: what was lost of who is there is said again with the next ping")
  func lost() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    try accept(world, table)
    try start(world, table)
    drop(world) { if case .presence = $0 { true } else { false } }
    for number in [Self.joiner, Self.host] { try command(world, number, table) }
    #expect(
      pauses(world, table) == ["Bob is not at the table.", "Ada is not at the table."])
    world.network.tamper = nil
    world.network.run(milliseconds: Limits.pingMilliseconds + 1_000)
    #expect(pauses(world, table) == ["", ""])
  }

  @Test("G-37, G-55: who comes is told at once who is there, although that was lost before")
  func answered() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    try accept(world, table)
    try start(world, table)
    drop(world) { if case .presence = $0 { true } else { false } }
    try command(world, Self.host, table)
    world.network.tamper = nil
    try command(world, Self.joiner, table)
    #expect(pauses(world, table) == ["", ""])
  }

  @Test("G-37, G-55: a link that takes the place of another one loses nobody")
  func replaced() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    try accept(world, table)
    try start(world, table)
    for number in [Self.joiner, Self.host] { try command(world, number, table) }
    for (from, to) in [(0, 1), (1, 0), (1, 0)] {
      world.network.connect(from, to)
      world.network.settle()
      #expect(pauses(world, table) == ["", ""])
    }
  }

  @Test("C-25: who looks at a room is said again with the next ping") func rooms() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    drop(world) { if case .presence = $0 { true } else { false } }
    _ = try world.call(0, Methods.Rooms.enter) {
      $0.room = "lobby"
      $0.here = true
    }
    world.network.tamper = nil
    let bob = try #require(world.network.nodes[1].node)
    let ada = try #require(world.network.nodes[0].node).author
    #expect(!bob.presence[.lobby].contains(ada))
    world.network.run(milliseconds: Limits.pingMilliseconds + 1_000)
    #expect(bob.presence[.lobby].contains(ada))
    let told = world.network.nodes[1].changes.count
    world.network.run(milliseconds: 5 * Limits.pingMilliseconds)
    #expect(world.network.nodes[1].changes.count == told, "what is known is not told again")
  }

  @Test("a host that says early that it is there is not refused, and the sync goes on")
  func earlyFrame() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    let ada = try #require(world.network.nodes[Self.host].node).author
    let frame = try presence(of: ada, at: table)
    #expect(world.network.inject(frame, from: Self.host, to: Self.joiner))
    var refusals = 0
    drop(world) {
      if case .roomRefused = $0 { refusals += 1 }
      return false
    }
    try accept(world, table)
    try start(world, table)
    try command(world, Self.joiner, table)
    #expect(pauses(world, table)[Self.joiner] == "", "Ada said that she is there")
    #expect(refusals == 0)
  }

  @Test("who was refused a room gets nothing of it before a digest") func digestFirst() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    var kinds: [String] = []
    drop(world) {
      switch $0 {
      case .roomRefused(let refused) where Data(refused.room) == self.room(table)?.data:
        kinds.append("refused")
      case .digest(let digest) where Data(digest.room) == self.room(table)?.data:
        kinds.append("digest")
      case .batch(let batch) where Data(batch.room) == self.room(table)?.data:
        kinds.append("batch")
      default: break
      }
      return false
    }
    let bob = try #require(world.network.nodes[Self.joiner].node).author
    let frame = try presence(of: bob, at: table)
    #expect(world.network.inject(frame, from: Self.joiner, to: Self.host))
    world.network.settle()
    #expect(kinds == ["refused"])
    try accept(world, table)
    try start(world, table)
    #expect(kinds.prefix(2) == ["refused", "digest"] && kinds.contains("batch"))
    #expect(world.network.nodes[Self.joiner].published[table]?.phase == .playing)
  }

  private func room(_ table: String) -> RoomID? {
    Base32.decode(table).flatMap { RoomID($0) }
  }

  private func presence(of author: Author, at table: String) throws -> [UInt8] {
    let id = try #require(room(table))
    return try Coding.encode(
      Frame.with {
        $0.presence.room = id.data
        $0.presence.author = author.data
        $0.presence.here = true
      })
  }

  @Test("G-40: entries that come together after a refused word of ours count once")
  func together() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try asked(world)
    try accept(world, table)
    try start(world, table)
    for number in [Self.joiner, Self.host] { try command(world, number, table) }
    drop(world) { if case .batch = $0 { true } else { false } }
    _ = try world.call(Self.joiner, Methods.Tables.tap) { $0.table = table }
    _ = try world.call(Self.joiner, Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .leave
    }
    // The match is looked at anew after what did not follow.
    #expect(throws: Refused.self) {
      try world.call(Self.host, Methods.Tables.moveHosting) {
        $0.table = table
        $0.take = true
      }
    }
    world.network.tamper = nil
    world.network.cutLinks(Self.host, Self.joiner)
    world.network.connect(Self.joiner, Self.host)
    world.network.settle()
    let view = try #require(world.network.nodes[Self.host].published[table])
    #expect(view.phase == .playing && view.paused == "Bob has left.", "\(view)")
    #expect(view.joiner.played)
  }
}
