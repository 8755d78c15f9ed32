import ChatSchema
import Events
import EventSchema
import Feature
import Features
import FileSchema
import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Comments on items of any kind.
@Suite struct CommentTests {
  private let world: RoomWorld
  private let room: String

  init() throws {
    world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    room = try world.make(0, "club", ["Bob"]).id
  }

  @discardableResult
  private func comment(
    _ number: Int, _ text: String, on item: String, of itemRoom: String, in room: String
  ) throws -> MessageView {
    world.network.run(milliseconds: 1_001)
    return try world.call(number, Methods.Chat.post) {
      $0.room = room
      $0.text = text
      $0.item = item
      $0.itemRoom = itemRoom
    }
  }

  private func comments(_ number: Int, on item: String) throws -> [String] {
    let found = try world.read(number, "lobby") { views in
      try views.read(Methods.Chat.comments) { $0.item = item }
    }
    #expect(found.count == found.comments.count)
    return found.comments.map(\.text)
  }

  @Test("W-20: messages that point at an item and say something are its comments, in every room")
  func everyRoom() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    try comment(0, "who brings bread?", on: event.id, of: room, in: room)
    try comment(1, "I do", on: event.id, of: room, in: room)
    try comment(0, "a note of mine", on: event.id, of: room, in: "personal")
    // A card without words is no comment, and neither is what points at nothing.
    try comment(1, "", on: event.id, of: room, in: room)
    try world.say(1, "hello", in: room)
    #expect(try comments(0, on: event.id) == ["who brings bread?", "I do", "a note of mine"])
    #expect(try comments(1, on: event.id) == ["who brings bread?", "I do"])
    let file = try world.call(0, Methods.Files.share) {
      $0.room = room
      $0.name = "plan.txt"
      $0.blob = try world.keep(0, Data("x".utf8))
    }
    #expect(try comments(1, on: file.id) == [])
    try comment(1, "nice plan", on: file.id, of: room, in: room)
    #expect(try comments(0, on: file.id) == ["nice plan"])
  }

  @Test(
    "W-20: comments follow an item that moves; deleted ones and those of muted people do not show")
  func follows() throws {
    let event = try world.plan(0, EventDraft("Picnic"))
    let note = try comment(0, "to plan", on: event.id, of: "personal", in: "personal")
    _ = try world.call(0, Methods.Rooms.move) {
      $0.room = "personal"
      $0.record = event.id
      $0.to = room
    }
    try comment(1, "fine", on: event.id, of: room, in: room)
    #expect(try comments(0, on: event.id) == ["to plan", "fine"])
    func mute(_ isMuted: Bool) throws {
      _ = try world.call(0, Methods.Rooms.mute) {
        $0.person = "Bob"
        $0.muted = isMuted
      }
    }
    try mute(true)
    #expect(try comments(0, on: event.id) == ["to plan"])
    try mute(false)
    _ = try world.call(0, Methods.Chat.delete) {
      $0.room = "personal"
      $0.message = note.id
    }
    #expect(try comments(0, on: event.id) == ["fine"])
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room
      $0.event = event.id
    }
    #expect(throws: Refused.self) { try comments(0, on: event.id) }
    #expect(try world.texts(0, in: room) == ["fine"], "what people said stays")
  }
}
