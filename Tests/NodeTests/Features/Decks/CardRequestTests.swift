import Decks
import DeckSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Cards that people ask each other for.
@Suite struct CardRequestTests {
  private func ask(_ world: RoomWorld, _ number: Int, _ name: String, in room: String) throws {
    try world.call(number, Methods.Cards.request) {
      $0.room = room
      $0.name = name
      $0.note = "for my elves"
    }
  }

  @Test("D-31, D-32: a card that is not known is asked for, answered, and known to everybody there")
  func answered() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "friends", ["Bob", "Cyd"]).id
    let unknown = refusal { try world.own(0, "Glass Elf") }
    #expect(unknown.contains("The card Glass Elf is not available"), "\(unknown)")
    try ask(world, 0, "Glass Elf", in: room)
    let open = try world.call(1, Methods.Cards.requests)
    #expect(open.requests.map(\.name) == ["Glass Elf"] && open.requests[0].authorName == "Ada")
    #expect(
      !open.requests[0].own && !open.requests[0].answered && open.requests[0].note == "for my elves"
    )
    let empty = refusal {
      _ = try world.call(1, Methods.Cards.answer) { $0.request = "glass elf" }
    }
    #expect(empty.contains("is not known here either"), "\(empty)")
    let other = refusal {
      _ = try world.call(1, Methods.Cards.answer) {
        $0.request = "glass elf"
        $0.facts.name = "Stone Elf"
        $0.facts.type = "Creature"
      }
    }
    #expect(other.contains("The request is for Glass Elf"), "\(other)")
    let answer = try world.call(1, Methods.Cards.answer) {
      $0.request = "glass elf"
      $0.facts.name = "Glass Elf // Shard Elf"
      $0.facts.cost = "{1}{G}"
      $0.facts.type = "Creature — Elf"
    }
    #expect(answer.answered && answer.answererName == "Bob" && answer.facts.value == 2)
    for number in 0...2 {
      try world.own(number, "shard elf")
      #expect(try world.cards(number) == ["1 Glass Elf // Shard Elf"])
      let found = try world.call(number, Methods.Cards.search) { $0.text = "glass elf" }
      #expect(found.cards.map(\.type) == ["Creature — Elf"])
      let part = try world.call(number, Methods.Cards.search) { $0.text = "glass" }
      #expect(part.cards.map(\.name) == ["Glass Elf // Shard Elf"], "43 D")
      #expect(
        try world.call(number, Methods.Cards.requests).requests.isEmpty, "its answer closes it")
      #expect(try world.call(number, Methods.Cards.requests) { $0.all = true }.requests.count == 1)
    }
    let known = refusal { try ask(world, 2, "Glass Elf", in: room) }
    #expect(known.contains("is known here already"), "\(known)")
  }

  @Test("D-31: a request is taken back by its author alone, and none is made of nothing")
  func withdrawn() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    try ask(world, 0, "Glass Elf", in: room)
    let foreign = refusal {
      _ = try world.call(1, Methods.Cards.withdraw) { $0.request = "glass elf" }
    }
    #expect(foreign.contains("Only Ada"), "\(foreign)")
    let gone = try world.call(0, Methods.Cards.withdraw) { $0.request = "glass elf" }
    #expect(gone.deleted && gone.name == "Glass Elf")
    #expect(try world.call(1, Methods.Cards.requests).requests.isEmpty)
    for (name, reason) in [
      (" ", "without a name"), ("tokens", "not the name of a card"),
      ("Spilled Ember", "known here already"), (String(repeating: "x", count: 201), "201 bytes"),
    ] {
      let said = refusal { try ask(world, 0, name, in: room) }
      #expect(said.contains(reason), "\(said)")
    }
  }
}
