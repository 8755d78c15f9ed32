import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// Owners whose disk or backup does not know what others heard from them.
@Suite struct ForgottenTests {
  /// It is owner by its own word, refuses the new one as removed, and would never hear of the fork (seed 93000209).
  @Test(
    "P-37: an owner whose disk went back to before it handed the room over learns of that from whom it then removed"
  )
  func forgottenOwner() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"]).id
    let disk = try world.backUp(0)
    try world.change(0, room, "Bob", .owner)
    let ada = try world.goBack(0, to: disk, apartFrom: 1...1)
    try world.say(ada, "mine", in: room)
    try world.change(ada, room, "Bob", .remove)
    world.meet(ada, 1)
    for number in [ada, 1] { #expect(try world.forks(number, in: room) == 1, "node \(number)") }
    try world.say(1, "here", in: room)
    #expect(try world.texts(ada, in: room) == world.texts(1, in: room))
    #expect(try world.state(ada, room).hash == world.state(1, room).hash)
  }

  /// It took the proof for all that there was to know, and what it wrote before that for what counts (seed 201002510).
  @Test("P-37: the same where the log forked once more after that, and the proof of it comes first")
  func forkedAgain() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"]).id
    let early = try world.backUp(0)
    try world.change(0, room, "Bob", .owner)
    let late = try world.backUp(0)
    try world.say(0, "one", in: room)
    let between = try world.goBack(0, to: late, apartFrom: 1...1)
    try world.say(between, "two", in: room)
    world.meet(between, 1)
    #expect(try world.forks(1, in: room) == 1)
    let ada = try world.goBack(between, to: early, apartFrom: 1...1)
    try world.change(ada, room, "Bob", .remove)
    world.meet(ada, 1)
    try world.say(1, "here", in: room)
    #expect(try world.texts(ada, in: room) == ["here"])
    #expect(try world.state(ada, room).hash == world.state(1, room).hash)
  }

  /// The link was closed as often as it came: what the one wrote that the other did not know as a member.
  @Test(
    "P-37: an owner whose disk went back to before it added somebody learns of that from it, whatever it wrote since"
  )
  func forgottenMember() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat").id
    let disk = try world.backUp(0)
    try world.change(0, room, "Bob", .add)
    try world.say(1, "aboard", in: room)
    let ada = try world.goBack(0, to: disk, apartFrom: 1...1)
    for word in 0..<5 { try world.say(ada, "word \(word)", in: room) }
    world.meet(ada, 1)
    #expect(world.network.isLinked(ada, 1))
    for number in [ada, 1] { #expect(try world.forks(number, in: room) == 1, "node \(number)") }
    try world.say(1, "good morning")
    #expect(try world.texts(ada) == ["good morning"])
  }

  /// It belonged to the room with the first batch, and the sender did not yet (seed 903001330).
  @Test(
    "P-37: an owner whose disk went back to before it made a room hears of that, also in batches apart"
  )
  func forgottenRoom() throws {
    let world = try RoomWorld(["Ada", "Bob"], batchBytes: 1)
    try world.pair(0, 1)
    let disk = try world.backUp(0)
    let room = try world.make(0, "boat").id
    try world.change(0, room, "Bob", .add)
    try world.say(1, "aboard", in: room)
    let ada = try world.goBack(0, to: disk, apartFrom: 1...1)
    world.network.heal(ada, 1)
    world.network.connect(ada, 1)
    world.network.run(milliseconds: 1_000)
    // With the first batch it knows that the room is its own, and says who it is there.
    for number in [ada, 1] { #expect(try world.forks(number, in: room) == 1, "node \(number)") }
  }

  @Test("P-37: an owner whose disk went back to before it made a room sends nothing to who left it")
  func forgottenLeaver() throws {
    let world = try RoomWorld(["Ada", "Bob"], batchBytes: 1)
    try world.pair(0, 1)
    let disk = try world.backUp(0)
    let room = try world.make(0, "boat").id
    try world.change(0, room, "Bob", .add)
    world.network.partition(0, 1)
    _ = try world.call(1, Methods.Rooms.leave) { $0.room = room }
    let ada = try world.goBack(0, to: disk, apartFrom: 1...1)
    world.meet(ada, 1)
    #expect(try world.room(ada, room).members.count == 1)
    try world.say(ada, "secret", in: room)
    world.network.run(milliseconds: 130_000)
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    let holders = try [ada, 1].filter { number in
      let kept = try world.network.nodes[number].store.read { try Room.payloads(of: id, $0) }
      return kept.contains { $0.range(of: Data("secret".utf8)) != nil }
    }
    #expect(holders == [ada])
  }

  /// The person that it added in the forgotten entries was no member any more for those who knew of the loss, and the owner
  /// could not take entries that cited this person's words (seed 1302001288).
  @Test(
    "P-37: whom a restored owner forgot that it added is out once it hands over, and may be added again"
  )
  func forgottenAddition() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob"]).id
    let backup = try world.backUp(0)
    try world.change(0, room, "Cyd", .add)
    try world.say(2, "aboard", in: room)
    try world.say(1, "welcome", in: room)
    world.network.crash(0)
    let ada = try world.restore("Ada", backup)
    for other in 1...2 { world.network.partition(ada, other) }
    world.network.run(milliseconds: 60_000)
    try world.change(ada, room, "Bob", .owner)
    world.meet(ada, 1)
    #expect(world.network.isLinked(ada, 1))
    for number in [ada, 1] {
      #expect(try world.texts(number, in: room) == ["welcome"], "node \(number)")
      #expect(try world.room(number, room).members.map(\.name).sorted() == ["Ada", "Bob"])
    }
    try world.change(1, room, "Cyd", .add)
    world.meet(ada, 2)
    for number in [ada, 1, 2] {
      #expect(try world.texts(number, in: room) == ["aboard", "welcome"], "node \(number)")
      #expect(try world.state(number, room).hash == world.state(1, room).hash)
    }
  }

  /// Entries that cited the removed person could not be taken before the entry that removed it, and that came too late.
  @Test("P-37: who comes to such a room later hears all of it, also in batches apart")
  func forgottenAdditionLater() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"], batchBytes: 1)
    for (one, other) in [(0, 1), (1, 2), (0, 2), (1, 3)] { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob"]).id
    let backup = try world.backUp(0)
    try world.change(0, room, "Cyd", .add)
    try world.say(2, "aboard", in: room)
    world.network.crash(0)
    let words = (0..<3 * Limits.batchesUnacknowledged).map { "word \($0)" }
    for word in words { try world.say(1, word, in: room) }
    let ada = try world.restore("Ada", backup)
    for other in 1...2 { world.network.partition(ada, other) }
    world.network.run(milliseconds: 60_000)
    try world.change(ada, room, "Bob", .owner)
    world.meet(ada, 1)
    try world.change(1, room, "Dan", .add)
    world.network.run(milliseconds: 1_000)
    for number in [ada, 1, 3] {
      #expect(try world.texts(number, in: room) == words, "node \(number)")
    }
  }

  /// A fork alone makes nobody a member: it passed over what came behind the entries that do, and acknowledged all (seed 228 of the
  /// simulator with cards).
  @Test("P-37: who hears of a fork before it has the room takes all that comes with the room")
  func forkBeforeRoom() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (1, 2), (0, 2)] { try world.pair(one, other) }
    for other in 0...1 { world.network.partition(2, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    try world.say(1, "hello", in: room)
    let disk = try world.backUp(0)
    try world.say(0, "one", in: room)
    let ada = try world.goBack(0, to: disk, apartFrom: 1...2)
    try world.say(ada, "two", in: room)
    world.meet(ada, 1)
    #expect(try world.forks(1, in: room) == 1)
    var known: [[String]?] = []
    world.network.tamper = { passing in
      if passing.from == 2, Self.acknowledges(passing.bytes, room) {
        known.append(try? world.texts(2, in: room))
      }
      return [passing.bytes]
    }
    world.meet(1, 2)
    #expect(known.first == ["hello"])
    #expect(try world.state(2, room).hash == world.state(1, room).hash)
  }

  /// Whether a frame says that a batch of a room was stored.
  private static func acknowledges(_ bytes: [UInt8], _ room: String) -> Bool {
    switch try? Coding.decode(Frame.self, from: bytes).body {
    case .batch(let batch)?:
      batch.acknowledged > 0 && batch.room == Base32.decode(room).map { Data($0) }
    case .acknowledge(let word)?: word.room == Base32.decode(room).map { Data($0) }
    default: false
    }
  }
}
