import Events
import Schema
import TestKit
import Testing

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
      $0.repeat = .yearly
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
      "UID:k3v9abcd@parlor", "SEQUENCE:3", "DTSTART:20261224T170000Z", "DTEND:20261224T183000Z",
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
      CalendarText.write([plain], now: 0).contains("DTEND:20261224T190000Z"), "E-14: two hours")
  }

  @Test("E-55, E-59: what was written is read as it was")
  func roundTrip() throws {
    let file = try CalendarFile(
      CalendarText.write([Self.event], now: 0), zone: "Asia/Tokyo")
    #expect(file.problems.isEmpty)
    let event = try #require(file.events.first)
    #expect(event.uid == "k3v9abcd@parlor" && event.name == Self.event.name && event.isYearly)
    #expect(event.start == Self.event.start && event.minutes == 90)
    #expect(event.notes == Self.event.notes)
    #expect(event.toDos.map(\.text) == Self.event.toDos.map(\.text))
    #expect(event.toDos.map(\.done) == [true, false])
    #expect(event.toDos.map(\.uid) == ["a2@parlor", "from elsewhere, with a comma"])
    #expect(event.toDos[1].due == Self.event.toDos[1].due)
  }

  @Test("E-55: what has no place here goes through as it was, and to a file again")
  func others() throws {
    let alarm = ["BEGIN:VALARM", "TRIGGER:-P1D", "ACTION:DISPLAY", "END:VALARM"]
    let kept =
      ["LOCATION;LANGUAGE=de:Am See\\, links", "CATEGORIES:A,B", "RRULE:FREQ=DAILY"] + alarm
    let long = "COMMENT:\(String(repeating: "x", count: 90))"
    let file = try read(
      ["DTSTART:20261224T170000Z", "X-PARLOR-ZONE:UTC"] + kept
        + ["BEGIN:VALARM", "TRIGGER:-PT1H", "END:VALARM", long])
    let event = try #require(file.events.first)
    #expect(
      Set(event.others.split(separator: "\n").map(String.init))
        == Set(kept + [long]))
    let view = EventView.with {
      $0.name = event.name
      $0.start = event.start
      $0.minutes = event.minutes
      $0.calendar = event.others
      $0.toDos = [
        .with {
          $0.text = "paint"
          $0.calendar = "PRIORITY:1\n"
        }
      ]
    }
    let text = CalendarText.write([view], now: 0)
    let again = try CalendarFile(text, zone: "UTC").events
    #expect(again.first?.others == event.others)
    #expect(again.first?.toDos.first?.others == "PRIORITY:1\n")
    #expect(text.split(separator: "TRIGGER:-PT1H").count == 2, "one alarm of ours")
    var yearly = view
    yearly.repeat = .yearly
    #expect(!CalendarText.write([yearly], now: 0).contains("DAILY"))
    let tooMuch = String(repeating: "COMMENT:\(String(repeating: "x", count: 1_000))\n", count: 9)
    #expect(CalendarLine.others(tooMuch, of: "VEVENT") == nil)
    #expect(CalendarLine.others("no line\nGEO:\u{1b}[2Jb\n", of: "VEVENT") == "GEO:[2Jb\n")
    #expect(throws: EventProblem.self) { try EventRules.calendar(tooMuch, of: "VEVENT") }
  }

  @Test(
    "E-55: a repetition counts among what has no place here, so that the event is never too long")
  func longRepetition() throws {
    let most = (0..<8).map { _ in "COMMENT:\(String(repeating: "x", count: 1_015))" }
    let file = try read(["DTSTART:20261224T170000Z", "RRULE:FREQ=DAILY;COUNT=3"] + most)
    let event = try #require(file.events.first)
    #expect(try EventRules.calendar(event.others, of: CalendarText.event) == event.others)
    #expect(file.problems.contains { !$0.isHint && $0.text.contains("too long here") })
    let yearly = try read("DTSTART:20261224T170000Z", "RRULE:FREQ=YEARLY", "GEO:1")
    #expect(yearly.events.first?.others == "GEO:1\n")
  }

  @Test("E-55: days without hours are written as days, in whatever zone they are read")
  func wholeDays() throws {
    let lines = ["DTSTART;VALUE=DATE:20261224", "DTEND;VALUE=DATE:20261227"]
    let event = try #require(read(lines + ["CATEGORIES:A"]).events.first)
    // Who writes our word into a file says nothing with it.
    let alike = try read("DTSTART:20261224T000000", "DTEND:20261227T000000", "x-parlor-day:TRUE")
    #expect(alike.events.first?.minutes == event.minutes && alike.events.first?.others == "")
    #expect(event.minutes == 3 * 1_440)
    var view = EventView.with {
      ($0.uid, $0.name, $0.start, $0.minutes) = ("x", "Feast", event.start, event.minutes)
      $0.calendar = event.others
    }
    let text = CalendarText.write([view], now: 0)
    for line in lines + ["CATEGORIES:A"] { #expect(text.contains(line + "\r\n"), "\(text)") }
    #expect(!text.contains("PARLOR-DAY") && !text.contains("000Z\r\nDTEND"))
    let again = try #require(CalendarFile(text, zone: "Asia/Tokyo").events.first)
    #expect(again.start == event.start && again.minutes == event.minutes)
    #expect(again.others == event.others && again.others == CalendarFile.Event(view)?.others)
    // With an hour it is one of hours, also when that is read again.
    view.start.milliseconds += 3_600_000
    let timed = CalendarText.write([view], now: 0)
    #expect(timed.contains("DTSTART:20261224T000000Z\r\n") && !timed.contains("PARLOR-DAY"))
    let read = try #require(CalendarFile(timed, zone: "UTC").events.first)
    #expect(read.others == "CATEGORIES:A\n" && CalendarFile.Event(view)?.others == read.others)
    // Over the end of summer time, which is a day of 25 hours.
    let autumn = try #require(self.read("DTSTART;VALUE=DATE:20261025").events.first)
    view.start = autumn.start
    view.minutes = autumn.minutes
    #expect(autumn.minutes == 1_500)
    #expect(CalendarText.write([view], now: 0).contains("DTEND;VALUE=DATE:20261026\r\n"))
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

  @Test(
    "E-55: nothing that somebody keeps beside an event ends it, begins another, or says it again")
  func notMore() {
    let others = """
      LOCATION:x
      END:VEVENT
      BEGIN:VEVENT
      SUMMARY:other
      BEGIN:VALARM
      TRIGGER:-P1D
      END:VALARM
      END:VALARM
      BEGIN:X-OPEN
      X-A:1
      """
    #expect(
      CalendarLine.others(others, of: CalendarText.event)
        == "LOCATION:x\nBEGIN:VALARM\nTRIGGER:-P1D\nEND:VALARM\n")
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
      ("DURATION:P1DT1H1M1S", 1_501), ("DTEND:20261224T170000Z", 120),
      ("DTEND:20201224T170000Z", 120), ("X-NOTHING:1", 120),
    ] as [(String, UInt32)] {
      #expect(try read(start, line).events.first?.minutes == minutes, "\(line)")
    }
    #expect(try read("DTSTART;VALUE=DATE:20261224").events.first?.minutes == 1_440)
    // The sum of all that would be more than any number here holds.
    let endless = try read(start, "DURATION:P" + String(repeating: "999999999W", count: 6_000))
    #expect(endless.events.isEmpty && endless.problems.map(\.line) == [6])
    #expect(try read(start, "RRULE:FREQ=YEARLY;INTERVAL=1").events.first?.isYearly == true)
    let weekly = try read(start, "RRULE:FREQ=WEEKLY")
    #expect(weekly.events.first?.isYearly == false && weekly.problems.map(\.line) == [6])
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
    #expect(file.events.map(\.name) == ["good"])
    #expect(file.events.first?.toDos.map(\.text) == ["helps"])
    #expect(file.problems.map(\.line) == [2, 7, 9, 12, 13, 17, 32, 33], "\(file.problems)")
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
