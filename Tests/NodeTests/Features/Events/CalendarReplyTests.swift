import Events
import EventSchema
import Schema
import TestKit
import Testing

@testable import Node

/// The answers of people who are invited: of each, the newest counts (RFC 5546, section 2.1.5), in whatever order files come.
@Suite struct CalendarReplyTests {
  private static let people = ["b", "c"]

  /// A message about one dinner.
  private struct Message {
    /// Nil for an invitation.
    let who: String?
    let state: String
    let sequence: Int
    /// The minute of its DTSTAMP.
    let minute: Int

    var text: String {
      let minute = minute < 10 ? "0\(minute)" : "\(minute)"
      let head = ["UID:dinner@x", "DTSTAMP:20261103T09\(minute)00Z", "SEQUENCE:\(sequence)"]
      guard let who else {
        return CalendarDesk.file(
          head + ["SUMMARY:Dinner \(sequence)", "DTSTART:20270301T180000Z"]
            + people.map { "ATTENDEE;CN=\($0.uppercased()):mailto:\($0)@x.example" },
          method: "REQUEST")
      }
      return CalendarDesk.file(
        head + ["ATTENDEE;PARTSTAT=\(state):MAILTO:\(who)@x.example"], method: "REPLY")
    }
  }

  private static func reply(_ who: String, _ state: String, _ sequence: Int, _ minute: Int)
    -> Message
  {
    Message(who: who, state: state, sequence: sequence, minute: minute)
  }

  private static func invitation(_ sequence: Int, _ minute: Int) -> Message {
    Message(who: nil, state: "", sequence: sequence, minute: minute)
  }

  private static func attendees(_ messages: [Message]) throws -> [String] {
    let desk = try CalendarDesk()
    for message in messages { try desk.take(message.text) }
    return try desk.event().attendees
  }

