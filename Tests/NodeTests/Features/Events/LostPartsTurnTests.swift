import Events
import EventSchema
import Feature
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Somebody deletes an event to which others add: nobody misses that, in whichever turn it comes.
@Suite struct LostPartsTurnTests {
  private func lost(_ world: RoomWorld, _ number: Int) throws -> [LostPartsView] {
    try world.read(number, "lobby") { try $0.read(Methods.Events.lost) { _ in }.lost }
  }

  private func delete(_ world: RoomWorld, _ number: Int, _ event: EventView) throws {
    _ = try world.call(number, Methods.Events.delete) {
      ($0.room, $0.event) = (event.room, event.id)
    }
  }

  @Test("E-69: parts that are deleted in a turn before their event are kept with it")
  func oneByOne() throws {
    let world = try RoomWorld(["Ada", "Bob"], batchBytes: 1)
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    #expect(try world.event(0, event).toDos.map(\.text) == ["bring cups"])
    try delete(world, 0, event)
    let all = try lost(world, 1)
    #expect(all.map(\.name) == ["Picnic"])
    #expect(all.map { $0.toDos.map(\.text) } == [["bring cups"]])
    // A to-do that was deleted long before is none of the event's parts.
    let other = try world.plan(0, EventDraft("Feast"), in: room.id)
    _ = try world.addToDo(1, other) { $0.text = "dance" }
    _ = try world.addToDo(1, other) { $0.text = "sing" }
    let dance = try #require(try world.event(0, other).toDos.first { $0.text == "dance" })
    _ = try world.call(0, Methods.Events.deleteToDo) { ($0.room, $0.toDo) = (room.id, dance.id) }
    world.network.run(milliseconds: 61_000)
    try delete(world, 0, other)
    let feast = try #require(try lost(world, 1).first { $0.name == "Feast" })
    #expect(feast.toDos.map(\.text) == ["sing"])
  }

