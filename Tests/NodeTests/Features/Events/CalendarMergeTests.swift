import Events
import EventSchema
import Schema
import TestKit
import Testing

@testable import Node

/// Calendar files that say less than the whole, or come in another order than they were sent (RFC 5546).
@Suite struct CalendarMergeTests {
  private static let day: Int64 = 86_400_000
  /// Monday, 4 January 2027, 20:00 UTC.
  private static let first: Int64 = 1_799_092_800_000

  private static func dates(_ event: EventView) -> [Occurrences.Occurrence] {
    Occurrences(event).list(from: first - 40 * day, to: first + 400 * day, limit: 100)
  }

  private static let series = [
    "UID:choir@x", "DTSTAMP:20261101T090000Z", "SUMMARY:Choir", "DTSTART:20270104T200000Z",
    "DTEND:20270104T210000Z", "RRULE:FREQ=WEEKLY;COUNT=5",
  ]

  @Test("43 C-1: a date that is called off or moved leaves the others, whatever comes first")
  func oneDate() throws {
    let cancel = [
      "UID:choir@x", "RECURRENCE-ID:20270118T200000Z", "DTSTAMP:20261104T090000Z", "SEQUENCE:1",
      "SUMMARY:Choir", "STATUS:CANCELLED", "DTSTART:20270118T200000Z",
    ]
    let moved = [
      "UID:choir@x", "RECURRENCE-ID:20270118T200000Z", "DTSTAMP:20261104T090000Z", "SEQUENCE:2",
      "SUMMARY:Choir (later)", "DTSTART:20270118T220000Z", "DTEND:20270118T230000Z",
    ]
    let desk = try CalendarDesk()
    #expect(try desk.take(CalendarDesk.file(Self.series, method: "REQUEST")).isEmpty)
    #expect(try desk.take(CalendarDesk.file(cancel, method: "CANCEL")).isEmpty)
    #expect(Self.dates(try desk.event()).count == 4)
    for files in [[Self.series, moved], [moved, Self.series]] {
      let desk = try CalendarDesk()
      for lines in files { try desk.take(CalendarDesk.file(lines)) }
      let event = try desk.event()
      let dates = Self.dates(event)
      #expect(event.name == "Choir" && dates.count == 5)
      #expect(dates[2].start == Self.first + 14 * Self.day + 7_200_000)
      #expect(dates[2].name == "Choir (later)")
    }
  }

  @Test("43 C-1: an answer changes that of its person alone; who is not invited is named")
  func answer() throws {
    let desk = try CalendarDesk()
    let invitation = [
      "UID:dinner@x", "DTSTAMP:20261101T090000Z", "SEQUENCE:2", "SUMMARY:Dinner",
      "LOCATION:Harbour", "DTSTART:20270301T180000Z", "DTEND:20270301T200000Z",
      "ORGANIZER:mailto:a@x.example",
      "ATTENDEE;CN=\"Bea; who sings\";PARTSTAT=NEEDS-ACTION;ROLE=CHAIR:mailto:b@x.example",
      "ATTENDEE;CN=Cyd:mailto:c@x.example",
    ]
    func answer(_ who: String, _ state: String) -> String {
      CalendarDesk.file(
        [
          "UID:dinner@x", "DTSTAMP:20261103T090000Z", "SEQUENCE:2", "ORGANIZER:mailto:a@x.example",
          "ATTENDEE;PARTSTAT=\(state):MAILTO:\(who)@x.example",
        ], method: "REPLY")
    }
    #expect(try desk.take(answer("b", "ACCEPTED")).count == 1, "nothing to answer is here yet")
    #expect(try desk.take(CalendarDesk.file(invitation, method: "REQUEST")).isEmpty)
    let before = try desk.event()
    #expect(try desk.take(answer("b", "ACCEPTED")).isEmpty)
    #expect(try desk.take(answer("c", "DECLINED")).isEmpty)
    let after = try desk.event()
    #expect(after.attendees == ["Bea; who sings (accepted)", "Cyd (declined)"])
    let replied = "PARTSTAT=ACCEPTED;X-PARLOR-REPLIED=2/20261103T090000Z"
    #expect(after.calendar.contains(";ROLE=CHAIR;\(replied):mailto:b@x.example\n"))
    #expect(after.name == before.name && after.place == before.place)
    #expect(after.start == before.start && after.minutes == before.minutes)
    // Twice is once.
    #expect(try desk.take(answer("c", "DECLINED")).isEmpty)
    #expect(try desk.event().sequence == after.sequence)
    let told = try desk.take(answer("eve", "ACCEPTED"))
    #expect(told.count == 1 && told[0].contains("eve@x.example"), "\(told)")
    #expect(try desk.event().calendar == after.calendar)
    for method in ["COUNTER", "REFRESH", "DECLINECOUNTER", "ADD"] {
      let told = try desk.take(CalendarDesk.file(invitation, method: method))
      #expect(told.count == 1 && told[0].contains("method is \(method)"), "\(told)")
    }
    #expect(try desk.event().calendar == after.calendar)
  }

