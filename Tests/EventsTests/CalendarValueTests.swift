import EventSchema
import Schema
import Testing

@testable import Events

/// Values of calendar files as programs write them, and what is told of those that make no sense.
@Suite struct CalendarValueTests {
  @Test("43 C-8: quoted-printable is read as text, over soft ends of lines too")
  func quotedPrintable() throws {
    let text = [
      "BEGIN:VCALENDAR", "VERSION:1.0", "BEGIN:VEVENT", "UID:qp",
      "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Gr=C3=BCne Tonne =E2=80=93 Stra=C3=",
      "=9Fe", "DESCRIPTION;encoding=quoted-printable:Zeile eins=0D=0AZeile=20=",
      "zwei = 1, =", "", "LOCATION;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:K=F6ln",
      "DTSTART:20270111T100000Z", "END:VEVENT", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    let file = try CalendarFile(text, zone: "UTC")
    let event = try #require(file.events.first)
    #expect(file.isText && file.problems.isEmpty, "\(file.problems)")
    #expect(event.name == "Grüne Tonne – Straße" && event.place == "Köln")
    #expect(event.notes == "Zeile eins\nZeile zwei = 1, =")
    #expect(!event.calendar.uppercased().contains("QUOTED-PRINTABLE"))
    // A character set that is not known is none that can be guessed.
    let other = text.replacing("ISO-8859-1", with: "KOI8-R")
    #expect(try !CalendarFile(other, zone: "UTC").isText)
  }

  @Test(
    "43 C-3, C-8: an end without a zone is in that of the start; one that makes no sense is named")
  func ends() throws {
    func read(_ lines: String...) throws -> (minutes: UInt32?, told: Int) {
      let text =
        ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:e"] + lines + ["END:VEVENT", "END:VCALENDAR"]
      let file = try CalendarFile(text.joined(separator: "\r\n"), zone: "Asia/Tokyo")
      return (file.events.first?.minutes, file.problems.count)
    }
    let start = "DTSTART;TZID=America/New_York:20270305T090000"
    #expect(try read(start, "DTEND:20270305T100000") == (60, 0))
    #expect(try read(start, "DTEND:20270305T150000Z") == (60, 0))
    #expect(try read(start, "DTEND:20270305T080000") == (0, 1))
    #expect(try read("DTSTART:20270301T100000Z", "DTEND:20270301T090000Z") == (0, 1))
    let day = "DTSTART;VALUE=DATE:20270301"
    #expect(try read(day, "DTEND;VALUE=DATE:20270301") == (1_440, 1))
    #expect(try read(day, "DTEND;VALUE=DATE:20270302") == (1_440, 0))
    #expect(try read(day, "DURATION:P2W") == (20_160, 0))
  }

  @Test("43 C-3: a date long ago in a zone of the file's own is written as it came")
  func longAgo() throws {
    func part(
      _ name: String, _ start: String, _ rule: String, _ from: String, _ to: String
    ) -> [String] {
      [
        "BEGIN:\(name)", "DTSTART:\(start)", "RRULE:FREQ=YEARLY;\(rule)", "TZOFFSETFROM:\(from)",
        "TZOFFSETTO:\(to)", "END:\(name)",
      ]
    }
    // Clocks that nobody had in 1985, and those of New York today.
    let zone =
      ["BEGIN:VTIMEZONE", "TZID:Our hall"]
      + part("STANDARD", "16711029T020000", "BYDAY=-1SU;BYMONTH=10", "-0400", "-0500")
      + part("DAYLIGHT", "16710404T020000", "BYDAY=1SU;BYMONTH=4", "-0500", "-0400")
      + part("STANDARD", "20071104T020000", "BYDAY=1SU;BYMONTH=11", "-0400", "-0500")
      + part("DAYLIGHT", "20070311T020000", "BYDAY=2SU;BYMONTH=3", "-0500", "-0400")
      + ["END:VTIMEZONE"]
    let years = [2025, 1985, 1999, 1986]
    var lines = ["BEGIN:VCALENDAR"] + zone
    for year in years {
      lines += [
        "BEGIN:VEVENT", "UID:\(year)", "DTSTAMP:20260101T000000Z", "SUMMARY:Then",
        "DTSTART;TZID=Our hall:\(year)1015T140000", "DTEND;TZID=Our hall:\(year)1015T150000",
        "END:VEVENT",
      ]
    }
    let all = (lines + ["END:VCALENDAR"]).joined(separator: "\r\n")
    let file = try CalendarFile(all, zone: "Asia/Tokyo")
    #expect(file.events.count == years.count)
    for (event, year) in zip(file.events, years) {
      var view = EventView.with { ($0.id, $0.uid, $0.name) = ("a", event.uid, event.name) }
      (view.start, view.minutes, view.calendar) = (event.start, event.minutes, event.calendar)
      (view.zones, view.personal) = (event.zones, true)
      let text = CalendarText.write([view], now: 0)
      #expect(text.contains("DTSTART;TZID=Our hall:\(year)1015T140000\r\n"), "\(text)")
      #expect(text.contains("DTSTAMP:20260101T000000Z\r\n"))
    }
  }
}
