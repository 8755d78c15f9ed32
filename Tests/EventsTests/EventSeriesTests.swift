import EventSchema
import Schema
import Testing

@testable import Events

/// Events that are one series for people.
@Suite struct EventSeriesTests {
  private static let day: Int64 = 86_400_000

  private func part(_ start: Int64, _ count: Int, of first: EventSchema.Event? = nil)
    -> EventSchema.Event
  {
    .with {
      $0.name = "Choir"
      ($0.start.milliseconds, $0.start.zone, $0.minutes) = (start * Self.day, "UTC", 60)
      $0.repeats = "RRULE:FREQ=DAILY;COUNT=\(count)\n"
      if let first { $0.calendar = EventSeries.lines(ofRest: first, uid: "first@parlor") }
    }
  }

  @Test("43 C-7: each part of a series is meant in its time, and the last one when all are over")
  func times() {
    let first = part(100, 5)
    let second = part(105, 5, of: first)
    let third = part(110, 5, of: second)
    let all = [third, first, second].enumerated().map {
      (id: $0.offset == 1 ? "first" : "x\($0.offset)", body: $0.element)
    }
    for (day, wanted) in [(0, 1), (100, 1), (103, 1), (105, 2), (109, 2), (110, 0), (200, 0)] {
      // Half an hour after it begins, the date of that day goes on.
      let now = Int64(day) * Self.day + 1_800_000
      #expect(EventSeries.meant(all, now: now) == wanted, "day \(day)")
    }
    let other = (id: "other", body: part(100, 5))
    #expect(EventSeries.meant(all + [other], now: 0) == nil)
    #expect(EventSeries.meant([all[1], other], now: 0) == nil)
  }

  @Test("E-63: parts of one series are known as such in whatever rooms they are")
  func rooms() {
    func view(_ id: String, _ room: String, uid: String = "", of first: String? = nil) -> EventView
    {
      .with {
        ($0.id, $0.room, $0.name, $0.uid) = (id, room, "Choir", uid)
        if let first { $0.calendar = "RELATED-TO;RELTYPE=SIBLING:\(first)\n" }
      }
    }
    let first = view("first", "friends")
    let rest = view("rest", "family", uid: "other@parlor", of: "first@parlor")
    #expect(EventSeries.isOne(first, rest) && EventSeries.isOne(rest, first))
    #expect(EventSeries.isOne(rest, view("last", "friends", uid: "x", of: "first@parlor")))
    #expect(EventSeries.isOne(view("a", "friends", uid: "u"), view("b", "family", of: "u")))
    #expect(!EventSeries.isOne(first, view("second", "family")), "another one of that name")
    #expect(!EventSeries.isOne(rest, view("third", "friends", uid: "y", of: "second@parlor")))
  }

  @Test("43 C-7: a part keeps what a calendar file said of the whole, but for its name there")
  func lines() {
    var event = part(100, 5)
    event.calendar =
      "UID:a\nSEQUENCE:3\nDTSTAMP:20260101T000000Z\nCATEGORIES:music\nRELATED-TO:b\n"
      + "BEGIN:VALARM\nUID:c\nTRIGGER:-PT5M\nEND:VALARM\n"
    let lines = EventSeries.lines(ofRest: event, uid: "a")
    #expect(
      lines == "CATEGORIES:music\nRELATED-TO:b\nBEGIN:VALARM\nUID:c\nTRIGGER:-PT5M\nEND:VALARM\n"
        + "RELATED-TO;RELTYPE=SIBLING:a\n")
  }
}