  @Test("43 C-1: what is older is named and left out, and what people changed here stays")
  func older() throws {
    let desk = try CalendarDesk()
    func whole(_ sequence: Int, _ stamp: String, _ name: String, _ place: String) -> String {
      CalendarDesk.file([
        "UID:walk@x", "SEQUENCE:\(sequence)", "DTSTAMP:202611\(stamp)T090000Z", "SUMMARY:\(name)",
        "LOCATION:\(place)", "DTSTART:20270104T200000Z",
      ])
    }
    try desk.take(whole(3, "10", "Walk", "Park"))
    for (sequence, stamp) in [(2, "20"), (3, "09"), (0, "30")] {
      let told = try desk.take(whole(sequence, stamp, "Old", "Park"))
      #expect(told.count == 1 && told[0].contains("older"), "\(told)")
    }
    #expect(try desk.event().name == "Walk")
    _ = try desk.world.edit(0, desk.event()) { $0.notes = "bring boots" }
    _ = try desk.world.edit(0, desk.event()) { $0.place = "Beach" }
    #expect(try desk.take(whole(3, "10", "Walk", "Park")).isEmpty, "the same file again")
    #expect(try desk.event().place == "Beach")
    #expect(try desk.take(whole(4, "11", "Long walk", "Park")).isEmpty)
    let event = try desk.event()
    #expect(event.name == "Long walk" && event.place == "Beach" && event.notes == "bring boots")
    try desk.take(whole(3, "12", "Walk", "Park"))
    #expect(try desk.event().name == "Long walk", "the version of the last file counts")
    let off = ["UID:walk@x", "SEQUENCE:5", "DTSTAMP:20261113T090000Z"]
    #expect(try desk.take(CalendarDesk.file(off, method: "CANCEL")).isEmpty)
    let cancelled = try desk.event()
    #expect(cancelled.status == .cancelled && cancelled.name == "Long walk")
  }

  @Test("43 C-8: what has no UID is imported once, and what people changed of it stays")
  func withoutUID() throws {
    let desk = try CalendarDesk()
    func file(_ stamp: String) -> String {
      CalendarDesk.file(["DTSTAMP:\(stamp)", "SUMMARY:No id", "DTSTART:20270201T100000Z"])
        + CalendarDesk.file(["DTSTAMP:\(stamp)", "SUMMARY:Nor this", "DTSTART:20270201T100000Z"])
    }
    #expect(try desk.take(file("20261101T090000Z")).isEmpty)
    let events = try desk.world.events(0, "personal")
    _ = try desk.world.edit(0, try #require(events.first { $0.name == "No id" })) {
      $0.place = "Hall"
    }
    #expect(try desk.take(file("20261102T090000Z")).isEmpty)
    let after = try desk.world.events(0, "personal")
    #expect(after.map(\.name).sorted() == ["No id", "Nor this"])
    #expect(after.contains { $0.place == "Hall" })
  }

  /// One message that an organiser sent.
  private struct Message {
    enum Kind { case whole, moved(Int), off(Int) }
    let kind: Kind
    /// In the order in which they were sent.
    let number: Int
    /// Of the whole, at that time.
    let sequence: Int

    var file: String {
      let stamp = "DTSTAMP:202611\(10 + number)T090000Z"
      let id = ["UID:choir@x", stamp, "SEQUENCE:\(sequence)", "SUMMARY:Choir \(number)"]
      func at(_ week: Int, _ hour: Int) -> String {
        let days = ["0104", "0111", "0118", "0125", "0201"]
        return "2027\(days[week])T\(hour)0000Z"
      }
      switch kind {
      case .whole:
        return CalendarDesk.file(
          id + ["DTSTART:\(at(0, 20))", "RRULE:FREQ=WEEKLY;COUNT=5"])
      case .moved(let week):
        return CalendarDesk.file(
          id + ["RECURRENCE-ID:\(at(week, 20))", "DTSTART:\(at(week, 22))"])
      case .off(let week):
        return CalendarDesk.file(id + ["RECURRENCE-ID:\(at(week, 20))"], method: "CANCEL")
      }
    }

    var isCancel: Bool { if case .off = kind { true } else { false } }
  }

  @Test("43 C-1: files of one series say the same in whatever order they come", arguments: 1...40)
  func anyOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var (sent, sequence): ([Message], Int) = ([], 0)
    for number in 0..<Int.random(in: 2...6, using: &random) {
      let week = Int.random(in: 0..<5, using: &random)
      let kinds: [Message.Kind] = [.whole, .moved(week), .off(week)]
      let kind = number == 0 ? .whole : kinds.randomElement(using: &random) ?? .whole
      if case .whole = kind, number > 0 { sequence += 1 }
      sent.append(Message(kind: kind, number: number, sequence: sequence))
    }
    // What calls off comes after something that it may be about.
    var order = sent.shuffled(using: &random)
    while order[0].isCancel { order.shuffle(using: &random) }

    // The oracle: the newest whole, and of each date the newest message after it.
    var (name, weeks): (String, [Int: (start: Int64, name: String)?]) = ("", [:])
    for message in sent {
      switch message.kind {
      case .whole:
        name = "Choir \(message.number)"
        weeks = Dictionary(uniqueKeysWithValues: (0..<5).map { ($0, (Self.start($0), name)) })
      case .moved(let week):
        weeks[week] = (Self.start(week) + 7_200_000, "Choir \(message.number)")
      case .off(let week): weeks[week] = .some(nil)
      }
    }
    let expected = weeks.values.compactMap { $0 }.sorted { $0.start < $1.start }

    let desk = try CalendarDesk()
    for message in order { try desk.take(message.file) }
    let event = try desk.event()
    let found = Self.dates(event)
    let text = "seed \(seed): \(order.map { "\($0.kind) \($0.number)" })"
    #expect(event.name == name, "\(text)")
    #expect(found.map(\.start) == expected.map(\.start), "\(text)")
    #expect(found.map { $0.name ?? event.name } == expected.map(\.name), "\(text)")
  }

  private static func start(_ week: Int) -> Int64 { first + Int64(week) * 7 * day }
}
