import Feature
import Schema
import Testing

@testable import Events

/// The sentences about what a calendar file says and Parlor does not take.
@Suite struct CalendarNamedTests {
  private func problems(_ lines: [String]) throws -> [CalendarFile.Problem] {
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    return try CalendarFile(text, zone: "UTC").problems
  }

  @Test("43: a number out of its range and a date that is none are named with their lines")
  func values() throws {
    let found = try problems([
      "BEGIN:VTODO", "UID:a", "SUMMARY:x", "PRIORITY:77", "PERCENT-COMPLETE:140",
      "DUE:20261224T100000Z", "RRULE:FREQ=DAILY", "EXDATE:20261225T100000Z,never",
      "RDATE;VALUE=PERIOD:20261227T080000Z/PT1H,soon", "COMPLETED:today", "END:VTODO",
    ])
    #expect(
      found.map { "\($0.line): \($0.text)" } == [
        "5: \"77\" is no priority (0 to 9), so it has none here.",
        "6: \"140\" is no percentage (0 to 100), so it has none here.",
        "9: \"never\" is no date, so this EXDATE leaves out nothing by it.",
        "10: \"soon\" is no date, so this RDATE adds nothing by it.",
        "11: \"today\" is no date, so it is done at no known time here.",
      ])
    #expect(found.allSatisfy { $0.isHint }, "the lines stay in the file")
  }

  @Test("43: what an event says in numbers, places and dates that are none is named with its line")
  func oddEvent() throws {
    let found = try problems([
      "BEGIN:VEVENT", "UID:a", "SUMMARY:x", "DTSTART;VALUE=DATE:20270304T100000Z",
      "DTEND:20270230T110000Z", "PRIORITY:12", "GEO:91.5;13.4", "SEQUENCE:first",
      "STATUS:MAYBE", "CREATED:20270230T100000Z", "RRULE:FREQ=SOMETIMES",
      "RDATE;VALUE=PERIOD:20270310T100000Z/PT1X", "EXDATE;VALUE=TEXT:20270311T100000Z",
      "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;VALUE=DATE-TIME:-PT5M", "END:VALARM",
      "END:VEVENT",
    ])
    let kept = "it is kept as it is."
    #expect(
      found.map { "\($0.line): \($0.text)" } == [
        "2: \"-PT5M\" is no time of an alarm (an hour before is -PT1H): \(kept)",
        "5: DTSTART says that \"20270304T100000Z\" is a DATE, which it is not: it is read as the date that it looks like.",
        "6: \"20270230T110000Z\" is no date, so it has no end here.",
        "7: PRIORITY \"12\" is no priority (0 to 9): \(kept)",
        "8: GEO \"91.5;13.4\" is no place on earth (such as 52.5;13.4): \(kept)",
        "9: SEQUENCE \"first\" is no number of a version: \(kept)",
        "10: STATUS \"MAYBE\" is no status of an event: \(kept)",
        "11: CREATED \"20270230T100000Z\" is no time: \(kept)",
        "12: Parlor does not know this repetition, but keeps it.",
        "13: \"20270310T100000Z/PT1X\" is a period without an end, so this date takes as long as the others.",
        "14: EXDATE says that \"20270311T100000Z\" is a TEXT, which it is not: it is read as the date that it looks like.",
      ])
    #expect(found.allSatisfy { $0.isHint }, "the lines stay in the file")
    // What RFC 5545 has is not named.
    #expect(
      try problems([
        "BEGIN:VEVENT", "UID:a", "SUMMARY:x", "DTSTART;VALUE=DATE-TIME:20270304T100000Z",
        "DTEND;VALUE=DATE-TIME:20270304T110000Z", "PRIORITY:9", "GEO:-37.386013;-122.082932",
        "SEQUENCE:0", "STATUS:tentative", "CREATED:20270228T100000Z", "RRULE:FREQ=DAILY;COUNT=3",
        "RDATE;VALUE=PERIOD:20270310T100000Z/PT1H,20270311T100000Z/20270311T120000Z",
        "EXDATE:20270305T100000Z", "END:VEVENT",
      ]).isEmpty)
  }

  @Test("43: how long a to-do takes, and an end before its start, are named with their lines")
  func oddToDo() throws {
    let found = try problems([
      "BEGIN:VTODO", "UID:a", "SUMMARY:x", "DTSTART:20270308T100000Z", "DURATION:PT1X",
      "STATUS:UNSURE", "END:VTODO", "BEGIN:VTODO", "UID:b", "SUMMARY:y",
      "DTSTART:20270308T100000Z", "DUE:20270307T100000Z", "STATUS:NEEDS-ACTION", "END:VTODO",
    ])
    #expect(
      found.map { "\($0.line): \($0.text)" } == [
        "6: \"PT1X\" is no length of time, so nothing is due by it.",
        "7: STATUS \"UNSURE\" is no status of a to-do: it is kept as it is.",
        "13: It is due before it begins.",
      ])
    #expect(found.allSatisfy { $0.isHint }, "the lines stay in the file")
  }

  @Test("43: a range that RFC 5545 does not have is named, and the one that it has is not")
  func ranges() throws {
    func series(_ range: String) throws -> [CalendarFile.Problem] {
      try problems([
        "BEGIN:VEVENT", "UID:a", "SUMMARY:x", "DTSTART:20270104T190000Z", "RRULE:FREQ=WEEKLY",
        "END:VEVENT", "BEGIN:VEVENT", "UID:a", "RECURRENCE-ID;RANGE=\(range):20270118T190000Z",
        "SUMMARY:y", "DTSTART:20270118T200000Z", "END:VEVENT",
      ])
    }
    #expect(try series("THISANDFUTURE").isEmpty)
    let found = try series("THISANDPRIOR")
    #expect(found.map(\.line) == [8])
    #expect(found.first?.text.contains("\"THISANDPRIOR\"") == true && found[0].isHint)
  }

  @Test("43: the report of an import says the same sentences as the file's problems")
  func report() throws {
    var problems = CalendarProblems()
    for problem in try self.problems([
      "BEGIN:VJOURNAL", "UID:a", "END:VJOURNAL", "BEGIN:VEVENT", "UID:b", "END:VEVENT",
    ]) {
      problems.note(problem)
    }
    let report = problems.report(of: 2)
    #expect(report.leftOut.map(\.reason) == ["A VJOURNAL is no event and no to-do."])
    #expect(report.lost.map(\.reason) == ["The event has no DTSTART."])
    #expect(problems.named.map(\.text) == (report.leftOut + report.lost).map(\.reason))
  }
}
