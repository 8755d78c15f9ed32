import Events
import Schema
import TestKit
import Testing

/// Calendar lines that others may have written: only those known to be harmless are kept.
@Suite struct CalendarSieveTests {
  private static let hostile = """
    METHOD:REQUEST
    ATTACH:file:///home/ada/.ssh/id_ed25519
    ATTACH;VALUE=BINARY;ENCODING=BASE64:http://x
    ATTACH;FMTTYPE=text/html:data:text/html,x
    URL:javascript:alert(1)
    CONFERENCE:file:///x
    IMAGE;VALUE=URI:http://tracker.example/1.png
    ORGANIZER:mailto:ada@example.org
    ATTENDEE:mailto:victim@example.org
    X-ALT-DESC;FMTTYPE=text/html:<script>
    STRUCTURED-DATA:x
    RRULE:FREQ=SECONDLY
    BEGIN:VALARM
    ACTION:PROCEDURE
    ATTACH:file:///bin/sh
    TRIGGER:-PT5M
    END:VALARM
    BEGIN:VALARM
    ACTION:EMAIL
    ATTENDEE:mailto:victim@example.org
    END:VALARM
    BEGIN:VALARM
    ACTION:DISPLAY
    ACTION:PROCEDURE
    END:VALARM
    BEGIN:VALARM
    ACTION:AUDIO
    ATTACH:file:///dev/zero
    REPEAT:999999999
    TRIGGER:-PT9M
    END:VALARM
    BEGIN:X-RUN
    LOCATION:y
    END:X-RUN
    LOCATION;ALTREP="file:///x";LANGUAGE=de:lake
    URL:https://example.org/picnic
    ATTACH:https://example.org/menu.pdf

    """

