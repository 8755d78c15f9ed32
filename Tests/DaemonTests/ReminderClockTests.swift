import Events
import Foundation
import Schema
import Synchronization
import Testing

@testable import Daemon

/// The clock that looks at what comes next.
@Suite struct ReminderClockTests {
  /// What a clock asked for and did.
  private struct Story {
    var reads = 0
    var told: [String] = []
  }

  @Test("E-02, E-53: of many events only the soonest are kept at hand, and each is told of in turn")
  func turns() async throws {
    let home = NSTemporaryDirectory() + "/parlor-reminders." + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let begin = Clock.now.wall
    let events = (1...3).map { number in
      EventLine.with {
        $0.id = "\(number)"
        $0.name = "event \(number)"
        $0.milliseconds = begin + Int64(number) * 150
        $0.own = true
      }
    }
    let story = Mutex(Story())
    let clock = ReminderClock(
      home: home,
      ReminderClock.World(
        events: {
          story.withLock { $0.reads += 1 }
          return events.reversed()
        }, settings: { .with { $0.notifyLimit = 1 } },
        tell: { reminder, _ in
          story.withLock { $0.told.append(reminder.event.name) }
          #expect(!reminder.isMissed)
          return {}
        }, now: { Clock.now.wall }))
    clock.start()
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end, story.withLock({ $0.told.count < 3 }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    clock.stop()
    let (reads, told) = story.withLock { ($0.reads, $0.told) }
    #expect(told == ["event 1", "event 2", "event 3"])
    #expect((2...4).contains(reads), "at the start, and when others came next: \(reads)")
  }
}
