import Feature
@testable import Node
import ChatSchema
import Features
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

/// Messages: edited, deleted, mentioned, bounded.
@Suite struct ChatTests {
  @Test("C-18: a message is edited by its author alone, and the later edit wins everywhere")
  func edit() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let message = try world.say(0, "helo")
    let edited = try world.call(0, Methods.Chat.edit) {
      $0.message = message.id
      $0.text = "hello"
    }
    #expect(edited.edited)
    #expect(try world.texts(1) == ["hello"])
    #expect(throws: Refused.self) {
      try world.call(1, Methods.Chat.edit) {
        $0.message = message.id
        $0.text = "hi"
      }
    }
    #expect(try world.state(0) == world.state(1))
  }

  @Test("C-18, P-27: what is deleted is erased, and does not come back")
  func delete() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    let message = try world.say(0, "a secret that slipped out")
    try world.say(1, "what?")
    _ = try world.call(0, Methods.Chat.delete) { $0.message = message.id }
    for number in 0...1 {
      #expect(try world.texts(number) == ["(deleted)", "what?"])
      let bytes = try world.network.nodes[number].store.read { reader in
        try Room.payloads(of: .lobby, reader)
      }
      #expect(!bytes.contains { String(decoding: $0, as: UTF8.self).contains("secret") })
    }
    // Who comes later sees that there was something, and all agree.
    world.network.connect(1, 2)
    world.network.settle()
    #expect(try world.texts(2) == ["(deleted)", "what?"])
    #expect(try world.state(2) == world.state(0))
  }

  @Test("C-03: an empty message is refused") func empty() throws {
    let world = try RoomWorld(["Ada"])
    #expect(throws: Refused.self) { try world.say(0, " \n\t ") }
    #expect(throws: Refused.self) { try world.say(0, String(repeating: "x", count: 8_193)) }
    #expect(try world.texts(0).isEmpty)
  }

  @Test("C-07: two messages in the same moment both stay, in the order of their author")
  func sameMoment() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    for text in ["one", "two", "three"] {
      _ = try world.network.call(0, Methods.Chat.post) { $0.text = text }.get()
    }
    world.network.settle()
    #expect(try world.texts(1) == ["one", "two", "three"])
  }

  @Test("C-16: who is named is told") func mentions() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(1, "hello")
    try world.say(0, "@bob: do you play?")
    try world.say(0, "@all good night")
    try world.say(0, "mail to a@bobby.example")
    let seen = try world.read(1, "lobby") { try $0.messages(limit: 10) }
    #expect(seen.messages.map(\.mentionsUs) == [false, true, true, false])
  }

  @Test("C-20: nobody floods a room") func flood() throws {
    let world = try RoomWorld(["Ada"])
    world.network.run(milliseconds: 20_000)
    for number in 0..<10 {
      _ = try world.network.call(0, Methods.Chat.post) { $0.text = "\(number)" }.get()
    }
    #expect(throws: Refused.self) {
      try world.network.call(0, Methods.Chat.post) { $0.text = "one more" }.get()
    }
    world.network.run(milliseconds: 1_001)
    _ = try world.network.call(0, Methods.Chat.post) { $0.text = "later" }.get()
    #expect(try world.texts(0).count == 11)
  }

  @Test("C-23: a message points at an item, which another can open where it is")
  func card() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let message = try world.say(0, "look at this")
    _ = try world.call(0, Methods.Chat.post) {
      $0.item = message.id
      $0.itemRoom = "lobby"
      $0.replyTo = message.id
    }
    let seen = try world.read(1, "lobby") { try $0.messages(limit: 10) }
    let card = try #require(seen.messages.last)
    #expect(card.item.title == "look at this")
    #expect(card.item.available)
    #expect(card.replyText == "look at this")
  }

  @Test("C-22: pages and search") func pages() throws {
    let world = try RoomWorld(["Ada"])
    for number in 0..<25 { try world.say(0, "message \(number)") }
    var pages: [[String]] = []
    var before: RecordID?
    repeat {
      let list = try world.read(0, "lobby") { try $0.messages(before: before, limit: 10) }
      pages.insert(list.messages.map(\.text), at: 0)
      before = Base32.decode(list.before).flatMap { RecordID($0) }
    } while before != nil
    #expect(pages.flatMap { $0 } == (0..<25).map { "message \($0)" })
    #expect(pages.map(\.count) == [5, 10, 10])
    let found = try world.read(0, "lobby") { try $0.messages(containing: "MESSAGE 1", limit: 100) }
    #expect(found.messages.count == 11)
  }
}
