import ChatSchema
import EventSchema
import Feature
import Features
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Chat of the players at their table.
@Suite struct TableChatTests {
  private func seated(_ world: RoomWorld, noChat: Bool = false) throws -> String {
    world.network.connect(0, 1)
    let table = try world.call(0, Methods.Tables.host) { $0.noChat = noChat }.id
    _ = try world.call(1, Methods.Tables.ask) { $0.table = table }
    _ = try world.call(0, Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    return table
  }

  private func texts(_ world: RoomWorld, _ number: Int, _ table: String) throws -> [String] {
    try views(world, number, table).map { $0.deleted ? "(deleted)" : "\($0.name): \($0.text)" }
  }

  private func views(_ world: RoomWorld, _ number: Int, _ table: String) throws -> [MessageView] {
    try world.network.nodes[number].store.read { reader in
      let account = try #require(try reader.accounts().first)
      let id = try RoomNames.chatRoom(table, reader, own: account.author)
      return try #require(
        try RoomViews(id, reader, own: account.author)?.messages(limit: 9)
      )
      .messages
    }
  }

  private func play(_ world: RoomWorld, _ table: String) throws {
    _ = try world.call(0, Methods.Tables.start) { $0.table = table }
    for number in 0...1 {
      _ = try world.call(number, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
      }
    }
    for number in 0...1 { _ = try world.call(number, Methods.Tables.tap) { $0.table = table } }
  }

  @Test(
    "C-13: strangers at a table talk before, during and after the match, and the match is the same")
  func talk() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try seated(world)
    try world.say(0, "good luck", in: table)
    try play(world, table)
    try world.say(1, "what a card", in: String(table.prefix(8)))
    for number in 0...1 { _ = try world.call(number, Methods.Tables.tap) { $0.table = table } }
    _ = try world.call(0, Methods.Tables.giveUp) { $0.table = table }
    let last = try world.say(1, "well played", in: table)
    for number in 0...1 {
      let said = try texts(world, number, table)
      #expect(said == ["Ada: good luck", "Bob: what a card", "Bob: well played"])
      let view = try world.network.nodes[number].tables()[0]
      #expect(view.phase == .finished && view.result.winner == .joiner)
    }
    _ = try world.call(1, Methods.Chat.delete) {
      $0.room = table
      $0.message = last.id
    }
    #expect(try texts(world, 0, table).last == "(deleted)")
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    for number in 0...1 {
      let store = world.network.nodes[number].store
      let file = try #require(try store.read { try Transcript.export(id, $0) })
      #expect(Transcript.verify(file, Registry.parlor.games).report.valid)
      let kept = try texts(world, number, table)
      try store.turn { try RecordRebuild.rebuild(id, $0) }
      #expect(try texts(world, number, table) == kept, "made again from the logs it is the same")
    }
    #expect(try world.texts(0, in: "lobby").isEmpty)
  }

  @Test("C-13, C-21: a message at a table has at most 1 KiB") func long() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try seated(world)
    let text = String(repeating: "x", count: 1_025)
    #expect(refusal { try world.say(0, text, in: table) }.contains("at most 1024 bytes"))
    #expect(try world.say(0, String(text.dropLast()), in: table).text.utf8.count == 1_024)
    try world.say(0, text)
  }

  @Test("C-13: files and events have no place at a table") func otherThings() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try seated(world)
    #expect(refusal { try world.share(0, Data([1]), in: table) }.contains("at a table"))
    #expect(
      refusal { _ = try world.plan(0, EventDraft("Picnic"), in: table) }.contains("at a table"))
  }

  @Test("C-13: a table without chat shows nothing, whatever the other side writes") func flag()
    throws
  {
    let world = try RoomWorld(["Ada", "Bob"])
    let table = try seated(world, noChat: true)
    #expect(throws: Refused.self) { try world.say(1, "hello", in: table) }
    let id = try #require(Base32.decode(table).flatMap { RoomID($0) })
    // A node that does not care.
    let bob = try #require(world.network.nodes[1].node)
    try bob.store.turn { transaction in
      let message = ChatMessage.with { $0.text = "hello" }
      try bob.records.write(
        [.making(.chatMessage, nonce: Data(count: 16), message)], in: id, transaction)
      try bob.rooms.signWritten(transaction)
    }
    world.network.cutLinks(0, 1)
    world.network.run(milliseconds: 5_000)
    try play(world, table)
    for number in 0...1 {
      #expect(try views(world, number, table).isEmpty)
      try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(id, $0) }
      #expect(try views(world, number, table).isEmpty)
      #expect(try world.network.nodes[number].tables()[0].roundsDecided == 1)
    }
  }

  @Test("C-13: nobody else, and nothing too long, is said at a table") func limits() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    let open = try world.call(0, Methods.Tables.host) { $0 = HostTable() }.id
    #expect(throws: Refused.self) { try world.say(0, "is anybody there?", in: open) }
    let table = try seated(world)
    world.network.connect(0, 2)
    #expect(throws: Refused.self) { try world.say(2, "let me in", in: table) }
    #expect(throws: Refused.self) {
      try world.say(0, String(repeating: "a", count: 1_025), in: table)
    }
    try world.say(0, String(repeating: "a", count: 1_024), in: table)
    #expect(try views(world, 1, table).map(\.text.count) == [1_024])
  }
}
