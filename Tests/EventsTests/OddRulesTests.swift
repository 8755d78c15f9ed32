import Feature
import Schema
import Testing

@testable import Events

/// What RFC 5545 does not have in one component or one rule, and a start that is no date: named, with how it is read.
@Suite struct OddRulesTests {
  private static func read(_ lines: [String]) throws -> CalendarFile {
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    return try CalendarFile(text, zone: "UTC")
  }

  private static func event(_ lines: String...) throws -> CalendarFile {
    try read(["BEGIN:VEVENT", "UID:a", "SUMMARY:x"] + lines + ["END:VEVENT"])
  }

  private static func remarks(_ file: CalendarFile) -> [String] {
    file.found.remarks.noted.map { "\($0.line): \($0.text): \($0.reason)" }
  }

  @Test("E-63: a start that is no date of its rule is noted and no problem")
  func startOfNoRule() throws {
    let (first, rule) = ("DTSTART:20270104T100000Z", "RRULE:FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=1")
    let said =
      "5: DTSTART: Its RRULE has no date at this time, so none is shown; other programs may show one."
    for lines in [
      [first, rule], ["DTSTART;VALUE=DATE:20270104", "RRULE:FREQ=WEEKLY;BYDAY=TU"],
      ["DTSTART;TZID=Europe/Oslo:20270104T100000", "RRULE:FREQ=DAILY;BYHOUR=11"],
      [first, "RRULE:FREQ=DAILY;UNTIL=20270103T000000Z"],
    ] {
      let file = try Self.read(
        ["BEGIN:VEVENT", "UID:a", "SUMMARY:x"] + lines + ["END:VEVENT"])
      #expect(Self.remarks(file) == [said], "\(lines)")
      #expect(file.problems.isEmpty && file.found.count == 0)
      // It is what is said: nothing is then.
      let event = try #require(file.events.first)
      let dates = Occurrences(
        event.start, minutes: 0, isOfDays: event.isOfDays, repeats: event.repeats)
      let start = event.start.milliseconds
      #expect(dates.list(from: start, to: start, limit: 1).isEmpty)
    }
    for fine in [
      [first, rule, "RDATE:20270104T100000Z"], [first, rule, "EXDATE:20270104T100000Z"],
      [first, "RRULE:FREQ=WEEKLY", "EXDATE:20270104T100000Z"], [first, "RDATE:20270105T100000Z"],
      [first, "RRULE:FREQ=YEARLY;BYDAY=MO;BYMONTH=1"], [first],
      ["DTSTART;TZID=Europe/Oslo:20261025T023000", "RRULE:FREQ=DAILY"],
    ] {
      let file = try Self.read(["BEGIN:VEVENT", "UID:a", "SUMMARY:x"] + fine + ["END:VEVENT"])
      #expect(Self.remarks(file).isEmpty, "\(fine)")
    }
  }

  @Test("E-63: what is noted of many events is said once, with their number")
  func once() throws {
    let events = (1...30).flatMap { number in
      [
        "BEGIN:VEVENT", "UID:\(number)", "SUMMARY:x", "DTSTART:20270104T100000Z",
        "RRULE:FREQ=WEEKLY;BYDAY=TU", "END:VEVENT",
      ]
    }
    var problems = CalendarProblems()
    problems.add(try Self.read(events).found)
    let report = problems.report(of: 30)
    #expect(report.noted.map(\.line) == [5] && report.noted.map(\.places) == [30])
    #expect(report.taken == 30 && !report.isIncomplete && report.things == 30)
    #expect(report.changed.isEmpty && report.leftOut.isEmpty && report.lost.isEmpty)
  }

