import EventSchema
import Schema
import TestKit
import Testing

@testable import Events

/// The events of which people are told, and the time of that.
@Suite struct ReminderTests {
  private static let day: Int64 = 86_400_000

  private func event(_ id: String, _ start: Int64, own: Bool = true) -> EventLine {
    .with {
      $0.id = id
      $0.name = id
      $0.milliseconds = start
      $0.zone = "Europe/Berlin"
      $0.own = own
    }
  }

  @Test("E-53: each event is told once, whenever somebody looks", arguments: 1...8 as ClosedRange)
  func once(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let events = (0..<40).map { event("\($0)", .random(in: 1...1_000_000, using: &random)) }
    var (told, now): (Int64, Int64) = (0, 0)
    var names: [String] = []
    while now < 1_000_000 {
      let (due, next) = Reminders.look(at: events, told: told, now: now, limit: 64)
      #expect(due.allSatisfy { $0.isMissed == (now - $0.instant > Reminders.grace) })
      names += due.map(\.event.id)
      told = now
      // As often as not it is looked at the right time, else after a while in which nobody was there.
      let later = now + .random(in: 0...200_000, using: &random)
      now = Bool.random(using: &random) ? next ?? 1_000_000 : later
    }
    names += Reminders.look(at: events, told: told, now: now, limit: 64).due.map(\.event.id)
    let order = events.sorted { ($0.milliseconds, $0.id) < ($1.milliseconds, $1.id) }
    #expect(names == order.map(\.id))
  }

  @Test("E-02: the soonest are told of, and no more than are set at once")
  func limit() {
    let events = (1...100).map { event("\($0)", Int64($0) * 1_000) }
    #expect(Reminders.upcoming(events, after: 0, limit: 64).map(\.place) == Array(0..<64))
    #expect(Reminders.look(at: events, told: 0, now: 200_000, limit: 64).due.count == 64)
    #expect(Reminders.look(at: events, told: 0, now: 500, limit: 64).next == 1_000)
    #expect(Reminders.look(at: events, told: 0, now: 70_500, limit: 64).next == 71_000)
  }

  @Test("E-53, E-58: what comes every year is told of every year, and a past event never")
  func yearly() throws {
    let calendar = try EventCalendar(zone: "Europe/Berlin")
    let start = try #require(calendar.instant(.init(2024, 12, 24), hour: 18, minute: 0))
    let again = try #require(calendar.instant(.init(2026, 12, 24), hour: 18, minute: 0))
    var yearly = event("christmas", start)
    yearly.repeats = "RRULE:FREQ=YEARLY\n"
    let past = event("past", start)
    let told = again - Self.day
    let (due, next) = Reminders.look(at: [yearly, past], told: told, now: again, limit: 64)
    #expect(due.map(\.instant) == [again] && due.map(\.isMissed) == [false])
    #expect(next.map { $0 > again + 364 * Self.day } == true)
  }

  @Test("E-53: nobody is told of what strangers plan")
  func quiet() {
    var trusted = event("trusted", 1_000, own: false)
    trusted.paired = true
    let all = [trusted, event("stranger", 1_000, own: false)]
    let due = Reminders.look(at: all, told: 0, now: 1_000, limit: 64).due
    #expect(due.map(\.event.id) == ["trusted"])
  }

  @Test(
    "E-53: a clock set back a little tells nothing twice, and one that was far ahead hides nothing")
  func clocks() {
    let all = [event("soon", 1_000), event("later", 9_000)]
    let (due, next) = Reminders.look(at: all, told: 5_000, now: 500, limit: 64)
    #expect(due.isEmpty && next == 9_000)
    #expect(Reminders.look(at: all, told: 5_000, now: 2_000, limit: 64).due.isEmpty)
    let year = 365 * Self.day
    #expect(Reminders.look(at: all, told: year, now: 500, limit: 64).next == 1_000)
  }
}
