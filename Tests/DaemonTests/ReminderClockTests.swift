import ChatSchema
import Events
import EventSchema
import Feature
import Foundation
import Identifiers
import Schema
import Synchronization
import Testing

@testable import Daemon

/// The clock that looks at what comes next.
@Suite struct ReminderClockTests {
  /// The questions and the deeds of a clock.
  private struct Story {
    var reads = 0
    var told: [String] = []
  }

  @Test("E-02, E-53: of many events only the soonest are kept at hand, and each is told of in turn")
  func turns() async throws {
    let home = NSTemporaryDirectory() + "/parlor-reminders." + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    // Time goes on while the clock sleeps, and only then.
    let begin: Int64 = 1_700_000_000_000
    let time = Mutex(begin)
    let events = (1...3).map { number in
      EventLine.with {
        $0.id = "\(number)"
        $0.name = "event \(number)"
        $0.milliseconds = begin + Int64(number) * 40_000
        $0.own = true
      }
    }
    let story = Mutex(Story())
    let clock = DueClock(
      home: home,
      DueClock.World(
        due: { told, now in
          story.withLock { $0.reads += 1 }
          let (due, next) = Reminders.look(
            at: events.reversed(), told: told, now: now, limit: 1)
          return Due(
            notices: due.map {
              #expect(!$0.isMissed)
              return Notice(
                item: ItemID(by: .zero, nonce: Data(count: 16)), room: .lobby, instant: $0.instant,
                title: $0.event.name, text: "")
            }, next: next)
        },
        tell: { notice in
          story.withLock { $0.told.append(notice.title) }
          return {}
        }, perform: { _ in Issue.record("nothing is to be done") },
        now: { time.withLock { $0 } }, seconds: { Double(time.withLock { $0 }) / 1_000 },
        wait: { wake, seconds in
          // Once all have come it sleeps until it is stopped.
          guard time.withLock({ $0 }) < begin + 120_000 else { return wake.wait() }
          time.withLock { $0 += Int64((seconds * 1_000).rounded(.up)) }
        }))
    clock.start()
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end, story.withLock({ $0.told.count < 3 }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    clock.stop()
    let (reads, told) = story.withLock { ($0.reads, $0.told) }
    #expect(told == ["event 1", "event 2", "event 3"])
    // It sleeps half a minute at a time.
    #expect((4...10).contains(reads), "when something comes, and once more after it: \(reads)")
  }

  @Test("what a feature has the node do is given to it, each time that it is due")
  func requests() async throws {
    let home = NSTemporaryDirectory() + "/parlor-reminders." + UUID().uuidString
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let deadline = Clock.now.wall + 200
    let done = Mutex<[Int64]>([])
    let clock = DueClock(
      home: home,
      DueClock.World(
        due: { _, now in
          now < deadline
            ? Due(next: deadline) : Due(calls: [Methods.Chat.post { $0.text = "too late" }])
        },
        tell: { _ in
          Issue.record("nothing is to be told")
          return {}
        },
        perform: { calls in
          #expect(calls == [Methods.Chat.post { $0.text = "too late" }])
          done.withLock { $0.append(Clock.now.wall) }
        }, now: { Clock.now.wall }))
    clock.start()
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end, done.withLock({ $0.isEmpty }) {
      try await Task.sleep(for: .milliseconds(10))
    }
    clock.stop()
    #expect(done.withLock { $0.first.map { $0 >= deadline } == true })
  }
}
