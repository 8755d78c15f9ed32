import EventSchema
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Events that others see: what goes along, who may change it, and what stays whose.
@Suite struct SharingTests {
  /// Two people who trust each other, with a room; Ada has planned something, with a list and a budget.
  private struct Scene {
    let world: RoomWorld
    let room: RoomView
    var event: EventView

    init() throws {
      world = try RoomWorld(["Ada", "Bob"])
      try world.pair(0, 1)
      room = try world.make(0, "friends", ["Bob"])
      event = try world.plan(0, EventDraft("Picnic"))
      for text in ["bread", "wine"] { event = try world.addToDo(0, event) { $0.text = text } }
      for (text, price) in [("bread", "4"), ("wine", "9")] {
        event = try line(0, text, price)
      }
    }

    func line(
      _ number: Int, _ text: String, _ price: String, shared: Bool = false
    ) throws -> EventView {
      try world.call(number, Methods.Events.addCost) {
        $0.room = event.room
        $0.event = event.id
        $0.shared = shared
        $0.line.text = text
        $0.line.planned = price
      }
    }

    /// Moves it and finds it again.
    mutating func share(to place: String? = nil, _ fill: (inout MoveItem) -> Void = { _ in }) throws
    {
      _ = try world.call(0, Methods.Rooms.move) {
        $0.room = event.room
        $0.record = event.id
        $0.to = place ?? room.id
        $0.leave = ["cost"]
        fill(&$0)
      }
      let found = try #require(try world.events(0, place ?? room.id).first)
      event = try world.event(0, found)
    }

    func tick(_ number: Int, _ toDo: ToDoView, in place: String? = nil) throws -> EventView {
      try world.call(number, Methods.Events.editToDo) {
        $0.room = place ?? event.room
        $0.toDo = toDo.id
        $0.change.done = true
      }
    }
  }

