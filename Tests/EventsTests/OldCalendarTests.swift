import EventSchema
import Schema
import Testing

@testable import Events

/// vCalendar 1.0, the format of phones and organizers before iCalendar.
@Suite struct OldCalendarTests {
  private func file(
    _ lines: [String], of name: String = "VEVENT", _ more: [String] = [], zone: String = "UTC"
  ) throws -> CalendarFile {
    let all =
      ["BEGIN:VCALENDAR", "VERSION:1.0"] + more + ["BEGIN:\(name)"] + lines
      + ["END:\(name)", "END:VCALENDAR", ""]
    return try CalendarFile(all.joined(separator: "\r\n"), zone: zone)
  }

  @Test(
    "43 C-8: rules of vCalendar 1.0 have the dates that its grammar gives",
    arguments: [
      // The first dates from Monday, 4 January 2027, and how many there are; nil for no end.
      ("D1 #5", ["0104", "0105", "0106", "0107", "0108"], 5),
      ("D2 20270108T235959", ["0104", "0106", "0108"], 3),
      ("W1 MO TH 20270114T000000", ["0104", "0107", "0111"], 3),
      ("W2 MO #0", ["0104", "0118", "0201"], nil),
      // Without an end it comes twice.
      ("W1 MO TH", ["0104", "0107"], 2),
      ("D1", ["0104", "0105"], 2),
      ("MP1 1+ MO #3", ["0104", "0201", "0301"], 3),
      ("MP1 1+ TU #2", ["0105", "0202"], 2),
      ("MP1 1- FR #3", ["0129", "0226", "0326"], 3),
      ("MP1 1+ 3+ MO #4", ["0104", "0118", "0201", "0215"], 4),
      ("MP1 1+ TU 2- FR #4", ["0105", "0122", "0202", "0219"], 4),
      // As the first date stands in its month.
      ("MP1 #2", ["0104", "0201"], 2),
      ("MD1 15 #2", ["0115", "0215"], 2),
      ("MD1 1- #2", ["0131", "0228"], 2),
      ("MD1 LD #2", ["0131", "0228"], 2),
      ("MD1 #2", ["0104", "0204"], 2),
      ("YM1 1 6 #3", ["0104", "0604", "0104"], 3),
      ("YM1", ["0104", "0104"], 2),
      ("YD1 100 #2", ["0410", "0409"], 2),
      ("YD1 #0", ["0104", "0104", "0104"], nil),
      // Whichever end comes first.
      ("D1 #5 20270106T235959", ["0104", "0105", "0106"], 3),
      ("D1 #2 20270106T235959", ["0104", "0105"], 2),
    ] as [(String, [String], Int?)])
  func rules(text: String, wanted: [String], count: Int?) throws {
    let file = try file(["UID:r", "DTSTART:20270104T090000Z", "RRULE:\(text)"])
    #expect(file.problems.isEmpty, "\(text): \(file.problems)")
    let event = try #require(file.events.first)
    let rule = try RepeatRule(
      try #require(CalendarLine(event.repeats, number: 0)).value
        .replacing("\n", with: ""))
    #expect(rule.count == nil || rule.end == nil, "RFC 5545: one end")
    let start = try #require(CalendarTime("20270104T090000Z")).wall
    let until: Int64 = if case .wall(let wall) = rule.end { wall } else { .max }
    let dates = RepeatDates(rule, start: start, from: start, until: until).prefix(400).map {
      String(CalendarTime(wall: $0).text.dropFirst(4).prefix(4))
    }
    #expect(Array(dates.prefix(wanted.count)) == wanted, "\(text): \(rule.text)")
    #expect(count == nil ? dates.count > 20 : dates.count == count, "\(text): \(rule.text)")
  }

  @Test("43 C-8: a rule of vCalendar that is not understood is kept and named once")
  func unknown() throws {
    for text in ["D1 0900 1500 #2", "MP1 TU", "W1 XX", "MD1 40", "YM1 13", "Q1", "MP1 9+ MO"] {
      let file = try file(["UID:r", "DTSTART:20270104T090000Z", "RRULE:\(text)"])
      #expect(file.events.first?.repeats == "RRULE:\(text)\n", "\(text)")
      #expect(file.problems.count == 1 && file.problems[0].text.contains("repetition"), "\(text)")
    }
  }

