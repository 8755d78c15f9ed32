import Calendars
import Events
import EventSchema
import Schema
import TestKit
import Testing
import WholeSchema

@testable import Node

/// One file that holds all of an event: its list, its budget, who does what (rows E-59 and 43 C-5).
@Suite struct CalendarOwnTests {
  /// Takes a file in one of the homes.
  private func take(
    _ text: String, _ world: RoomWorld, _ number: Int = 0, room: String? = nil
  ) throws -> CalendarTaking {
    var taking = try CalendarTaking(room: room, keep: { _ in "" }) { calls in
      try calls.map { call in
        if let show = call.request as? ShowRoom {
          return .success(try world.room(number, show.room))
        }
        guard Methods.method(call.path)?.isRead == true else {
          return world.network.perform(number, call)
        }
        return .success(try #require(try world.read(number, "personal") { try $0.read(call) }))
      }
    }
    try taking.take(try CalendarFile(text, zone: "Europe/Berlin"))
    return taking
  }

  private func export(_ world: RoomWorld, _ number: Int = 0, _ event: EventView) throws -> String {
    CalendarText.write([try world.event(number, event)], isOwn: true, now: 1_800_000_000_000)
  }

  private func picnic(_ world: RoomWorld, in room: String = "") throws -> EventView {
    var draft = EventDraft("Picnic; with, all")
    (draft.countUp, draft.notes) = (true, "two\nlines")
    var event = try world.plan(0, draft, in: room)
    event = try world.addToDo(0, event) { ($0.text, $0.assignee) = ("bring cups", "Ada") }
    event = try world.addToDo(0, event) { $0.text = "dance" }
    let costs: [(String, String, String?, String, Bool)] = [
      ("wine, red; white", "24.50", "22.80", "Ada", true), ("boat", "60", nil, "", false),
      ("boat", "60", nil, "", false),
    ]
    for (text, planned, actual, payer, isShared) in costs {
      event = try world.call(0, Methods.Events.addCost) {
        ($0.room, $0.event, $0.shared) = (event.room, event.id, isShared)
        ($0.line.text, $0.line.planned, $0.line.currency) = (text, planned, "EUR")
        if let actual { $0.line.actual = actual }
        if !payer.isEmpty { ($0.line.payer, $0.line.sharers) = (payer, [payer]) }
        $0.line.category = "fun"
      }
    }
    return event
  }

  @Test("43 C-5: an export holds count-up, costs and who does what, and another home reads it all")
  func whole() throws {
    let world = try RoomWorld(["Ada"])
    let text = try export(world, 0, try picnic(world))
    let there = try world.event(0, try world.events(0, "personal")[0])
    // Another home, in which the same name has another key.
    let other = try RoomWorld(["Ada"], seed: 2)
    #expect(try other.account(0) != world.account(0))
    let taking = try take(text, other)
    #expect(taking.problems.count == 0 && taking.made == 1, "\(taking.problems.named)")
    let here = try other.event(0, try other.events(0, "personal")[0])
    #expect(here.countUp && here.name == there.name && here.notes == there.notes)
    #expect(here.toDos.map(\.text) == there.toDos.map(\.text))
    #expect(here.toDos.map(\.assigneeName) == ["Ada", ""])
    #expect(here.budget.count == 3)
    for (one, two) in zip(here.budget, there.budget) {
      #expect(one.text == two.text && one.planned == two.planned && one.actual == two.actual)
      #expect(one.category == two.category && one.personal == two.personal)
      #expect(one.payerName == two.payerName && one.sharerNames == two.sharerNames)
    }
    #expect(here.budgetTotal == "€144.50" && here.budgetActual == "€22.80")
    // Twice is once, in both homes.
    for (world, event) in [(other, here), (world, there)] {
      let again = try take(text, world)
      #expect(again.made == 0 && again.changed == 0 && again.problems.count == 0)
      #expect(try world.event(0, event).budget.count == 3)
    }
    // And from there it is the same file, but for the ids of people.
    let back = try export(other, 0, here)
    #expect(
      try CalendarFile(back, zone: "UTC").events[0].own.costs.map(\.text)
        == CalendarFile(text, zone: "UTC").events[0].own.costs.map(\.text))
  }

  @Test("44, E-55: the node writes one file of all events and to-dos, as another home reads it")
  func everything() throws {
    let world = try RoomWorld(["Ada"])
    let nothing = refusal { try world.call(0, Methods.Events.writeFile) }
    #expect(nothing.contains("nothing to write"), "\(nothing)")
    _ = try picnic(world)
    _ = try world.plan(0, EventDraft("Plain day"))
    let sweep = try world.call(0, Methods.ToDos.add) { $0.toDo.text = "sweep the floor" }
    let text = try world.call(0, Methods.Events.writeFile).text
    #expect(text.ranges(of: "BEGIN:VCALENDAR").count == 1)
    #expect(text.ranges(of: "BEGIN:VEVENT").count == 2)
    #expect(text.ranges(of: "BEGIN:VTODO").count == 3)
    let other = try RoomWorld(["Ada"], seed: 2)
    let taking = try take(text, other)
    #expect(taking.problems.count == 0 && taking.made == 3, "\(taking.problems)")
    let here = try other.events(0, "personal").map { try other.event(0, $0) }
    let party = try #require(here.first { $0.name == "Picnic; with, all" })
    #expect(party.toDos.map(\.text) == ["bring cups", "dance"] && party.budget.count == 3)
    #expect(here.contains { $0.name == "Plain day" })
    let own = try other.call(0, Methods.ToDos.list).toDos.filter(\.event.isEmpty)
    #expect(own.map(\.text) == [sweep.text])
    // One event by its name is still that event alone.
    let one = try world.call(0, Methods.Events.writeFile) { $0.event = "plain" }.text
    #expect(one.contains("SUMMARY:Plain day") && !one.contains("Picnic"))
  }