  @Test("E-61: a read-only event is seen by all and changed by whoever shared it alone")
  func readOnly() throws {
    var scene = try Scene()
    let world = scene.world
    try scene.share {
      $0.writers = .creator
      $0.leave = []
    }
    #expect(scene.event.readOnly && scene.event.toDos.map(\.text) == ["bread", "wine"])
    let seen = try world.event(1, scene.event)
    #expect(seen.readOnly && seen.toDos.map(\.text) == ["bread", "wine"] && !seen.own)
    #expect(
      seen.budget.map(\.text) == ["bread", "wine"] && !seen.budget.contains(where: \.personal))
    let event = scene.event
    let tries: [() throws -> Void] = [
      { _ = try world.edit(1, event) { $0.name = "Mine" } },
      { _ = try world.addToDo(1, event) { $0.text = "cheese" } },
      { [scene] in _ = try scene.tick(1, event.toDos[0]) },
      { [scene] in _ = try scene.line(1, "cheese", "3", shared: true) },
      {
        _ = try world.call(1, Methods.Events.deleteToDo) {
          $0.room = event.room
          $0.toDo = event.toDos[0].id
        }
      },
      {
        _ = try world.call(1, Methods.Events.editCost) {
          $0.room = event.room
          $0.line = event.budget[0].id
          $0.change.planned = "1"
        }
      },
      {
        _ = try world.call(1, Methods.Events.delete) {
          $0.room = event.room
          $0.event = event.id
        }
      },
    ]
    for body in tries {
      let said = refusal(body)
      #expect(said.contains("Only Ada, who made the"), "\(said)")
    }
    // What Bob keeps to itself is his own affair.
    let own = try world.call(1, Methods.Events.addToDo) {
      $0.room = event.room
      $0.event = event.id
      $0.personal = true
      $0.toDo.text = "buy a present"
    }
    #expect(own.toDos.map(\.personal) == [false, false, true])
    #expect(try scene.line(1, "present", "20").budget.map(\.personal) == [false, false, true])
    // Ada goes on as before.
    _ = try world.edit(0, event) { $0.name = "Feast" }
    _ = try scene.tick(0, event.toDos[1])
    let after = try world.event(1, event)
    #expect(after.name == "Feast" && after.toDos.map(\.done) == [false, true, false])
    #expect(try world.event(0, event).toDos.map(\.text) == ["bread", "wine"])
    #expect(try world.event(0, event).budget.map(\.text) == ["bread", "wine"])
    #expect(try world.state(0, scene.room.id) == world.state(1, scene.room.id))
  }

  @Test(
    "E-61: who changes a read-only event all the same changes nothing, and what it adds is not shown"
  )
  func forced() throws {
    var scene = try Scene()
    let world = scene.world
    try scene.share { $0.writers = .creator }
    let id = try #require(RoomID(Base32.decode(scene.room.id) ?? []))
    let event = try world.record(0, scene.event.id, in: scene.room.id)
    let toDo = try world.record(0, scene.event.toDos[0].id, in: scene.room.id)
    let before = try world.event(0, scene.event)
    // So that what follows stands behind all that Ada has written.
    try world.say(1, "nice", in: scene.room.id)
    var pen = try Pen(of: 1, in: id, world)
    try pen.write([
      .changing(event, EventSchema.Event.with { $0.name = "Bob's" }),
      .changing(toDo, ToDo.with { $0.text = "Bob's" }),
      .making(
        .toDo, nonce: Data(repeating: 7, count: 16), parent: event, writers: .creator,
        ToDo.with { $0.text = "Bob's" }),
      .making(
        .toDo, nonce: Data(repeating: 8, count: 16), parent: event, writers: .members,
        ToDo.with { $0.text = "Bob's" }),
      .making(
        .budgetLine, nonce: Data(repeating: 9, count: 16), parent: event,
        BudgetLine.with { $0.text = "Bob's" }),
      .making(
        .eventPicture, nonce: Data(repeating: 10, count: 16), parent: event, writers: .members,
        EventPicture.with { $0.source = "Bob's" }),
      .with { $0.delete.record = toDo.data },
    ])
    let entries = try world.state(0, scene.room.id).entries
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try world.state(0, scene.room.id).entries == entries + 1, "it was taken")
    #expect(try world.event(0, scene.event) == before)
  }

  @Test(
    "E-61: who shares without the list keeps it, sees it with the event, and has it again when it takes that back"
  )
  func withoutToDos() throws {
    var scene = try Scene()
    let world = scene.world
    try scene.share { $0.leave += ["to-do"] }
    #expect(scene.event.toDos.map(\.text) == ["bread", "wine"])
    #expect(scene.event.toDos.allSatisfy(\.personal) && !scene.event.readOnly)
    #expect(try world.event(1, scene.event).toDos.isEmpty)
    let bytes = try world.network.nodes[1].store.read {
      try Room.payloads(of: #require(RoomID(Base32.decode(scene.room.id) ?? [])), $0)
    }
    #expect(!bytes.contains { String(decoding: $0, as: UTF8.self).contains("bread") })
    // Both lists go on, each with places of its own.
    scene.event = try world.addToDo(1, scene.event) { $0.text = "cheese" }
    scene.event = try scene.tick(0, world.event(0, scene.event).toDos[1])
    #expect(scene.event.toDos.map(\.text) == ["cheese", "bread", "wine"])
    #expect(scene.event.toDos.map(\.done) == [false, true, false])
    scene.event = try world.call(0, Methods.Events.editToDo) {
      $0.room = scene.event.room
      $0.toDo = scene.event.toDos[2].id
      $0.change.place = 1
    }
    #expect(scene.event.toDos.map(\.text) == ["cheese", "wine", "bread"])
    #expect(try world.event(1, scene.event).toDos.map(\.text) == ["cheese"])
    // It cannot be taken back while somebody else's part is in it.
    let said = refusal { try scene.share(to: "personal") }
    #expect(said.contains("Somebody else wrote part of it"), "\(said)")
    _ = try world.call(1, Methods.Events.deleteToDo) {
      $0.room = scene.event.room
      $0.toDo = scene.event.toDos[0].id
    }
    try scene.share(to: "personal")
    #expect(scene.event.toDos.map(\.text) == ["wine", "bread"])
    let more = try world.call(0, Methods.Events.addToDo) {
      $0.room = scene.event.room
      $0.event = scene.event.id
      $0.personal = true
      $0.toDo.text = "last"
    }
    #expect(more.toDos.map(\.text) == ["wine", "bread", "last"], "all is personal there")
    _ = try world.call(0, Methods.Events.deleteToDo) {
      $0.room = scene.event.room
      $0.toDo = more.toDos[2].id
    }
    let account = try #require(
      try world.network.nodes[0].store.read { try $0.accounts().first?.author })
    let kept = try world.network.nodes[0].store.read { reader in
      try reader.room(RoomID(personal: account)).map {
        try reader.records(of: .toDo, in: $0.number, limit: 9).filter { $0.about != nil }
      }
    }
    #expect(kept?.isEmpty == true, "they are to-dos like all others again")
    // And shared again, with everything, it is whole.
    try scene.share { $0.leave = [] }
    let seen = try world.event(1, scene.event)
    #expect(
      seen.toDos.map(\.text) == ["wine", "bread"] && seen.budget.map(\.text) == ["bread", "wine"])
    #expect(try world.state(0, scene.room.id) == world.state(1, scene.room.id))
  }

  @Test(
    "E-37, E-61: a picture is read-only with its event, or stays with whoever shared that; nothing is lost"
  )
  func pictures() throws {
    for isShared in [true, false] {
      var scene = try Scene()
      let (world, bytes) = (scene.world, PictureTests.png(bytes: 5_000))
      func set(_ number: Int, _ event: EventView) throws {
        _ = try world.call(number, Methods.Events.setPicture) {
          $0.room = event.room
          $0.event = event.id
          $0.blob = try world.keep(number, bytes)
        }
      }
      try set(0, scene.event)
      try scene.share {
        $0.writers = .creator
        if !isShared { $0.leave.append("picture") }
      }
      world.network.run(milliseconds: 10_000)
      let seen = try world.event(1, scene.event)
      #expect(seen.hasPicture == isShared && scene.event.hasPicture)
      #expect(!isShared || seen.picture.received == UInt64(bytes.count))
      #expect(try world.events(1, scene.room.id).map(\.hasPicture) == [isShared])
      #expect(refusal { try set(1, seen) }.contains("Only Ada, who made the event"))
      #expect(scene.event.picture.received == UInt64(bytes.count))
      try set(0, scene.event)
      #expect(try world.event(1, scene.event).hasPicture)
    }
  }

  @Test("E-16: calendars know a to-do by one name, also through a read-only share or left behind")
  func calendarNames() throws {
    var scene = try Scene()
    try scene.share { $0.writers = .creator }
    scene.event = try scene.world.addToDo(0, scene.event) { $0.text = "added later" }
    let shared = scene.event.toDos.map(\.calendarName)
    try scene.share(to: "personal")
    #expect(scene.event.toDos.map(\.calendarName) == shared)
    let own = scene.event.toDos.map(\.calendarName)
    try scene.share { $0.leave += ["to-do"] }
    #expect(scene.event.toDos.map(\.calendarName) == own)
    try scene.share(to: "personal")
    #expect(scene.event.toDos.map(\.calendarName) == own)
  }

  @Test("E-51: who owes whom for what is shared; what is personal does not count")
  func debts() throws {
    var scene = try Scene()
    let world = scene.world
    try scene.share { $0.leave = [] }
    func pay(_ number: Int, _ index: Int, _ amount: String, _ sharers: [String]) throws {
      scene.event = try world.call(number, Methods.Events.editCost) {
        $0.room = scene.event.room
        $0.line = scene.event.budget[index].id
        $0.change.actual = amount
        $0.change.payer = number == 0 ? "Ada" : "Bob"
        $0.change.sharers = sharers
      }
    }
    #expect(scene.event.debts.isEmpty)
    try pay(0, 0, "4.01", [])
    #expect(scene.event.debts.map(\.fromName) == ["Bob"])
    #expect(["$2.00", "$2.01"].contains(scene.event.debts[0].amountText))
    try pay(1, 1, "9", ["ada"])
    #expect(scene.event.budget[1].sharerNames == ["Ada"])
    let debt = try #require(scene.event.debts.first)
    #expect(scene.event.debts.count == 1 && debt.fromName == "Ada" && debt.toName == "Bob")
    #expect([700, 699].contains(debt.amount.minor))
    #expect(try world.event(0, scene.event).debts == scene.event.debts)
    try pay(1, 1, "9", [""])
    #expect(
      scene.event.budget[1].sharers.isEmpty
        && [250, 249].contains(scene.event.debts[0].amount.minor))
    let stranger = refusal { try pay(0, 0, "1", ["Eve"]) }
    #expect(stranger.contains("Nobody called Eve"), "\(stranger)")
    let before = scene.event.debts
    _ = try scene.line(0, "a present for Bob", "50")
    #expect(try world.event(0, scene.event).debts == before)
  }

  @Test("E-62: an event made out of a message, which says what and when")
  func fromMessage() throws {
    let scene = try Scene()
    let world = scene.world
    let message = try world.say(1, "Round 2 on 2099-06-07 19:00!", in: scene.room.id)
    let vague = try world.say(1, "Who brings wine?", in: scene.room.id)
    func make(_ id: String, _ fill: (inout EventDraft) -> Void = { _ in }) throws -> EventView {
      try world.call(0, Methods.Events.add) {
        $0.room = scene.room.id
        $0.message = id
        $0.event.zone = "Europe/Berlin"
        fill(&$0.event)
      }
    }
    let event = try make(String(message.id.prefix(12)))
    #expect(event.name == "Round 2" && event.start.zone == "Europe/Berlin")
    #expect(event.start.milliseconds == 4_084_534_800_000)
    #expect(event.notes == "Bob in friends: Round 2 on 2099-06-07 19:00!")
    let named = try make(vague.id) {
      $0.name = "Shopping"
      $0.date = "in 2 days"
      $0.notes = ""
    }
    #expect(named.name == "Shopping" && named.notes.isEmpty)
    #expect(refusal { _ = try make(vague.id) }.contains("An event needs a date"))
    #expect(refusal { _ = try make("22222") }.contains("There is no message 22222"))
    #expect(try world.event(1, event).name == "Round 2")
  }
}

extension ToDoView {
  /// Its UID in calendars.
  fileprivate var calendarName: String { uid.isEmpty ? id + "@parlor" : uid }
}
