import Drawings
import DrawingSchema
import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Strokes that people draw now, for those who look at the same room (W-25). Nothing of them is kept.
@Suite struct TraceTests {
  /// Ada's paper, on which Bob draws, too; Cyd is in the room as well.
  private func world() throws -> (RoomWorld, RoomView, DrawingView) {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "friends", ["Bob", "Cyd"])
    return (world, room, try world.paper(0, "Ours", in: "friends", together: true))
  }

  private func look(_ world: RoomWorld, _ number: Int, at room: RoomView, here: Bool = true) throws
  {
    _ = try world.call(number, Methods.Rooms.enter) {
      $0.room = room.id
      $0.here = here
    }
    world.network.run(milliseconds: 500)
  }

  private func trace(
    _ world: RoomWorld, _ number: Int, _ paper: DrawingView, first: UInt32 = 0,
    _ ink: StrokeInk = RoomWorld.ink()
  ) throws {
    _ = try world.call(number, Methods.Drawings.trace) {
      $0.paper = paper.id
      $0.stroke = 7
      $0.first = first
      $0.ink = ink
    }
    world.network.run(milliseconds: 100)
  }

  /// Returns the strokes in the making that a node's page was shown.
  private func seen(_ world: RoomWorld, _ number: Int) throws -> [TraceView] {
    try world.network.nodes[number].changes.compactMap { change in
      guard case .ephemeral(let shown)? = change.what else { return nil }
      return try TraceView(unpackingAny: shown.view)
    }
  }

  @Test(
    "W-25: a stroke that is being drawn is seen by those who look at the room, and nothing of it is kept"
  )
  func live() throws {
    let (world, room, paper) = try world()
    try trace(world, 1, paper)
    #expect(try seen(world, 0).isEmpty, "nobody looks")
    try look(world, 0, at: room)
    let entries = try world.room(0, room.id).entries
    try trace(world, 1, paper, first: 3)
    let view = try #require(try seen(world, 0).first)
    #expect(view.paper == paper.id && view.stroke == 7 && view.first == 3)
    #expect(view.ink.x == [1_000, 0] && view.ink.colour == 0x1e5adc)
    #expect(try seen(world, 2).isEmpty, "Cyd does not look")
    #expect(try world.strokes(0, paper.id).strokes.isEmpty)
    #expect(try world.room(0, room.id).entries == entries)
    try look(world, 0, at: room, here: false)
    try trace(world, 1, paper)
    #expect(try seen(world, 0).count == 1, "she looks away")
  }

  @Test("W-25, W-33: parts that are wrong are refused, or shown to nobody where a peer sends them")
  func wrong() throws {
    let (world, room, paper) = try world()
    let mine = try world.paper(0, "Mine", in: "friends")
    for number in 0...1 { try look(world, number, at: room) }
    #expect(refusal { try trace(world, 1, mine) }.contains("Only Ada draws"))
    var long = RoomWorld.ink()
    long.x = Array(repeating: 0, count: 101)
    (long.y, long.time) = (long.x, [])
    #expect(refusal { try trace(world, 1, paper, long) }.contains("101"))
    var outside = RoomWorld.ink()
    outside.x[0] = 10_001
    #expect(refusal { try trace(world, 1, paper, outside) }.contains("not on the paper"))
    let cases: [(inout Ephemeral) throws -> Void] = [
      { $0.body = Data([0xff, 0xff]) },
      { $0.kind = 0x701 },
      { $0.kind = .max },
      { $0.author = Data(repeating: 9, count: 32) },
      { $0.room = RoomID.lobby.data },
      { $0.room = Data() },
      { $0.body = Data(repeating: 0, count: Limits.ephemeral + 1) },
      { try Self.change(&$0) { $0.paper = Data(Base32.decode(mine.id) ?? []) } },
      { try Self.change(&$0) { $0.ink.x[0] = -1 } },
      { try Self.change(&$0) { $0.ink.x = [] } },
      { try Self.change(&$0) { $0.first = .max } },
    ]
    for change in cases {
      tamper(world) { ephemeral in
        var ephemeral = ephemeral
        try? change(&ephemeral)
        return [ephemeral]
      }
      try trace(world, 1, paper)
    }
    #expect(try seen(world, 0).isEmpty)
    world.network.tamper = nil
    try trace(world, 1, paper)
    #expect(try seen(world, 0).count == 1, "the link is as it was")
  }

  @Test(
    "W-25: who floods the room is dropped: thirty a second are shown and no more, and chat goes on")
  func flood() throws {
    let (world, room, paper) = try world()
    for number in 0...1 { try look(world, number, at: room) }
    tamper(world) { Array(repeating: $0, count: 150) }
    let entries = try world.room(0, room.id).entries
    try trace(world, 1, paper)
    let shown = try seen(world, 0).count
    #expect(shown >= Limits.ephemerals.burst && shown <= Limits.ephemerals.burst + 10, "\(shown)")
    #expect(try world.room(0, room.id).entries == entries)
    try world.draw(1, paper.id)
    #expect(try world.strokes(0, paper.id).strokes.count == 1)
    // Our own person's page is held to the same.
    world.network.tamper = nil
    world.network.run(milliseconds: 3_000)
    let before = try seen(world, 0).count
    for _ in 0..<200 {
      _ = try world.call(1, Methods.Drawings.trace) {
        $0.paper = paper.id
        $0.ink = RoomWorld.ink()
      }
    }
    world.network.run(milliseconds: 100)
    #expect(try seen(world, 0).count - before <= Limits.ephemerals.burst * 4)
    // More than a link may send at all ends the link.
    tamper(world) { Array(repeating: $0, count: 2_000) }
    try trace(world, 1, paper)
    #expect(try seen(world, 0).count - before <= Limits.ephemerals.burst * 6)
    world.network.tamper = nil
    world.network.run(milliseconds: 70_000)
    try world.draw(1, paper.id)
    world.network.run(milliseconds: 2_000)
    #expect(try world.strokes(0, paper.id).strokes.count == 2)
  }

  private static func change(
    _ ephemeral: inout Ephemeral, _ change: (inout StrokeTrace) -> Void
  ) throws {
    var trace = try StrokeTrace(serializedBytes: ephemeral.body)
    change(&trace)
    ephemeral.body = try trace.serializedData()
  }

  /// Sends something else instead of each ephemeral of Bob.
  private func tamper(_ world: RoomWorld, _ instead: @escaping (Ephemeral) -> [Ephemeral]) {
    world.network.tamper = { passing in
      guard passing.from == 1, var frame = try? Coding.decode(Frame.self, from: passing.bytes),
        case .ephemeral(let ephemeral)? = frame.body
      else { return [passing.bytes] }
      return instead(ephemeral).compactMap {
        frame.ephemeral = $0
        return try? Coding.encode(frame)
      }
    }
  }
}
