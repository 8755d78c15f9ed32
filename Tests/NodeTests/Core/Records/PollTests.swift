import Feature
import Features
import Foundation
import Identifiers
import PollKit
import Schema
import TestKit
import Testing

@testable import Node

/// A feature that the program does not have: all that records can do, it can.
@Suite struct PollTests {
  private let world: RoomWorld
  private let room: String

  init() throws {
    world = try RoomWorld(
      ["Ada", "Bob", "Cyd"], registry: Registry(beside: [.chat, .files, .events, .poll]))
    try world.pair(0, 1)
    try world.pair(0, 2)
    room = try world.make(0, "club", ["Bob"]).id
  }

  private func ask(_ number: Int, in room: String) throws -> PollView {
    try world.call(number, PollMethods.make) {
      $0.room = room
      $0.poll.question = "Where do we eat?"
      $0.poll.options = ["pizza", "curry"]
    }
  }

  @discardableResult
  private func vote(_ number: Int, _ option: String) throws -> PollView {
    try world.call(number, PollMethods.vote) {
      $0.room = room
      $0.poll = "where do"
      $0.option = option
    }
  }

  /// The votes of the only poll of the room, as a node sees them.
  private func votes(_ number: Int) throws -> [UInt32] {
    let polls = try world.read(number, room) { views in
      try views.read(PollMethods.list) { $0.room = room }.polls
    }
    return try #require(polls.count == 1 ? polls.first : nil).votes
  }

  @Test("each person has one vote, and everybody sees the result")
  func votes() throws {
    let poll = try ask(0, in: room)
    #expect(poll.votes == [0, 0] && poll.poll.options == ["pizza", "curry"])
    #expect(try vote(0, "curry").votes == [0, 1])
    #expect(try vote(1, "curry").votes == [0, 2])
    #expect(try vote(0, "pizza").votes == [1, 1])
    #expect(try votes(0) == [1, 1] && votes(1) == [1, 1])
    #expect(throws: Refused.self) { try vote(0, "soup") }
    #expect(throws: Refused.self) {
      try world.call(0, PollMethods.make) {
        $0.room = room
        $0.poll.question = "Only one?"
        $0.poll.options = ["yes", "yes"]
      }
    }
    #expect(try world.state(0, room) == world.state(1, room))
  }

  @Test("the stream shows the poll at each vote, on every node")
  func stream() throws {
    _ = try ask(0, in: room)
    try vote(1, "pizza")
    for number in 0...1 {
      let shown = world.network.nodes[number].changes.compactMap { $0.shown(PollView.self) }
      #expect(shown.map(\.votes) == [[0, 0], [1, 0]])
    }
  }

  @Test("a poll that one person thinks about is shared, found by its words, and taken back")
  func shared() throws {
    let draft = try ask(0, in: "personal")
    func move(from: String, to: String) throws {
      _ = try world.call(0, Methods.Rooms.move) {
        $0.room = from
        $0.record = draft.id
        $0.to = to
      }
    }
    try move(from: "personal", to: room)
    #expect(try votes(1) == [0, 0])
    let found = try world.read(1, room) { try $0.read(Methods.Rooms.search) { $0.text = "CURRY" } }
    #expect(found.found.map(\.id) == [draft.id] && found.found[0].kind == "poll")
    try vote(0, "pizza")
    try move(from: room, to: "personal")
    #expect(
      try world.read(1, room) { try $0.read(PollMethods.list) { $0.room = room } }.polls == [])
    try move(from: "personal", to: room)
    #expect(try votes(1) == [1, 0], "the vote of our person goes along")
    try vote(0, "curry")
    #expect(try votes(1) == [0, 1], "and is still the only one")
    try vote(1, "curry")
    #expect(throws: Refused.self, "the vote of somebody else would be lost") {
      try move(from: room, to: "personal")
    }
  }

  @Test("an earlier vote is restored from its history, and the last command undone")
  func restored() throws {
    _ = try ask(0, in: room)
    try vote(0, "pizza")
    try vote(0, "curry")
    let vote = try #require(
      try world.read(0, room) { try $0.home.records(of: [0x6502], in: $0.id, limit: 2) }.first)
    let answer = try world.call(0, Methods.Rooms.restore) {
      $0.room = room
      $0.record = vote.item.description
      $0.version = 1
    }
    #expect(try answer.view.unpacked(as: PollView.self).votes == [1, 0])
    #expect(try votes(1) == [1, 0])
    try self.vote(0, "curry")
    _ = try world.undo(0)
    #expect(try votes(1) == [1, 0])
  }

  @Test("a room's file carries polls to somebody who was never linked")
  func exported() throws {
    world.network.crash(2)
    try world.change(0, room, "Cyd", .add)
    _ = try ask(0, in: room)
    try vote(0, "curry")
    try vote(1, "curry")
    world.network.partition(0, 2)
    world.network.partition(1, 2)
    try world.network.start(2)
    try world.take(2, world.file(1, of: room))
    #expect(try votes(2) == [0, 2])
    // Cyd's node introduces Cyd, which the others do not know yet.
    try world.take(0, world.file(2, of: room))
    #expect(try world.state(2, room) == world.state(0, room))
  }
}
