import Decks
import DeckSchema
import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Cards and decks that people show each other.
@Suite struct SharedCardsTests {
  @Test(
    "D-52: a deck that somebody is bound to is told later, and everybody sees that it is the one")
  func commitment() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    try world.own(0, "4 Spilled Ember")
    try world.makeLibrary(0, "Burn")
    try world.put(0, "4 Spilled Ember", into: "Burn")
    let bound = try world.call(0, Methods.DeckLists.commit) {
      ($0.library, $0.room) = ("Burn", room)
    }
    #expect(bound.count == 4 && bound.digest.utf8.count == 64 && !bound.revealed)
    func seen(_ number: Int) throws -> CommitmentView {
      try #require(try world.call(number, Methods.DeckLists.commitments).commitments.first)
    }
    #expect(try seen(1).digest == bound.digest && seen(1).list.lines.isEmpty && !seen(1).matches)
    // What the library is now does not matter.
    try world.take(0, "Spilled Ember", from: "Burn")
    let others = refusal {
      _ = try world.call(1, Methods.DeckLists.reveal) { $0.commitment = bound.id }
    }
    #expect(others.contains("Only the person who committed"), "\(others)")
    _ = try world.call(0, Methods.DeckLists.reveal) { $0.commitment = bound.id }
    #expect(try seen(1).revealed && seen(1).matches && seen(1).list.lines.map(\.count) == [4])
    #expect(try world.call(0, Methods.DeckLists.reveal) { $0.commitment = bound.id }.matches)
  }

  @Test("D-57: a collection is shown to a room as it was, and showing it again replaces it")
  func presentation() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    try world.own(0, "4 Spilled Ember")
    try world.own(0, "Attic Ghost")
    func shown(_ text: String = "") throws -> [String] {
      try world.call(1, Methods.Cards.presented) { $0.text = text }.cards.map {
        "\($0.card.count) \($0.card.name) \($0.ownerName)"
      }
    }
    let answer = try world.call(0, Methods.Cards.present) { $0.room = room }
    #expect(answer.count == 5 && answer.message.contains("shown in friends"))
    try world.own(0, "Cellar Rat")
    #expect(try shown() == ["1 Attic Ghost Ada", "4 Spilled Ember Ada"])
    #expect(try shown("ember") == ["4 Spilled Ember Ada"])
    _ = try world.call(0, Methods.Cards.present) { $0.room = room }
    #expect(try shown() == ["1 Attic Ghost Ada", "1 Cellar Rat Ada", "4 Spilled Ember Ada"])
    _ = try world.call(0, Methods.Cards.present) {
      ($0.room, $0.stop) = (room, true)
    }
    #expect(try shown().isEmpty)
  }

  @Test("D-47: what is said of many copies is changed at once, and undone at once")
  func edit() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "4 Spilled Ember")
    try world.own(0, "Attic Ghost")
    let answer = try world.call(0, Methods.Cards.edit) {
      $0.cards = ["3 Spilled Ember", "Attic Ghost"]
      $0.set = "M10"
      $0.condition = .nearMint
    }
    #expect(answer.count == 4)
    let cards = try world.library(0).cards
    #expect(cards.map(\.set) == ["M10", "", "M10"] && cards.map(\.count) == [1, 1, 3])
    let none = refusal { _ = try world.call(0, Methods.Cards.edit) { $0.cards = ["Attic Ghost"] } }
    #expect(none.contains("No change was given"), "\(none)")
    _ = try world.call(0, Methods.Rooms.undo)
    #expect(try world.library(0).cards.map(\.set) == ["", ""])
  }
}
