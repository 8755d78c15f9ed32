import Events
import Testing

/// Events made out of what somebody says in a chat (row E-62).
@Suite struct MessagePlanTests {
  // Sun 2026-11-22 12:00 in UTC.
  private static let now: Int64 = 1_795_348_800_000

  @Test(
    "E-62: what is planned and when, out of a message",
    arguments: [
      ("round 2 at 19:00", "round 2", "at 19:00"),
      ("Round 2 at 9am!", "Round 2", "at 9am"),
      ("Who plays on fri 18:00?", "Who plays", "on fri 18:00"),
      ("picnic: 2026-12-24 18:00", "picnic", "2026-12-24 18:00"),
      ("see you in 3 days", "see you", "in 3 days"),
      ("lunch tomorrow at noon\nbring bread", "lunch", "tomorrow at noon"),
      ("round 2", "round 2", nil), ("", "", nil), ("\n", "", nil), ("19:00", "", "19:00"),
      ("we met on 2020-01-01", "we met on 2020-01-01", nil),
      (
        "one two three four five six seven eight nine fri",
        "one two three four five six seven eight nine", "fri"
      ),
    ] as [(String, String, String?)])
  func read(text: String, name: String, date: String?) {
    let plan = MessagePlan(text, .world, now: Self.now)
    #expect(plan.name == name && plan.date == date, "\(plan)")
    #expect(EventCalendar.world.text(Self.now) == "Sun 2026-11-22 12:00")
  }

  @Test(
    "E-62: of a message that names several times none is guessed",
    arguments: [
      ("Dinner 12/4 at 8pm?", "12/4"), ("Lunch tomorrow at noon, tea at 5pm", "tomorrow at noon"),
      ("Sitzung am 4.12.2026 um 18 Uhr", "4.12.2026"), ("Probe am 4.12. um 18 Uhr", "4.12."),
      ("not on 2020-01-01 but fri 18:00", "on 2020-01-01"), ("9:00 or 10:00 on fri", "9:00"),
    ])
  func several(text: String, other: String) throws {
    let plan = MessagePlan(text, .world, now: Self.now)
    #expect(plan.date == nil, "\(plan)")
    #expect(try #require(plan.other).contains(other.split(separator: " ").first ?? ""), "\(plan)")
    // What a name may well have is no time.
    for name in ["Quiz evening", "Noon walk", "Round 2", "May dance", "Room 101"] {
      let plan = MessagePlan("\(name) on fri 18:00", .world, now: Self.now)
      #expect(plan.name == name && plan.date == "on fri 18:00" && plan.other == nil, "\(plan)")
    }
  }

  @Test("E-62: a long message is no hard work, and its name is cut")
  func long() {
    let plan = MessagePlan(String(repeating: "wörd ", count: 1_600), .world, now: Self.now)
    #expect(plan.name.utf8.count <= EventRules.name && plan.name.hasPrefix("wörd wörd"))
    #expect(plan.date == nil)
  }
}