  @Test("E-59: costs of a file are not added again where others see them here and not there")
  func sharedCosts() throws {
    let world = try RoomWorld(["Ada"])
    let shared = try picnic(world, in: try world.make(0, "club", []).id)
    #expect(shared.budget.map(\.personal) == [false, true, true])
    let text = try export(world, 0, shared)
    // In a personal event all costs are our person's alone.
    let other = try RoomWorld(["Ada"], seed: 2)
    for count in 0...1 {
      #expect(try take(text, other).same == count)
      let here = try other.event(0, try other.events(0, "personal")[0])
      #expect(here.budget.count == 3 && here.budgetTotal == "€144.50", "\(here.budget)")
    }
    // One that was personal when the file was written is still the same cost.
    let personal = text.replacing("PLANNED=24.50;", with: "PLANNED=24.50;PERSONAL=TRUE;")
    #expect(personal != text)
    #expect(try take(personal, world).same == 1)
    #expect(try world.event(0, shared).budget.map(\.personal) == [false, true, true])
    // A cost of our person alone changes none that others see.
    let dearer = personal.replacing("PLANNED=24.50;", with: "PLANNED=25;")
    #expect(try take(dearer, world).changed == 1)
    let budget = try world.event(0, shared).budget
    #expect(budget.count == 4 && budget.filter { !$0.personal }.map(\.plannedText) == ["€24.50"])
  }

  @Test("43 C-5: a cost that the file has otherwise is changed; who is not known here is named")
  func changes() throws {
    let world = try RoomWorld(["Ada"])
    let text = try export(world, 0, try picnic(world))
    let dearer = text.replacing("PLANNED=24.50", with: "PLANNED=30.00")
    let taking = try take(dearer, world)
    #expect(taking.changed == 1 && taking.problems.count == 0, "\(taking.problems.named)")
    let event = try world.event(0, try world.events(0, "personal")[0])
    #expect(event.budget.count == 3 && event.budget[0].plannedText == "€30.00")
    #expect(event.budget[0].payerName == "Ada")
    let stranger = try RoomWorld(["Zoe"], seed: 2)
    let told = try take(text, stranger)
    #expect(told.made == 1)
    #expect(
      told.problems.named.map { "\($0.name): \($0.text)" } == [
        "bring cups: Not known here, so taken without a name: Ada.",
        "wine, red; white: Not known here, so taken without a name: Ada.",
      ])
    let taken = try stranger.event(0, try stranger.events(0, "personal")[0])
    #expect(taken.toDos.count == 2 && taken.budget.count == 3)
    #expect(taken.budget.allSatisfy { $0.payer.isEmpty && $0.sharers.isEmpty })
    #expect(try take(text, stranger).same == 1)
    // Whoever has the same id is the same person, whatever the name is.
    let renamed = try RoomWorld(["Zoe"])
    #expect(try renamed.account(0) == world.account(0))
    #expect(try take(text, renamed).problems.count == 0)
    let same = try renamed.event(0, try renamed.events(0, "personal")[0])
    #expect(same.toDos[0].assigneeName == "Zoe" && same.budget.contains { $0.payerName == "Zoe" })
    // What the node refuses is named.
    let wrong = try take(text.replacing("PLANNED=60.00", with: "PLANNED=1234567"), stranger)
    #expect(wrong.problems.named.contains { $0.name == "boat" }, "\(wrong.problems.named)")
  }

  @Test("43 C-5: what somebody keeps about a shared event stays that person's own")
  func personal() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var event = try picnic(world, in: room.id)
    event = try world.call(0, Methods.Events.addToDo) {
      ($0.room, $0.event, $0.personal) = (event.room, event.id, true)
      $0.toDo.text = "buy a gift for Bob"
    }
    let text = try export(world, 0, event)
    _ = try world.call(0, Methods.Events.delete) { ($0.room, $0.event) = (room.id, event.id) }
    let fresh = text.replacing("@parlor", with: "@new")
    let taking = try take(fresh, world, room: "friends")
    #expect(taking.made == 1 && taking.problems.count == 0, "\(taking.problems.named)")
    let all = try world.events(0, "friends")
    world.network.settle()
    let seen = try world.event(1, try #require(all.first))
    #expect(!seen.toDos.contains { $0.text.contains("gift") } && seen.toDos.count == 2)
    #expect(seen.budget.map(\.text) == ["wine, red; white"])
    let own = try world.event(0, all[0])
    #expect(own.toDos.count == 3 && own.budget.count == 3)
  }
}
