import Feature
@testable import Node
import ChatSchema
import Features
import Schema
import Store
import TestKit
import Testing
import Wire

/// Read messages, and people that our person ignores.
@Suite struct ReadingTests {
  private func look(_ world: RoomWorld, _ number: Int, _ here: Bool) throws {
    _ = try world.call(number, Methods.Rooms.enter) {
      $0.room = "lobby"
      $0.here = here
    }
  }

  @Test("C-25: messages of others count as unread until they are read") func unread() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    #expect(try world.room(1, "lobby").unread == 0)
    #expect(try world.room(1, "lobby").lastMilliseconds == 0)
    let first = try world.say(0, "one")
    let second = try world.say(0, "two")
    #expect(try world.room(1, "lobby").unread == 2)
    #expect(try world.room(1, "lobby").lastMilliseconds == second.wallMilliseconds)
    #expect(try world.room(0, "lobby").unread == 0, "our own are read")
    let answer = try world.call(1, Methods.Rooms.markRead) { $0.message = first.id }
    #expect(answer.unread == 1)
    #expect(try world.call(1, Methods.Rooms.markRead) { $0.room = "lobby" }.unread == 0)
    // It does not go back.
    #expect(try world.call(1, Methods.Rooms.markRead) { $0.message = first.id }.unread == 0)
    let slip = try world.say(0, "oops")
    #expect(try world.room(1, "lobby").unread == 1)
    _ = try world.call(0, Methods.Chat.delete) { $0.message = slip.id }
    #expect(try world.room(1, "lobby").unread == 0, "what is deleted is nothing to read")
  }

  @Test("C-25: what comes while our person looks is read") func attended() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(0, "before")
    try look(world, 1, true)
    try world.say(0, "meanwhile")
    // A crash now: nobody says that it looks away.
    #expect(try world.room(1, "lobby").unread == 0)
    try look(world, 1, false)
    try world.say(0, "after")
    #expect(try world.room(1, "lobby").unread == 1)
  }

  @Test("C-10, C-25: what was written offline, before what is read by now, is unread when it comes")
  func late() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    try world.say(2, "written on a train")
    for number in 0..<5 { try world.say(0, "message \(number)") }
    #expect(try world.call(1, Methods.Rooms.markRead) { $0.room = "lobby" }.unread == 0)
    world.network.connect(1, 2)
    world.network.settle()
    #expect(try world.room(1, "lobby").unread == 1)
    #expect(try world.call(1, Methods.Rooms.markRead) { $0.room = "lobby" }.unread == 0)
  }

  private func sees(_ world: RoomWorld, _ number: Int, _ name: String) -> Bool? {
    let views = world.network.nodes[number].changes.compactMap { change -> RoomView? in
      if case .room(let view)? = change.what { view } else { nil }
    }
    return views.last?.members.first { $0.name == name }?.here
  }

  @Test("C-25: who links again is told who looks, and who is gone looks no longer")
  func presence() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try look(world, 0, true)
    try look(world, 1, true)
    world.network.connect(0, 1)
    world.network.settle()
    #expect(sees(world, 0, "Bob") == true && sees(world, 1, "Ada") == true)
    world.network.crash(1)
    world.network.run(milliseconds: 60_000)
    #expect(sees(world, 0, "Bob") != true)
    try world.network.start(1)
    world.network.connect(0, 1)
    world.network.settle()
    #expect(sees(world, 1, "Ada") == true, "Bob's node has started anew")
    #expect(sees(world, 0, "Bob") != true, "and Bob has not looked yet")
  }

  @Test("C-15: a muted person is hidden where it writes and where it is quoted, and rings no bell")
  func muting() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    world.network.connect(0, 1)
    world.network.connect(1, 2)
    try world.say(1, "hello")
    let insult = try world.say(0, "@bob an insult")
    world.network.run(milliseconds: 1_001)
    _ = try world.call(2, Methods.Chat.post) {
      $0.text = "stop that"
      $0.replyTo = insult.id
    }
    let settings = try world.call(1, Methods.Rooms.mute) {
      $0.person = "ada"
      $0.muted = true
    }
    #expect(settings.muted == [insult.author])
    let seen = try world.read(1, "lobby") { try $0.messages(limit: 9) }
    #expect(seen.messages.map(\.muted) == [false, true, false])
    #expect(seen.messages.map(\.mentionsUs) == [false, false, false])
    #expect(seen.messages[2].replyMuted && seen.messages[2].replyText.isEmpty)
    #expect(try world.room(1, "lobby").unread == 1, "Cyd's alone")
    // Whoever is muted, and everybody else, sees nothing of it.
    #expect(try world.state(0) == world.state(1))
    let theirs = try world.read(0, "lobby") { try $0.messages(limit: 9) }
    #expect(theirs.messages.allSatisfy { !$0.muted && !$0.replyMuted })
    let unmuted = try world.call(1, Methods.Rooms.mute) {
      $0.person = String(insult.author.prefix(6))
      $0.muted = false
    }
    #expect(unmuted.muted.isEmpty)
    #expect(
      try world.read(1, "lobby") { try $0.messages(limit: 9) }.messages
        .contains { $0.muted || $0.replyMuted } == false)
  }

  @Test("C-15: muting nobody, ourselves, or one of two of a name is refused") func refused() throws
  {
    let world = try RoomWorld(["Ada", "Bob", "Rob"])
    world.network.connect(0, 1)
    world.network.connect(0, 2)
    try world.say(1, "first")
    _ = try world.call(2, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Bob"
    }
    try world.say(2, "second")
    for (person, muted) in [
      ("nobody", true), ("Ada", true), ("", true), ("Bob", true), ("Bob", false),
    ] {
      #expect(throws: Refused.self, "\(person)") {
        try world.call(0, Methods.Rooms.mute) {
          $0.person = person
          $0.muted = muted
        }
      }
    }
  }

  @Test("C-16: @all can be opted out of, our own name cannot") func mentionAll() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    try world.say(1, "hello")
    _ = try world.call(1, Methods.Node.set) {
      $0.key = "mention-all"
      $0.value = "off"
    }
    try world.say(0, "@all good night")
    try world.say(0, "@bob good night")
    let seen = try world.read(1, "lobby") { try $0.messages(limit: 10) }
    #expect(seen.messages.map(\.mentionsUs) == [false, false, true])
  }
}
