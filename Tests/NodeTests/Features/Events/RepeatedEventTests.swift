import Events
import EventSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Events that come again, and events that were there before.
@Suite struct RepeatedEventTests {
  private func dates(_ event: EventView) -> [Int64] {
    Occurrences(event).list(from: event.start.milliseconds, limit: 50).map(\.start)
  }

  @Test("E-63: one date is deleted or changed, and all later ones, and the others stay")
  func singleDates() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Choir", "tomorrow 20:00")
    draft.repeat = "every day for 10 times"
    draft.place = "School"
    let event = try world.plan(0, draft)
    let all = dates(event)
    #expect(all.count == 10 && event.repetition == "every day, 10 times")
    func on(_ place: Int, later: Bool = false) -> EventDate {
      .with {
        $0.date = Date(timeIntervalSince1970: Double(all[place] / 1_000)).formatted(.iso8601)
        $0.zone = "UTC"
        $0.later = later
      }
    }
    func edit(_ date: EventDate, _ fill: (inout EventDraft) -> Void) throws -> EventView {
      try world.call(0, Methods.Events.edit) {
        $0.room = event.room
        $0.event = event.id
        fill(&$0.change)
        $0.on = date
      }
    }
    let shorter = try world.call(0, Methods.Events.delete) {
      $0.room = event.room
      $0.event = event.id
      $0.on = on(2)
    }
    #expect(!shorter.deleted && dates(shorter) == all.filter { $0 != all[2] })
    let moved = try edit(on(3)) {
      $0.date = "in 40 days"
      $0.zone = "Europe/Berlin"
      $0.name = "Concert"
    }
    #expect(dates(moved).count == 9 && !dates(moved).contains(all[3]))
    #expect(Occurrences(moved).list(from: all[9] + 1, limit: 5).map(\.name) == ["Concert"])
    #expect(moved.name == "Choir" && moved.changes.contains("LOCATION:School\n"))
    // What is changed again is there once.
    let again = try edit(on(3)) { $0.name = "Party" }
    #expect(again.changes.components(separatedBy: "BEGIN:VEVENT").count == 2)
    let rest = try edit(on(6, later: true)) { $0.minutes = 30 }
    #expect(rest.id != event.id && dates(rest) == Array(all[6...]) && rest.minutes == 30)
    let first = try world.event(0, event)
    #expect(dates(first).filter { $0 <= all[9] } == [all[0], all[1], all[4], all[5]])
    let said = refusal { _ = try edit(on(2)) { $0.minutes = 5 } }
    #expect(said.contains("Choir is not on"), "\(said)")
    #expect(refusal { _ = try edit(on(0)) { $0.repeat = "yearly" } }.contains("One date cannot"))
  }

  @Test("43 C-7: parts of a series have one name for people: the one that comes next is meant")
  func series() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Choir", "in 2 days")
    (draft.repeat, draft.categories) = ("every day for 12 times", "music")
    let event = try world.plan(0, draft)
    let all = dates(event)
    func show(_ text: String = "choir") throws -> EventView {
      try world.call(0, Methods.Events.show) { $0.event = text }
    }
    func later(_ part: EventView, from instant: Int64, _ minutes: UInt32) throws -> EventView {
      try world.call(0, Methods.Events.edit) {
        ($0.room, $0.event, $0.change.minutes) = (part.room, part.id, minutes)
        ($0.on.date, $0.on.zone, $0.on.later) = (DateText.exact(instant), "UTC", true)
      }
    }
    let second = try later(event, from: all[4], 30)
    let third = try later(second, from: all[8], 45)
    #expect(second.categories == "music" && third.categories == "music", "nothing of it is lost")
    #expect(Set([event.id, second.id, third.id]).count == 3)
    #expect(try show().id == event.id && show("cho").id == event.id)
    // Another event of that name is another thing.
    _ = try world.plan(0, EventDraft("Choir", "in 9 days"))
    #expect(refusal { _ = try show() }.contains("fit choir"))
    #expect(try show(third.id).id == third.id)
    // Calendars know the parts apart, and as siblings.
    let text = CalendarText.write([try world.event(0, event), try world.event(0, third)], now: 0)
      .replacing("\r\n ", with: "")
    let file = try CalendarFile(text, zone: "UTC")
    #expect(Set(file.events.map(\.uid)).count == 2 && file.problems.isEmpty)
    #expect(file.events[1].calendar.contains("RELATED-TO;RELTYPE=SIBLING:\(file.events[0].uid)\n"))
  }

  @Test(
    "43 C-7: a part that ends before another rule or a single date gets no dates that were not there",
    arguments: [
      "RRULE:FREQ=DAILY;COUNT=3\nRDATE:20410807T060000Z,20410808T060000Z\n",
      "RRULE:FREQ=DAILY;UNTIL=20410803T060000Z\nRDATE:20410807T060000Z,20410808T060000Z\n",
      "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=4\nRRULE:FREQ=DAILY;COUNT=2\n",
      "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=3\nRRULE:FREQ=DAILY;UNTIL=20410802T060000Z\n",
      // The rest begins on a Friday, and the weekly dates stay Thursdays.
      "RRULE:FREQ=WEEKLY;COUNT=4\nRRULE:FREQ=DAILY;COUNT=2\n",
      "RRULE:FREQ=MONTHLY;COUNT=3\nRRULE:FREQ=DAILY;COUNT=2\n",
      "RRULE:FREQ=YEARLY;COUNT=3\nRRULE:FREQ=WEEKLY;COUNT=2\n",
    ])
  func severalRules(repeats: String) throws {
    for place in 1...4 {
      let world = try RoomWorld(["Ada"])
      var draft = EventDraft("Course", "2041-08-01 06:00")
      draft.zone = "UTC"
      draft.repeats = repeats
      let event = try world.plan(0, draft)
      let all = dates(event)
      guard place < all.count else { continue }
      let date = EventDate.with {
        ($0.date, $0.zone, $0.later) = (DateText.exact(all[place]), "UTC", true)
      }
      _ = try world.call(0, Methods.Events.edit) {
        ($0.event, $0.series) = (event.id, true)
        $0.change.place = "Hall"
        $0.on = date
      }
      let parts = try world.events(0, "personal").sorted {
        $0.start.milliseconds < $1.start.milliseconds
      }
      #expect(
        parts.map(dates) == [Array(all[..<place]), Array(all[place...])], "\(repeats), \(place)")
    }
  }

  @Test("43 C-7: a part from which a rule cannot be counted is refused, and nothing changes")
  func unevenRules() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Course", "2041-08-01 06:00")
    draft.zone = "UTC"
    draft.repeats = "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4\nRRULE:FREQ=DAILY;COUNT=9\n"
    let event = try world.plan(0, draft)
    // August 8 is in a week between two of the first rule.
    let said = refusal {
      _ = try world.call(0, Methods.Events.edit) {
        ($0.event, $0.change.place) = (event.id, "Hall")
        ($0.on.date, $0.on.zone, $0.on.later) = ("2041-08-08 06:00", "UTC", true)
      }
    }
    #expect(said.contains("comes by several rules"), "\(said)")
    #expect(try world.events(0, "personal").map(\.repeats) == [event.repeats])
  }

  @Test(
    "E-63: a date of those that a file changes from one on keeps what it says when it is changed")
  func fromThenOn() throws {
    let world = try RoomWorld(["Ada"])
    let day: Int64 = 86_400_000
    // Monday, 2041-03-04 18:00.
    let start: Int64 = 2_246_032_800_000
    let event = try world.plan(
      0,
      .with {
        ($0.name, $0.uid, $0.minutes) = ("Choir", "x", 60)
        ($0.start.milliseconds, $0.start.zone) = (start, "UTC")
        $0.repeats = "RRULE:FREQ=WEEKLY;COUNT=5\n"
        $0.changes =
          "BEGIN:VEVENT\nUID:x\nRECURRENCE-ID;RANGE=THISANDFUTURE:20410318T180000Z\nDTSTART:20410319T200000Z\nDTEND:20410319T213000Z\nSUMMARY:New\nLOCATION:Hall\nEND:VEVENT\n"
      })
    let moved = [2, 3, 4].map { start + ($0 * 7 + 1) * day + 7_200_000 }
    #expect(dates(event) == [start, start + 7 * day] + moved)
    func edit(_ date: Int64, later: Bool, _ minutes: UInt32) throws -> EventView {
      try world.call(0, Methods.Events.edit) {
        ($0.event, $0.change.minutes) = (event.id, minutes)
        ($0.on.date, $0.on.zone, $0.on.later) = (DateText.exact(date), "UTC", later)
      }
    }
    let shorter = Occurrences(try edit(moved[1], later: false, 30)).list(from: 0, limit: 9)
    #expect(shorter.map(\.start) == dates(event))
    #expect(shorter.map(\.name) == [nil, nil, "New", "New", "New"])
    #expect(shorter[3].said?.place == "Hall" && shorter[3].end - shorter[3].start == 1_800_000)
    #expect(shorter[4].end - shorter[4].start == 5_400_000)
    let rest = Occurrences(try edit(moved[1], later: true, 60)).list(from: 0, limit: 9)
    #expect(rest.map(\.start) == Array(moved[1...]) && rest.map(\.name) == ["New", "New"])
  }

  @Test(
    "43 C-7: what is done to a series is done to all its parts, or to the part that has the date")
  func allParts() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Choir", "in 2 days")
    draft.repeat = "every day for 12 times"
    let event = try world.plan(0, draft)
    let all = dates(event)
    func date(_ instant: Int64, later: Bool = false) -> EventDate {
      .with { ($0.date, $0.zone, $0.later) = (DateText.exact(instant), "UTC", later) }
    }
    func edit(_ on: EventDate?, _ fill: (inout EventDraft) -> Void) throws -> EventView {
      try world.call(0, Methods.Events.edit) {
        ($0.event, $0.series) = (event.id, true)
        fill(&$0.change)
        if let on { $0.on = on }
      }
    }
    func delete(_ on: EventDate?) throws {
      _ = try world.call(0, Methods.Events.delete) {
        ($0.event, $0.series) = (event.id, true)
        if let on { $0.on = on }
      }
    }
    func parts() throws -> [EventView] {
      try world.events(0, "personal").sorted { $0.start.milliseconds < $1.start.milliseconds }
    }
    let second = try edit(date(all[4], later: true)) { $0.minutes = 30 }
    let third = try edit(date(all[8], later: true)) { $0.minutes = 45 }
    let shown = try world.call(0, Methods.Events.show) { $0.event = event.id }
    #expect(Set(shown.parts) == [second.id, third.id])
    _ = try edit(nil) { $0.name = "Singing" }
    #expect(try parts().map(\.name) == ["Singing", "Singing", "Singing"])
    #expect(try parts().map(\.minutes) == [event.minutes, 30, 45])
    let said = refusal { _ = try edit(nil) { $0.date = "in 3 days 9:00" } }
    #expect(said.contains("3 parts with dates of their own") && said.contains(third.id.prefix(8)))
    // The date is one of the third part; all later ones are those of later parts, too.
    #expect(try edit(date(all[9])) { $0.place = "School" }.id == third.id)
    _ = try edit(date(all[6], later: true)) { $0.notes = "loud" }
    #expect(try parts().map(\.notes) == ["", "", "loud", "loud"])
    #expect(try parts().flatMap(dates) == all)
    try delete(date(all[5], later: true))
    #expect(try parts().flatMap(dates) == Array(all[..<5]))
    try delete(nil)
    #expect(try parts().isEmpty)
  }

  @Test(
    "43 C-7: changed dates behind a change of all later ones stay as they are, and move with it")
  func changedDatesStay() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Choir", "in 2 days")
    draft.repeat = "every day for 12 times"
    let event = try world.plan(0, draft)
    let all = dates(event)
    func edit(
      _ part: EventView, _ date: Int64, later: Bool = false, _ fill: (inout EventDraft) -> Void
    ) throws -> EventView {
      try world.call(0, Methods.Events.edit) {
        ($0.room, $0.event) = (part.room, part.id)
        fill(&$0.change)
        ($0.on.date, $0.on.zone, $0.on.later) = (DateText.exact(date), "UTC", later)
      }
    }
    func named(_ part: EventView) -> [Int64: String] {
      Dictionary(
        Occurrences(part).list(from: 0, limit: 50).compactMap { date in
          date.name.map { (date.start, $0) }
        }, uniquingKeysWith: { one, _ in one })
    }
    let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
    _ = try edit(event, all[2]) { $0.name = "before" }
    _ = try edit(event, all[6]) { $0.name = "concert" }
    _ = try edit(event, all[8]) { ($0.name, $0.date, $0.zone) = ("party", "in 60 days", "UTC") }
    let before = named(try world.event(0, event))
    #expect(before.count == 3)
    let party = try #require(before.first { $0.value == "party" }?.key)
    // Only longer.
    let second = try edit(event, all[4], later: true) { $0.minutes = 30 }
    #expect(named(try world.event(0, event)) == [all[2]: "before"])
    #expect(named(second) == [all[6]: "concert", party: "party"])
    #expect(dates(second).count == 8)
    // An hour later: what has no time of its own moves as well.
    let third = try edit(second, all[5], later: true) {
      $0.start = .with { ($0.milliseconds, $0.zone) = (all[5] + hour, event.start.zone) }
    }
    #expect(named(third) == [all[6] + hour: "concert", party: "party"])
    #expect(dates(third).filter { $0 < all[11] + day }.count == 6 && dates(third).count == 7)
    // The file of it says the same.
    let file = try CalendarFile(
      CalendarText.write([try world.event(0, third)], now: 0), zone: "UTC")
    #expect(file.problems.isEmpty && file.events.count == 1)
    #expect(file.events[0].changes.components(separatedBy: "BEGIN:VEVENT").count == 3)
  }

  @Test(
    "E-66, E-68: what a program says of an event may be past, and is kept with place and status")
  func past() throws {
    let world = try RoomWorld(["Ada"])
    let event = try world.plan(
      0,
      .with {
        $0.name = "Birth"
        $0.start.milliseconds = -939_600_000_000
        $0.start.zone = "Europe/Berlin"
        $0.minutes = 0
        $0.repeats = "RRULE:FREQ=YEARLY\n"
        $0.place = "Home"
        $0.url = "https://example.org"
        $0.status = .confirmed
        $0.allDay = true
        $0.calendar = "ATTENDEE;CN=Bob;PARTSTAT=DECLINED:mailto:b@example.org\nCATEGORIES:A,B\n"
      })
    #expect(event.start.milliseconds == -939_600_000_000 && event.minutes == 0 && event.allDay)
    #expect(event.place == "Home" && event.status == .confirmed && event.repetition == "every year")
    #expect(event.attendees == ["Bob (declined)"] && event.categories == "A,B")
    #expect(event.calendar.contains("ATTENDEE"), "E-64: it is our person's alone")
    // What people type must come, unless it comes again.
    #expect(refusal { _ = try world.plan(0, EventDraft("x", "2001-01-01")) }.contains("has passed"))
    var old = EventDraft("Old", "2001-01-01")
    old.repeat = "yearly"
    #expect(try world.plan(0, old).repetition == "every year")
    old.repeat = "FREQ=YEARLY;COUNT=3"
    #expect(refusal { _ = try world.plan(0, old) }.contains("has passed"))
  }

  @Test(
    "E-68: categories are edited where a calendar file has them, and nothing else of it changes")
  func categories() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Picnic")
    draft.calendar = "X-A:b\nCATEGORIES;LANGUAGE=en:OLD\nCLASS:PUBLIC\n"
    let event = try world.plan(0, draft)
    let changed = try world.edit(0, event) { $0.categories = " work,  a;b ,, " }
    #expect(changed.calendar == "X-A:b\nCATEGORIES:work,a\\;b\nCLASS:PUBLIC\n")
    #expect(changed.categories == "work,a;b")
    #expect(try world.edit(0, event) { $0.categories = "" }.calendar == "X-A:b\nCLASS:PUBLIC\n")
    // One that no file has described is still written with our alarm.
    var plain = try world.plan(0, EventDraft("Dinner"))
    plain = try world.edit(0, plain) { $0.categories = "home" }
    let text = CalendarText.write([plain], now: 0)
    #expect(text.contains("CATEGORIES:home\r\n") && text.contains("TRIGGER:-PT1H\r\n"))
  }

  @Test("E-64: what is too much for an event is refused by name, and nothing is saved")
  func tooMuch() throws {
    let world = try RoomWorld(["Ada"])
    var draft = EventDraft("Picnic")
    draft.calendar = String(repeating: "X-A:\(String(repeating: "y", count: 1_000))\n", count: 300)
    #expect(refusal { _ = try world.plan(0, draft) }.contains("at most 262144 bytes"))
    var odd = EventDraft("Picnic")
    odd.status = .UNRECOGNIZED(9)
    #expect(refusal { _ = try world.plan(0, odd) }.contains("tentative, confirmed, cancelled"))
    #expect(try world.events(0, "personal").isEmpty)
  }
}
