import ChatSchema
import Feature
import Schema
import TestKit
import Testing

@testable import Node

/// Calls to people: to the right one, in time, and with the right words.
@Suite struct NotificationTests {
  private func set(_ world: RoomWorld, _ key: String, _ value: String) throws -> SettingsView {
    try world.call(1, Methods.Node.set) {
      $0.key = key
      $0.value = value
    }
  }

  private func calls(_ world: RoomWorld) -> [PersonCall] { world.network.nodes[1].calls }

  private func world() throws -> RoomWorld {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    #expect(try set(world, "notify-command", "notify-send -a Parlor").notifyCommand != "")
    return world
  }

  @Test("C-17: who is named is called, without what was written") func mention() throws {
    let world = try world()
    try world.say(0, "nobody in particular")
    #expect(calls(world).isEmpty)
    let id = try world.say(0, "@Bob are you there?").id
    let expected = PersonCall(
      command: ["notify-send", "-a", "Parlor"], sender: "Ada", room: "lobby", text: "")
    #expect(calls(world) == [expected])
    _ = try world.call(0, Methods.Chat.edit) {
      $0.message = id
      $0.text = "@Bob where are you?"
    }
    #expect(calls(world).count == 1, "an edit calls nobody")
  }

  @Test("C-17: a room of two calls, with the text where our person wants that") func text() throws {
    let world = try world()
    let direct = try world.call(0, Methods.Rooms.make) {
      $0.people = ["Bob"]
      $0.direct = true
    }.id
    #expect(try set(world, "notify-text", "on").notifyText)
    try world.say(0, "psst", in: direct)
    #expect(calls(world).map(\.text) == ["psst"])
    #expect(calls(world).map(\.room) == ["Ada"])
    try world.say(1, "what?", in: direct)
    #expect(calls(world).count == 1, "not for our own words")
  }

  @Test("C-15, C-17, C-20: no call for the muted, in a room that is looked at, or too often")
  func quiet() throws {
    let world = try world()
    _ = try world.call(1, Methods.Rooms.enter) {
      $0.room = "lobby"
      $0.here = true
    }
    try world.say(0, "@Bob one")
    #expect(calls(world).isEmpty)
    _ = try world.call(1, Methods.Rooms.enter) { $0.room = "lobby" }
    for number in 0..<8 { try world.say(0, "@Bob \(number)") }
    #expect(calls(world).count == 3)
    world.network.run(milliseconds: 60_000)
    _ = try world.call(1, Methods.Rooms.mute) {
      $0.person = "Ada"
      $0.muted = true
    }
    try world.say(0, "@Bob muted")
    #expect(calls(world).count == 3)
  }

  @Test("C-17: who wants to be told of events alone is not called for messages")
  func eventsAlone() throws {
    let world = try world()
    let view = try set(world, "notify-messages", "off")
    #expect(view.settings.first { $0.key == "notify-messages" }?.value == "off")
    try world.say(0, "@Bob one")
    #expect(calls(world).isEmpty)
    _ = try set(world, "notify-messages", "on")
    try world.say(0, "@Bob two")
    #expect(calls(world).count == 1)
  }

  @Test("C-17: nothing is started until a command is set, and off takes it away") func off() throws
  {
    let world = try world()
    #expect(try set(world, "notify-command", "off").notifyCommand == "")
    try world.say(0, "@Bob one")
    #expect(calls(world).isEmpty)
    #expect(throws: Refused.self) { try set(world, "notify-command", "a\u{1b}b") }
  }

  @Test("C-17: the call comes also where no screen follows the changes") func unwatched() throws {
    let world = try world()
    world.network.nodes[1].node?.hasSubscribers = false
    try world.say(0, "@Bob are you there?")
    #expect(calls(world).count == 1)
  }
}
