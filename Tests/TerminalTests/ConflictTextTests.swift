import Events
import EventSchema
import Schema
import Testing

@testable import Terminal

/// Values of conflicts as people write them (row P-26).
@Suite struct ConflictTextTests {
  @Test(
    "P-26: a value is shown as people write it",
    arguments: [
      // The node says it in words.
      ("repeats", #""every week on Mon""#, "every week on Mon"),
      ("completed", #""1792891800000""#, "Sun 2026-10-25 01:30"),
      ("start", #"{"milliseconds":"1792891800000","zone":"UTC"}"#, "Sun 2026-10-25 01:30"),
      ("minutes", "90", "1 h 30 min"), ("percent", "40", "40 %"), ("allDay", "true", "yes"),
      ("status", #""EVENT_STATUS_CONFIRMED""#, "confirmed"),
      ("status", #""TO_DO_STATUS_IN_PROCESS""#, "in process"),
      ("name", #""Trip to Rome""#, "Trip to Rome"),
      (
        "calendar", #""CLASS:PUBLIC\nCATEGORIES:a\n""#,
        "2 lines of a calendar file: CLASS, CATEGORIES"
      ),
      ("notes", "", "(nothing)"),
    ])
  func values(field: String, json: String, shown: String) {
    #expect(ConflictText.value(json, of: field, .world) == shown)
  }

  @Test("E-63: a change of all dates names those that stay as they were changed by themselves")
  func keptDates() {
    let event = EventView.with {
      ($0.name, $0.notes, $0.minutes) = ("Choir", "new", 60)
      // Monday, 4 January 2027, 19:00.
      ($0.start.milliseconds, $0.start.zone) = (1_799_089_200_000, "UTC")
      $0.repeats = "RRULE:FREQ=WEEKLY;COUNT=3\n"
      $0.changes =
        "BEGIN:VEVENT\nUID:x\nRECURRENCE-ID:20270111T190000Z\nDTSTART:20270111T190000Z\nDURATION:PT1H\nSUMMARY:Choir\nDESCRIPTION:old\nEND:VEVENT\n"
    }
    func text(_ fill: (inout EventDraft) -> Void) -> String? {
      KeptDates.text(.with(fill), of: event, .world)
    }
    #expect(
      text { $0.notes = "new" }
        == "1 date was changed by itself and stays as before (Mon 2027-01-11): --on changes one.")
    #expect(text { $0.name = "Choir" } == nil && text { $0.minutes = 60 } == nil)
    #expect(text { $0.countUp = true } == nil)
  }

  @Test(
    "E-63: where a series with costs is split, its costs stay with the earlier dates, and that is said"
  )
  func keptCosts() {
    let plain = EventView.with { ($0.id, $0.name) = ("a", "Choir") }
    let costly = EventView.with {
      ($0.id, $0.name) = ("b", "Choir")
      $0.budget = [.with { $0.text = "hall" }]
    }
    func text(_ parts: [EventView], _ part: String) -> String? {
      KeptDates.costs(of: parts, splitInto: .with { $0.id = part })
    }
    let said = "Costs have no date: those of Choir stay with its earlier dates."
    #expect(text([costly], "c") == said && text([plain, costly], "c") == said)
    #expect(text([plain], "c") == nil, "it has none")
    #expect(text([plain, costly], "a") == nil, "all of a part was changed")
  }

  @Test(
    "E-61: where one part of a series is shared alone, what is to be done is with the part for which it was made"
  )
  func keptToDos() {
    func part(_ texts: String...) -> EventView {
      .with { $0.toDos = texts.map { text in .with { $0.text = text } } }
    }
    #expect(KeptDates.toDos(of: part("sing"), shared: part("sing")) == nil)
    #expect(
      KeptDates.toDos(of: part("sing", "buy notes"), shared: part("sing"))
        == "What was made for another part stays with it: buy notes.")
    #expect(
      KeptDates.toDos(of: part("a", "b"), shared: part("b", "c", "d"))
        == "What was made for another part stays with it: a. What is to be done on dates of another part goes along: c, d."
    )
  }

  @Test("E-63: parts of a series in other rooms are named once, as a name does not mean them")
  func partsElsewhere() {
    func part(_ id: String, _ room: String) -> EventView {
      .with { ($0.id, $0.roomName) = (id, room) }
    }
    #expect(KeptDates.parts(elsewhere: [], "edit") == nil)
    #expect(
      KeptDates.parts(elsewhere: [part("abcdefghijk", "family")], "edit")
        == "1 part of the series is in another room and stays as before (abcdefgh in family): `parlor event edit` with an id means that part."
    )
    #expect(
      KeptDates.parts(elsewhere: [part("a", "x"), part("b", "y")], "delete")
        == "2 parts of the series are in other rooms and stay as before (a in x, b in y): `parlor event delete` with an id means that part."
    )
  }

  @Test("P-26: dates that stay where they are when their series moves are told of as such")
  func keptStart() {
    let lost = LostPartsView.with {
      ($0.id, $0.name, $0.roomName) = ("ab2c", "Choir", "friends")
      ($0.start.milliseconds, $0.start.zone) = (1_799_089_200_000, "UTC")
      $0.fields = ["date: Tue 2027-01-05 20:00"]
    }
    #expect(
      PlannedText.deletion(of: lost)
        == "You moved Choir, and dates that somebody else had changed stay")
    let lines = PlannedText(.world, now: 0).lines(of: lost).map(\.text)
    #expect(
      lines == [
        "  ab2c      Choir  Mon 2027-01-04 19:00  stays where it is in friends",
        "    date: Tue 2027-01-05 20:00",
      ])
  }
}
