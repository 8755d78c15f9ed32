import ChatSchema
import Feature
import Foundation
import Schema
import TestKit
import Testing
import Wire

@testable import Node

/// The rights of single peers, and their end when trust is taken back.
@Suite struct RightsTests {
  private func limit(
    _ world: RoomWorld, _ number: Int, _ peer: String, _ right: PeerRight, _ withheld: Bool = true
  ) throws {
    let view = try world.call(number, Methods.Peers.limit) {
      $0.peer = peer
      $0.right = right
      $0.withheld = withheld
    }
    #expect(view.withheld.contains(right) == withheld)
  }

  @Test("P-20: who may not play sees no table of ours, and its question is declined")
  func play() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    try limit(world, 0, "Bob", .play)
    let table = try world.call(0, Methods.Tables.host) { $0 = HostTable() }.id
    #expect(world.network.nodes[1].published[table] == nil)
    try limit(world, 0, "Bob", .play, false)
    #expect(world.network.nodes[1].published[table]?.phase == .offered)
    _ = try world.call(1, Methods.Tables.ask) { $0.table = table }
    #expect(world.network.nodes[0].published[table]?.asks.map(\.name) == ["Bob"])
    try limit(world, 0, "Bob", .play)
    #expect(world.network.nodes[0].published[table]?.asks.isEmpty == true)
    #expect(
      world.network.nodes[1].published[table]?.closedReason == "Ada declined: not with you")
  }

  @Test("P-20: who may not chat shares neither the lobby nor a room of two, and may again")
  func chat() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let direct = try world.call(0, Methods.Rooms.make) {
      $0.people = ["Bob"]
      $0.direct = true
    }.id
    try world.say(0, "one", in: direct)
    try limit(world, 0, "Bob", .chat)
    for room in ["lobby", direct] {
      try world.say(0, "from Ada", in: room)
      try world.say(1, "from Bob", in: room)
    }
    world.network.run(milliseconds: 130_000)
    #expect(try world.texts(0) == ["from Ada"])
    #expect(try world.texts(1) == ["from Bob"])
    #expect(try world.texts(1, in: direct) == ["one", "from Bob"])
    try limit(world, 0, "Bob", .chat, false)
    world.network.run(milliseconds: 1_000)
    #expect(try world.texts(0).sorted() == ["from Ada", "from Bob"])
    #expect(try world.state(0, direct) == world.state(1, direct))
    #expect(try world.state(0) == world.state(1))
  }

  @Test(
    "42.9 P-20 who may not chat, or is blocked, is hidden through any node, until it may again"
  )
  func relayed() throws {
    for isBlocked in [false, true] {
      let world = try RoomWorld(["Ada", "Bob", "Cyd"])
      try world.pair(0, 1)
      try world.pair(0, 2)
      try world.pair(1, 2)
      func take(_ isTaken: Bool) throws {
        if isBlocked {
          let call =
            isTaken
            ? Methods.Peers.block { $0.peer = "Bob" } : Methods.Peers.unblock { $0.peer = "Bob" }
          _ = try world.network.perform(0, call).get()
          world.network.settle()
        } else {
          try limit(world, 0, "Bob", .chat, isTaken)
        }
      }
      try take(true)
      _ = try world.call(0, Methods.Node.set) {
        $0.key = "notify-command"
        $0.value = "notify-send"
      }
      _ = try world.make(2, "club", ["Ada", "Bob"])
      world.network.run(milliseconds: 2_000)
      for room in ["lobby", "club"] {
        // So that everybody there knows her name.
        try world.say(0, "Hi", in: room)
        try world.say(1, "Hello @Ada, a walrus", in: room)
        try world.say(2, "That was Bob", in: room)
      }
      world.network.run(milliseconds: 61_000)
      func seen(_ room: String) throws -> (muted: [Bool], mentions: Int, unread: UInt32, found: Int)
      {
        try world.read(0, room) { views in
          let messages = try views.messages().messages
          let found = try views.read(
            Call(Methods.Chat.search, .with { ($0.room, $0.text) = (room, "walrus") }))
          return (
            messages.sorted { $0.name < $1.name }.map(\.muted), messages.count(where: \.mentionsUs),
            try views.roomView().unread, (found as? MessageList)?.messages.count ?? -1
          )
        }
      }
      for room in ["lobby", "club"] {
        let hidden = try seen(room)
        #expect(hidden.muted == [false, true, false], "\(room)")
        #expect(hidden.mentions == 0 && hidden.unread == 1 && hidden.found == 0, "\(room)")
      }
      #expect(world.network.nodes[0].calls.isEmpty)
      let changes = world.network.nodes[0].changes.count
      try take(false)
      for room in ["lobby", "club"] {
        let shown = try seen(room)
        #expect(shown.muted == [false, false, false] && shown.found == 1, "\(room)")
        #expect(shown.mentions == 1 && shown.unread == 2, "\(room)")
      }
      let told = world.network.nodes[0].changes[changes...].compactMap { change in
        if case .roomChanged(let id)? = change.what { id } else { nil }
      }
      let club = try world.room(0, "club").id
      #expect(told.contains(club), "what is open is shown again")
    }
  }

  @Test("42.9 P-20 who may not name rooms to us adds us to none, through any node")
  func relayedRoom() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    try limit(world, 1, "Ada", .rooms)
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(2, room).members.count == 3)
    #expect(throws: Refused.self) { try world.room(1, room) }
    try limit(world, 1, "Ada", .rooms, false)
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(1, room).name == "club")
  }

  @Test("P-20: who may not name rooms to us adds us to none, until it may") func rooms() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    try limit(world, 1, "Ada", .rooms)
    let room = try world.make(0, "club", ["Bob"]).id
    world.network.run(milliseconds: 61_000)
    #expect(throws: Refused.self) { try world.room(1, room) }
    try limit(world, 1, "Ada", .rooms, false)
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(1, room).name == "club")
  }

  @Test("P-20: a room that the other side does not share is asked about once a link, not for ever")
  func refusals() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    try limit(world, 0, "Bob", .chat)
    try world.say(1, "hello?")
    world.network.run(milliseconds: 3_600_000)
    #expect(world.network.nodes[0].trusts.count == 1, "the link lasts")
    let link = try #require(world.network.nodes[0].node?.links.table.sessions.first)
    #expect(link.budget.violations <= 2)
  }

  @Test("P-33: once the lobby is off, nothing that is said there leaves the node") func off() throws
  {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    try world.say(0, "one")
    #expect(try world.texts(1) == ["one"])
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "lobby"
      $0.value = "off"
    }
    #expect(throws: Refused.self) { try world.say(0, "two") }
    #expect(try world.texts(0) == ["one"] && world.texts(1) == ["one"])
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "lobby"
      $0.value = "open"
    }
    world.network.run(milliseconds: 1_000)
    try world.say(0, "three")
    #expect(try world.texts(1) == ["one", "three"])
  }

  @Test("P-22: who is unpaired goes from the rooms that we own, and gets nothing of others from us")
  func unpairing() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let own = try world.make(0, "ours", ["Bob", "Cyd"]).id
    let others = try world.make(2, "theirs", ["Ada"]).id
    try world.change(0, own, "Cyd", .owner)
    try world.change(2, own, "Ada", .owner)
    try world.pair(1, 2)
    try world.change(2, others, "Bob", .add)
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(1, others).members.count == 3)
    world.network.cutLinks(1, 2)
    world.network.partition(1, 2)
    _ = try world.call(0, Methods.Peers.unpair) { $0.peer = "Bob" }
    world.network.run(milliseconds: 61_000)
    #expect(world.network.isLinked(0, 1), "it comes back as a stranger")
    try world.say(0, "without Bob", in: own)
    try world.say(0, "not from us", in: others)
    world.network.run(milliseconds: 61_000)
    #expect(try world.room(0, own).members.map(\.name).sorted() == ["Ada", "Cyd"])
    #expect(try world.room(0, others).members.count == 3, "its owner decides")
    #expect(try world.texts(1, in: own) == [])
    #expect(try world.texts(1, in: others) == [])
    #expect(try world.texts(2, in: others) == ["not from us"])
    // Trusted again, it gets what it belongs to.
    let bob = world.network.nodes[1].id.description
    _ = try world.call(0, Methods.Peers.trust) { $0.node = bob }
    world.network.run(milliseconds: 61_000)
    #expect(try world.texts(1, in: others) == ["not from us"])
  }

  @Test("P-22: who is added before it trusts us gets the room when it does, over the same link")
  func trustedLater() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let (ada, bob) = (
      world.network.nodes[0].id.description, world.network.nodes[1].id.description
    )
    _ = try world.call(0, Methods.Peers.trust) { $0.node = bob }
    let room = try world.make(0, "club", ["Bob"]).id
    world.network.run(milliseconds: 130_000)
    #expect(throws: Refused.self) { try world.room(1, room) }
    _ = try world.call(1, Methods.Peers.trust) { $0.node = ada }
    world.network.run(milliseconds: 1_000)
    #expect(try world.room(1, room).name == "club")
  }

  @Test("P-22: who trusts again after a restart compares a room before it sends of it, and at once")
  func trustAgain() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    let checker = SingleHistoryChecker()
    world.network.checkers = [checker]
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    let room = try world.make(2, "Club", ["Ada", "Bob"]).id
    try world.say(0, "one", in: room)
    world.network.crash(2)
    for (number, peer) in [(0, "Bob"), (1, "Ada")] {
      _ = try world.call(number, Methods.Peers.unpair) { $0.peer = peer }
    }
    try world.say(0, "two", in: room)
    try world.say(1, "three", in: room)
    // Nobody remembers the room, and both have the same of what they share as strangers.
    for number in [0, 1] {
      world.network.crash(number)
      try world.network.start(number)
    }
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    for (number, peer) in [(0, 1), (1, 0)] {
      let id = world.network.nodes[peer].id.description
      _ = try world.call(number, Methods.Peers.trust) { $0.node = id }
    }
    try world.say(0, "four", in: room)
    for number in [0, 1] {
      #expect(Set(try world.texts(number, in: room)) == ["one", "two", "three", "four"])
    }
    #expect(world.network.violation == nil)
  }
}
