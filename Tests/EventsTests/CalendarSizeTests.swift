import EventSchema
import Schema
import TestKit
import Testing

@testable import Events

/// Long events of calendar files: what fits is kept whole, and what does not is named.
@Suite struct CalendarSizeTests {
  /// A daily event with changed dates, each with words of its own.
  private static func file(_ dates: Int, _ lines: [String] = []) -> String {
    let whole =
      ["UID:long", "SUMMARY:Stand-up", "DTSTART:20270101T090000Z", "RRULE:FREQ=DAILY"] + lines
    let changes = (0..<dates).flatMap { date in
      let (month, day) = (date / 28 % 12 + 1, date % 28 + 1)
      let when = "\(2027 + date / 336)\(month < 10 ? "0" : "")\(month)\(day < 10 ? "0" : "")\(day)"
      return [
        "BEGIN:VEVENT", "UID:long", "RECURRENCE-ID:\(when)T090000Z", "DTSTART:\(when)T100000Z",
        "SUMMARY:Stand-up \(date)", "DTSTAMP:20261127T120000Z",
        "DESCRIPTION:Room \(date % 17) with the team of \(date * 7_919 % 1_009)", "END:VEVENT",
      ]
    }
    return
      (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + whole + ["END:VEVENT"] + changes
      + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  private static func event(_ read: CalendarFile.Event) -> EventSchema.Event {
    .with {
      ($0.calendar, $0.repeats) = (read.calendar, read.repeats)
      ($0.changes, $0.zones) = (read.changes, read.zones)
    }
  }

  private static func carried(_ event: EventSchema.Event) -> EventSchema.Event {
    EventTexts.form.carried(event, EventSchema.Event())
  }

  @Test("43 C-4: changed dates and long notes of real files fit, and go to others packed")
  func fits() throws {
    let notes = (0..<2_000).map { "<p>Point \($0) of our agenda&nbsp;</p>" }.joined()
    let text = Self.file(400, ["X-ALT-DESC;FMTTYPE=text/html:\(notes)"])
    let file = try CalendarFile(text, zone: "UTC")
    #expect(file.problems.isEmpty, "\(file.problems)")
    let read = try #require(file.events.first)
    #expect(file.events.count == 1 && read.calendar.contains(notes))
    let dates = Occurrences(read.start, minutes: 0, repeats: read.repeats, changes: read.changes)
    #expect(dates.changed.count == 400)
    let event = Self.event(read)
    let carried = Self.carried(event)
    #expect(try carried.serializedData().count <= EventTexts.carried)
    #expect(EventTexts.form.opened(carried) == event)
    // What is unchanged is carried as it was, whatever packed it.
    var other = carried
    other.name = "Meeting"
    var opened = EventTexts.form.opened(other)
    opened.calendar += "CLASS:PUBLIC\n"
    let again = EventTexts.form.carried(opened, other)
    #expect(again.packedChanges == other.packedChanges)
    #expect(again.packedCalendar != other.packedCalendar)
  }

  @Test(
    "43 C-4: what is more than fits is named line by line or date by date, and the rest is kept")
  func tooMuch() throws {
    let all = 2_000
    let file = try CalendarFile(Self.file(all), zone: "UTC")
    let read = try #require(file.events.first)
    let kept = read.changes.components("BEGIN:VEVENT")
    #expect(kept > 1_000 && file.events.count == 1)
    #expect(kept + file.problems.count + file.unnamedProblems == all)
    #expect(file.problems.allSatisfy { $0.text.contains("so this date is left out") })
    #expect(EventTexts.fit([read.calendar, read.repeats, read.changes, read.zones]))
    // What deflate cannot make shorter.
    var random = SeededGenerator(seed: 4)
    let noise = (0..<120).map {
      "X-NOISE-\($0):"
        + String(
          (0..<1_000).map { _ in
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".randomElement(
              using: &random)!
          })
    }
    let noisy = try CalendarFile(Self.file(3, noise + ["LOCATION:lake"]), zone: "UTC")
    let other = try #require(noisy.events.first)
    #expect(other.place == "lake" && other.calendar.contains("LOCATION:lake\n"))
    let lines = other.calendar.components("X-NOISE-")
    #expect((20..<120).contains(lines) && noisy.problems[0].text.contains("X-NOISE-"))
    #expect(EventTexts.fit([other.calendar, other.repeats, other.zones]))
  }

  @Test("43 C-4: random texts come back as they were, short and long ones", arguments: 0..<40)
  func random(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let words = ["SUMMARY:a", "X-\u{e4}:b", "ATTENDEE;CN=Ada:mailto:ada@example.org", "COMMENT:"]
    func text() -> String {
      let most = [0, 3, 40, 900, 3_000].randomElement(using: &random)!
      return (0..<Int.random(in: 0...most, using: &random)).map { _ in
        words.randomElement(using: &random)! + "\(UInt16.random(in: 0...999, using: &random))\n"
      }.joined()
    }
    let event = EventSchema.Event.with {
      ($0.calendar, $0.repeats, $0.changes, $0.zones) = (text(), text(), text(), text())
    }
    let texts = [event.calendar, event.repeats, event.changes, event.zones]
    let carried = Self.carried(event)
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    if bytes <= EventRules.file {
      #expect(EventTexts.form.opened(carried) == event, "seed \(seed)")
    }
    #expect(bytes > EventTexts.carried || carried == event, "as older programs read it")
    let fits = try bytes <= EventRules.file && carried.serializedData().count <= EventTexts.carried
    #expect(EventTexts.fit(texts) || !fits, "seed \(seed)")
  }

  @Test(
    "43 C-4: packs that were made to use up memory or time are empty, and lists bound what they unpack"
  )
  func hostile() throws {
    let bomb = String(repeating: "x", count: 64 << 20)
    var event = EventSchema.Event()
    event.changes = bomb
    var packed = EventTexts.form.carried(event, EventSchema.Event())
    #expect(packed.packedChanges.count < 80 << 10 && packed.changes.isEmpty)
    #expect(EventTexts.form.opened(packed).changes.isEmpty)
    packed.packedChanges = packed.packedChanges.dropLast(9)
    #expect(EventTexts.form.opened(packed).changes.isEmpty)
    // Each fits alone, and all of them do not fit together.
    event.changes = String(repeating: "x", count: 200 << 10)
    event.calendar = event.changes
    let both = EventTexts.form.opened(EventTexts.form.carried(event, EventSchema.Event()))
    #expect(both.calendar == event.calendar && both.changes.isEmpty)
    packed = EventTexts.form.carried(event, EventSchema.Event())
    var (left, read) = (EventTexts.ofAnswer, 0)
    while EventTexts.text(EventTexts.changes, of: packed, within: &left) != nil { read += 1 }
    #expect((60...100).contains(read) && left >= 0)
  }
}

extension String {
  /// Counts a text in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
