import Events
import Foundation
import Schema

/// Looks at the events of a home when the next one comes, and tells our person of it (rows E-02 and E-53).
///
/// It goes by the clock on the wall and sleeps no more than half a minute at a time: that clock may be set, and goes on while the
/// machine is suspended. Until when everything was told is in a file of the home, written after the telling, so that what was
/// missed while no daemon ran is told of once, at its start.
final class ReminderClock: @unchecked Sendable {
  /// What it looks at and does.
  struct World: Sendable {
    /// The events of all rooms.
    var events: @Sendable () throws -> [EventLine]
    /// The settings as they are now.
    var settings: @Sendable () throws -> SettingsView
    /// Begins to tell our person; what it returns waits until that is done.
    var tell: @Sendable (Reminder, SettingsView) -> () -> Void
    /// Milliseconds since 1970.
    var now: @Sendable () -> Int64
  }

  /// The longest sleep, in seconds.
  private static let longestSleep = 30.0
  /// How long its end may take, in seconds.
  private static let longestEnd = 1.0
  /// Events are read at most so often, in seconds: much may change at once.
  private static let shortestSleep = 2.0
  /// So often the file is written where nothing came, in milliseconds.
  private static let keptEvery: Int64 = 3_600_000

  private let world: World
  private let path: String
  /// Guards what follows.
  private let condition = NSCondition()
  private var isStopped = false
  private var hasEnded = false
  /// Events may be otherwise than when they were last read.
  private var isChanged = true

  /// Describes a clock that does not run yet.
  ///
  /// - Parameter home: where the file is.
  init(home: String, _ world: World) {
    path = home + "/reminded"
    self.world = world
  }

  /// Starts it on a thread of its own.
  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "reminders"
    thread.stackSize = 512 << 10
    thread.start()
  }

  /// Notes that events may be otherwise.
  func noteChange() {
    condition.withLock {
      isChanged = true
      condition.signal()
    }
  }

  /// Ends it, and waits until it has noted what it told of, but not for a program that tells.
  func stop() {
    condition.withLock {
      isStopped = true
      condition.broadcast()
      let end = Date(timeIntervalSinceNow: Self.longestEnd)
      while !hasEnded, condition.wait(until: end) {}
    }
  }

  private func run() {
    // Those that come next, and no more: there may be thousands.
    var events: [EventLine] = []
    var told = Told(path, now: world.now())
    while true {
      let (mustStop, mustRead) = condition.withLock {
        defer { isChanged = false }
        return (isStopped, isChanged)
      }
      if mustStop {
        told.write()
        return condition.withLock {
          hasEnded = true
          condition.broadcast()
        }
      }
      do {
        let (settings, now) = (try world.settings(), world.now())
        let since = Reminders.since(told.until, now: now)
        if mustRead || since < told.until {
          let all = try world.events()
          events = Reminders.upcoming(all, after: since, limit: Int(settings.notifyLimit))
            .map { all[$0.place] }
        }
        let (hasTold, next) = look(at: events, settings, &told)
        // Others come next now.
        if hasTold { noteChange() } else { sleep(until: next) }
      } catch {
        // Of what cannot be read nothing was told: once more, in a moment.
        noteChange()
        sleep(until: nil)
      }
    }
  }

  /// Tells of what has come.
  ///
  /// - Returns: whether something had come, and when the next one comes.
  private func look(
    at events: [EventLine], _ settings: SettingsView, _ told: inout Told
  ) -> (hasTold: Bool, next: Int64?) {
    let now = world.now()
    let (due, next) = Reminders.look(
      at: events, told: told.until, now: now, limit: Int(settings.notifyLimit))
    for (index, reminder) in due.enumerated() {
      let finish = world.tell(reminder, settings)
      // At once, as whoever tells may take its time; but not between two that come at the same moment.
      if due.dropFirst(index + 1).first?.instant != reminder.instant {
        told.until = reminder.instant
        told.write()
      }
      finish()
    }
    told.until = max(Reminders.since(told.until, now: now), now)
    if told.until - told.kept >= Self.keptEvery { told.write() }
    return (!due.isEmpty, next)
  }

  private func sleep(until next: Int64?) {
    let rest = next.map { Double($0 - world.now()) / 1_000 } ?? Self.longestSleep
    let end = Date(timeIntervalSinceNow: min(max(rest, 0), Self.longestSleep))
    let soonest = Date(timeIntervalSinceNow: min(Self.shortestSleep, max(rest, 0)))
    condition.withLock {
      while Date() < end {
        if isStopped || isChanged && Date() >= soonest { return }
        _ = condition.wait(until: isChanged ? soonest : end)
      }
    }
  }

  /// Until when everything was told, in milliseconds since 1970, and the file that keeps it.
  private struct Told {
    let path: String
    var until: Int64
    var kept: Int64

    /// Reads the file; where there is none everything was told until now.
    init(_ path: String, now: Int64) {
      self.path = path
      let text = try? String(contentsOfFile: path, encoding: .utf8)
      kept = max(0, text.flatMap { Int64($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0)
      until = kept > 0 ? kept : now
    }

    mutating func write() {
      kept = until
      try? Data("\(until)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }
  }
}
