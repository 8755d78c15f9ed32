import Feature
import Foundation
import Identifiers
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Rooms whose owner and people are signed in a roster (47).
@Suite struct RosterRoomTests {
  private let world: RoomWorld
  private let room: String
  private let id: RoomID

  /// Ada makes a room with Bob and Cyd; Dan is paired with Bob alone.
  init() throws {
    world = try RoomWorld(["Ada", "Bob", "Cyd", "Dan"])
    for (one, other) in [(0, 1), (0, 2), (1, 2), (1, 3)] { try world.pair(one, other) }
    room = try world.make(0, "boat", ["Bob", "Cyd"], roster: true).id
    id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    try world.say(0, "all aboard", in: room)
  }

  private func names(_ number: Int) throws -> [String] {
    try world.room(number, room).members.map(\.name).sorted()
  }

  private func owner(_ number: Int) throws -> String? {
    try world.room(number, room).members.first(where: \.owner)?.name
  }

  /// Everybody named sees the same, also once it is made again from the logs.
  private func agree(_ numbers: [Int], _ people: [String], owner name: String) throws {
    for number in numbers {
      #expect(try names(number) == people && owner(number) == name, "node \(number)")
      #expect(try world.state(number, room).hash == world.state(numbers[0], room).hash)
      try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(id, $0) }
      #expect(try world.state(number, room).hash == world.state(numbers[0], room).hash)
    }
  }

  private func wait() { world.network.run(milliseconds: 130_000) }

  @Test(
    "47: people talk in it; who is removed writes on in vain, and comes back with what it wrote before"
  )
  func members() throws {
    try world.say(1, "aye", in: room)
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Ada")
    #expect(try world.texts(2, in: room) == ["all aboard", "aye"])
    #expect(try world.room(0, room).roster && world.room(0, room).rivals.isEmpty)
    world.network.partition(0, 1)
    world.network.partition(1, 2)
    try world.change(0, room, "Bob", .remove)
    try world.say(1, "nobody hears this", in: room)
    world.meet(0, 1)
    world.meet(1, 2)
    try agree([0, 2], ["Ada", "Cyd"], owner: "Ada")
    #expect(try world.texts(2, in: room) == ["all aboard", "aye"])
    #expect(try world.room(1, room).notice.contains("you were removed from this room"))
    try world.change(0, room, "Bob", .add)
    wait()
    try world.say(1, "back", in: room)
    wait()
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Ada")
    // What the owner had not seen when it added him again counts as if it were written since.
    #expect(
      try world.texts(2, in: room) == ["all aboard", "aye", "nobody hears this", "back"])
    #expect(try world.room(1, room).notice.isEmpty)
  }

  @Test("47: who was added while somebody was away shows that by itself, without the owner")
  func proof() throws {
    world.network.partition(0, 2)
    world.network.partition(1, 2)
    try world.change(0, room, "Bob", .remove)
    try world.change(0, room, "Bob", .add)
    try world.say(1, "I am in", in: room)
    world.network.crash(0)
    world.meet(1, 2)
    try world.say(2, "so you are", in: room)
    wait()
    try agree([1, 2], ["Ada", "Bob", "Cyd"], owner: "Ada")
    #expect(try world.texts(1, in: room) == ["all aboard", "I am in", "so you are"])
  }

  @Test("47: the heir takes the room over when its owner is gone for good, and adds people")
  func heir() throws {
    #expect(throws: (any Error).self) {
      try world.call(1, Methods.Rooms.takeOver) { $0.room = room }
    }
    try world.change(0, room, "Bob", .heir)
    #expect(try world.room(2, room).members.first(where: \.heir)?.name == "Bob")
    world.network.crash(0)
    _ = try world.call(1, Methods.Rooms.takeOver) { $0.room = room }
    try world.change(1, room, "Dan", .add)
    wait()
    try world.say(3, "hello", in: room)
    world.network.connect(2, 3)
    wait()
    try agree([1, 2, 3], ["Ada", "Bob", "Cyd", "Dan"], owner: "Bob")
    #expect(try world.texts(2, in: room) == ["all aboard", "hello"])
  }

  @Test(
    "47: a room that is handed over goes to its new owner once that one hears of it, also through a third"
  )
  func handOver() throws {
    world.network.partition(0, 1)
    try world.change(0, room, "Bob", .owner)
    #expect(throws: (any Error).self) { try world.change(0, room, "Cyd", .remove) }
    wait()
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Bob")
    #expect(throws: (any Error).self) { try world.change(0, room, "Cyd", .remove) }
    try world.change(1, room, "Ada", .remove)
    wait()
    try agree([1, 2], ["Bob", "Cyd"], owner: "Bob")
    _ = try world.call(1, Methods.Rooms.edit) {
      ($0.room, $0.name) = (room, "ship")
    }
    wait()
    #expect(try world.room(2, room).name == "ship")
  }

  @Test("47: who leaves is gone for all; what it wrote stays")
  func leaving() throws {
    try world.say(2, "bye", in: room)
    _ = try world.call(2, Methods.Rooms.leave) { $0.room = room }
    world.network.run(milliseconds: 2_000)
    #expect(try world.room(0, room).members.map(\.name).sorted() == ["Ada", "Bob"])
    wait()
    try agree([0, 1], ["Ada", "Bob"], owner: "Ada")
    #expect(try world.texts(1, in: room) == ["all aboard", "bye"])
  }

  @Test(
    "47: who uses a ticket of a room is paired and in it, once; with a roster and without",
    arguments: [true, false])
  func ticket(hasRoster: Bool) throws {
    let room = hasRoster ? self.room : try world.make(0, "raft").id
    let eve = try world.network.add("Eve")
    let ticket = try world.call(0, Methods.Pairing.makeTicket) {
      ($0.room, $0.addresses) = (room, ["10.0.0.1:7447"])
    }.ticket
    world.network.connect(0, eve)
    _ = try world.call(eve, Methods.Pairing.useTicket) { $0.ticket = ticket }
    wait()
    try world.say(eve, "hello", in: room)
    wait()
    #expect(try world.texts(0, in: room).last == "hello")
    #expect(try world.room(0, room).members.map(\.name).contains("Eve"))
    try world.change(0, room, "Eve", .remove)
    world.network.connect(0, eve)
    wait()
    #expect(try world.room(0, room).members.map(\.name).contains("Eve") == false)
    #expect(throws: (any Error).self) {
      try world.call(1, Methods.Pairing.makeTicket) {
        ($0.room, $0.addresses) = (room, ["10.0.0.1:7447"])
      }
    }
  }

  private func letMembersInvite(_ isOpen: Bool = true) throws {
    _ = try world.call(0, Methods.Rooms.edit) { ($0.room, $0.membersInvite) = (room, isOpen) }
    wait()
  }

  @Test("47: members add people where the owner lets them, also while it is away")
  func membersInvite() throws {
    #expect(throws: Refused.self) { try world.change(1, room, "Dan", .add) }
    try letMembersInvite()
    #expect(try world.room(1, room).membersInvite)
    world.network.crash(0)
    try world.change(1, room, "Dan", .add)
    wait()
    try world.say(3, "hello", in: room)
    wait()
    try agree([1, 2, 3], ["Ada", "Bob", "Cyd", "Dan"], owner: "Ada")
    try world.network.start(0)
    for other in [1, 2] { world.network.connect(0, other) }
    wait()
    try agree([0, 1, 2, 3], ["Ada", "Bob", "Cyd", "Dan"], owner: "Ada")
    // A new term of the same owner changes nothing of that, and Dan stays once it is over: he has written here.
    try world.change(0, room, "Bob", .heir)
    wait()
    #expect(try world.room(1, room).membersInvite)
    try letMembersInvite(false)
    #expect(try world.room(1, room).membersInvite == false)
    try agree([0, 1, 2, 3], ["Ada", "Bob", "Cyd", "Dan"], owner: "Ada")
    #expect(throws: Refused.self) { try world.change(2, room, "Dan", .add) }
    #expect(try world.texts(2, in: room) == ["all aboard", "hello"])
  }

  @Test("47: who is removed or leaves adds nobody with what it knew", arguments: [true, false])
  func formerMembersInvite(isRemoved: Bool) throws {
    let eve = try world.network.add("Eve")
    world.network.connect(2, eve)
    try world.pair(2, eve)
    try letMembersInvite()
    for other in [0, 1] { world.network.partition(2, other) }
    try world.change(2, room, "Eve", .add)
    if isRemoved {
      try world.change(0, room, "Cyd", .remove)
    } else {
      _ = try world.call(2, Methods.Rooms.leave) { $0.room = room }
    }
    for other in [0, 1] { world.meet(2, other) }
    wait()
    try agree([0, 1], ["Ada", "Bob"], owner: "Ada")
    #expect(try world.room(1, room).membersInvite)
    // The others go on as before.
    try world.change(1, room, "Dan", .add)
    wait()
    try agree([0, 1, 3], ["Ada", "Bob", "Dan"], owner: "Ada")
  }

  @Test("47: nodes that start again have the same roster")
  func restarts() throws {
    try world.change(0, room, "Bob", .heir)
    for number in 0...2 {
      world.network.crash(number)
      try world.network.start(number)
    }
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { world.network.connect(one, other) }
    wait()
    try world.say(2, "still here", in: room)
    wait()
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Ada")
    #expect(try world.room(2, room).members.first(where: \.heir)?.name == "Bob")
    #expect(try world.texts(0, in: room) == ["all aboard", "still here"])
  }

  @Test(
    "47: where the heir takes a room over while its owner names another one, each side goes on, says so, and can choose"
  )
  func choice() throws {
    try world.change(0, room, "Bob", .heir)
    let refused = #expect(throws: Refused.self) {
      try world.call(1, Methods.Rooms.choose) { ($0.room, $0.term) = (room, "Ada") }
    }
    #expect(refused?.reason.contains("nothing to choose") == true)
    world.network.partition(0, 1)
    world.network.partition(1, 2)
    _ = try world.call(1, Methods.Rooms.takeOver) { $0.room = room }
    try world.change(0, room, "Cyd", .heir)
    world.meet(0, 1)
    world.meet(1, 2)
    wait()
    #expect(try [0, 1, 2].map(owner) == ["Ada", "Bob", "Ada"])
    for number in 0...2 {
      let rivals = try world.room(number, room).rivals
      #expect(rivals.map(\.followed) == [true, false] && rivals.map(\.chosen) == [false, false])
      #expect(
        try rivals.map(\.owner) == (owner(number) == "Ada" ? ["Ada", "Bob"] : ["Bob", "Ada"]))
      #expect(rivals.first { $0.owner == "Bob" }?.sayers == ["Bob"])
    }
    #expect(throws: Refused.self) {
      try world.call(1, Methods.Rooms.choose) { ($0.room, $0.term) = (room, "Cyd") }
    }
    _ = try world.call(1, Methods.Rooms.choose) { ($0.room, $0.term) = (room, "Ada") }
    wait()
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Ada")
    #expect(try world.room(1, room).rivals.map(\.chosen) == [true, false])
    world.network.crash(1)
    try world.network.start(1)
    for other in [0, 2] { world.network.connect(1, other) }
    try world.say(1, "so be it", in: room)
    wait()
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Ada")
    #expect(try world.texts(0, in: room) == ["all aboard", "so be it"])
    #expect(try world.room(1, room).rivals.map(\.chosen) == [true, false])
    // Its mind can be changed.
    _ = try world.call(1, Methods.Rooms.choose) { ($0.room, $0.term) = (room, "Bob") }
    #expect(try owner(1) == "Bob" || world.room(1, room).rivals.map(\.chosen) == [false, true])
  }

  @Test("47: a former owner from a backup does not take the room back, and adds nobody")
  func restoredFormerOwner() throws {
    let disk = try world.backUp(0)
    try world.change(0, room, "Bob", .owner)
    wait()
    try agree([0, 1, 2], ["Ada", "Bob", "Cyd"], owner: "Bob")
    let ada = try world.goBack(0, to: disk, apartFrom: 1...3)
    #expect(try owner(ada) == "Ada")
    try world.change(ada, room, "Cyd", .remove)
    world.meet(ada, 2)
    world.meet(ada, 1)
    wait()
    try agree([1, 2, ada], ["Ada", "Bob", "Cyd"], owner: "Bob")
  }
}
