import Dispatch
import Feature
import FoundationEssentials
import Programs
import Schema
import Synchronization

/// Asks the features of a home what is due when the next thing is, tells our person of it, and has the node do what it is to do (rows
/// E-02 and E-53).
///
/// It goes by the clock on the wall and sleeps no more than half a minute at a time: that clock may be set, and goes on while the
/// machine is suspended. Until when everything was told is in a file of the home, written after the telling, so that what was
/// missed while no daemon ran is told of once, at its start.
final class DueClock: Sendable {
  /// The world of the clock: the reads and the calls that it works with.
  struct World: Sendable {
    /// Returns the things that are due, given the time up to which everything was told, and the time now.
    var due: @Sendable (_ told: Int64, _ now: Int64) throws -> Due
    /// Begins to tell our person; what it returns waits until that is done.
    var tell: @Sendable (Notice) throws -> () -> Void
    /// Has the node carry out commands.
    var perform: @Sendable ([Call]) -> Void
    /// Milliseconds since 1970.
    var now: @Sendable () -> Int64
    /// Seconds since some moment, by which it sleeps.
    var seconds: @Sendable () -> Double = { Date().timeIntervalSinceReferenceDate }
    /// Waits for some seconds by the clock on the wall, or until it is woken.
    var wait: @Sendable (_ wake: DispatchSemaphore, Double) -> Void = { wake, seconds in
      _ = wake.wait(wallTimeout: .now() + seconds)
    }
  }

  /// The longest sleep, in seconds.
  private static let longestSleep = 30.0
  /// The longest time that its end may take.
  private static let longestEnd = DispatchTimeInterval.seconds(1)
  /// The features are asked at most so often, in seconds, unless something is due: much may change at once.
  private static let shortestSleep = 2.0
  /// So often the file is written where nothing came, in milliseconds.
  private static let keptEvery: Int64 = 3_600_000

  private let world: World
  private let path: String
  private let state = Mutex(State())
  /// Is signalled once for every change of the state that its sleep looks at.
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  private struct State {
    var isStopped = false
    /// Whether something else may be due next.
    var isChanged = false
  }

  /// Describes a clock that does not run yet.
  ///
  /// - Parameter home: where the file is.
  init(home: String, _ world: World) {
    path = home + "/reminded"
    self.world = world
  }

  /// Starts it on a thread of its own.
  func start() {
    OwnThread.start(name: "due", stackBytes: 512 << 10) { [self] in
      run()
      ended.signal()
    }
  }

  /// Notes that something else may be due next.
  func noteChange() {
    let wasChanged = state.withLock { state in
      defer { state.isChanged = true }
      return state.isChanged
    }
    if !wasChanged { wake.signal() }
  }

  /// Ends it, and waits until it has noted what it told of, but not for a program that tells.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake.signal()
    _ = ended.wait(timeout: .now() + Self.longestEnd)
  }

  private func run() {
    var told = Told(path, now: world.now())
    while true {
      let mustStop = state.withLock { state in
        state.isChanged = false
        return state.isStopped
      }
      if mustStop { return told.write() }
      do {
        let (hasTold, next) = try look(&told)
        // Others may be due now.
        if !hasTold { sleep(until: next) }
      } catch {
        // Of what cannot be read nothing was told: once more, in a moment.
        noteChange()
        sleep(until: nil)
      }
    }
  }

  /// Tells of what is due, and has done what is to be done.
  ///
  /// - Returns: whether something was told, and when the next thing is due.
  private func look(_ told: inout Told) throws -> (hasTold: Bool, next: Int64?) {
    let now = world.now()
    let due = try world.due(told.until, now)
    if !due.calls.isEmpty { world.perform(due.calls) }
    for (index, notice) in due.notices.enumerated() {
      let finish = try world.tell(notice)
      // At once, as telling may take long; but not between two that come at the same moment.
      if due.notices.dropFirst(index + 1).first?.instant != notice.instant {
        told.until = notice.instant
        told.write()
      }
      finish()
    }
    told.until = max(Due.since(told.until, now: now), now)
    if told.until - told.kept >= Self.keptEvery { told.write() }
    return (!due.notices.isEmpty, due.next)
  }

  private func sleep(until next: Int64?) {
    let rest = next.map { Double($0 - world.now()) / 1_000 } ?? Self.longestSleep
    let begin = world.seconds()
    let end = begin + min(max(rest, 0), Self.longestSleep)
    let soonest = begin + min(Self.shortestSleep, max(rest, 0))
    while world.seconds() < end {
      let now = state.withLock { $0 }
      if now.isStopped || now.isChanged && world.seconds() >= soonest { return }
      world.wait(wake, (now.isChanged ? soonest : end) - world.seconds())
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
      kept = max(0, text.flatMap { Int64(Text.trimmed($0)) } ?? 0)
      until = kept > 0 ? kept : now
    }

    mutating func write() {
      kept = until
      try? Data("\(until)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    }
  }
}
