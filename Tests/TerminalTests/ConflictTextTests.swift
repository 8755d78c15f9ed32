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
}