  @Test("E-55: no calendar of others starts programs, sends mail or opens files")
  func hostile() {
    for component in [CalendarText.event, CalendarText.toDo] {
      let sieve = CalendarSieve(Self.hostile, of: component)
      #expect(
        sieve.kept == """
          BEGIN:VALARM
          ACTION:AUDIO
          TRIGGER:-PT9M
          END:VALARM
          LOCATION;LANGUAGE=de:lake
          URL:https://example.org/picnic
          ATTACH:https://example.org/menu.pdf

          """)
      for name in [
        "METHOD", "ATTACH", "URL", "CONFERENCE", "IMAGE", "ORGANIZER", "ATTENDEE", "X-ALT-DESC",
        "STRUCTURED-DATA", "RRULE:FREQ=SECONDLY", "ACTION:PROCEDURE", "ACTION:EMAIL", "X-RUN",
        "REPEAT:999999999", "LOCATION;ALTREP",
      ] {
        #expect(sieve.leftOut.contains(name), "\(name)")
      }
      #expect(CalendarSieve(sieve.kept, of: component).kept == sieve.kept)
    }
  }

  @Test("E-55: names of what was left out are few and short")
  func names() {
    let many = (0..<200).map { "X-\($0)-\(String(repeating: "y", count: 500)):1\n" }.joined()
    let sieve = CalendarSieve(many, of: CalendarText.event)
    #expect(sieve.leftOut.count == 20 && sieve.leftOut.allSatisfy { $0.utf8.count <= 40 })
  }

  @Test("E-64: what only its own person sees keeps everything that does not end the event")
  func everything() {
    let all = Self.hostile + "END:VEVENT\nBEGIN:VEVENT\nno line\nBEGIN:X-OPEN\nX-A:1\n"
    let sieve = CalendarSieve(all, of: CalendarText.event, keepsAll: true)
    #expect(sieve.kept == Self.hostile && sieve.leftOut.isEmpty)
  }

  @Test("E-55, E-57: what others must not get stays in its file when the event is shared")
  func ownFile() throws {
    var world = FolderWorld()
    world.files["a.ics"] = FolderWorld.found(
      "VEVENT", "u1", "DTSTART:20991224T170000Z", "ATTACH:file:///home/ada/menu.pdf", "LOCATION:x",
      "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT5M", "END:VALARM")
    #expect(try world.look().problems.isEmpty)
    let id = try #require(world.events.values.first { $0.uid == "u1" }?.id)
    // Shared with a room, others see what is harmless. Somebody there changes the event, and so the file is written.
    let kept = CalendarSieve(world.events[id]?.calendar ?? "", of: CalendarText.event).kept
    #expect(!kept.contains("ATTACH") && kept.contains("LOCATION:x\n"))
    world.events[id]?.calendar = kept
    world.events[id]?.personal = false
    world.events[id]?.name = "feast"
    _ = try world.look()
    let text = world.text("a.ics")
    for line in ["SUMMARY:feast", "ATTACH:file:///home/ada/menu.pdf", "ACTION:EMAIL"] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    #expect(world.events[id]?.calendar == kept, "nobody else is told")
    let writes = world.writes
    #expect(try !world.look().isChanged && world.writes == writes)
  }

  @Test("E-55: a zone name with thousands of parts is looked up as fast as any")
  func manyParts() throws {
    let zone = String(repeating: "Europe/", count: 3_400) + "Oslo"
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:far
      DTSTART;TZID=\(zone):20991224T180000
      END:VEVENT
      BEGIN:VEVENT
      SUMMARY:nowhere
      DTSTART;TZID=\(String(repeating: "x/", count: 12_000)):20991224T180000
      END:VEVENT
      END:VCALENDAR
      """
    let time = try ContinuousClock().measure {
      let file = try CalendarFile(text, zone: "UTC")
      #expect(file.events.map(\.start.zone) == ["UTC", "UTC"], "E-65: no such zones are known")
      #expect(file.problems.count == 2 && file.problems.allSatisfy(\.isHint))
      #expect(throws: EventProblem.self) { try EventCalendar(zone: zone) }
    }
    #expect(time < .seconds(1))
  }

  @Test("E-55: a file in pieces is read as the whole is", arguments: [1, 2, 3, 7, 1_000])
  func pieces(size: Int) throws {
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\rUID:x\n\nSUMMARY:T\r\n \r\n ea ö\r\n"
      + "DTSTART:20991224T170000Z\nLOCATION:a\n\t b\nEND:VEVENT\nnothing\nEND:VCALENDAR"
    let whole = try CalendarFile(text, zone: "UTC")
    var file = try CalendarFile(zone: "UTC")
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      file.take(bytes[start..<min(start + size, bytes.count)])
    }
    file.finish()
    #expect(file.events == whole.events && file.problems == whole.problems)
  }

  @Test("E-55: endless lines, parts and problems are bounded, and the rest is taken")
  func bounds() throws {
    let good = "BEGIN:VEVENT\nUID:1\nSUMMARY:good\nDTSTART:20991224T170000Z\nEND:VEVENT\n"
    let long = "BEGIN:VEVENT\nUID:2\nSUMMARY:long\nDTSTART:20991224T170000Z\n"
    let file = try CalendarFile(
      "BEGIN:VCALENDAR\n" + good + String(repeating: "junk\n", count: 5_000)
        + "X:" + String(repeating: "y", count: 300_000) + "\n" + long
        + String(repeating: "COMMENT:\(String(repeating: "z", count: 500))\n", count: 2_200)
        + "END:VEVENT\n" + good + String(repeating: "BEGIN:X\n", count: 5_000), zone: "UTC")
    #expect(file.events.map(\.name) == ["good", "good"])
    #expect(file.problems.count == 20 && file.problems.map(\.line) == Array(7...26))
    // The junk, the long line, the event that is too long, and parts in parts without an end.
    #expect(file.unnamedProblems == 5_000 + 1 + 1 + 5_000 - 15 + 1 - 20)
    // One of each kind, as the problems of many are not all named.
    for (text, problem) in [
      ("X:" + String(repeating: "y", count: 300_000) + "\n", "The line has more than"),
      (String(repeating: "BEGIN:X\n", count: 20), "parts in parts"),
    ] {
      let file = try CalendarFile("BEGIN:VCALENDAR\n" + text, zone: "UTC")
      #expect(file.problems.contains { $0.text.contains(problem) }, "\(file.problems)")
    }
  }
}
