import Events
import Foundation
import Schema
import TestKit
import Testing

@Suite struct CountdownTests {
  private static let day: Int64 = 86_400_000

  @Test("E-20: a countdown recomposes to the seconds that are left", arguments: [1, 2, 3, 4])
  func recomposes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let now = Int64.random(in: -5_000_000_000_000...5_000_000_000_000, using: &random)
      let left = Int64.random(in: 1...(400 * Self.day), using: &random)
      let countdown = Countdown(to: now + left, now: now)
      #expect(!countdown.isPast)
      #expect(countdown.seconds == (left + 999) / 1_000, "seed \(seed)")
      let sum = countdown.parts.reduce(Int64(0)) { $0 + $1.unit.length * $1.count }
      #expect(sum == countdown.seconds, "seed \(seed)")
      for (unit, count) in countdown.parts where unit != .weeks {
        #expect(count < (unit == .days ? 7 : unit == .hours ? 24 : 60))
      }
    }
  }

  @Test(
    "43 C-8: a day in which clocks are changed is one day, as Foundation counts them",
    arguments: 1...8)
  func clockChanges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let zone =
      ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"].randomElement(
        using: &random) ?? "UTC"
    let calendar = try EventCalendar(zone: zone)
    var oracle = Calendar(identifier: .gregorian)
    oracle.timeZone = try #require(TimeZone(identifier: zone))
    func date(_ milliseconds: Int64) -> Date {
      Date(timeIntervalSince1970: Double(milliseconds / 1_000))
    }
    for _ in 0..<400 {
      // At noon, so that no hour is there twice or not at all.
      let first = try #require(
        oracle.date(
          bySettingHour: 12, minute: 0, second: 0,
          of: date(Int64.random(in: 1_700_000_000_000...1_900_000_000_000, using: &random))))
      let now = Int64(first.timeIntervalSince1970) * 1_000
      let count = Int.random(in: 1...400, using: &random)
      let later = try #require(oracle.date(byAdding: .day, value: count, to: first))
      let rest = Int64.random(in: 0..<43_000, using: &random)
      let target = (Int64(later.timeIntervalSince1970) + rest) * 1_000
      let countdown = Countdown(to: target, now: now, in: calendar)
      #expect(countdown.days == Int64(count) && countdown.rest == rest, "seed \(seed)")
      #expect(countdown.seconds == (target - now) / 1_000)
      let sum = countdown.parts.reduce(Int64(0)) { $0 + $1.unit.length * $1.count }
      #expect(sum == countdown.days * 86_400 + countdown.rest)
      let past = Countdown(to: now, now: target, in: calendar)
      #expect(past.days == Int64(count) && past.isPast && past.parts.allSatisfy { $0.count == 0 })
      if count >= 3 {
        #expect(countdown.withoutEnds.map { $0.days } == Int64(count) - 2)
      }
    }
  }

  @Test("E-23: what has come is past, and counts up")
  func past() {
    #expect(!Countdown(to: 1, now: 0).isPast)
    #expect(Countdown(to: 0, now: 0).isPast)
    let past = Countdown(to: 0, now: 90_999)
    #expect((past.isPast, past.seconds, past.elapsed) == (true, 0, 90))
    #expect(Countdown(to: .min, now: .max).isPast)
    #expect(!Countdown(to: .max, now: .min).isPast)
  }

  @Test("E-21: a used up unit gives way to the next smaller one")
  func units() {
    let countdown = Countdown(to: 6 * Self.day + 5_000, now: 0)
    #expect(!countdown.has(.weeks))
    #expect(countdown.usable(.weeks) == .days)
    #expect(countdown.whole(.hours) == 144)
    #expect(Countdown(to: 59_000, now: 0).usable(.weeks) == .seconds)
    #expect(Countdown(to: 0, now: 0).usable(.weeks) == .seconds)
  }

  @Test("E-19, E-22: the sentence of each unit")
  func sentences() {
    let countdown = Countdown(to: 8 * Self.day, now: 0)
    #expect(countdown.only(.weeks) == "Only 1 + Week")
    #expect(countdown.only(.days) == "Only 8 + Days")
    #expect(Countdown(to: 1_500, now: 0).only(.seconds) == "Only 2 Seconds")
    #expect(Countdown(to: 900, now: 0).only(.seconds) == "Only 1 Second")
    #expect(Countdown(to: 60_000, now: 0).only(.minutes) == "Only 1 + Minute")
  }

  @Test("E-24: the wand takes exactly two days away", arguments: [5, 6])
  func wand(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let left = Int64.random(in: (2 * Self.day)...(500 * Self.day), using: &random)
      let countdown = Countdown(to: left, now: 0)
      var wand = MagicWand()
      #expect(wand.shown(countdown) == countdown)
      wand.wave(countdown)
      #expect(wand.label == "ON")
      #expect(wand.shown(countdown).seconds == countdown.seconds - 172_800, "seed \(seed)")
      wand.wave(countdown)
      #expect(wand.label == "OFF")
      #expect(wand.shown(countdown) == countdown)
    }
  }

  @Test("E-25: at two days the wand shows zero, a second later it is off")
  func boundary() {
    var wand = MagicWand()
    let two = Countdown(to: 2 * Self.day, now: 0)
    wand.wave(two)
    #expect(wand.shown(two).seconds == 0)
    #expect(!wand.shown(two).isPast)
    let less = Countdown(to: 2 * Self.day, now: 1_000)
    #expect(wand.shown(less) == less)
    #expect(!wand.isOn)
    wand.wave(less)
    #expect(!wand.isOn)
  }

  @Test("E-30 to E-32, E-43: names and dates that are not saved")
  func rules() throws {
    #expect(try EventRules.name("  Ada's \u{1b}[2J\n birthday ") == "Ada's [2J birthday")
    #expect(throws: EventProblem.unnamed) { try EventRules.name(" \n ") }
    #expect(throws: EventProblem.unnamed) { try EventRules.name(EventRules.placeholder) }
    #expect(throws: EventProblem.tooLong(what: "The name", bytes: 201, limit: 200)) {
      try EventRules.name(String(repeating: "x", count: 201))
    }
    #expect(throws: EventProblem.nothingToDo) { try EventRules.toDo("\u{200b}") }
    #expect(throws: EventProblem.past) { try EventRules.check(date: 5, now: 5) }
    try EventRules.check(date: 6, now: 5)
    #expect(throws: EventProblem.tooFar) { try EventRules.check(date: EventRules.latest, now: 5) }
  }
}
