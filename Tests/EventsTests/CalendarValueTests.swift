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
}
