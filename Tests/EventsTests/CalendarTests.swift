import EventSchema
import Schema
import TestKit
import Testing

@testable import Events

/// Calendar files, RFC 5545.
@Suite struct CalendarTests {
  private static let christmas = 1_798_131_600_000 as Int64

  private static var event: EventView {
    .with {
      $0.id = "k3v9abcd"
      $0.name = "Glögg, cookies; and \\ more"
      $0.notes = "bring a mug\nand a candle"
      $0.start.milliseconds = christmas
      $0.start.zone = "Europe/Oslo"
      $0.minutes = 90
      $0.repeats = "RRULE:FREQ=YEARLY\n"
      $0.sequence = 3
      $0.toDos = [
        .with {
          $0.id = "a2"
          $0.text = "buy cookies " + String(repeating: "ö", count: 80)
          $0.done = true
        },
        .with {
          $0.id = "a3"
          $0.uid = "from elsewhere, with a comma"
          $0.text = "invite Bob"
          $0.due.milliseconds = christmas - 3_600_000
          $0.due.zone = "UTC"
        },
      ]
    }
  }

  @Test("E-13, E-14, E-16, E-55: an event with its alarm one hour before and its to-dos")
  func written() {
    let text = CalendarText.write([Self.event], now: 1_000)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    for line in [
      "UID:k3v9abcd@parlor", "SEQUENCE:3", "DTSTART;TZID=Europe/Oslo:20261224T180000",
      "DTEND;TZID=Europe/Oslo:20261224T193000", "TZID:Europe/Oslo",
      "SUMMARY:Glögg\\, cookies\\; and \\\\ more", "DESCRIPTION:bring a mug\\nand a candle",
      "RRULE:FREQ=YEARLY", "TRIGGER:-PT1H", "STATUS:COMPLETED", "STATUS:NEEDS-ACTION",
      "RELATED-TO:k3v9abcd@parlor", "DUE:20261224T160000Z", "DTSTAMP:19700101T000001Z",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.allSatisfy { $0.utf8.count <= 75 }, "lines are folded")
    #expect(!text.replacing("\r\n", with: "").contains("\n"), "only whole ends of lines")
    var plain = Self.event
    plain.minutes = 120
    #expect(
      CalendarText.write([plain], now: 0).contains("DTEND;TZID=Europe/Oslo:20261224T200000"),
      "E-14: two hours")
  }

  @Test("E-55, E-59: what was written is read as it was")
  func roundTrip() throws {
    let file = try CalendarFile(
      CalendarText.write([Self.event], now: 0), zone: "Asia/Tokyo")
    #expect(file.problems.isEmpty)
    let event = try #require(file.events.first)
    #expect(event.uid == "k3v9abcd@parlor" && event.name == Self.event.name)
    #expect(event.repeats == Self.event.repeats)
    #expect(event.start == Self.event.start && event.minutes == 90)
    #expect(event.notes == Self.event.notes)
    #expect(event.toDos.map(\.text) == Self.event.toDos.map(\.text))
    #expect(event.toDos.map(\.done) == [true, false])
    #expect(event.toDos.map(\.uid) == ["a2@parlor", "from elsewhere, with a comma"])
    #expect(event.toDos[1].due == Self.event.toDos[1].due)
  }

  /// A file of an event, over whose lines nobody but their own program has any say.
  private static let foreign = [
    "SUMMARY;LANGUAGE=de:Chor", "X-A;B=\"c:d\":e",
    "DTSTART;TZID=W. Europe Standard Time:20261207T200000",
    "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20270430T000000Z",
    "DTSTAMP:20200101T000000Z",
    "SEQUENCE:4", "CATEGORIES:A,B", "ORGANIZER;CN=Ada:mailto:ada@example.org",
    "ATTENDEE;CN=\"Bob B\";PARTSTAT=ACCEPTED:mailto:bob@example.org", "STATUS:TENTATIVE",
    "ATTACH;FMTTYPE=a/b:file:///x", "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-P1D", "END:VALARM",
    "X-LAST:1",
  ]

  private static func view(of event: CalendarFile.Event) -> EventView {
    .with {
      ($0.uid, $0.name, $0.start, $0.minutes) = (event.uid, event.name, event.start, event.minutes)
      ($0.notes, $0.place, $0.url, $0.status) = (event.notes, event.place, event.url, event.status)
      ($0.repeats, $0.changes, $0.zones) = (event.repeats, event.changes, event.zones)
      ($0.calendar, $0.allDay, $0.personal) = (event.calendar, event.isOfDays, true)
    }
  }

  /// The lines of the first event that is written.
  private static func written(_ view: EventView) -> [String] {
    let all = CalendarText.write([view], now: 0).replacing("\r\n ", with: "")
      .split(separator: "\r\n").map(String.init)
    guard let begin = all.firstIndex(of: "BEGIN:VEVENT"), let end = all.firstIndex(of: "END:VEVENT")
    else { return [] }
    return Array(all[(begin + 1)..<end])
  }

  @Test("E-64: what a file says goes through as it was, in its order, with parameters and stamps")
  func untouched() throws {
    let event = try #require(read(Self.foreign).events.first)
    #expect(Self.written(Self.view(of: event)) == ["UID:x", "SUMMARY:Tea"] + Self.foreign)
    #expect(event.start.zone == "Europe/Berlin", "E-65: Windows names, by CLDR's table")
    #expect(event.status == .tentative && event.minutes == 60)
  }

  @Test(
    "E-64, E-16: an edit of one field changes its line alone, and what says that it was changed")
  func oneField() throws {
    let lines = Array(Self.foreign.dropFirst())
    let file = try CalendarFile(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nSUMMARY:Tea\n" + lines.joined(separator: "\n")
        + "\nEND:VEVENT\nEND:VCALENDAR", zone: "UTC")
    var view = Self.view(of: try #require(file.events.first))
    view.name = "Choir"
    func with(_ changes: [String: String]) -> [String] {
      let stamps = [
        "SEQUENCE:4": "SEQUENCE:5", "DTSTAMP:20200101T000000Z": "DTSTAMP:19700101T000000Z",
      ]
      return (["UID:x", "SUMMARY:Tea"] + lines).map { changes[$0] ?? stamps[$0] ?? $0 }
    }
    #expect(Self.written(view) == with(["SUMMARY:Tea": "SUMMARY:Choir"]))
    view.name = "Tea"
    view.start.milliseconds += 3_600_000
    #expect(
      Self.written(view)
        == with([
          "DTSTART;TZID=W. Europe Standard Time:20261207T200000":
            "DTSTART;TZID=W. Europe Standard Time:20261207T210000",
          "DURATION:PT1H": "DTEND;TZID=W. Europe Standard Time:20261207T220000",
        ]), "the zone keeps the name that it has there")
    view.start.milliseconds -= 3_600_000
    view.status = .cancelled
    #expect(Self.written(view) == with(["STATUS:TENTATIVE": "STATUS:CANCELLED"]))
  }

  @Test("E-64: what is more than is kept is named, and nothing else is lost")
  func tooMuch() throws {
    let long = "ATTACH;ENCODING=BASE64;VALUE=BINARY:" + String(repeating: "x", count: 200_000)
    let file = try read([
      "DTSTART:20261224T170000Z", "LOCATION:lake", long, long + "y", "CATEGORIES:A",
    ])
    let event = try #require(file.events.first)
    #expect(event.place == "lake" && event.calendar.contains("CATEGORIES:A\n"))
    #expect(file.problems.map(\.isHint) == [true] && file.problems[0].text.contains("ATTACH"))
    #expect(EventRules.lines("GEO:\u{1b}[2Jb\n") == "GEO:[2Jb\n")
  }

  @Test("E-55, E-68: days without hours are written as days, in whatever zone they are read")
  func wholeDays() throws {
    let lines = ["DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227", "CATEGORIES:A"]
    let event = try #require(read(lines).events.first)
    #expect(event.minutes == 3 * 1_440 && event.isOfDays)
    var view = Self.view(of: event)
    #expect(Self.written(view) == ["UID:x", "SUMMARY:Tea"] + lines)
    // Elsewhere it is the same day.
    let again = try #require(
      CalendarFile(CalendarText.write([view], now: 0), zone: "Asia/Tokyo").events.first)
    #expect(EventDraft(again, since: nil, over: event) == EventDraft())
    // With an hour it is one of hours.
    view.start.milliseconds += 3_600_000
    view.allDay = false
    #expect(Self.written(view).contains("DTSTART;TZID=Europe/Berlin:20261224T010000"))
    // Over the end of summer time, which is a day of 25 hours.
    let autumn = try #require(self.read("DTSTART;VALUE=DATE:20261025").events.first)
    #expect(autumn.minutes == 1_500)
    view = Self.view(of: autumn)
    view.calendar = ""
    #expect(Self.written(view).contains("DTEND;VALUE=DATE:20261026"))
  }

  @Test("E-65: a zone is what its file says, by whatever name and wherever it stands there")
  func ownZone() throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Work Time
      BEGIN:DAYLIGHT
      DTSTART:20070311T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20071104T020000
      RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      END:STANDARD
      END:VTIMEZONE

      """
    let event =
      "BEGIN:VEVENT\nUID:x\nSUMMARY:Tea\nDTSTART;TZID=Work Time:20260701T120000\nEND:VEVENT\n"
    for text in [zone + event, event + zone] {
      let file = try CalendarFile("BEGIN:VCALENDAR\n" + text + "END:VCALENDAR\n", zone: "UTC")
      #expect(file.problems.isEmpty, "\(file.problems)")
      let event = try #require(file.events.first)
      #expect(CalendarText.instant(event.start.milliseconds) == "20260701T160000Z")
      #expect(event.start.zone.hasPrefix("America/"), "\(event.start.zone)")
      let text = CalendarText.write([Self.view(of: event)], now: 0)
      #expect(text.replacing("\r\n", with: "\n").contains(zone))
      #expect(text.contains("DTSTART;TZID=Work Time:20260701T120000\r\n"))
    }
  }

  @Test("E-65: a zone that nobody knows is kept, and the event is taken")
  func unknownZone() throws {
    let file = try read("DTSTART;TZID=Mars/North:20261224T180000")
    let event = try #require(file.events.first)
    #expect(file.problems.map(\.isHint) == [true] && file.problems[0].text.contains("Mars/North"))
    #expect(Self.written(Self.view(of: event)).contains("DTSTART;TZID=Mars/North:20261224T180000"))
  }

  @Test("E-63: changed dates go with their event, and one without its event is kept")
  func changedDates() throws {
    let change =
      "BEGIN:VEVENT\nUID:x\nRECURRENCE-ID:20261231T170000Z\nSUMMARY:late\nDTSTART:20261231T200000Z\nEND:VEVENT\n"
    let event =
      "BEGIN:VEVENT\nUID:x\nSUMMARY:Tea\nDTSTART:20261224T170000Z\nRRULE:FREQ=WEEKLY\nEND:VEVENT\n"
    let lost = change.replacing("UID:x", with: "UID:y")
    let file = try CalendarFile(
      "BEGIN:VCALENDAR\n" + change + event + lost + "END:VCALENDAR\n", zone: "UTC")
    #expect(file.events.map(\.uid) == ["x", "y"] && file.problems.isEmpty)
    #expect(file.events[0].changes == change)
    let text = CalendarText.write(file.events.map(Self.view), now: 0).replacing("\r\n", with: "\n")
    #expect(text.contains(change) && text.contains(lost) && text.contains(event))
  }

  @Test("E-55: a line that is folded before a mark on a letter is read as it was written")
  func foldedMarks() throws {
    for length in 50..<90 {
      let name = String(repeating: "x", count: length) + "\u{301}\u{301}" + "y"
      var event = Self.event
      event.name = name
      let file = try CalendarFile(CalendarText.write([event], now: 0), zone: "UTC")
      #expect(file.events.first?.name == name && file.problems.isEmpty, "\(length)")
    }
  }

  private func read(_ lines: String...) throws -> CalendarFile { try read(lines) }

  private func read(_ lines: [String]) throws -> CalendarFile {
    let all =
      ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:x", "SUMMARY:Tea"] + lines
      + ["END:VEVENT", "END:VCALENDAR"]
    return try CalendarFile(all.joined(separator: "\n"), zone: "Europe/Berlin")
  }

  @Test(
    "E-55, E-60: the ways in which others write when something is",
    arguments: [
      ("DTSTART:20261224T170000Z", 0, "UTC"),
      ("DTSTART;TZID=Europe/Oslo:20261224T180000", 0, "Europe/Oslo"),
      (
        "DTSTART;TZID=\"/example.org/20_1/America/New_York\":20261224T120000", 0, "America/New_York"
      ),
      ("DTSTART:20261224T180000", 0, "Europe/Berlin"),
      ("dtstart;value=date:20261224", -18 * 3_600_000, "Europe/Berlin"),
      ("DTSTART;X-A=\"b:c;d\":20261224T1\n 80000", 0, "Europe/Berlin"),
    ])
  func dates(line: String, offset: Int64, zone: String) throws {
    let file = try read(line)
    #expect(file.problems.isEmpty, "\(file.problems)")
    let start = try #require(file.events.first).start
    #expect(start.milliseconds == Self.christmas + offset && start.zone == zone)
  }

  @Test("E-14, E-55: how long it takes, and how often it comes")
  func lengths() throws {
    let start = "DTSTART:20261224T170000Z"
    for (line, minutes) in [
      ("DTEND:20261224T174500Z", 45), ("DURATION:P1DT2H", 1_560), ("DURATION:PT15M", 15),
      ("DURATION:P1DT1H1M1S", 1_501), ("DTEND:20261224T170000Z", 0),
      ("DTEND:20201224T170000Z", 0), ("X-NOTHING:1", 0), ("DTEND:20281224T170000Z", 1_052_640),
    ] as [(String, UInt32)] {
      #expect(try read(start, line).events.first?.minutes == minutes, "\(line)")
    }
    #expect(try read("DTSTART;VALUE=DATE:20261224").events.first?.minutes == 1_440)
    // The sum of all that would be more than any number here holds.
    let endless = try read(start, "DURATION:P" + String(repeating: "999999999W", count: 6_000))
    #expect(endless.events.map(\.minutes) == [0])
    #expect(endless.problems.count == 1 && endless.problems.allSatisfy(\.isHint))
    let weekly = try read(start, "RRULE:FREQ=WEEKLY", "EXDATE:20261231T170000Z")
    #expect(weekly.events.first?.repeats == "RRULE:FREQ=WEEKLY\nEXDATE:20261231T170000Z\n")
    let unknown = try read(start, "RRULE:FREQ=LUNAR")
    #expect(unknown.events.first?.repeats == "RRULE:FREQ=LUNAR\n")
    #expect(unknown.problems.map(\.isHint) == [true])
  }

  @Test("E-55: what is wrong is named by its line, and the rest is taken")
  func problems() throws {
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:no date
      END:VEVENT
      BEGIN:VEVENT
      SUMMARY:bad date
      DTSTART:20261324T170000Z
      END:VEVENT
      BEGIN:VEVENT
      DTSTART:20261224T170000Z
      END:VEVENT
      this is nothing
      BEGIN:VEVENT
      SUMMARY:Mars
      DTSTART;TZID=Mars/North:20261224T170000
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:alone
      END:VTODO
      BEGIN:VEVENT
      UID:good
      SUMMARY:good
      DTSTART:20261224T170000Z
      BEGIN:VALARM
      SUMMARY:an alarm has words of its own
      END:VALARM
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:helps
      RELATED-TO;RELTYPE=PARENT:good
      END:VTODO
      END:VTIMEZONE
      BEGIN:VEVENT
      SUMMARY:does not end
      """
    let file = try CalendarFile(text, zone: "UTC")
    #expect(file.events.map(\.name) == ["Untitled", "Mars", "good"])
    #expect(file.events.last?.toDos.map(\.text) == ["helps"])
    #expect(file.problems.map(\.line) == [2, 7, 12, 13, 32, 33], "\(file.problems)")
    #expect(file.toDos.map(\.toDo.text) == ["alone"], "E-67: it belongs to no event")
    #expect(file.problems.allSatisfy { $0.text.hasSuffix(".") })
    #expect(throws: EventProblem.self) { try CalendarFile(text, zone: "Mars/North") }
  }

  @Test(
    "E-55: a line with control characters means what it does without them",
    arguments: ["RRULE:FREQ=YEARLY\u{7f}", "BEGIN:\u{1b}VALARM\nTRIGGER:-PT1\u{85}H\nEND:VALARM"])
  func controls(line: String) throws {
    let clean = String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter { $0 == "\n" || $0.properties.generalCategory != .control }))
    let (event, other) = try (
      read(["DTSTART:20261224T170000Z", line]), read(["DTSTART:20261224T170000Z", clean])
    )
    #expect(event.events == other.events && event.events.count == 1 && event.problems.isEmpty)
  }

  @Test("E-55: no file ends the program", arguments: [1, 2, 3])
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "BEGIN:", "END:", "VCALENDAR", "VEVENT", "VTODO", "\r\n", "\n", " ", "DTSTART", ";TZID=", ":",
      "99999999T999999Z", "20261224", "T17", "\"", "\\", "SUMMARY:x", "DURATION:P", "999999999W",
      "UID:1", "RELATED-TO:1", "\u{301}", "\t", "RRULE:", "DTEND:00000000", "PT1H",
    ]
    for _ in 0..<1_000 {
      let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      _ = try CalendarFile(text, zone: "Europe/Berlin")
    }
  }
}
