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
