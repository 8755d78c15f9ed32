import ChatSchema
import Feature
import Foundation
import Identifiers
import Node
import Replication
import Schema
import Store
import TestKit
import Testing
import Wire

/// Rooms between nodes: their members, and the way of each entry.
@Suite struct RoomTests {
  /// The opener was heard first, and hears nothing; the one after it was refused (seed 84000855).
  @Test(
    "C-11: a room comes from any member that tells of it, also where another one never sends it")
  func silentOpener() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    world.network.partition(from: 1, to: 0)
    let room = try world.make(0, "boat", ["Bob", "Cyd"]).id
    try world.say(0, "aboard", in: room)
    #expect(try world.texts(2, in: room) == ["aboard"])
    #expect(try world.texts(1, in: room) == ["aboard"])
  }

  @Test("C-04, C-10: what is said in the lobby reaches everybody, also through a third peer")
  func lobby() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    world.network.connect(1, 2)
    try world.say(0, "hello")
    try world.say(2, "hello Ada")
    for number in 0..<3 {
      #expect(try world.texts(number) == ["hello", "hello Ada"])
      #expect(try world.state(number) == world.state(0))
    }
    let members = try world.room(2, "lobby").members
    #expect(Set(members.map(\.name)) == ["Ada", "Bob", "Cyd"])
  }

  @Test("C-09, C-10, C-11: history comes through a third peer while its author is off")
  func relay() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    try world.pair(0, 2)
    let room = try world.make(0, "picnic", ["Bob", "Cyd"])
    world.network.crash(2)
    try world.say(0, "on Sunday", in: "picnic")
    try world.say(1, "I bring bread", in: "picnic")
    world.network.crash(0)
    try world.network.start(2)
    world.network.connect(1, 2)
    world.network.settle()
    #expect(try world.texts(2, in: room.id) == ["on Sunday", "I bring bread"])
    #expect(try world.state(2, room.id) == world.state(1, room.id))
    #expect(try world.room(2, "picnic").members.filter(\.owner).map(\.name) == ["Ada"])
  }

  @Test func aRoomIsFoundByItsWholeIdByABeginningAndByItsName() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let plans = try world.make(0, "Plans", ["Bob"])
    let direct = try world.call(0, Methods.Rooms.make) {
      $0.people = ["Bob"]
      $0.direct = true
    }
    for text in [plans.id, String(plans.id.prefix(12)), "Plans"] {
      #expect(try world.room(0, text).id == plans.id)
      #expect(try world.room(1, text).id == plans.id)
    }
    #expect(direct.name == "Bob")
    #expect(try world.room(0, "Bob").id == direct.id)
    #expect(throws: Refused.self) { try world.room(0, "Nowhere") }
    _ = try world.call(0, Methods.Rooms.make) {
      $0.name = "Plans"
      $0.sameName = true
    }
    #expect(throws: Refused.self) { try world.room(0, "Plans") }
    #expect(try world.room(0, plans.id).name == "Plans", "a whole id is never ambiguous")
    #expect(throws: Refused.self) { try world.room(1, RoomID.lobby.description.uppercased()) }
  }

  @Test("C-25: while nobody listens, what changed is named and not shown, and counted all the same")
  func unwatched() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(0, "seen")
    let before = world.network.nodes[1].changes.count
    world.network.nodes[1].node?.hasSubscribers = false
    try world.say(0, "unseen")
    let lobby = RoomID.lobby.description
    let kinds = world.network.nodes[1].changes[before...].compactMap(\.what)
    #expect(kinds.contains(.roomChanged(lobby)))
    #expect(
      !kinds.contains {
        switch $0 {
        case .record, .room: true
        default: false
        }
      })
    #expect(try world.room(1, "lobby").unread == 2)
    world.network.nodes[1].node?.hasSubscribers = true
    try world.say(0, "seen again")
    #expect(
      world.network.nodes[1].changes.last { if case .room? = $0.what { true } else { false } }?.room
        .unread == 3)
  }

  @Test("P-24: a private room is never named to who is not in it")
  func privacy() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try #require(
      Base32.decode(try world.make(0, "secret", ["Bob"]).id).flatMap { RoomID($0) })
    let spy = FrameSpy(room: room, from: 0, to: 2)
    world.network.checkers.append(spy)
    try world.say(0, "not for Eve", in: "secret")
    world.network.run(milliseconds: 130_000)
    #expect(!spy.isNamed)
    #expect(try world.texts(1, in: "secret") == ["not for Eve"])
    #expect(throws: Refused.self) { try world.texts(2, in: room.description) }
  }

  @Test func whoIsRemovedGetsNothingNewAndWhatItWritesCountsNowhere() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    try world.pair(1, 2)
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    try world.say(2, "before", in: room)
    world.network.cutLinks(0, 2)
    world.network.partition(0, 2)
    try world.change(0, room, "Cyd", .remove)
    // Cyd does not know yet, and Bob may hear it from Cyd.
    world.network.run(milliseconds: 1_000)
    _ = try world.network.call(2, Methods.Chat.post) {
      $0.room = room
      $0.text = "after"
    }.get()
    try world.say(0, "without Cyd", in: room)
    world.network.run(milliseconds: 130_000)
    for number in 0...1 {
      #expect(try world.texts(number, in: room) == ["before", "without Cyd"])
      #expect(try world.room(number, room).members.map(\.name).sorted() == ["Ada", "Bob"])
    }
    #expect(try world.state(0, room) == world.state(1, room))
    #expect(try world.texts(2, in: room) == ["before", "after"])
  }

  @Test(
    "P-25: who was added by an owner that we do not hear is known from its own word, which proves itself"
  )
  func addedOutOfHearing() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(0, "club", ["Bob"]).id
    world.network.partition(0, 1)
    try world.change(0, room, "Cyd", .add)
    try world.say(2, "hello", in: room)
    world.network.partition(0, 2)
    try world.say(1, "welcome", in: room)
    world.network.run(milliseconds: 130_000)
    for number in 1...2 { #expect(try world.texts(number, in: room) == ["hello", "welcome"]) }
    #expect(try world.state(1, room) == world.state(2, room))
  }

  @Test("C-19: who only says that it belongs to a room gets nothing of it")
  func madeUpClaim() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.say(0, "among us", in: room)
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    let stored = try #require(try world.network.nodes[1].store.read { try $0.room(id) })
    let spy = FrameSpy(room: id, from: 1, to: 2)
    world.network.checkers.append(spy)
    for _ in 0..<3 {
      try world.send(
        .digest(
          .with {
            $0.room = id.data
            $0.digest = Data(count: 32)
            $0.opener = stored.opener.data
            $0.nonce = stored.nonce ?? Data()
          }), from: 2, to: 1)
      try world.send(.have(.with { $0.room = id.data }), from: 2, to: 1)
      try world.say(1, "still among us", in: room)
    }
    world.network.run(milliseconds: 130_000)
    // Where we stand, and that it is not shared: nothing else.
    let haves = spy.frames.count { if case .have? = $0.body { true } else { false } }
    let refusals = spy.frames.count { if case .roomRefused? = $0.body { true } else { false } }
    #expect(haves == 3 && haves + refusals == spy.frames.count)
  }

  @Test func whoIsAddedAgainIsBack() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    try world.say(1, "one", in: room)
    try world.change(0, room, "Bob", .remove)
    try world.say(0, "two", in: room)
    #expect(try world.texts(1, in: room) == ["one"])
    try world.change(0, room, "Bob", .add)
    world.network.run(milliseconds: 61_000)
    #expect(try world.texts(1, in: room) == ["one", "two"])
    try world.say(1, "three", in: room)
    #expect(try world.texts(0, in: room) == ["one", "two", "three"])
    #expect(try world.state(0, room) == world.state(1, room))
  }

  @Test func theNewOwnerAddsAndTheOldOneNoLonger() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    let room = try world.make(0, "club", ["Bob"]).id
    #expect(throws: Refused.self) {
      try world.call(0, Methods.Rooms.leave) { $0.room = room }
    }
    try world.change(0, room, "Bob", .owner)
    #expect(throws: Refused.self) { try world.change(0, room, "Bob", .remove) }
    try world.change(1, room, "Cyd", .add)
    try world.say(2, "thank you", in: room)
    #expect(try world.texts(0, in: room) == ["thank you"])
    _ = try world.call(1, Methods.Rooms.edit) {
      $0.room = room
      $0.topic = "chess"
    }
    #expect(try world.room(0, room).topic == "chess")
    #expect(try world.room(0, room).name == "club")
    _ = try world.call(0, Methods.Rooms.leave) { $0.room = room }
    #expect(try world.room(1, room).members.map(\.name).sorted() == ["Bob", "Cyd"])
    #expect(try world.state(1, room) == world.state(2, room))
  }

  @Test("C-25: our own person has a name in the lobby, also before it has said anything")
  func ownName() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Adele"
    }
    world.network.connect(0, 1)
    #expect(try world.room(0, "lobby").members.map(\.name).sorted() == ["Adele", "Bob"])
  }

  @Test("C-14: a direct room is for two who are paired")
  func direct() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    world.network.connect(0, 2)
    let room = try world.call(0, Methods.Rooms.make) {
      $0.direct = true
      $0.people = ["Bob"]
    }
    try world.say(0, "psst", in: room.id)
    #expect(try world.texts(1, in: "Ada") == ["psst"])
    try world.say(1, "yes?", in: "Ada")
    #expect(try world.texts(0, in: "Bob") == ["psst", "yes?"])
    #expect(throws: Refused.self) {
      try world.call(0, Methods.Rooms.make) {
        $0.direct = true
        $0.people = ["Eve"]
      }
    }
  }

  @Test func aStartBuildsOnlyWhatOtherRulesHadBuilt() throws {
    let world = try RoomWorld(["Ada"])
    _ = try world.make(0, "club")
    try world.say(0, "hello", in: "club")
    let store = world.network.nodes[0].store
    #expect(try store.read { try $0.outdatedRooms() }.isEmpty)
    let other = try store.copy(Registry(beside: []))
    #expect(try other.read { try $0.outdatedRooms() }.count == 3)
  }

  @Test func linkingAgainWithNothingNewCostsOneRoundTripForAHundredRooms() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    for number in 0..<100 {
      let room = try world.make(0, "room \(number)", ["Bob"]).id
      if number % 10 == 0 { try world.say(1, "I am in", in: room) }
    }
    world.network.cutLinks(0, 1)
    let count = FrameCount()
    world.network.checkers.append(count)
    world.network.connect(0, 1)
    world.network.settle()
    #expect(world.network.isLinked(0, 1))
    #expect(count.bytes < 2_048, "\(count.bytes) bytes in \(count.frames) frames")
    #expect(try world.state(0, "room 90") == world.state(1, "room 90"))
    try world.say(0, "still level", in: "room 55")
    #expect(try world.texts(1, in: "room 55") == ["still level"])
  }
}

/// Notes what goes from one node to another and has a room's id in it.
final class FrameSpy: Checker {
  let room: RoomID
  let from: Int
  let to: Int
  private(set) var frames: [Frame] = []
  var isNamed: Bool { !frames.isEmpty }

  init(room: RoomID, from: Int, to: Int) {
    self.room = room
    self.from = from
    self.to = to
  }

  func sent(_ passing: Passing, in network: VirtualNetwork) {
    guard passing.from == from, passing.to == to else { return }
    let id = room.bytes
    if passing.bytes.count >= id.count,
      (0...(passing.bytes.count - id.count)).contains(where: {
        passing.bytes[$0..<($0 + id.count)].elementsEqual(id)
      })
    {
      frames.append((try? Coding.decode(Frame.self, from: Data(passing.bytes))) ?? Frame())
    }
  }
}

/// Counts what is sent.
final class FrameCount: Checker {
  private(set) var frames = 0
  private(set) var bytes = 0

  func sent(_ passing: Passing, in network: VirtualNetwork) {
    frames += 1
    bytes += passing.bytes.count + 4
  }
}
