import ChatSchema
import Drawings
import Events
import EventSchema
import Feature
import Features
import FileSchema
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import TournamentSchema
import Wire

@testable import Node

extension RoomWorld {
  /// A turn of a node that does something no command asks for, as an input would.
  func act<T>(_ number: Int, _ body: (Node, Transaction) throws -> T) throws -> T {
    let node = try #require(network.nodes[number].node)
    node.turn.changes = TurnMarks()
    node.records.marks = RecordMarks()
    let result = try node.store.turn { transaction in
      let result = try transaction.savepoint {
        let result = try body(node, transaction)
        try node.settleTouched(transaction)
        return result
      }
      try node.react(transaction)
      try node.publishTouched(transaction)
      try node.rooms.signWritten(transaction)
      return result
    }
    // The next turn sends what was written.
    network.run(milliseconds: 70_000)
    return result
  }

  func undo(_ number: Int) throws -> UndoKeeper.Undone {
    try act(number) { try $0.undos.takeBackLast($1) }
  }
}

/// Undo of what a person did last.
@Suite struct UndoTests {
  private let world: RoomWorld
  private let room: String

  init() throws {
    world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    room = try world.make(0, "club", ["Bob"]).id
  }

  /// Returns the sentence with which an undo is refused.
  private func refusal(_ number: Int) -> String {
    do {
      _ = try world.undo(number)
      return "not refused"
    } catch let refused as Refused {
      return refused.refusal.message
    } catch {
      return "\(error)"
    }
  }

  private func edit(_ number: Int, _ message: MessageView, _ text: String) throws {
    _ = try world.call(number, Methods.Chat.edit) {
      $0.room = room
      $0.message = message.id
      $0.text = text
    }
  }

  @Test("E-70: changes are undone one after the other, then the making, and everybody sees it")
  func lastFirst() throws {
    let message = try world.say(0, "one", in: room)
    try edit(0, message, "two")
    try edit(0, message, "three")
    for (title, left) in [
      ("the change of the message three", ["two"]), ("the change of the message two", ["one"]),
      ("one", ["(deleted)"]),
    ] {
      let undone = try world.undo(0)
      #expect(undone.title == title && undone.room.description == room)
      for number in 0...1 { #expect(try world.texts(number, in: room) == left) }
    }
    #expect(refusal(0) == "There is nothing to undo.")
    #expect(try world.state(0, room) == world.state(1, room))
  }

  @Test("E-70: only the fields that were changed come back; what others did to the rest stays")
  func fields() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.edit(0, event) { $0.name = "Feast" }
    _ = try world.edit(1, event) { $0.notes = "bring bread" }
    #expect(try world.undo(0).title == "the change of the event Feast")
    let after = try world.event(1, event)
    #expect(after.name == "Picnic" && after.notes == "bring bread")
    // Bob has changed what Ada made.
    #expect(refusal(0).contains("Bob has changed the event since"))
  }