  @Test("43 C-1: an older answer is named and left out, in whatever order they come")
  func older() throws {
    let desk = try CalendarDesk()
    let (yes, no) = (Self.reply("b", "ACCEPTED", 2, 10), Self.reply("b", "DECLINED", 2, 20))
    try desk.take(Self.invitation(2, 0).text)
    #expect(try desk.take(no.text).isEmpty)
    let taking = try desk.taking(yes.text)
    #expect(
      taking.problems.named.map(\.text) == [
        "The answer of MAILTO:b@x.example is older (SEQUENCE 2 of 20261103T091000Z) than what is here (SEQUENCE 2 of 20261103T092000Z)."
      ])
    #expect(taking.report.leftOut.map(\.count) == [1] && taking.report.taken == 0)
    #expect(try desk.event().attendees == ["B (declined)", "C"])
    // Twice is once.
    #expect(try desk.take(no.text).isEmpty)
    let invited = Self.invitation(2, 0)
    #expect(try Self.attendees([invited, yes, no]) == ["B (declined)", "C"])
    // Who says the same again says it later.
    let again = Self.reply("b", "ACCEPTED", 2, 30)
    #expect(try Self.attendees([invited, yes, again, no]) == ["B (accepted)", "C"])
    // SEQUENCE counts before DTSTAMP.
    #expect(
      try Self.attendees([invited, Self.reply("b", "TENTATIVE", 3, 5), no]) == ["B (perhaps)", "C"])
  }

  @Test("43 C-1: one file with several answers says the same as several files")
  func oneFile() throws {
    let messages = [
      Self.invitation(2, 0), Self.reply("b", "DECLINED", 2, 20), Self.reply("b", "ACCEPTED", 2, 10),
      Self.reply("c", "ACCEPTED", 2, 10),
    ]
    let desk = try CalendarDesk()
    let told = try desk.take(messages.map(\.text).joined())
    #expect(told.count == 1 && told[0].contains("b@x.example is older"), "\(told)")
    let event = try desk.event()
    #expect(event.attendees == ["B (declined)", "C (accepted)"])
    #expect(event.calendar.contains("ATTENDEE;CN=B;PARTSTAT=DECLINED;"), "\(event.calendar)")
  }

  @Test("43 C-1: an answer stays when its invitation comes again, and goes when that has changed")
  func invitedAgain() throws {
    let (invited, yes) = (Self.invitation(2, 0), Self.reply("b", "ACCEPTED", 2, 10))
    #expect(try Self.attendees([invited, yes, invited]) == ["B (accepted)", "C"])
    #expect(try Self.attendees([invited, yes, Self.invitation(2, 15)]) == ["B (accepted)", "C"])
    #expect(try Self.attendees([invited, yes, Self.invitation(3, 15)]) == ["B", "C"])
    let desk = try CalendarDesk()
    for message in [invited, Self.invitation(3, 15)] { try desk.take(message.text) }
    let told = try desk.take(yes.text)
    #expect(told.count == 1 && told[0].contains("than what is here (SEQUENCE 3"), "\(told)")
    #expect(try desk.event().attendees == ["B", "C"])
  }

  @Test("43 C-1: a file that Parlor wrote brings the time of an answer into another home")
  func carried() throws {
    let desk = try CalendarDesk()
    for message in [Self.invitation(2, 0), Self.reply("b", "DECLINED", 2, 20)] {
      try desk.take(message.text)
    }
    let other = try CalendarDesk()
    try other.take(CalendarText.write([try desk.event()], now: 1_800_000_000_000))
    #expect(try other.take(Self.reply("b", "ACCEPTED", 2, 10).text).count == 1)
    #expect(try other.event().attendees == ["B (declined)", "C"])
  }

  @Test("43 C-1: an answer for one date is named and changes nothing, in whatever order they come")
  func oneDate() throws {
    let series = CalendarDesk.file([
      "UID:dinner@x", "DTSTAMP:20261103T090000Z", "SUMMARY:Dinner", "DTSTART:20270301T180000Z",
      "RRULE:FREQ=WEEKLY;COUNT=3", "ATTENDEE;CN=B:mailto:b@x.example",
    ])
    func answer(_ state: String, _ minute: Int) -> String {
      CalendarDesk.file(
        [
          "UID:dinner@x", "DTSTAMP:20261103T09\(minute)00Z", "RECURRENCE-ID:20270308T180000Z",
          "ATTENDEE;PARTSTAT=\(state):mailto:b@x.example",
        ], method: "REPLY")
    }
    for files in [[answer("ACCEPTED", 10), answer("DECLINED", 20)], [answer("DECLINED", 20)]] {
      let desk = try CalendarDesk()
      try desk.take(series)
      let before = try desk.event()
      for file in files {
        let told = try desk.take(file)
        #expect(told.count == 1 && told[0].contains("one date alone"), "\(told)")
      }
      let after = try desk.event()
      #expect(after.calendar == before.calendar && after.changes == before.changes)
    }
  }

  @Test("43 C-1: of each person the last answer to the last invitation counts", arguments: 1...40)
  func anyOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let newest = Int.random(in: 1...3, using: &random)
    // An invitation of each version, and answers to some of them, each in a minute of its own.
    var minutes = Array(0..<60).shuffled(using: &random)
    let invitations = (1...newest).map { Self.invitation($0, $0) }
    minutes.removeAll { (1...newest).contains($0) }
    let replies = (0..<Int.random(in: 1...6, using: &random)).map { number in
      Self.reply(
        Self.people.randomElement(using: &random) ?? "b",
        ["ACCEPTED", "DECLINED", "TENTATIVE"].randomElement(using: &random) ?? "ACCEPTED",
        Int.random(in: 1...newest, using: &random), minutes[number])
    }
    let first = invitations.randomElement(using: &random) ?? invitations[0]
    let rest = invitations.filter { $0.sequence != first.sequence } + replies
    let order = [first] + rest.shuffled(using: &random)

    // The oracle knows all messages at once.
    let words = ["ACCEPTED": " (accepted)", "DECLINED": " (declined)", "TENTATIVE": " (perhaps)"]
    let expected = Self.people.map { who in
      let last = replies.filter { $0.who == who && $0.sequence == newest }.max {
        $0.minute < $1.minute
      }
      return who.uppercased() + (last.flatMap { words[$0.state] } ?? "")
    }
    let sent = order.map { "\($0.who ?? "all") \($0.state) \($0.sequence) \($0.minute)" }
    #expect(try Self.attendees(order) == expected, "seed \(seed): \(sent)")
  }
}
