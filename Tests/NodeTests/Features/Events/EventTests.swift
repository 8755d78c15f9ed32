import Events
import EventSchema
import Foundation
import Identifiers
import Schema
import Store
import TestKit
import Testing
import Wire

@testable import Node

/// Events: made, changed by several at once, deleted with all that belongs to them.
@Suite struct EventTests {
  @Test(
    "E-01, E-03, E-06, E-34, E-36, E-60: what is planned is saved; its date stays where others change"
  )
  func make() throws {
    let world = try RoomWorld(["Ada"])
    let event = try world.plan(0, EventDraft("Picnic", "in 90 minutes"))
    #expect(event.name == "Picnic" && event.own && event.roomName == "personal")
    #expect(event.minutes == 120, "E-14: two hours unless told")
    #expect(event.start.zone == "Europe/Berlin")
    let now = 1_700_000_000_000 + world.network.now
    #expect(abs(event.start.milliseconds - now - 90 * 60_000) <= 60_000)
    for number in 1...70 {
      _ = try world.plan(0, EventDraft("Event \(number)", "in \(number) days"))
    }
    #expect(try world.events(0, "personal").count == 71, "E-01: there is no limit")
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.events(0, "personal").first?.id == event.id && world.event(0, event) == event)
    let changed = try world.edit(0, event) {
      $0.notes = "by the lake\n at noon"
      $0.repeat = "yearly"
      $0.minutes = 45
      $0.countUp = true
    }
    #expect(changed.notes == "by the lake\n at noon" && changed.repeats == "RRULE:FREQ=YEARLY\n")
    #expect(changed.minutes == 45 && changed.countUp && changed.start == event.start)
    let cleared = try world.edit(0, event) {
      $0.notes = ""
      $0.repeat = "once"
      $0.countUp = false
    }
    #expect(cleared.notes.isEmpty && cleared.repeats.isEmpty && !cleared.countUp)
  }

  @Test("E-31, E-32, E-35, E-60: what cannot be saved is refused in words, and nothing is saved")
  func badInput() throws {
    let world = try RoomWorld(["Ada"])
    let wrong: [(EventDraft, String)] = [
      (EventDraft(" \n"), "Please Add an Event Description"),
      (EventDraft("Enter Event Description"), "Please Add an Event Description"),
      (.with { $0.date = "fri" }, "Please Add an Event Description"),
      (.with { $0.name = "Picnic" }, "An event needs a date"),
      (EventDraft("Picnic", "2020-01-01"), "has passed"),
      (EventDraft("Picnic", "soon"), "\"soon\" is not a date"),
      (EventDraft("Picnic", "9999-12-31T23:59-18:00"), "too far away"),
      (EventDraft(String(repeating: "x", count: 201)), "at most 200 bytes, not 201"),
      (
        .with {
          $0 = EventDraft("Picnic")
          $0.zone = "Europe/Nowhere"
        }, "no time zone Europe/Nowhere"
      ),
      (
        .with {
          $0 = EventDraft("Picnic")
          $0.minutes = 52_596_001
        }, "at most 52596000 minutes"
      ),
      (
        .with {
          $0 = EventDraft("Picnic")
          $0.repeat = "now and then"
        }, "\"now and then\" is no repetition"

      ),
      (
        .with {
          $0 = EventDraft("Picnic")
          $0.notes = String(repeating: "x", count: 8_193)
        }, "at most 8192 bytes, not 8193"
      ),
    ]
    for (draft, reason) in wrong {
      let said = refusal { _ = try world.plan(0, draft) }
      #expect(said.contains(reason), "\(said)")
    }
    #expect(try world.events(0, "personal").isEmpty)
    let event = try world.plan(0, EventDraft("Picnic"))
    #expect(refusal { _ = try world.edit(0, event) { $0.name = " " } }.contains("Please Add"))
    // The instant that it is now is not after now.
    let now = 1_700_000_000_000 + world.network.now
    let text = Date(timeIntervalSince1970: Double(now / 1_000)).formatted(.iso8601)
    let said = refusal {
      _ = try world.edit(0, event) {
        $0.date = text
        $0.zone = "UTC"
      }
    }
    #expect(said.contains("has passed"), "\(said)")
    #expect(refusal { _ = try world.edit(0, event) { _ in } }.contains("No change was given"))
    #expect(
      refusal { _ = try world.addToDo(0, event) { $0.text = " " } }.contains("say what to do"))
    #expect(
      refusal { _ = try world.addToDo(0, event) { $0.done = true } }.contains("say what to do"))
    let stranger = refusal {
      _ = try world.addToDo(0, event) {
        $0.text = "buy bread"
        $0.assignee = "Nobody"
      }
    }
    #expect(stranger.contains("Nobody called Nobody"), "\(stranger)")
    #expect(try world.event(0, event) == event)
  }

  @Test("E-43, E-44, E-45, E-46: the list of what is to be done, in its order")
  func toDos() throws {
    let world = try RoomWorld(["Ada"])
    var event = try world.plan(0, EventDraft("Picnic"))
    for text in ["bread", "wine", "cheese"] {
      event = try world.addToDo(0, event) { $0.text = text }
    }
    #expect(event.toDos.map(\.text) == ["bread", "wine", "cheese"])
    event = try world.addToDo(0, event) {
      $0.text = "invite people"
      $0.place = 1
      $0.due = "tomorrow 9am"
      $0.zone = "UTC"
      $0.assignee = "ada"
    }
    #expect(event.toDos.map(\.text) == ["invite people", "bread", "wine", "cheese"])
    #expect(event.toDos[0].assigneeName == "Ada" && event.toDos[0].hasDue)
    func change(_ index: Int, _ fill: (inout ToDoDraft) -> Void) throws {
      var draft = ToDoDraft()
      fill(&draft)
      event = try world.call(0, Methods.Events.editToDo) {
        $0.room = event.room
        $0.toDo = event.toDos[index].id
        $0.change = draft
      }
    }
    try change(3) { $0.place = 2 }
    try change(0) {
      $0.done = true
      $0.due = ""
      $0.assignee = ""
    }
    try change(2) { $0.text = "two loaves of bread" }
    #expect(
      event.toDos.map(\.text) == ["invite people", "cheese", "two loaves of bread", "wine"])
    #expect(event.toDos.map(\.done) == [true, false, false, false])
    #expect(!event.toDos[0].hasDue && event.toDos[0].assignee.isEmpty)
    try change(0) { $0.done = false }
    #expect(!event.toDos[0].done)
    event = try world.call(0, Methods.Events.deleteToDo) {
      $0.room = event.room
      $0.toDo = event.toDos[1].id
    }
    #expect(event.toDos.map(\.text) == ["invite people", "two loaves of bread", "wine"])
  }

  @Test("E-57: two people change one event while apart, and nothing is lost")
  func apart() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    event = try world.addToDo(0, event) { $0.text = "bread" }
    #expect(try world.event(1, event).toDos.map(\.text) == ["bread"])
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    _ = try world.edit(0, event) { $0.name = "Picnic by the lake" }
    let moved = try world.edit(1, event) {
      $0.date = "in 9 days"
      $0.zone = "America/New_York"
    }
    _ = try world.addToDo(0, event) { $0.text = "wine" }
    _ = try world.addToDo(1, event) { $0.text = "cheese" }
    for (number, done) in [(0, true), (1, false)] {
      _ = try world.call(number, Methods.Events.editToDo) {
        $0.room = event.room
        $0.toDo = event.toDos[0].id
        if done { $0.change.done = true } else { $0.change.text = "two loaves" }
      }
    }
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    let (ada, bob) = (try world.event(0, event), try world.event(1, event))
    for seen in [ada, bob] {
      #expect(seen.name == "Picnic by the lake" && seen.start == moved.start)
      #expect(Set(seen.toDos.map(\.text)) == ["two loaves", "wine", "cheese"])
      #expect(seen.toDos.filter(\.done).map(\.text) == ["two loaves"])
    }
    #expect(ada.toDos.map(\.id) == bob.toDos.map(\.id))
    #expect(try world.state(0, room.id) == world.state(1, room.id))
  }

  @Test(
    "E-16, E-17, E-52: a deleted event takes what belongs to it along, and its words are erased")
  func delete() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var event = try world.plan(0, EventDraft("a secret feast"), in: room.id)
    event = try world.addToDo(0, event) { $0.text = "a secret cake" }
    event = try world.addToDo(1, event) { $0.text = "candles" }
    world.network.partition(0, 1)
    world.network.cutLinks(0, 1)
    world.network.settle()
    // Bob goes on with it where he does not know yet.
    _ = try world.edit(1, event) { $0.notes = "bring music" }
    _ = try world.addToDo(1, event) { $0.text = "music" }
    let gone = try world.call(0, Methods.Events.delete) {
      $0.room = event.room
      $0.event = "A Secret Feast"
    }
    #expect(gone.deleted && gone.id == event.id && gone.toDos.isEmpty)
    world.network.heal(0, 1)
    world.network.connect(0, 1)
    world.network.run(milliseconds: 130_000)
    let id = try #require(RoomID(Base32.decode(room.id) ?? []))
    for number in 0...1 {
      #expect(try world.events(number, room.id).isEmpty)
      #expect(try world.event(number, event).deleted)
      let bytes = try world.network.nodes[number].store.read { try Room.payloads(of: id, $0) }
      #expect(!bytes.contains { String(decoding: $0, as: UTF8.self).contains("secret") })
    }
    #expect(try world.state(0, room.id) == world.state(1, room.id))
    #expect(
      refusal { _ = try world.addToDo(1, event) { $0.text = "more" } }.contains("There is no event")
    )
  }

  @Test("E-57, E-61: every member of a room may change an event; in the lobby only whoever made it")
  func writers() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let shared = try world.plan(0, EventDraft("Picnic"), in: room.id)
    #expect(try world.edit(1, shared) { $0.name = "Feast" }.authorName == "Ada")
    #expect(try world.event(0, shared).name == "Feast")
    var open = try world.plan(0, EventDraft("Tournament"), in: "lobby")
    open = try world.addToDo(0, open) { $0.text = "tables" }
    let reason = "Only Ada, who made the event"
    #expect(refusal { _ = try world.edit(1, open) { $0.name = "Cancelled" } }.contains(reason))
    #expect(
      refusal {
        _ = try world.call(1, Methods.Events.delete) {
          $0.room = "lobby"
          $0.event = open.id
        }
      }.contains(reason))
    // Nor does it count when his program does not ask.
    var pen = try Pen(of: 1, in: .lobby, world, later: 1)
    let record = try #require(Base32.decode(open.id).flatMap { RecordID($0) })
    let change = try Schema.Operation.changing(
      record, EventSchema.Event.with { $0.name = "Cancelled" })
    try pen.write([change, .with { $0.delete.record = record.data }])
    try world.send(pen.batch, from: 1, to: 0)
    #expect(try world.event(0, open) == open)
    #expect(try world.state(0).records == world.state(1).records)
    // Nor may anybody else add to it.
    #expect(
      refusal { _ = try world.addToDo(1, open) { $0.text = "chairs" } }.contains(
        "Only Ada, who made the event"))
  }

  @Test(
    "E-16, E-61: a personal event is seen by nobody, and moves to a room with what is to be done and with its names in calendars"
  )
  func share() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    var event = try world.plan(0, EventDraft("Picnic"))
    for text in ["bread", "wine"] { event = try world.addToDo(0, event) { $0.text = text } }
    #expect(try world.events(1, room.id).isEmpty && world.events(1, "personal").isEmpty)
    _ = try world.call(0, Methods.Rooms.move) {
      $0.room = event.room
      $0.record = event.id
      $0.to = room.id
    }
    #expect(try world.events(0, "personal").isEmpty)
    let moved = try world.event(1, try #require(try world.events(1, room.id).first))
    #expect(moved.name == "Picnic" && moved.start == event.start && !moved.own)
    #expect(moved.toDos.map(\.text) == ["bread", "wine"])
    #expect(moved.id == event.id && moved.toDos.map(\.id) == event.toDos.map(\.id))
    #expect(try world.edit(1, moved) { $0.notes = "I bring a cake" }.notes == "I bring a cake")
  }

  @Test("E-57: whoever looks is told of each change, as the whole event")
  func told() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"])
    let start = world.network.nodes[1].changes.count
    var event = try world.plan(0, EventDraft("Picnic"), in: room.id)
    event = try world.addToDo(0, event) { $0.text = "bread" }
    _ = try world.call(0, Methods.Events.deleteToDo) {
      $0.room = event.room
      $0.toDo = event.toDos[0].id
    }
    _ = try world.call(0, Methods.Events.delete) {
      $0.room = event.room
      $0.event = event.id
    }
    let told = world.network.nodes[1].changes[start...].compactMap { change in
      change.shown(EventView.self)
    }
    #expect(told.map(\.toDos.count) == [0, 1, 0, 0])
    #expect(told.map(\.deleted) == [false, false, false, true])
    #expect(told.allSatisfy { $0.id == event.id && $0.authorName == "Ada" && !$0.own })
  }

  @Test("E-09: a name or the beginning of an id finds one event; two that fit are said")
  func found() throws {
    let world = try RoomWorld(["Ada"])
    let one = try world.plan(0, EventDraft("Picnic"))
    let other = try world.plan(0, EventDraft("picnic"))
    func find(_ text: String) throws -> EventView {
      try world.call(0, Methods.Events.edit) {
        $0.event = text
        $0.change.minutes = 30
      }
    }
    #expect(refusal { _ = try find("PICNIC") }.contains("2 events fit PICNIC"))
    #expect(refusal { _ = try find("") }.contains("There is no event"))
    #expect(refusal { _ = try find("dinner") }.contains("There is no event dinner"))
    #expect(try find(String(one.id.prefix(12))).id == one.id)
    _ = try world.edit(0, other) { $0.name = "Dinner" }
    #expect(try find("pic").id == one.id, "the beginning of a name")
    #expect(try find("picnic").id == one.id && find("DINNER").id == other.id)
  }

  @Test("E-59: an event that others wrote with nonsense in it is shown all the same")
  func nonsense() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    var pen = try Pen(of: 1, in: .lobby, world, later: 1)
    let event = EventSchema.Event.with {
      $0.name = "\u{1b}[2J\u{202e}x\n" + String(repeating: "y", count: 5_000)
      $0.start.milliseconds = .max
      $0.start.zone = "\u{1b}/../etc/passwd"
      $0.status = .UNRECOGNIZED(7)
      $0.repeats = "RRULE:FREQ=SECONDLY\nEND:VEVENT\nRRULE:\u{1b}FREQ=DAILY\n"
      $0.changes = "BEGIN:VEVENT\nUID:other\nRECURRENCE-ID:20261224\nEND:VEVENT\nEND:VCALENDAR\n"
      $0.zones = "BEGIN:VTIMEZONE\nTZID:x\nBEGIN:VEVENT\nEND:VEVENT\nEND:VTIMEZONE\n"
      $0.minutes = .max
    }
    let nonce = Data(repeating: 7, count: 16)
    let early = EventSchema.Event.with { $0.start.milliseconds = .min }
    try pen.write([
      .making(.event, nonce: nonce, event),
      .making(.event, nonce: Data(count: 16), EventSchema.Event()),
      .making(.event, nonce: Data(repeating: 8, count: 16), early),
    ])
    try world.send(pen.batch, from: 1, to: 0)
    let seen = try world.events(0, "lobby")
    let reached = [EventRules.earliest, 0, EventRules.latest - 1]
    #expect(seen.map(\.start.milliseconds).sorted() == reached, "years 1 to 9999")
    for event in seen {
      #expect(event.name.utf8.count <= 200 && !event.name.contains("\u{1b}"))
      #expect(!event.start.zone.contains("\u{1b}") && event.changes.isEmpty && event.zones.isEmpty)
      #expect(["", "RRULE:FREQ=DAILY\n"].contains(event.repeats), "no program is kept busy")
    }
  }

  @Test("E-55: what a calendar program may act on is not taken from others, and is named")
  func hostileCalendar() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    var pen = try Pen(of: 1, in: .lobby, world, later: 1)
    let event = EventSchema.Event.with {
      $0.name = "Party"
      $0.start.milliseconds = 4_084_509_600_000
      $0.calendar =
        "URL:javascript:alert(1)\nLOCATION:lake\nATTACH:file:///etc/passwd\n"
        + "BEGIN:VALARM\nACTION:PROCEDURE\nATTACH:file:///bin/sh\nEND:VALARM\nMETHOD:REQUEST\n"
    }
    let nonce = Data(repeating: 7, count: 16)
    try pen.write([.making(.event, nonce: nonce, event)])
    try world.send(pen.batch, from: 1, to: 0)
    let seen = try #require(try world.events(0, "lobby").first)
    #expect(seen.calendar == "LOCATION:lake\n")
    #expect(seen.leftOut == ["URL", "ATTACH", "ACTION:PROCEDURE", "METHOD"])
  }
}
