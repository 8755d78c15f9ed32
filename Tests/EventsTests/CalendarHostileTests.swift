import Schema
import Testing

@testable import Events

/// Calendar files that are made to take long or to fill the memory.
@Suite struct CalendarHostileTests {
  private static func file(_ lines: [String]) -> String {
    (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\n")
  }

  private static func event(_ more: [String], _ uid: Int = 0) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:s", "DTSTART:20991224T170000Z"] + more + ["END:VEVENT"]
  }

  private static let good = event([])

  /// A zone of so many parts, each of which changes the clocks as often as is taken.
  private static func zone(_ parts: Int, _ name: String = "Own") -> [String] {
    let part = [
      "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
      "RRULE:FREQ=MINUTELY", "END:STANDARD",
    ]
    return ["BEGIN:VTIMEZONE", "TZID:\(name)"]
      + Array(repeating: part, count: parts).flatMap(\.self)
      + ["END:VTIMEZONE"]
  }

  @Test(
    "E-64, E-65: hostile files end soon, and what is beside it is taken",
    arguments: [
      // A line that is far too long.
      good + event(["X-A:" + String(repeating: "x", count: 4 << 20)], 1),
      // Components within each other.
      good + Array(repeating: "BEGIN:X", count: 10_000) + Array(repeating: "END:X", count: 10_000),
      good + event(Array(repeating: "BEGIN:VALARM", count: 10_000), 1),
      // Zones of many parts, and many zones.
      good + zone(1_000) + event(["DTSTART;TZID=Own:20991224T170000"], 1),
      good
        + (1...400).flatMap { number in
          zone(1, "Own\(number)")
            + [
              "BEGIN:VEVENT", "UID:\(number)", "SUMMARY:s",
              "DTSTART;TZID=Own\(number):20991224T170000", "END:VEVENT",
            ]
        },
      good + event(["DTEND;TZID=\(String(repeating: "x", count: 25_000)):20991224T180000"], 1),
      // Rules.
      good + event(["RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"], 1),
      good + event(Array(repeating: "RRULE:FREQ=YEARLY;BYDAY=MO", count: 5_000), 1),
      good + event(["RRULE:" + String(repeating: "BYDAY=MO;", count: 5_000)], 1),
      // Many of something.
      good + Array(repeating: "X:y", count: 100_000),
      good + Array(repeating: "nothing", count: 50_000),
      good + event(["EXDATE:" + String(repeating: "20991224T170000Z,", count: 20_000)], 1),
      // A line folded again and again.
      good + event(["X-A:a"] + Array(repeating: " b", count: 100_000), 1),
    ])
  func ends(lines: [String]) throws {
    let text = Self.file(lines)
    let time = try ContinuousClock().measure {
      let file = try CalendarFile(text, zone: "Europe/Berlin")
      #expect(file.events.first?.uid == "0", "\(file.problems.prefix(3))")
      #expect(file.problems.count <= 20, "of more, their number is told")
      for event in file.events.prefix(2) {
        let dates = Occurrences(
          event.start, minutes: event.minutes, repeats: event.repeats, changes: event.changes)
        _ = dates.next(after: 0)
      }
    }
    // In a build for tests, on a machine with much else to do.
    #expect(time < .seconds(20), "\(text.utf8.count) bytes took \(time)")
  }

  @Test("E-64: a line of the most bytes is taken and a longer one is not, in pieces of any size")
  func longLines() throws {
    let most = CalendarUnfolder.longest
    for (length, isTaken) in [(most, true), (most + 1, false)] {
      for piece in [1, 7, most, most * 3] {
        var unfolder = CalendarUnfolder()
        var lines: [String?] = []
        // Folded in the middle, between two short lines.
        let half = String(repeating: "x", count: length / 2)
        let text = "A:1\r\n" + half + "\r\n " + half + (length % 2 == 0 ? "" : "x") + "\r\nB:2\r\n"
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
          unfolder.take(bytes[start..<min(start + piece, bytes.count)]) { lines.append($0.content) }
        }
        unfolder.finish { lines.append($0.content) }
        #expect(lines.count == 3 && lines[0] == "A:1" && lines[2] == "B:2", "\(length), \(piece)")
        #expect(lines[1]?.utf8.count == (isTaken ? length : nil), "\(length), \(piece)")
      }
    }
  }

  @Test(
    "E-64: a byte-order mark, ends of lines of any kind and broken UTF-8",
    arguments: ["\n", "\r\n", "\r"])
  func bytes(end: String) throws {
    let lines = ["BEGIN:VCALENDAR"] + Self.good + ["END:VCALENDAR"]
    let text = lines.joined(separator: end) + end
    for mark in ["", "\u{feff}"] {
      let file = try CalendarFile(mark + text, zone: "UTC")
      #expect(
        file.events.count == 1 && file.problems.isEmpty && file.isCalendar, "\(file.problems)")
    }
    var file = try CalendarFile(zone: "UTC")
    file.take(Array(text.utf8).flatMap { $0 == UInt8(ascii: "s") ? [0xff, 0xc3] : [$0] })
    file.finish()
    #expect(!file.isText && file.events.count == 1)
  }
}