  @Test(
    "E-69: an event that is deleted in a turn in which its room is made again is told of",
    arguments: [true, false])
  func madeAgain(isDeletedFirst: Bool) throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let event = try world.plan(1, EventDraft("Picnic"), in: room.id)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    // What Ada writes from now on comes behind it in the order of the room.
    try world.say(0, "nice", in: room.id)
    world.network.tamper = { _ in [] }
    let id = try #require(Base32.decode(event.id).flatMap { RecordID($0) })
    let roomID = try #require(Base32.decode(room.id).flatMap { RoomID($0) })
    var pen = try Pen(of: 0, in: roomID, world)
    let delete = Schema.Operation.with { $0.delete.record = id.data }
    if isDeletedFirst { try pen.write([delete]) }
    // A change of a message before the message has the room made again.
    let message = pen.message("late")
    let early = RecordID(by: pen.log.author, nonce: message.put.nonce)
    try pen.write([
      .with {
        $0.put.record = early.data
        $0.put.body = Data([0x0a, 1, UInt8(ascii: "a")])
      }
    ])
    try pen.write([message])
    if !isDeletedFirst { try pen.write([delete]) }
    try world.send(pen.batch, from: 0, to: 1)
    #expect(try world.texts(1, in: room.id).contains("late"))
    #expect(try world.event(1, event).deleted)
    let all = try lost(world, 1)
    #expect(all.map(\.name) == ["Picnic"] && all.map(\.deleterName) == ["Ada"])
    #expect(all.map { $0.toDos.map(\.text) } == [["bring cups"]])
  }

  @Test("E-69: a node that was restored tells of what was deleted while it was away")
  func restored() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    let backup = try world.backUp(1)
    world.network.crash(1)
    try delete(world, 0, event)
    let bob = try world.comeBack("Bob", backup, linkedTo: 0...0)
    #expect(try world.event(bob, event).deleted)
    #expect(try lost(world, bob).map { $0.toDos.map(\.text) } == [["bring cups"]])
  }

  /// Cuts Ada off from Bob and Cyd.
  private func leaveAda(_ world: RoomWorld) {
    for number in 1...2 {
      world.network.partition(0, number)
      world.network.cutLinks(0, number)
    }
    world.network.settle()
  }

  @Test("E-69: a to-do that comes back behind the deletion of its event is kept")
  func behind() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "friends", ["Bob", "Cyd"])
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    #expect(try world.event(1, event).name == "Picnic")
    let backup = try world.backUp(1)
    leaveAda(world)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    #expect(try world.event(2, event).toDos.map(\.text) == ["bring cups"])
    world.network.crash(1)
    // Ada deletes the event before Bob's to-do reaches her by Cyd.
    try delete(world, 0, event)
    world.meet(0, 2)
    #expect(try world.event(2, event).deleted)
    world.network.crash(2)
    let bob = try world.comeBack("Bob", backup, linkedTo: 0...0)
    let all = try lost(world, bob)
    #expect(all.map(\.name) == ["Picnic"] && all.map(\.deleterName) == ["Ada"])
    #expect(all.map { $0.toDos.map(\.text) } == [["bring cups"]])
  }

  /// The deletion has come, and what is below it has not, when the node is stopped and started again.
  @Test("E-69: a node that is restarted while what it lost comes back tells of what was deleted")
  func restarted() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"], batchBytes: 1)
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "friends", ["Bob", "Cyd"])
    let event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    let feast = try world.plan(0, EventDraft("Feast"), in: room.id)
    _ = try world.addToDo(1, feast) { $0.text = "dance" }
    #expect(try world.event(0, feast).toDos.count == 1)
    let backup = try world.backUp(1)
    leaveAda(world)
    _ = try world.addToDo(1, event) { $0.text = "bring cups" }
    #expect(try world.event(2, event).toDos.count == 1)
    world.network.crash(1)
    try delete(world, 0, feast)
    try delete(world, 0, event)
    world.meet(0, 2)
    #expect(try world.event(2, event).deleted)
    world.network.crash(2)
    let bob = try world.restore("Bob", backup)
    let last = try #require(Base32.decode(event.id))
    var hasPassed = false
    world.network.tamper = { passing in
      defer { if passing.bytes.contains(last) { hasPassed = true } }
      return hasPassed ? [] : [passing.bytes]
    }
    world.network.connect(bob, 0)
    func kept() throws -> [StoredRecord] {
      try world.network.nodes[bob].store.read { try $0.losses() }.map(\.loss.record)
    }
    let events = try kept().filter { $0.kind == .event }
    #expect(events.map { EventKinds.event.decode($0.body).name } == ["Feast", "Picnic"])
    world.network.crash(bob)
    world.network.tamper = nil
    try world.network.start(bob)
    world.network.connect(bob, 0)
    world.network.run(milliseconds: 10_000)
    let all = try lost(world, bob)
    #expect(all.map(\.deleterName) == ["Ada", "Ada"])
    #expect(
      Dictionary(all.map { ($0.name, $0.toDos.map(\.text)) }, uniquingKeysWith: +)
        == ["Feast": ["dance"], "Picnic": ["bring cups"]])
    // A minute later none of it is kept any more.
    world.network.run(milliseconds: 61_000)
    #expect(try kept().isEmpty)
  }

  @Test("E-69: of many events that somebody deletes at once, those with parts of ours are told of")
  func many() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let events = try (0...Reaction.burst).map {
      try world.plan(0, EventDraft("Plan \($0)"), in: room.id)
    }
    let last = try world.plan(0, EventDraft("Picnic"), in: room.id)
    _ = try world.addToDo(1, last) { $0.text = "bring cups" }
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    for event in events + [last] { try delete(world, 0, event) }
    world.meet(0, 1)
    #expect(try lost(world, 1).map(\.name) == ["Picnic"])
  }
}