  @Test("43 C-8: alarms, lists and states of vCalendar are those of RFC 5545")
  func values() throws {
    let file = try file([
      "UID:v", "SUMMARY;QUOTED-PRINTABLE:Gr=C3=BCn", "CATEGORIES:APPOINTMENT;WORK",
      "DTSTART:20270104T090000Z", "DALARM:20270104T083000Z;PT5M;2;Go", "RRULE:D1 #5",
      "EXDATE:20270105T090000Z;20270106T090000Z", "AALARM;TYPE=WAVE:20270104T090000Z;;;",
      "MALARM:20270104T090000Z;;;x@example.org", "DALARM:;;;", "X-A:b",
    ])
    #expect(file.problems.isEmpty)
    let event = try #require(file.events.first)
    #expect(event.name == "Grün" && event.repeats.contains("EXDATE:20270105T090000Z,20270106"))
    let dates = Occurrences(
      event.start, minutes: 0, repeats: event.repeats
    ).list(from: 0, limit: 10)
    #expect(dates.count == 3)
    for line in [
      "CATEGORIES:APPOINTMENT,WORK\n", "MALARM:20270104T090000Z;;;x@example.org\n", "X-A:b\n",
      "DALARM:;;;\n",
      "BEGIN:VALARM\nTRIGGER:-PT30M\nACTION:DISPLAY\nDESCRIPTION:Go\nREPEAT:2\nDURATION:PT5M\nEND:VALARM\n",
      "BEGIN:VALARM\nTRIGGER:-PT0S\nACTION:AUDIO\nEND:VALARM\n",
    ] { #expect(event.calendar.contains(line), "\(line) in \(event.calendar)") }
    let toDo = try self.file(["UID:t", "SUMMARY:x", "STATUS:NEEDS ACTION"], of: "VTODO").toDos.first
    #expect(toDo?.toDo.calendar.contains("STATUS:NEEDS-ACTION\n") == true)
    // What RFC 5545 has is left alone, also where it looks alike.
    let new = try CalendarFile(
      "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:v\nDTSTART:20270104T090000Z\nRRULE:D1 #5\nEND:VEVENT\nEND:VCALENDAR\n",
      zone: "UTC")
    #expect(new.events.first?.repeats == "RRULE:D1 #5\n" && new.problems.count == 1)
  }

  @Test("43 C-8: TZ and DAYLIGHT say how the clocks of a vCalendar go")
  func clocks() throws {
    func start(_ date: String, _ more: [String], zone: String = "Asia/Tokyo") throws -> (
      String, zone: String, told: Int
    ) {
      let file = try file(["UID:z", "DTSTART:\(date)"], more, zone: zone)
      let event = try #require(file.events.first)
      return (CalendarText.instant(event.start.milliseconds), event.start.zone, file.problems.count)
    }
    let berlin = ["TZ:+01", "DAYLIGHT:TRUE;+02;20250330T020000;20251026T030000;CET;CEST"]
    let winter = try start("20270104T090000", berlin, zone: "Europe/Berlin")
    #expect(winter == ("20270104T080000Z", "Europe/Berlin", 0))
    let summer = try start("20270704T090000", berlin)
    #expect((summer.0, summer.told) == ("20270704T070000Z", 0))
    #expect(summer.zone.hasPrefix("Europe/"))
    #expect(try start("20270704T090000", ["TZ:-0530", "DAYLIGHT:FALSE"]).0 == "20270704T143000Z")
    // It says nothing of summer: so that is told.
    let unsaid = try start("20270704T090000", ["TZ:+01:00"])
    #expect(unsaid.0 == "20270704T080000Z" && unsaid.told == 1)
    // Nothing of clocks at all: those of who imports it.
    #expect(try start("20270704T090000", []) == ("20270704T000000Z", "Asia/Tokyo", 0))
    #expect(try start("20270704T090000Z", berlin) == ("20270704T090000Z", "UTC", 0))
  }

  @Test("43 C-8: lines of vCalendar are folded as those of mail")
  func folds() throws {
    let event = try file(["UID:f", "DTSTART:20270104T090000Z", "SUMMARY:Two\r\n words"]).events
      .first
    #expect(event?.name == "Two words")
  }

  @Test("43 C-8: what is no time of an alarm, and a zone that nobody knows, are named once")
  func once() throws {
    func told(_ lines: [String]) throws -> [String] {
      let all = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]
      return try CalendarFile(all.joined(separator: "\r\n"), zone: "UTC").problems.map {
        "\($0.line) \($0.text)"
      }
    }
    func alarm(_ trigger: String) -> [String] {
      ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER\(trigger)", "END:VALARM"]
    }
    let event = ["BEGIN:VEVENT", "UID:a", "DTSTART:20270104T090000Z"]
    let wrong = try told(event + alarm(":-P1H") + alarm(":-P1H") + ["END:VEVENT"])
    #expect(wrong.count == 1 && wrong[0].hasPrefix("3 \"-P1H\" is no time"), "\(wrong)")
    for fine in [
      ":-PT1H", ":P0D", ";RELATED=END:PT5M", ";VALUE=DATE-TIME:20270104T080000Z", ":-P1W",
    ] {
      #expect(try told(event + alarm(fine) + ["END:VEVENT"]).isEmpty, "\(fine)")
    }
    func at(_ uid: String) -> [String] {
      [
        "BEGIN:VEVENT", "UID:\(uid)", "DTSTART;TZID=Mars/Base:20270104T090000",
        "DTEND;TZID=Mars/Base:20270104T100000", "END:VEVENT",
      ]
    }
    let zones = try told(at("a") + at("b"))
    #expect(zones.count == 1 && zones[0].hasPrefix("3 The time zone Mars/Base"), "\(zones)")
    func zone(_ offset: String) -> [String] {
      [
        "BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:19700101T000000",
        "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
      ]
    }
    #expect(try told(zone("+0100") + zone("+0100")).isEmpty)
    let two = try told(zone("+0100") + zone("+0200") + zone("+0300"))
    #expect(two.count == 1 && two[0].contains("described before"), "\(two)")
  }

  @Test("43 C-8: a vCalendar in the folder is written again as one of RFC 5545")
  func folder() throws {
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nUID:w\r\nSUMMARY:Choir\r\nDTSTART:20270104T090000Z\r
      RRULE:W1 MO #5\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
      """
    let event = try #require(try CalendarFile(text, zone: "UTC").events.first)
    var view = EventView.with { ($0.id, $0.uid, $0.name) = ("a", event.uid, "Choirs") }
    (view.start, view.minutes, view.calendar) = (event.start, event.minutes, event.calendar)
    (view.repeats, view.personal) = (event.repeats, true)
    let written = CalendarText.write(view, over: text, picture: .nothing, sequence: 1, now: 0)
    #expect(written.contains("VERSION:2.0\r\n") && written.contains("SUMMARY:Choirs\r\n"))
    #expect(written.contains("RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=5\r\n"), "\(written)")
  }
}
