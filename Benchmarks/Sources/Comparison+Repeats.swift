import Events
import EventSchema
import Foundation
import Schema

extension Comparison {
  /// The next dates of many events that come again, and all their dates in a year, in this process.
  static func repeats() -> [Comparison] {
    let rules = [
      "FREQ=YEARLY", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY;INTERVAL=3",
      "FREQ=WEEKLY;COUNT=4000", "FREQ=MONTHLY;BYMONTHDAY=15;UNTIL=20990101T000000Z",
      "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "FREQ=DAILY;BYMONTH=2",
    ]
    let lines = (0..<10_000).map { number in
      EventLine.with {
        $0.milliseconds = 1_500_000_000_000 + Int64(number) * 3_600_000
        ($0.zone, $0.minutes) = (number % 3 == 0 ? "America/New_York" : "Europe/Berlin", 60)
        $0.repeats = "RRULE:\(rules[number % rules.count])\n"
      }
    }
    let now: Int64 = 1_795_564_800_000
    func measure(_ body: (EventLine) -> Int) -> Double {
      let start = ContinuousClock.now
      let found = lines.reduce(0) { $0 + body($1) }
      precondition(found >= lines.count, "each event has a date")
      return (ContinuousClock.now - start).seconds * 1e3
    }
    return [
      Comparison(
        title: "next dates of 10,000 repeating events", unit: .milliseconds,
        target: .figure(required: 100, goal: 50)
      ) { _ in
        measure { Occurrences($0).next(after: now) == nil ? 0 : 1 }
      },
      Comparison(
        title: "all their dates in a year", unit: .milliseconds, target: .none
      ) { _ in
        measure { Occurrences($0).list(from: now, to: now + 31_536_000_000, limit: 10_000).count }
      },
    ]
  }
}
