import Events
import EventSchema
import Schema
import TestKit
import Testing

@testable import Node

/// Many events at once: lists in pieces, and short answers.
@Suite struct ManyEventsTests {
  @Test(
    "E-04, E-53: a list in pieces says the same as a sorted one, and of which events one is told")
  func pieces() throws {
    let world = try RoomWorld(["Ada"])
    let room = try world.make(0, "club").id
    for number in 1...300 {
      let place = number % 3 == 0 ? room : ""
      _ = try world.plan(0, EventDraft("Event \(number)", "in \(400 - number) days"), in: place)
    }
    try world.read(0, "personal") { views in
      for name in ["", "club"] {
        let list = ListEvents.with { $0.room = name }
        var pieces: [EventLines] = []
        try views.read(Methods.Events.lines { $0 = list }) { pieces.append($0 as! EventLines) }
        var lines = pieces.flatMap(\.lines)
        #expect(lines.count == (name.isEmpty ? 300 : 100) && pieces.count == (name.isEmpty ? 2 : 1))
        let merged = try views.read(Methods.Events.lines { $0 = list }) as? EventLines
        #expect(merged?.lines == lines)
        ShownEvents.sortSoonestFirst(&lines)
        let sorted = try views.read(Methods.Events.list { $0 = list }) as? EventLines
        #expect(sorted?.lines == lines)
        let told = lines.filter(\.reminds)
        #expect(told == Array(lines.prefix(told.count)), "the soonest of all")
        #expect(told.count == (name.isEmpty ? 64 : 22))
      }
      let refused = refusal {
        let call = Methods.Events.lines { $0.room = "nowhere" }
        try views.read(call) { _ in Issue.record("a piece") }
      }
      #expect(refused.contains("nowhere"))
    }
  }

  @Test("E-14: the answer to one of many that are made says which event it is")
  func brief() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Picnic")
    (draft.uid, draft.notes) = ("1@example.org", "bring a mug")
    let made = try world.call(0, Methods.Events.add) { ($0.event, $0.brief) = (draft, true) }
    let event = try #require(try world.events(0, "personal").first)
    #expect(event.notes == "bring a mug")
    #expect(made == .with { ($0.id, $0.room, $0.uid) = (event.id, event.room, event.uid) })
  }
}
