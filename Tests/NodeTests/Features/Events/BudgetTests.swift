import EventSchema
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// The costs of events: private unless shared, added up exactly.
@Suite struct BudgetTests {
  private func add(
    _ world: RoomWorld, _ number: Int, _ event: EventView, _ text: String, _ price: String,
    shared: Bool = false, _ fill: (inout BudgetDraft) -> Void = { _ in }
  ) throws -> EventView {
    var draft = BudgetDraft.with {
      $0.text = text
      $0.planned = price
    }
    fill(&draft)
    return try world.call(number, Methods.Events.addCost) {
      $0.room = event.room
      $0.event = event.id
      $0.line = draft
      $0.shared = shared
    }
  }

  private func edit(
    _ world: RoomWorld, _ number: Int, _ line: BudgetLineView, _ fill: (inout BudgetDraft) -> Void
  ) throws -> EventView {
    var draft = BudgetDraft()
    fill(&draft)
    return try world.call(number, Methods.Events.editCost) {
      $0.room = line.room
      $0.line = line.id
      $0.change = draft
    }
  }

  private func delete(
    _ world: RoomWorld, _ number: Int, _ line: BudgetLineView
  ) throws -> EventView {
    try world.call(number, Methods.Events.deleteCost) {
      $0.room = line.room
      $0.line = line.id
    }
  }

  @Test("E-47 to E-51: lines are added, changed and deleted, and the total follows")
  func total() throws {
    let world = try RoomWorld(["Ada"])
    var event = try world.plan(0, EventDraft("Picnic"))
    #expect(event.budgetTotal == "$0.00" && event.budgetActual.isEmpty)
    event = try add(world, 0, event, "bread", "0.10")
    event = try add(world, 0, event, "wine", "12.2")
    #expect(event.budgetTotal == "$12.30")
    event = try edit(world, 0, event.budget[1]) {
      $0.planned = "99999.99"
      $0.actual = "11.05"
      $0.payer = "ada"
      $0.category = "drinks"
    }
    #expect(event.budgetTotal == "$100000.09" && event.budgetActual == "$11.05")
    #expect(event.budget[1].payerName == "Ada" && event.budget[1].category == "drinks")
    event = try edit(world, 0, event.budget[1]) {
      $0.actual = ""
      $0.payer = ""
      $0.category = ""
    }
    #expect(event.budgetActual.isEmpty && !event.budget[1].hasActual)
    #expect(event.budget[1].payer.isEmpty && event.budget[1].category.isEmpty)
    event = try add(world, 0, event, "train", "20") { $0.currency = "eur" }
    #expect(event.budgetTotal == "$100000.09 + €20.00")
    event = try add(world, 0, event, "bus", "3")
    #expect(event.budget[3].plannedText == "€3.00", "the currency of the line before")
    event = try delete(world, 0, event.budget[1])
    #expect(event.budget.map(\.text) == ["bread", "train", "bus"])
    #expect(event.budgetTotal == "$0.10 + €23.00")
    let wrong: [(String, String, String)] = [
      (" ", "1", "say what the money is for"), ("x", "", "The price is missing"),
      ("x", "123456", "not a price"), ("x", "1,5", "not a price"),
    ]
    for (text, price, reason) in wrong {
      let said = refusal { _ = try add(world, 0, event, text, price) }
      #expect(said.contains(reason), "\(said)")
    }
    let currency = refusal { _ = try add(world, 0, event, "x", "1") { $0.currency = "gold" } }
    #expect(currency.contains("\"gold\" is not a currency"))
    #expect(
      refusal { _ = try edit(world, 0, event.budget[0]) { _ in } }.contains("No change was given"))
    #expect(try world.event(0, event) == event)
  }

  @Test(
    "E-57, E-61: a budget is private by default; a shared line is everybody's, and a delete wins")
  func shared() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    event = try add(world, 0, event, "a present for Bob", "50")
    event = try add(world, 0, event, "bread", "4", shared: true)
    event = try add(world, 0, event, "wine", "9", shared: true)
    #expect(event.budget.map(\.text) == ["bread", "wine", "a present for Bob"])
    #expect(event.budget.map(\.personal) == [false, false, true])
    let seen = try world.event(1, event)
    #expect(seen.budget.map(\.text) == ["bread", "wine"] && seen.budgetTotal == "$13.00")
    let id = try #require(RoomID(Base32.decode(room.id) ?? []))
    let bytes = try world.network.nodes[1].store.read { try Room.payloads(of: id, $0) }
    #expect(!bytes.contains { String(decoding: $0, as: UTF8.self).contains("present") })
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    _ = try edit(world, 1, seen.budget[0]) { $0.planned = "5" }
    _ = try edit(world, 1, seen.budget[1]) { $0.actual = "8.50" }
    _ = try edit(world, 0, event.budget[1]) { $0.text = "red wine" }
    _ = try delete(world, 0, event.budget[0])
    let start = world.network.nodes[1].changes.count
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    for number in 0...1 {
      let line = try #require(try world.event(number, event).budget.first)
      #expect(line.text == "red wine" && line.actualText == "$8.50")
      #expect(try world.event(number, event).budget.count { !$0.personal } == 1)
    }
    #expect(try world.state(0, room.id) == world.state(1, room.id))
    let told = world.network.nodes[1].changes[start...].contains { change in
      switch change.what {
      case .record(let record)?: record.id == event.id
      case .roomChanged(let id)?: id == room.id
      default: false
      }
    }
    #expect(told)
    // What is personal goes with the event as well (E-52).
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = room.id
      $0.event = event.id
    }
    let personal = try world.network.nodes[0].store.read { reader in
      let account = try #require(try reader.accounts().first)
      return try Room.payloads(of: RoomID(personal: account.author), reader)
    }
    #expect(!personal.contains { String(decoding: $0, as: UTF8.self).contains("present") })
  }

  @Test("E-61: a shared event leaves its budget behind, and knows it still; or takes it along")
  func move() throws {
    for along in [false, true] {
      let world = try RoomWorld(["Ada", "Bob"])
      try world.pair(0, 1)
      let room = try world.make(0, "friends", ["Bob"])
      var event = try world.plan(0, EventDraft("Picnic"))
      event = try add(world, 0, event, "bread", "4")
      event = try add(world, 0, event, "wine", "9")
      _ = try world.call(0, Methods.Rooms.move) {
        $0.room = event.room
        $0.record = event.id
        $0.to = room.id
        $0.leave = along ? [] : ["cost"]
      }
      let moved = try #require(try world.events(0, room.id).first)
      let (ada, bob) = (try world.event(0, moved), try world.event(1, moved))
      #expect(ada.budget.map(\.text) == ["bread", "wine"] && ada.budgetTotal == "$13.00")
      #expect(ada.budget.map(\.personal) == [!along, !along])
      #expect(bob.budget.map(\.text) == (along ? ["bread", "wine"] : []))
      #expect(try world.state(0, room.id) == world.state(1, room.id))
    }
  }
}
