import Foundation
import TestKit
import Testing

@testable import Zones

@Suite struct ZoneClockTests {
  private static func clock(_ name: String) throws -> ZoneClock {
    try #require(ZoneFolder.system.clock(of: name), "\(name)")
  }

  private static func second(_ text: String) throws -> Int64 {
    Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970)
  }

  /// A zone, a time of UTC that is over, and how far its clocks were then, in minutes.
  private static let facts: [(String, String, Int64)] = [
    ("Europe/Berlin", "2022-03-27T00:59:59Z", 60), ("Europe/Berlin", "2022-03-27T01:00:00Z", 120),
    ("Europe/Berlin", "2022-10-30T00:59:59Z", 120), ("Europe/Berlin", "2022-10-30T01:00:00Z", 60),
    ("Europe/Berlin", "1980-01-01T00:00:00Z", 60), ("Europe/Berlin", "1945-06-01T00:00:00Z", 180),
    ("America/New_York", "2022-07-01T00:00:00Z", -240),
    ("America/New_York", "2022-11-06T06:00:00Z", -300),
    // The United States changed later in the year before 2007.
    ("America/New_York", "2006-03-20T12:00:00Z", -300),
    ("America/New_York", "2007-03-20T12:00:00Z", -240),
    // Half an hour, in the winter of the south.
    ("Australia/Lord_Howe", "2022-01-01T00:00:00Z", 660),
    ("Australia/Lord_Howe", "2022-07-01T00:00:00Z", 630),
    // Ireland says that winter is the exception.
    ("Europe/Dublin", "2022-01-01T00:00:00Z", 0), ("Europe/Dublin", "2022-07-01T00:00:00Z", 60),
    // Morocco goes back for Ramadan.
    ("Africa/Casablanca", "2022-04-20T00:00:00Z", 0),
    ("Africa/Casablanca", "2022-07-01T00:00:00Z", 60),
    // Samoa left December 30 out.
    ("Pacific/Apia", "2011-12-30T09:59:59Z", -600), ("Pacific/Apia", "2011-12-30T10:00:00Z", 840),
    ("Asia/Kathmandu", "2022-01-01T00:00:00Z", 345), ("Asia/Kolkata", "2022-01-01T00:00:00Z", 330),
    ("Etc/GMT+5", "2999-01-01T00:00:00Z", -300), ("UTC", "2999-01-01T00:00:00Z", 0),
  ]

  @Test("E-60: clocks are as far from UTC as they are", arguments: facts)
  func offset(name: String, time: String, minutes: Int64) throws {
    #expect(try Self.clock(name).offset(at: Self.second(time)) == minutes * 60, "\(name) \(time)")
  }

  @Test("E-60: before the first change clocks show the sun's time of the place")
  func early() throws {
    let clock = try Self.clock("Europe/Berlin")
    for second in [Int64.min, -100_000_000_000, -2_422_054_409] {
      #expect(clock.offset(at: second) == 53 * 60 + 28)
    }
    #expect(clock.offset(at: -2_422_054_408) == 3_600)
    #expect(clock.change(after: .min) == -2_422_054_408)
  }

  @Test("E-65: the next change of the clocks is found")
  func changes() throws {
    let berlin = try Self.clock("Europe/Berlin")
    for (after, next) in [
      ("2022-01-01T00:00:00Z", "2022-03-27T01:00:00Z"),
      ("2022-03-27T01:00:00Z", "2022-10-30T01:00:00Z"),
      ("1950-01-01T00:00:00Z", "1980-04-06T01:00:00Z"),
    ] {
      #expect(try berlin.change(after: Self.second(after)) == Self.second(next), "\(after)")
    }
    #expect(try Self.clock("Etc/GMT-3").change(after: 0) == nil)
    #expect(ZoneClock.world.change(after: 0) == nil)
  }

  @Test("E-60: a rule goes on for ever")
  func farFuture() throws {
    let text = "CET-1CEST,M3.5.0,M10.5.0/3"
    let rule = try #require(ZoneRule(Array(text.utf8)[...]))
    for (time, minutes) in [
      ("2038-03-28T00:59:59Z", 60), ("2038-03-28T01:00:00Z", 120), ("2999-07-01T00:00:00Z", 120),
      ("2999-12-31T23:59:59Z", 60), ("9999-10-31T00:59:59Z", 120), ("9999-10-31T01:00:00Z", 60),
    ] as [(String, Int64)] {
      #expect(try rule.offset(at: Self.second(time)) == minutes * 60, "\(time)")
    }
    #expect(
      try rule.change(after: Self.second("2200-12-31T23:59:59Z"))
        == Self.second("2201-03-29T01:00:00Z"))
    for second in [Int64.min, .max] { #expect([3_600, 7_200].contains(rule.offset(at: second))) }
  }

  @Test("E-60: a rule reaches over a year's end, and counts days as it says")
  func rules() throws {
    func rule(_ text: String) throws -> ZoneRule {
      try #require(ZoneRule(Array(text.utf8)[...]), "\(text)")
    }
    // Daylight time the whole year (RFC 9636, section 3.3.1).
    let all = try rule("AAA3EDT4,0/0,J365/23")
    #expect(try all.offset(at: Self.second("2030-01-01T03:00:00Z")) == -14_400)
    #expect(try all.offset(at: Self.second("2030-12-31T23:59:59Z")) == -14_400)
    #expect(try all.change(after: Self.second("2030-06-01T00:00:00Z")) == nil)
    // Saturday after the fourth Thursday in March, two hours after midnight.
    let gaza = try rule("EET-2EEST,M3.4.4/50,M10.4.4/50")
    #expect(
      try gaza.change(after: Self.second("2026-01-01T00:00:00Z"))
        == Self.second("2026-03-28T00:00:00Z"))
    // The evening before the last Sunday.
    let nuuk = try rule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")
    #expect(
      try nuuk.change(after: Self.second("2026-01-01T00:00:00Z"))
        == Self.second("2026-03-29T01:00:00Z"))
    // March 1, whether or not there is a February 29, and the 61st day.
    for (year, first, day) in [("2027", "03-01", "03-02"), ("2028", "03-01", "03-01")] {
      let start = try Self.second("\(year)-01-01T12:00:00Z")
      let julian = try rule("AAA0BBB,J60/0,J300/0"), zero = try rule("AAA0BBB,60/0,J300/0")
      #expect(try julian.change(after: start) == Self.second("\(year)-\(first)T00:00:00Z"))
      #expect(try zero.change(after: start) == Self.second("\(year)-\(day)T00:00:00Z"))
    }
    // The south has its summer over the year's end; without an hour it is two.
    let south = try rule("AEST-10AEDT,M10.1.0,M4.1.0/3")
    #expect(try south.offset(at: Self.second("2026-01-01T00:00:00Z")) == 39_600)
    #expect(try south.offset(at: Self.second("2026-06-01T00:00:00Z")) == 36_000)
    #expect(try south.offset(at: Self.second("2026-10-03T16:00:00Z")) == 39_600)
    #expect(try rule("AAA-5:30:15").offset(at: 0) == 19_815)
  }

  @Test(
    "E-60: what is no rule is refused",
    arguments: [
      "", "A", "AA1", "AAA", "AAA25", "AAA1BBB", "AAA1BBB,", "AAA1BBB,M13.1.0,M1.1.0",
      "AAA1BBB,M1.6.0,M1.1.0", "AAA1BBB,M1.1.7,M1.1.0", "AAA1BBB,J0,J5", "AAA1BBB,366,5",
      "AAA1BBB,1/168,5", "AAA1BBB,1,5,", "AAA1BBB,1", "<A1", "<>1", "AAA1:60", "AAA1 ", "1",
      "AAA1BBB25,1,5", "AAA99999999999999999999", "AAA--1",
    ])
  func badRules(text: String) {
    #expect(ZoneRule(Array(text.utf8)[...]) == nil)
  }

  @Test("E-60: each zone changes its clocks when its next change says so, and not before")
  func nextChange() throws {
    for name in ZoneFolder.system.names {
      let clock = try Self.clock(name)
      var (second, count) = (try Self.second("1890-01-01T00:00:00Z"), 0)
      let end = try Self.second("2100-01-01T00:00:00Z")
      while let next = clock.change(after: second), next < end {
        try #require(next > second)
        let before = clock.offset(at: second)
        #expect(clock.offset(at: next - 1) == before && clock.offset(at: next) != before, "\(name)")
        #expect(clock.offset(at: second + (next - second) / 2) == before, "\(name)")
        (second, count) = (next, count + 1)
      }
      #expect(count < 500, "\(name)")
    }
  }

  @Test("E-60: clocks are those of ICU until 2022, which both databases know", arguments: [1, 2])
  func asFoundation(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let names = ZoneFolder.system.names + ["US/Eastern", "Etc/GMT-14", "Asia/Calcutta", "EST5EDT"]
    #expect(names.count > 400)
    let last = try Self.second("2022-01-01T00:00:00Z")
    var compared = 0
    for name in names {
      guard let theirs = TimeZone(identifier: name) else { continue }
      let ours = try Self.clock(name)
      for _ in 0..<60 {
        let second = Int64.random(in: 0..<last, using: &random)
        let date = Date(timeIntervalSince1970: Double(second))
        #expect(
          Int(ours.offset(at: second)) == theirs.secondsFromGMT(for: date), "\(name) \(second)")
        compared += 1
      }
    }
    #expect(compared > 20_000)
  }

  @Test(
    "E-60: clocks are those of ICU to 2100, as long as both know the same laws", arguments: [3, 4])
  func later(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var compared = 0
    for name in ZoneFolder.system.names {
      guard let theirs = TimeZone(identifier: name) else { continue }
      let ours = try Self.clock(name)
      func isSame(_ second: Int64) -> Bool {
        let date = Date(timeIntervalSince1970: Double(second))
        return Int(ours.offset(at: second)) == theirs.secondsFromGMT(for: date)
      }
      let (first, end) = (
        try Self.second("2022-01-01T00:00:00Z"), try Self.second("2038-01-01T00:00:00Z")
      )
      // A newer database knows of changes that the other one does not.
      guard stride(from: first, to: end, by: 2_629_800).allSatisfy(isSame) else { continue }
      compared += 1
      for _ in 0..<60 {
        let second = Int64.random(in: end..<4_102_444_800, using: &random)
        #expect(isSame(second), "\(name) \(second)")
        let change = theirs.nextDaylightSavingTimeTransition(
          after: Date(timeIntervalSince1970: Double(second)))
        if let change {
          #expect(ours.change(after: second) == Int64(change.timeIntervalSince1970), "\(name)")
        }
      }
    }
    #expect(compared > 200)
  }
}
