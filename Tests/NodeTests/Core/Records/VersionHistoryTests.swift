import ChatSchema
import Feature
import Features
import Foundation
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Earlier versions of records, and entries that wait for members.
@Suite struct VersionHistoryTests {
  private func texts(_ world: RoomWorld, _ number: Int, _ room: String, _ id: String) throws
    -> [String]
  {
    try world.read(number, room) { try $0.versionList(of: id).versions.map(\.text) }
  }

  private func edit(_ world: RoomWorld, _ room: String, _ id: String, _ text: String) throws {
    _ = try world.call(0, Methods.Chat.edit) {
      $0.room = room
      $0.message = id
      $0.text = text
    }
  }

  private func restore(
    _ world: RoomWorld, _ number: Int, _ room: String, _ id: String, _ version: UInt32
  ) throws {
    _ = try world.call(number, Methods.Rooms.restore) {
      $0.room = room
      $0.record = id
      $0.version = version
    }
  }

  @Test("P-36: every version of a message can be read on every node, and one brought back")
  func versions() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try world.say(0, "one @Bob", in: room).id
    try world.say(0, "between", in: room)
    try edit(world, room, id, "two")
    try edit(world, room, id, "three")
    for number in 0...1 {
      #expect(try texts(world, number, room, id) == ["one @Bob", "two", "three"])
    }
    try restore(world, 0, room, id, 1)
    #expect(try world.texts(1, in: room) == ["one @Bob", "between"])
    let mentions = try world.read(1, room) { try $0.messages(limit: 9) }.messages
      .map(\.mentionsUs)
    #expect(mentions == [true, false], "the whole record is back, not its text alone")
    #expect(try texts(world, 1, room, id) == ["one @Bob", "two", "three", "one @Bob"])
    #expect(try world.state(0, room) == world.state(1, room))
  }

  @Test("P-36: nobody else brings a version back, and what is deleted has none")
  func refused() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try world.say(0, "one", in: room).id
    try edit(world, room, id, "two")
    #expect(throws: Refused.self) { try restore(world, 1, room, id, 1) }
    #expect(throws: Refused.self) { try restore(world, 0, room, id, 2) }
    #expect(throws: Refused.self) { try restore(world, 0, room, id, 3) }
    #expect(throws: Refused.self) { try restore(world, 0, room, id, 0) }
    _ = try world.call(0, Methods.Chat.delete) {
      $0.room = room
      $0.message = id
    }
    #expect(throws: Refused.self) { try texts(world, 1, room, id) }
    #expect(throws: Refused.self) { try restore(world, 0, room, id, 1) }
  }

  @Test("P-39: what waits for whom is said in words, and is gone when it has arrived")
  func waiting() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(0, room).waiting == "")
    world.network.crash(1)
    try world.say(0, "one", in: room)
    #expect(try waiting(world, room) == "1 item waits for Bob")
    world.network.crash(2)
    try world.say(0, "two", in: room)
    try world.say(0, "three", in: room)
    let waiting = try world.room(0, room).waiting
    #expect(
      ["3 items wait for Bob, 2 for Cyd", "2 items wait for Cyd, 3 for Bob"].contains(waiting))
    // It is on disk, and the view that is told as a change says the same.
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.room(0, room).waiting == waiting)
    #expect(try self.waiting(world, room) == waiting)
    try world.network.start(1)
    try world.network.start(2)
    world.network.run(milliseconds: 130_000)
    #expect(try world.texts(1, in: room) == ["one", "two", "three"])
    #expect(try world.room(0, room).waiting == "")
  }

  @Test(
    "42.10 after a crash nothing is said of what waits until the others have told what they have")
  func unknown() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    // Both get all of it, and no position of theirs is on the disk yet.
    for number in 1...5 { try world.say(0, "word \(number)", in: room) }
    world.network.run(milliseconds: 500)
    #expect(try world.texts(1, in: room).count == 5)
    world.network.crash(0)
    for _ in 0..<2 {
      try world.network.start(0)
      #expect(try world.room(0, room).waiting == "")
      // The second crash comes before anybody is linked again, and nothing more is known after it.
      world.network.crash(0)
    }
    try world.network.start(0)
    world.network.run(milliseconds: 130_000)
    #expect(try world.room(0, room).waiting == "")
    // They have told: from now on it is known what they lack, also after a start.
    world.network.crash(1)
    try world.say(0, "one more", in: room)
    #expect(try waiting(world, room) == "1 item waits for Bob")
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.room(0, room).waiting == "1 item waits for Bob")
  }

  @Test("42.10 a clean stop writes down what everybody has")
  func farewell() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.say(0, "one", in: room)
    world.network.run(milliseconds: 500)
    #expect(try world.texts(1, in: room) == ["one"])
    _ = world.network.nodes[0].node?.farewell()
    world.network.crash(0)
    world.network.crash(1)
    try world.network.start(0)
    #expect(try world.room(0, room).waiting == "")
    try world.say(0, "two", in: room)
    #expect(try world.room(0, room).waiting == "1 item waits for Bob")
  }

  @Test("42.10 of many members eight are named, and one more is one other")
  func others() throws {
    let names = ["Ada"] + (1...9).map { "P\($0)" }
    let world = try RoomWorld(names)
    for number in 1...9 { try world.pair(0, number) }
    let room = try world.make(0, "club", Array(names.dropFirst())).id
    world.network.run(milliseconds: 61_000)
    for number in 1...9 { world.network.crash(number) }
    try world.say(0, "hello", in: room)
    let waiting = try world.room(0, room).waiting
    #expect(waiting.hasPrefix("1 item waits for P") && waiting.hasSuffix(", more for 1 other"))
  }

  @Test("P-39: what somebody wrote itself does not wait for it, and the lobby waits for nobody")
  func own() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    try world.pair(1, 2)
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    world.network.run(milliseconds: 61_000)
    // Bob's words reach Ada by way of Cyd.
    world.network.partition(0, 1)
    try world.say(1, "by way of Cyd", in: room)
    try world.say(0, "in the lobby")
    world.network.run(milliseconds: 1_000)
    #expect(try world.texts(0, in: room) == ["by way of Cyd"])
    #expect(try waiting(world, room) == "")
    #expect(try waiting(world, "lobby") == "")
  }

  /// Returns the entries that wait for those who are away, as the first node tells its person.
  private func waiting(_ world: RoomWorld, _ room: String) throws -> String {
    try world.call(0, Methods.Rooms.enter) {
      $0.room = room
      $0.here = true
    }.waiting
  }
}
