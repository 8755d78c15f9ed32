import Feature
import Foundation
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Items that go from one room to another (design section 7).
@Suite struct MoveTests {
  private func move(_ world: RoomWorld, _ number: Int, _ item: String, _ from: String, _ to: String)
    throws
  {
    _ = try world.call(number, Methods.Rooms.move) {
      $0.room = from
      $0.record = item
      $0.to = to
    }
  }

  @Test("P-23: what was private goes to a room, its members see it, and it is gone where it was")
  func shared() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "club", ["Bob"]).id
    let note = try world.say(0, "a plan", in: "personal")
    let file = try world.share(0, RoomWorld.bytes(90_000, seed: 6), in: "personal")
    world.network.run(milliseconds: 130_000)
    #expect(world.network.nodes[1].store !== world.network.nodes[0].store)
    #expect(try world.files(1, in: room).isEmpty && world.texts(1, in: room).isEmpty)
    try move(world, 0, note.id, "personal", room)
    try move(world, 0, file.id, "personal", room)
    #expect(try world.texts(1, in: room) == ["a plan"])
    let moved = try #require(try world.files(1, in: room).first)
    #expect(try world.content(1, moved.id, in: room) == RoomWorld.bytes(90_000, seed: 6))
    #expect(try world.texts(0, in: "personal") == ["(deleted)"])
    #expect(try world.files(0, in: "personal").isEmpty)
    // The bytes are pointed at from another room now, and are still there once.
    #expect(try world.chunks(0) == 3)
    #expect(try world.texts(2).isEmpty && world.files(2).isEmpty)
    #expect(try world.state(0, room).hash == world.state(1, room).hash)
  }

  @Test("P-23, P-30: nobody moves what somebody else wrote, or where it is not in")
  func refused() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let message = try world.say(0, "mine", in: room)
    for (number, item, from, to) in [
      (1, message.id, room, "personal"), (0, message.id, room, room),
      (0, message.id, "personal", room), (0, message.id, room, "nowhere"),
      (1, message.id, room, "lobby"),
    ] {
      #expect(throws: Refused.self) { try move(world, number, item, from, to) }
    }
    #expect(try world.texts(0, in: room) == ["mine"] && world.texts(1, in: room) == ["mine"])
  }
}
