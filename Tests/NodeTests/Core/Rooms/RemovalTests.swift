import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Removals: the removed person hears of it, and nobody else hears of the room.
@Suite struct RemovalTests {
  @Test("a removed member is told at once, and is told no more when it is back")
  func linked() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    #expect(try world.room(1, room).notice == "")
    try world.change(0, room, "Bob", .remove)
    #expect(
      try world.room(1, room).notice
        == "Ada's node says that you were removed from this room: nothing new comes from it.")
    #expect(try world.room(0, room).notice == "")
    try world.change(0, room, "Bob", .add)
    world.network.run(milliseconds: 1_000)
    #expect(try world.room(1, room).notice == "")
  }

  @Test(
    "P-25: who left while the room was handed to it owns it, and has left when it hands it on, in whatever order that came",
    arguments: [0, 1])
  func leavingOwner(first: Int) throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    world.network.partition(0, 1)
    world.network.partition(1 - first, 2)
    try world.change(0, room, "Bob", .owner)
    _ = try world.call(1, Methods.Rooms.leave) { $0.room = room }
    for one in 0...1 {
      world.network.heal(one, 2)
      world.network.connect(one, 2)
    }
    world.network.run(milliseconds: 130_000)
    for number in 0...2 {
      let view = try world.room(number, room)
      #expect(view.members.map(\.name).sorted() == ["Ada", "Bob", "Cyd"], "node \(number)")
      #expect(view.members.filter(\.owner).map(\.name) == ["Bob"], "node \(number)")
    }
    try world.change(1, room, "Cyd", .owner)
    world.network.run(milliseconds: 130_000)
    for number in [0, 2] {
      let view = try world.room(number, room)
      #expect(view.members.map(\.name).sorted() == ["Ada", "Cyd"], "node \(number)")
    }
  }

  /// Cyd refused what Bob said of the room, and Ada's newer word with it (seed 303000127).
  @Test(
    "P-25: who was added again, or whose removal the owner's disk forgot, is heard by whom the owner does not reach",
    arguments: [false, true], 1...2)
  func addedAgain(forgets: Bool, words: Int) throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    let disk = try world.backUp(0)
    for other in [0, 2] { world.network.partition(1, other) }
    try world.change(0, room, "Bob", .remove)
    #expect(try world.room(2, room).members.count == 2)
    let ada = forgets ? try world.goBack(0, to: disk, apartFrom: 1...2) : 0
    world.network.partition(ada, 2)
    if !forgets { try world.change(0, room, "Bob", .add) }
    for word in 0..<words { try world.say(ada, "word \(word)", in: room) }
    world.meet(ada, 1)
    try world.say(1, "aboard", in: room)
    world.meet(1, 2)
    for number in [ada, 2] {
      let said = forgets ? [] : (0..<words).map { "word \($0)" }
      #expect(try world.texts(number, in: room) == said + ["aboard"], "node \(number)")
      #expect(try world.state(number, room).hash == world.state(1, room).hash)
    }
  }

  /// Once it knew that it was removed, it refused what came behind that (seed 604000484: the proof of a fork).
  @Test("P-25: who was away while it was removed and added again hears both, also in batches apart")
  func removedMeanwhile() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"]).id
    world.network.partition(0, 1)
    try world.change(0, room, "Bob", .remove)
    let long = String(repeating: "x", count: 8_000)
    for _ in 0..<2 * Limits.batchPaired / long.count { try world.say(0, long, in: room) }
    try world.change(0, room, "Bob", .add)
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 1_000)
    try world.say(1, "aboard", in: room)
    #expect(try world.state(0, room).hash == world.state(1, room).hash)
    #expect(try world.room(1, room).notice == "")
  }

  /// A node that was no member itself went on sending everything that it got to all who had sent it the room.
  @Test(
    "P-25: who was added again sends nothing to whom it heard the room from, once that was removed")
  func removedInviter() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], batchBytes: 1)
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    for other in 0...1 { world.network.partition(2, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    world.network.partition(0, 1)
    for person in ["Cyd", "Bob"] { try world.change(0, room, person, .remove) }
    try world.say(0, "secret", in: room)
    try world.change(0, room, "Cyd", .add)
    var told = 0
    world.network.tamper = { passing in
      if passing.to == 1, Data(passing.bytes).range(of: Data("secret".utf8)) != nil { told += 1 }
      return [passing.bytes]
    }
    for other in [1, 0] {
      world.network.heal(2, other)
      world.network.connect(2, other)
      world.network.run(milliseconds: 1_000)
    }
    #expect(try world.texts(2, in: room) == ["secret"])
    #expect(told == 0)
    #expect(try world.state(0, room).hash == world.state(2, room).hash)
  }

  @Test("a member that was away when it was removed is told when it comes, also after a start")
  func away() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    world.network.crash(1)
    try world.change(0, room, "Bob", .remove)
    try world.say(0, "secret", in: room)
    try world.network.start(1)
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(1, room).notice.hasPrefix("Ada's node says"))
    #expect(try world.texts(1, in: room) == [])
    world.network.crash(0)
    world.network.crash(1)
    try world.network.start(1)
    world.network.run(milliseconds: 1_000)
    #expect(try world.room(1, room).notice.hasPrefix("Ada's node says"))
  }

  @Test("P-24: who never was a member is told nothing of a removal, and believed nothing of one")
  func strangers() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    var refusals: [RoomRefused] = []
    world.network.tamper = { passing in
      let frame = try? Coding.decode(Frame.self, from: passing.bytes)
      if passing.to == 2, case .roomRefused(let refused)? = frame?.body {
        refusals.append(refused)
      }
      return [passing.bytes]
    }
    let asked = try Coding.encode(Frame(.digest(.with { $0.room = id.data })))
    world.network.inject(asked, from: 2, to: 0)
    world.network.settle()
    #expect(refusals.map(\.removed) == [false])
    let lie = RoomRefused.with {
      $0.room = id.data
      $0.removed = true
    }
    world.network.inject(try Coding.encode(Frame(.roomRefused(lie))), from: 2, to: 0)
    world.network.settle()
    #expect(try world.room(0, room).notice == "")
    try world.say(0, "still here", in: room)
    #expect(try world.texts(1, in: room) == ["still here"])
  }
}
