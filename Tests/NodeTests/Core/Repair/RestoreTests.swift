import Feature
import Foundation
@testable import Node
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

/// A home that comes back from a backup (specification section 5).
@Suite struct RestoreTests {
  @Test(
    "P-37: who owns a room and is restored twice from one backup keeps it",
    arguments: 1...4 as ClosedRange<UInt64>)
  func restoredTwice(seed: UInt64) throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], seed: seed)
    try world.pair(0, 1)
    try world.pair(0, 2)
    let backup = try world.backUp(0)
    world.network.crash(0)
    let first = try world.comeBack("Ada", backup, linkedTo: 1...1)
    let room = try world.make(first, "boat", ["Bob"])
    world.network.crash(first)
    let second = try world.comeBack("Ada", backup, linkedTo: 1...2)
    try world.change(second, room.id, "Cyd", .add)
    try world.say(2, "aboard", in: room.id)
    for number in [1, 2, second] {
      #expect(try world.texts(number, in: room.id) == ["aboard"])
      let copy = try world.network.nodes[number].store.copy()
      let id = try #require(Base32.decode(room.id).flatMap { RoomID($0) })
      let members = try copy.read { try $0.members(of: id) }
      try copy.turn { try RecordRebuild.rebuild(id, $0) }
      #expect(try copy.read { try $0.members(of: id) } == members)
      #expect(members.count == 3)
    }
  }

  @Test(
    "P-37: who handed a room over owns it in none of its logs, whichever incarnation that is",
    arguments: 1...6 as ClosedRange<UInt64>)
  func restoredFormerOwner(seed: UInt64) throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], seed: seed)
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "boat", ["Bob"]).id
    let backup = try world.backUp(0)
    world.network.crash(0)
    let first = try world.comeBack("Ada", backup, linkedTo: 1...1)
    try world.change(first, room, "Bob", .owner)
    world.network.crash(first)
    // As the one before, it does not know that the room is Bob's.
    let second = try world.restore("Ada", backup)
    for other in 1...2 { world.network.partition(second, other) }
    world.network.run(milliseconds: 60_000)
    try world.change(second, room, "Cyd", .add)
    world.meet(second, 1)
    for number in [1, second] {
      #expect(try world.room(number, room).members.map(\.name).sorted() == ["Ada", "Bob"])
    }
    #expect(try world.state(second, room) == world.state(1, room))
  }

  /// The forgotten entries may stand before or after the removal in the total order.
  @Test(
    "P-37: who forgot that it handed a room over, and removed the new owner, hears from it that it did",
    arguments: 1...4 as ClosedRange<UInt64>, 0...2)
  func removedOwner(seed: UInt64, words: Int) throws {
    let world = try RoomWorld(["Ada", "Bob"], seed: seed)
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"]).id
    let backup = try world.backUp(0)
    for word in 0..<words { try world.say(0, "word \(word)", in: room) }
    try world.change(0, room, "Bob", .owner)
    try world.change(1, room, "Ada", .remove)
    world.network.crash(0)
    let ada = try world.restore("Ada", backup)
    world.network.partition(ada, 1)
    world.network.run(milliseconds: 60_000)
    try world.change(ada, room, "Bob", .remove)
    try world.change(1, room, "Ada", .add)
    try world.say(1, "back aboard", in: room)
    world.meet(ada, 1)
    #expect(try world.texts(ada, in: room) == (0..<words).map { "word \($0)" } + ["back aboard"])
    #expect(try world.state(ada, room) == world.state(1, room))
  }

  /// It refused what that one asks for first, before it heard its claim (seed 26000158).
  @Test(
    "P-37: an owner whose disk went back is heard by whom it forgot also where that one waits for a file"
  )
  func forgottenReader() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat").id
    let disk = try world.backUp(0)
    try world.change(0, room, "Bob", .add)
    world.network.tamper = { passing in
      guard case .blobChunks? = try? Frame(serializedBytes: passing.bytes).body else {
        return [passing.bytes]
      }
      return []
    }
    try world.share(0, RoomWorld.bytes(1000, seed: 1), in: room)
    world.network.settle()
    #expect(try world.files(1, in: room).map(\.received) == [0])
    world.network.tamper = nil
    let ada = try world.goBack(0, to: disk, apartFrom: 1...1)
    try world.say(ada, "another word", in: room)
    world.meet(ada, 1)
    for number in [ada, 1] { #expect(try world.forks(number, in: room) == 1, "node \(number)") }
  }

  @Test("P-37: who takes a member for removed by what is forked learns of the fork from it")
  func removedByWhatIsForked() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    let disk = try world.backUp(0)
    try world.say(0, "one", in: room)
    world.network.partition(0, 1)
    world.network.partition(1, 2)
    try world.change(0, room, "Bob", .remove)
    let ada = try world.goBack(0, to: disk, apartFrom: 1...2)
    try world.say(ada, "two", in: room)
    world.network.heal(ada, 1)
    world.network.connect(ada, 1)
    world.network.run(milliseconds: 5_000)
    try world.say(1, "here", in: room)
    world.meet(1, 2)
    #expect(world.network.isLinked(1, 2))
    #expect(try world.texts(2, in: room) == ["here"])
    #expect(try world.state(2, room).hash == world.state(1, room).hash)
  }

  @Test("P-37: after a restore the lost entries come back, and a new log is written: no fork")
  func restored() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat", ["Bob"])
    try world.say(0, "one", in: room.id)
    let backup = try world.backUp(0)
    try world.say(0, "two", in: room.id)
    try world.say(0, "three", in: room.id)
    let later = try world.make(0, "late", ["Bob"])
    world.network.crash(0)

    let ada = try world.restore("Ada", backup)
    #expect(try world.texts(ada, in: room.id) == ["one"])
    world.network.connect(ada, 1)
    world.network.run(milliseconds: 3_000)
    #expect(try world.texts(ada, in: room.id) == ["one", "two", "three"])
    #expect(try world.room(ada, later.id).name == "late")
    try world.say(ada, "four", in: room.id)
    try world.say(1, "five", in: room.id)
    #expect(try world.texts(1, in: room.id) == ["one", "two", "three", "four", "five"])
    #expect(try world.state(ada, room.id) == world.state(1, room.id))
    let logs = try world.ownLogs(ada, in: room.id)
    #expect(logs.map(\.key.incarnation).first == 0)
    #expect(logs.count == 2 && logs.allSatisfy { $0.forkedFrom == nil })
    // A second start is no second restore.
    world.network.crash(ada)
    try world.network.start(ada)
    // It dials whom it knows by itself.
    try world.say(ada, "six", in: room.id)
    #expect(try world.ownLogs(ada, in: room.id).count == 2)
    #expect(try world.texts(1, in: room.id).last == "six")
  }

  @Test("P-37: a room that the backup does not know comes back, also where a file of it is missing")
  func unknownRoom() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let backup = try world.backUp(0)
    let room = try world.make(1, "club", ["Ada"])
    try world.say(0, "one", in: room.id)
    world.network.tamper = { passing in
      let frame = try? Coding.decode(Frame.self, from: passing.bytes)
      if case .blobChunks? = frame?.body { return [] }
      return [passing.bytes]
    }
    let file = try world.share(0, RoomWorld.bytes(100_000, seed: 1), in: room.id)
    world.network.settle()
    world.network.crash(0)
    world.network.tamper = nil

    let ada = try world.restore("Ada", backup)
    // Bob asks for the bytes before Ada knows of the room.
    world.network.connect(ada, 1)
    world.network.run(milliseconds: 3_000)
    #expect(try world.texts(ada, in: room.id).first == "one")
    #expect(try world.files(ada, in: room.id).map(\.id) == [file.id])
    #expect(try world.state(ada, room.id) == world.state(1, room.id))
  }

  @Test("P-37: a restored node waits ten seconds for peers before its first word, and no longer")
  func waits() throws {
    let world = try RoomWorld(["Ada"])
    try world.say(0, "before")
    let backup = try world.backUp(0)
    world.network.crash(0)
    let ada = try world.restore("Ada", backup)
    let began = world.network.now
    let early = #expect(throws: Refused.self) { try world.say(ada, "too soon") }
    #expect(early?.refusal.code == .busy)
    #expect(try world.texts(ada) == ["before"])
    // Who asks later is kept waiting until it may be said, and need not ask again.
    try world.say(ada, "after")
    #expect(world.network.now - began >= 9_900)
    #expect(try world.texts(ada) == ["before", "after"])
    // The owner of a private room goes on owning it.
    let room = try world.make(ada, "mine")
    #expect(try world.room(ada, room.id).name == "mine")
  }

  @Test("P-37: one backup restored on two machines never makes two histories of one log")
  func twice() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(0, "hello")
    let backup = try world.backUp(0)
    world.network.crash(0)
    var incarnations: Set<UInt64> = []
    for text in ["from the first", "from the second"] {
      let ada = try world.restore("Ada", backup)
      world.network.connect(ada, 1)
      world.network.run(milliseconds: 3_000)
      try world.say(ada, text)
      incarnations.insert(try #require(try world.ownLogs(ada).last?.key.incarnation))
      world.network.crash(ada)
    }
    #expect(incarnations.count == 2 && !incarnations.contains(0))
    #expect(try world.texts(1) == ["hello", "from the first", "from the second"])
    let forked = try world.network.nodes[1].store.read { reader in
      try Room.load(.lobby, reader)?.logs.values.filter { $0.state.forkedFrom != nil }.count
    }
    #expect(forked == 0)
  }

  @Test("P-37: a home without the mark writes its log again: what a copied home would do")
  func copied() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(0, "hello")
    let copy = try world.backUp(0)
    try world.say(0, "goodbye")
    world.network.crash(0)
    let clone = try world.network.add("Ada", store: copy)
    try world.say(clone, "something else")
    world.network.connect(clone, 1)
    world.network.settle()
    let forked = try world.network.nodes[1].store.read { reader in
      try Room.load(.lobby, reader)?.logs.values.filter { $0.state.forkedFrom != nil }.count
    }
    #expect(forked == 1)
  }

  @Test(
    "P-37: an owner whose home was copied back by hand ends like those who know whom it added meanwhile"
  )
  func copiedOwner() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "boat", ["Bob"]).id
    try world.say(1, "aboard", in: room)
    let copy = try world.backUp(0)
    try world.change(0, room, "Cyd", .add)
    try world.say(2, "here too", in: room)
    try world.say(1, "all three", in: room)
    let ada = try world.goBack(0, to: copy, apartFrom: 1...2)
    try world.say(ada, "again", in: room)
    world.meet(ada, 1)
    #expect(world.network.isLinked(ada, 1))
    try world.say(1, "at last", in: room)
    for number in [ada, 1] {
      #expect(try world.texts(number, in: room) == ["aboard", "all three", "at last"])
    }
    #expect(try world.state(ada, room).hash == world.state(1, room).hash)
  }

  @Test(
    "P-37: who was added by what an owner's copied home wrote otherwise is told, and told nothing else"
  )
  func copiedBeforeAll() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "boat").id
    let copy = try world.backUp(0)
    try world.change(0, room, "Bob", .add)
    try world.say(1, "aboard", in: room)
    let ada = try world.goBack(0, to: copy, apartFrom: 1...1)
    try world.say(ada, "alone", in: room)
    world.meet(ada, 1)
    #expect(world.network.isLinked(ada, 1))
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    for number in [ada, 1] {
      try world.network.nodes[number].store.read { reader in
        let logs = try #require(try Room.load(id, reader)).logs.values
        #expect(logs.contains { $0.isForked }, "\(number)")
        #expect(try reader.members(of: id).count <= 1, "\(number)")
      }
    }
    let seen = try world.network.nodes[1].store.read { try Room.payloads(of: id, $0) }
    #expect(!seen.contains { $0.range(of: Data("alone".utf8)) != nil })
  }
}
