import ChatSchema
import Schema
import Terminal
import Testing

@Suite struct MessageTextTests {
  /// Noon of a day, so that no time zone makes another day of it.
  private func message(_ text: String, _ milliseconds: Int64) -> MessageView {
    var message = ChatExamples.message(1, text)
    message.wallMilliseconds = milliseconds
    return message
  }

  private let noon: Int64 = 1_790_000_000_000

  @Test("the day stands before the first message and wherever it changes")
  func days() {
    let day: Int64 = 86_400_000
    let messages = [
      message("one", noon), message("two", noon + 1_000), message("three", noon + day),
      message("four", noon),
    ]
    var shown: String?
    let lines = MessageText.lines(of: messages, after: &shown).map(\.text)
    let days = [noon, noon + day].map { "  " + ClockText.day(milliseconds: $0) }
    #expect(lines.count == 7)
    #expect(lines[0] == days[0] && lines[3] == days[1] && lines[5] == days[0], "\(lines)")
    #expect(lines[1].hasSuffix("one") && lines[2].hasSuffix("two") && lines[6].hasSuffix("four"))
    #expect(MessageText.lines(of: [messages[3]], after: &shown).count == 1, "that day is shown")
  }

  @Test("People 7: who has a name that is somebody else's, or ours, is marked where it speaks")
  func takenName() {
    var message = message("it is me", noon)
    message.name = "Ada"
    message.nameIsTaken = true
    #expect(MessageText.lines(of: message)[0].text.contains("Ada (another Ada)  it is me"))
    let room = RoomView.with {
      $0.members = [
        .with {
          $0.name = "Ada"
          $0.nameIsTaken = true
        }
      ]
    }
    let member = MessageText.members(of: room)[0].text
    #expect(member.contains("stranger, somebody else has this name"), "\(member)")
  }

  @Test(
    "42.12 who was added to a private room has no mark where they speak, and their owner beside the name"
  )
  func added() {
    var message = message("hello", noon)
    (message.name, message.paired, message.own) = ("Cyd", false, false)
    #expect(MessageText.lines(of: message)[0].text.contains("Cyd (stranger)  hello"))
    message.added = true
    #expect(MessageText.lines(of: message)[0].text.contains("Cyd  hello"))
    message.nameIsTaken = true
    #expect(MessageText.lines(of: message)[0].text.contains("Cyd (another Cyd)  hello"))
    let room = RoomView.with {
      $0.members = [
        .with { ($0.name, $0.addedBy) = ("Cyd", "Anna\u{1b}[2J") },
        .with { ($0.name, $0.owner) = ("Anna", true) }, .with { $0.name = "Eve" },
      ]
    }
    let members = MessageText.members(of: room).map(\.text)
    #expect(members[0].hasSuffix("added by Anna[2J") && members[1].hasSuffix("owner, not paired"))
    #expect(members[2].hasSuffix("stranger"))
  }

  @Test("a time that cannot be true is said to be wrong")
  func implausibleTimes() {
    #expect(ClockText.doubt(milliseconds: noon, now: noon) == nil)
    #expect(ClockText.doubt(milliseconds: noon + 300_000, now: noon) == nil)
    #expect(ClockText.doubt(milliseconds: noon + 300_001, now: noon)?.contains("future") == true)
    for time in [Int64.min, -1, 0, 1_000_000_000_000] {
      #expect(ClockText.doubt(milliseconds: time, now: noon)?.contains("clock is wrong") == true)
    }
    #expect(ClockText.doubt(milliseconds: .max, now: .min) != nil)
    for time in [Int64.min, 0, .max] {
      let lines = MessageText.lines(of: message("hello", time)).map(\.text)
      #expect(lines.count == 1 && lines[0].contains("hello") && lines[0].contains("clock is wrong"))
    }
  }

  @Test("a length of time leaves out a smaller unit that is zero")
  func durations() {
    let cases: [(Int64, String)] = [
      (0, "0 s"), (59_999, "59 s"), (60_000, "1 min"), (61_000, "1 min 1 s"), (3_600_000, "1 h"),
      (5_400_000, "1 h 30 min"), (86_400_000, "1 d"), (3 * 86_400_000, "3 d"),
      (90_000_000, "1 d 1 h"), (-5, "0 s"),
    ]
    for (milliseconds, text) in cases {
      #expect(ClockText.duration(milliseconds: milliseconds) == text)
    }
  }
}