  @Test("E-70: what somebody else changed after that, or deleted, is not undone")
  func others() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.edit(0, event) { $0.name = "Feast" }
    _ = try world.edit(1, event) { $0.name = "Dinner" }
    #expect(refusal(0).contains("Bob has changed the event since"))
    #expect(try world.event(0, event).name == "Dinner")
    _ = try world.call(1, Methods.Events.delete) {
      $0.room = room
      $0.event = event.id
    }
    #expect(refusal(0).contains("deleted since"))
    let other = try world.plan(0, EventDraft("Walk"), in: room)
    _ = try world.addToDo(1, other) { $0.text = "boots" }
    #expect(refusal(0).contains("somebody else has added to the event"))
    #expect(try world.event(1, other).toDos.map(\.text) == ["boots"])
  }

  private static let deletedSince = "It cannot be undone: it was deleted since."
  private static let again = " Undo again to pass over it."

  @Test("E-70: what cannot be undone is refused once, and the next undo passes over it")
  func passesOver() throws {
    try world.say(0, "before", in: room)
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.edit(0, event) { $0.name = "Feast" }
    _ = try world.call(1, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    // The change of the event, and its making.
    for _ in 0..<2 { #expect(refusal(0) == Self.deletedSince + Self.again) }
    #expect(try world.undo(0).title == "before")
    #expect(try !world.texts(1, in: room).contains("before"))
    #expect(refusal(0) == "There is nothing to undo.", "what was passed over is forgotten")
  }

  @Test("E-70: a new command is undone first, and what was refused before it is refused once more")
  func passesOverInARowOnly() throws {
    try world.say(0, "before", in: room)
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.call(1, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    #expect(refusal(0) == Self.deletedSince + Self.again)
    try world.say(0, "new", in: room)
    #expect(try world.undo(0).title == "new")
    #expect(refusal(0) == Self.deletedSince + Self.again)
    #expect(try world.undo(0).title == "before")
  }

  @Test("E-70: where nothing is before what cannot be undone, nothing is offered")
  func nothingBefore() throws {
    let event = try world.plan(0, EventDraft("Picnic"), in: room)
    _ = try world.call(1, Methods.Events.delete) { ($0.room, $0.event) = (room, event.id) }
    #expect(refusal(0) == Self.deletedSince)
    #expect(refusal(0) == "There is nothing to undo.")
  }

  @Test("E-70: a delete cannot be undone, and says so")
  func deletes() throws {
    let message = try world.say(0, "one", in: room)
    _ = try world.call(0, Methods.Chat.delete) {
      $0.room = room
      $0.message = message.id
    }
    #expect(
      refusal(0) == "What you did last deleted something, and that erases it: it cannot be undone."
        + Self.again)
    try world.say(0, "two", in: room)
    #expect(try world.undo(0).title == "two")
  }

  @Test("E-70: fifty commands are remembered, over a start; settings and rooms are not undone")
  func remembered() throws {
    for number in 1...52 { try world.say(0, "note \(number)", in: room) }
    _ = try world.make(0, "empty")
    _ = try world.call(0, Methods.Node.set) {
      $0.key = "name"
      $0.value = "Adele"
    }
    world.network.crash(0)
    try world.network.start(0)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 5_000)
    var count = 0
    while refusal(0) == "not refused" { count += 1 }
    #expect(count == 50)
    #expect(try world.texts(0, in: room).filter { $0 != "(deleted)" } == ["note 1", "note 2"])
  }

  @Test("E-70: a command that wrote several things is undone as one, and a restoring as well")
  func together() throws {
    _ = try world.call(0, Methods.Files.share) {
      $0.room = room
      $0.name = "plan.txt"
      $0.blob = try world.keep(0, Data("x".utf8))
    }
    #expect(try world.texts(0, in: room) == [""])
    #expect(try world.undo(0).title == "plan.txt")
    #expect(try world.texts(1, in: room) == ["(deleted)"])
    #expect(try world.read(1, room) { try $0.files() }.isEmpty == true)
    let message = try world.say(0, "one", in: room)
    try edit(0, message, "two")
    _ = try world.call(0, Methods.Rooms.restore) {
      $0.room = room
      $0.record = message.id
      $0.version = 1
    }
    #expect(try world.texts(1, in: room).last == "one")
    _ = try world.undo(0)
    #expect(try world.texts(1, in: room).last == "two")
  }

  @Test("43: an undo says what it took back: a change of what, where it is one")
  func sentences() throws {
    let made = try world.call(0, Methods.Tournaments.make) {
      ($0.name, $0.room, $0.format) = ("W2", room, "league")
      $0.entrants = "Ada\nBob\nCyd"
    }
    try world.call(0, Methods.Tournaments.start) { $0.tournament = made.id }
    #expect(try world.undo(0).title == "the change of the tournament W2")
    #expect(try world.undo(0).title.hasPrefix("W2"))
  }

  @Test("43: what has an id that follows from others is cleared by an undo, and can be made again")
  func cleared() throws {
    let kinds = ManyRecordsTests.kinds.filter(\.rules.isClearedByUndo)
    #expect(Set(kinds.map(\.number)).isSuperset(of: [.drawingLike, .ownDrawingVeil, .portrait]))
    let id = try #require(RoomID(Base32.decode(room) ?? []))
    for kind in kinds {
      let number = kind.number.rawValue
      var parent = Data()
      if let above = kind.rules.parents.min() {
        let put = PutRecord.with {
          ($0.nonce, $0.kind) = (Data(repeating: UInt8(number & 255), count: 16), above.rawValue)
        }
        try world.act(0) { try $0.records.write([.with { $0.put = put }], in: id, $1) }
        parent = RecordID(by: try world.account(0), nonce: put.nonce).data
      }
      let made = PutRecord.with {
        ($0.nonce, $0.kind) = (Data(repeating: UInt8(number >> 8), count: 15) + [7], number)
        ($0.parent, $0.body) = (parent, Data([8, 1]))
        $0.nonce[0] = UInt8(number & 255)
      }
      let record = RecordID(by: try world.account(0), nonce: made.nonce)
      try world.act(0) { node, transaction in
        try node.undos.remembering(transaction) {
          try node.records.write([.with { $0.put = made }], in: id, transaction)
        }
      }
      func body(_ number: Int) throws -> Data? {
        try world.read(number, room) { views in
          let found = try views.reader.record(record, in: views.room.stored.records)
          return found?.state == .visible ? found?.body : nil
        }
      }
      for number in 0...1 { #expect(try body(number) == Data([8, 1])) }
      _ = try world.undo(0)
      for number in 0...1 { #expect(try body(number)?.isEmpty == true, "\(kind.noun)") }
      let again = PutRecord.with { ($0.record, $0.body) = (record.data, Data([8, 1])) }
      try world.act(0) { try $0.records.write([.with { $0.put = again }], in: id, $1) }
      for number in 0...1 { #expect(try body(number) == Data([8, 1])) }
    }
  }
}
