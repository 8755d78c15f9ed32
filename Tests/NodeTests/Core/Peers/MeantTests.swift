import EventSchema
import Feature
import Features
import Foundation
import Schema
import TestKit
import Testing
import TournamentSchema

@testable import Node

/// The one of several things that a person means by its words (row 43 T-3).
@Suite struct MeantTests {
  /// One kind of things: makes one with a name, and finds one by what is typed.
  struct Named: Sendable {
    let kind: String
    /// Makes one, and returns its id.
    let make: @Sendable (RoomWorld, String) throws -> String
    /// The id of the one that is found.
    let find: @Sendable (RoomWorld, String) throws -> String
  }

  static let all = [
    Named(kind: "room") { world, name in
      try world.make(0, name).id
    } find: {
      try $0.room(0, $1).id
    },
    Named(kind: "event") { world, name in
      try world.plan(0, EventDraft(name)).id
    } find: { world, text in
      try world.call(0, Methods.Events.show) { $0.event = text }.id
    },
    Named(kind: "deck") { world, name in
      try world.makeLibrary(0, name).id
    } find: {
      try $0.library(0, $1).id
    },
    Named(kind: "tournament") { world, name in
      try world.call(0, Methods.Tournaments.make) { $0.name = name }.id
    } find: { world, text in
      try world.call(0, Methods.Tournaments.show) { $0.tournament = text }.id
    },
    Named(kind: "drawing") { world, name in
      try world.drawing(0, name).id
    } find: {
      try $0.shown(0, $1).id
    },
  ]

  @Test(
    "43 T-3: an exact name wins over the beginning of an id, and a whole id over both",
    arguments: all.indices)
  func things(kind: Int) throws {
    let kind = Self.all[kind]
    let world = try RoomWorld(["Ada"])
    let first = try kind.make(world, "Plans")
    let begins = String(first.prefix(4))
    #expect(try kind.find(world, begins) == first, "\(kind.kind): no name is like it")
    let second = try kind.make(world, begins)
    #expect(try kind.find(world, begins) == second, "\(kind.kind)")
    #expect(try kind.find(world, begins.uppercased()) == second, "\(kind.kind)")
    #expect(try kind.find(world, String(first.prefix(7))) == first, "\(kind.kind)")
    _ = try kind.make(world, first)
    #expect(try kind.find(world, first) == first, "\(kind.kind): a whole id")
    #expect(try kind.find(world, second) == second, "\(kind.kind)")
  }

  /// Three people who have paired in a room; the third is called like the beginning of an id of the second.
  private func three(_ id: (RoomWorld) throws -> String) throws -> (world: RoomWorld, text: String)
  {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    _ = try world.make(0, "friends", ["Bob", "Cyd"])
    for number in 0...2 { try world.say(number, "hello", in: "friends") }
    let text = String(try id(world).prefix(2))
    _ = try world.call(2, Methods.Node.set) {
      $0.key = "name"
      $0.value = text
    }
    return (world, text)
  }

  @Test("43 T-3: people are found by their names before ids that begin so, wherever one is named")
  func people() throws {
    let (world, text) = try three { try $0.account(1).description }
    let (bob, cyd) = (try world.account(1).description, try world.account(2).description)
    let muted = try world.call(0, Methods.Rooms.mute) {
      $0.person = text
      $0.muted = true
    }
    #expect(muted.muted == [cyd])
    let room = try world.make(0, "two", [text])
    let ada = try world.account(0).description
    #expect(Set(room.members.map(\.author)) == [cyd, ada])
    try world.change(0, "friends", text, .remove)
    let members = try world.room(0, "friends").members
    #expect(members.contains { $0.author == bob } && !members.contains { $0.author == cyd })
    try world.change(0, "friends", text, .add)
    let event = try world.plan(0, EventDraft("Picnic"), in: "friends")
    let assigned = try world.addToDo(0, event) {
      $0.text = "Bread"
      $0.assignee = text
    }
    #expect(assigned.toDos.first?.assignee == cyd)
    try world.change(0, "friends", bob, .remove)
    #expect(try world.room(0, "friends").members.contains { $0.author == bob } == false)
  }

  @Test("43 T-3: peers are found by their names before node ids that begin so")
  func peers() throws {
    let (world, text) = try three { $0.network.nodes[1].id.description }
    let blocked = try world.call(0, Methods.Peers.block) { $0.peer = text }
    #expect(blocked.id == world.network.nodes[2].id.description)
    let other = try world.call(0, Methods.Peers.block) {
      $0.peer = world.network.nodes[1].id.description
    }
    #expect(other.id == world.network.nodes[1].id.description)
  }

  @Test("43 T-3: what fits by its whole id, its name or a beginning, by 10,000 random lists")
  func random() {
    var random = SeededGenerator(seed: 43)
    let texts = ["a", "b", "ab", "ba", "aba", "abb", "bab"]
    for _ in 0..<10_000 {
      let things = (0..<Int.random(in: 0...4, using: &random)).map { number in
        (
          number, texts.randomElement(using: &random) ?? "",
          texts.randomElement(using: &random) ?? ""
        )
      }
      let text = texts.randomElement(using: &random) ?? ""
      let found = things.meant(by: text, ids: { [$0.1] }, isNamed: { $0.2 == text }).map(\.0)
      // The rule again, as four sentences.
      var expected = things.filter { $0.1 == text }.map(\.0)
      if expected.isEmpty { expected = things.filter { $0.2 == text }.map(\.0) }
      if expected.isEmpty { expected = things.filter { $0.1.starts(with: text) }.map(\.0) }
      #expect(found == expected)
    }
    let nobody = [1].meant(by: "", ids: { _ in ["a"] }, isNamed: { _ in true })
    #expect(nobody.isEmpty)
  }
}