  @Test("43: a property that stands again and may stand once is named, and the first one counts")
  func severalTimes() throws {
    let file = try Self.event(
      "DTSTART:20270104T100000Z", "DTSTART:20270105T100000Z", "DTEND:20270104T110000Z",
      "SUMMARY:y", "UID:b", "DURATION:PT3H", "SUMMARY:z", "CATEGORIES:A", "CATEGORIES:B",
      "SEQUENCE:4", "SEQUENCE:9")
    func again(_ name: String, _ count: Int) -> String {
      "\(name) may stand once, and stands \(count) times: the first one counts here, and all stay in the file."
    }
    #expect(
      file.problems.map { "\($0.line): \($0.text)" } == [
        "6: " + again("DTSTART", 2), "8: " + again("SUMMARY", 3), "9: " + again("UID", 2),
        "10: It has DTEND and DURATION, and may have one of them: DTEND counts here.",
        "15: " + again("SEQUENCE", 2),
      ])
    #expect(file.problems.allSatisfy { $0.isHint }, "the lines stay in the file")
    let event = try #require(file.events.first)
    #expect(CalendarText.instant(event.start.milliseconds) == "20270104T100000Z")
    #expect(event.name == "x" && event.uid == "a" && event.minutes == 60 && event.sequence == 4)
    #expect(CalendarVersion(event.calendar).sequence == 4)
    #expect(event.calendar.contains("DTSTART:20270105T100000Z\n"))
    let toDo = try Self.read([
      "BEGIN:VTODO", "UID:a", "SUMMARY:x", "DTSTART:20270104T100000Z", "DUE:20270104T110000Z",
      "DURATION:PT3H", "DUE:20270107T110000Z", "END:VTODO",
    ])
    #expect(toDo.problems.map(\.line) == [7, 8], "\(toDo.problems)")
    #expect(
      toDo.toDos.first?.toDo.due.map { CalendarText.instant($0.milliseconds) } == "20270104T110000Z"
    )
  }

  @Test("43: of a changed date the first of two properties counts as well, and it is named")
  func changedDate() throws {
    let file = try Self.read([
      "BEGIN:VEVENT", "UID:a", "SUMMARY:x", "DTSTART:20270104T100000Z", "RRULE:FREQ=WEEKLY",
      "END:VEVENT", "BEGIN:VEVENT", "UID:a", "RECURRENCE-ID:20270111T100000Z", "SUMMARY:first",
      "DTSTART:20270112T100000Z", "DTSTART:20270113T100000Z", "SUMMARY:second",
      "DTEND:20270112T110000Z", "DURATION:PT5H", "END:VEVENT",
    ])
    #expect(file.problems.map(\.line) == [13, 14, 16], "\(file.problems)")
    let event = try #require(file.events.first)
    let dates = Occurrences(
      event.start, minutes: event.minutes, repeats: event.repeats, changes: event.changes)
    let date = try #require(dates.list(from: event.start.milliseconds + 1, limit: 1).first)
    #expect(CalendarText.instant(date.start) == "20270112T100000Z" && date.name == "first")
    #expect(date.end - date.start == 3_600_000)
    // Alone in its file it is named once as well.
    let alone = try Self.event(
      "RECURRENCE-ID:20270111T100000Z", "DTSTART:20270112T100000Z", "DTSTART:20270113T100000Z")
    #expect(alone.problems.map(\.line) == [7] && alone.events.count == 1, "\(alone.problems)")
  }

  /// The dates are those that python-dateutil 2.9 finds from Monday, 5 January 2026, 09:00.
  @Test(
    "43: parts of a rule that do not go together are named, and read as python-dateutil reads them",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=1MO,-2TH", "BYDAY", ["20260105", "20260108", "20260112", "20260115"]),
      ("FREQ=DAILY;BYDAY=2TU", "BYDAY", ["20260106", "20260113", "20260120", "20260127"]),
      (
        "FREQ=WEEKLY;BYMONTHDAY=1,15", "BYMONTHDAY",
        ["20260115", "20260201", "20260215", "20260301"]
      ),
      (
        "FREQ=MONTHLY;BYYEARDAY=1,100,-1", "BYYEARDAY",
        ["20260410", "20261231", "20270101", "20270410"]
      ),
      (
        "FREQ=WEEKLY;BYYEARDAY=100;BYDAY=SA,SU", "BYYEARDAY",
        ["20270410", "20280409", "20330410", "20380410"]
      ),
      (
        "FREQ=DAILY;BYYEARDAY=10,20", "BYYEARDAY",
        ["20260110", "20260120", "20270110", "20270120"]
      ),
      ("FREQ=MONTHLY;BYWEEKNO=20", "BYWEEKNO", ["20260511", "20260512", "20260513", "20260514"]),
      ("FREQ=DAILY;BYWEEKNO=2", "BYWEEKNO", ["20260105", "20260106", "20260107", "20260108"]),
      (
        "FREQ=YEARLY;BYWEEKNO=20;BYDAY=20MO", "BYWEEKNO",
        ["20270517", "20280515", "20290514", "20330516"]
      ),
      ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS", ["20260105", "20260205", "20260305", "20260405"]),
      ("FREQ=DAILY;BYSETPOS=2", "BYSETPOS", []),
      ("FREQ=WEEKLY;COUNT=3;UNTIL=20260115T090000", "COUNT and UNTIL", ["20260105", "20260112"]),
      ("FREQ=WEEKLY;COUNT=2;UNTIL=20270115T090000", "COUNT and UNTIL", ["20260105", "20260112"]),
    ])
  func oddParts(rule: String, name: String, wanted: [String]) throws {
    let file = try Self.event("DTSTART:20260105T090000", "RRULE:\(rule)")
    let said = file.found.remarks.noted.filter { $0.text != "DTSTART" }.map(\.text)
    let losses = file.problems.map(\.text)
    #expect((said + losses).count == 1, "\(said) \(losses)")
    #expect((said + losses).allSatisfy { $0.contains(name) && $0.contains("RRULE") })
    let event = try #require(file.events.first)
    let found = Occurrences(event.start, minutes: 0, repeats: event.repeats).list(
      from: event.start.milliseconds, limit: 4)
    #expect(found.map { String(CalendarText.instant($0.start).prefix(8)) } == wanted)
  }

  @Test("43: rules that RFC 5545 has are not named; several are noted; an interval of 0 is named")
  func plain() throws {
    for rule in [
      "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=YEARLY;BYDAY=1MO;BYMONTH=2",
      "FREQ=MONTHLY;BYMONTHDAY=1;BYSETPOS=1", "FREQ=YEARLY;BYYEARDAY=4", "FREQ=YEARLY;BYWEEKNO=1",
      "FREQ=DAILY;BYMONTHDAY=4", "FREQ=HOURLY;BYYEARDAY=4", "FREQ=DAILY;COUNT=3",
      "FREQ=DAILY;UNTIL=20280101T000000Z", "FREQ=YEARLY;BYMONTH=1;BYSETPOS=1",
    ] {
      let file = try Self.event("DTSTART:20270104T090000Z", "RRULE:\(rule)")
      #expect(file.found.count == 0, "\(rule): \(file.problems)")
      #expect(Self.remarks(file).allSatisfy { $0.contains("DTSTART") }, "\(rule)")
    }
    let several = try Self.event(
      "DTSTART:20270104T090000Z", "RRULE:FREQ=WEEKLY", "RRULE:FREQ=MONTHLY")
    #expect(
      Self.remarks(several) == ["7: RRULE: There are several of them, and the dates of all count."])
    let never = try Self.event("DTSTART:20270104T090000Z", "RRULE:FREQ=DAILY;INTERVAL=0")
    #expect(never.problems.map(\.line) == [6] && never.problems[0].text.contains("repetition"))
  }
}
