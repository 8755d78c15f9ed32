import Calendars
import Events
import Feature
import Schema
import TestKit
import Testing
import WholeSchema

@testable import Node

/// The rule of all importers: what was taken, left out and lost is everything in the file, as a second parser counts it.
@Suite struct CalendarReportTests {
  private static func component(_ name: String, _ lines: [String]) -> [String] {
    ["BEGIN:\(name)"] + lines + ["END:\(name)"]
  }

  /// Components as programs write them, also such that nobody can take.
  private static func part(_ random: inout SeededGenerator, _ number: Int) -> [String] {
    let uid = "UID:\(random.below(6))@x"
    let start = "DTSTART:202701\(10 + random.below(9))T180000Z"
    let series = [
      uid, "SUMMARY:Choir", "DTSTART:20270104T200000Z", "RRULE:FREQ=DAILY;COUNT=9",
      "SEQUENCE:\(random.below(3))",
    ]
    let date = "RECURRENCE-ID:2027010\(4 + random.below(5))T200000Z"
    return random.pick([
      component("VEVENT", ["UID:e\(number)@x", "SUMMARY:Event", start]),
      component("VEVENT", [uid, "SUMMARY:Event", start]),
      component("VEVENT", series), component("VEVENT", series),
      component("VEVENT", [uid, date, "SUMMARY:Moved", start, "SEQUENCE:\(random.below(3))"]),
      component("VEVENT", [uid, date, "SUMMARY:Moved", start, "SEQUENCE:\(random.below(3))"]),
      component("VEVENT", [uid, "RECURRENCE-ID:never", "SUMMARY:Moved", start]),
      component("VEVENT", [uid, "SUMMARY:no start"]),
      component("VEVENT", ["UID:n\(number)@x", "SUMMARY:odd", "DTSTART:nonsense"]),
      component("VTODO", ["UID:t\(number)@x", "SUMMARY:To do", "DUE:20270110T180000Z"]),
      component("VTODO", ["UID:t\(random.below(3))@x", "SUMMARY:To do"]),
      component("VTODO", ["UID:r\(number)@x", "SUMMARY:Helps", "RELATED-TO:\(random.below(6))@x"]),
      component("VJOURNAL", ["UID:j\(number)@x", "SUMMARY:Diary"]),
      component("VFREEBUSY", ["UID:f\(number)@x"]),
      component("VTIMEZONE", ["TZID:Mine/\(number)"]),
      ["BEGIN:VEVENT", uid, "SUMMARY:endless", start], ["this is nothing"],
      component("VEVENT", [uid, start, "X:" + String(repeating: "y", count: 1_200_000)]),
    ])
  }

  private static func take(_ text: String, _ world: RoomWorld) throws -> CalendarTaking {
    var taking = try CalendarTaking(room: nil, keep: { _ in "" }) { calls in
      try calls.map { call in
        guard Methods.method(call.path)?.isRead == true else {
          return world.network.perform(0, call)
        }
        return .success(try #require(try world.read(0, "personal") { try $0.read(call) }))
      }
    }
    try taking.take(try CalendarFile(text, zone: "UTC"))
    return taking
  }

  @Test(
    "43 the rule: of a calendar file, read and left out and lost are all its components but time zones",
    arguments: 1...25 as ClosedRange<UInt64>)
  func components(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = (0...random.below(24)).map { Self.part(&random, Int($0)) }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + parts.joined() + ["END:VCALENDAR"]
    let text = lines.map { $0 + "\r\n" }.joined()
    let wanted = lines.count { line in
      ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"].contains { line == "BEGIN:\($0)" }
    }
    let world = try RoomWorld(["Ada"])
    // Twice: all of it is known the second time.
    for time in 1...2 {
      let report = try Self.take(text, world).report
      #expect(
        report.things == wanted, "seed \(seed), time \(time): \(report)\n\(text.prefix(20_000))")
      #expect(
        (report.lost + report.leftOut + report.changed).allSatisfy { $0.reason.hasSuffix(".") })
    }
  }

  @Test("43 the rule: what a home refuses of a file is lost, with all that belongs to it")
  func refused() throws {
    let world = try RoomWorld(["Ada"])
    let long = String(repeating: "word ", count: 200)
    let event = Self.component(
      "VEVENT", ["UID:a@x", "SUMMARY:Party", "DTSTART:20270104T200000Z", "URL:no address"])
    let toDo = Self.component("VTODO", ["UID:b@x", "SUMMARY:\(long)", "RELATED-TO:a@x"])
    let text = (["BEGIN:VCALENDAR"] + event + toDo + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    let report = try Self.take(text, world).report
    #expect(report.things == 2, "\(report)")
  }
}
