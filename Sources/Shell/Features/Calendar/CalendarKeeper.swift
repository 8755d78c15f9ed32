import Calendars
import Events
import Dispatch
import EventSchema
import FoundationEssentials
import Glibc
import Programs
import Schema
import Synchronization

/// The events and to-dos of all rooms.
struct CalendarPlans {
  /// Each with what is to be done for it.
  var events: [EventView] = []
  /// The to-dos without an event.
  var toDos: [ToDoView] = []
}

/// Keeps the calendar folder of a home in sync with what is planned, on a thread of its own (row E-56).
///
/// It looks when a file or an event has changed, and from time to time, for folders that other machines change.
final class CalendarKeeper: @unchecked Sendable {
  /// The world of the keeper: the home and the folder between which it works, and its calls to the node.
  struct World: Sendable {
    /// The directory of the home in which the bases are.
    var home: String
    /// Our person's author id.
    var account: String
    /// The folder that is set; empty for none.
    var folder: @Sendable () throws -> String
    /// All events with what is to be done, and what is to be done besides.
    var plans: @Sendable () throws -> CalendarPlans
    /// The pictures of events, on their way to files and from them.
    var pictures: CalendarFiles.Pictures
    /// Has the node carry out commands, and waits.
    var perform: CalendarFiles.Performer
    /// Takes how far the folder is in sync.
    var tell: @Sendable (CalendarView) -> Void
    /// Milliseconds since 1970.
    var now: @Sendable () -> Int64
  }

  private struct State {
    var isStopped = false
    var hasChangedSettings = true
    var hasChangedEvents = true
    /// Whether there is a folder to look at.
    var hasFolder = false
  }

  /// Milliseconds until the next look: where changes are told, where they are not, and after a failure or a file just written.
  private static let (seldom, often, soon): (Int32, Int32, Int32) = (60_000, 5_000, 2_100)
  /// The longest rest after a look.
  private static let longestRest = Duration.seconds(5)
  /// The longest time that its end may take.
  private static let longestEnd = DispatchTimeInterval.seconds(5)
  /// The most files that are named with their problems.
  private static let mostProblems = 20

  private let world: World
  private let watch = CalendarWatch()
  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  /// Describes a keeper that does not run yet.
  init(_ world: World) { self.world = world }

  /// Starts it.
  func start() {
    OwnThread.start(name: "calendar", stackBytes: 1 << 20) { [self] in
      run()
      ended.signal()
    }
  }

  /// Notes that something may have changed; from any thread.
  func note(_ change: Change) {
    let isSettings: Bool
    switch change.what {
    case .record, .room, .roomChanged, .roomGone, .peer: isSettings = false
    case .settings: isSettings = true
    default: return
    }
    // Without a folder the thread sleeps on: what changes before it has one is seen when it looks for the first time.
    let isAwaited = state.withLock { state in
      state.hasChangedEvents = true
      if isSettings { state.hasChangedSettings = true }
      return isSettings || state.hasFolder
    }
    if isAwaited { watch.wake() }
  }

  /// Ends it once the present look is done.
  func stop() {
    state.withLock { $0.isStopped = true }
    watch.wake()
    _ = ended.wait(timeout: .now() + Self.longestEnd)
  }

  /// Whether it is to end; then no more commands are given.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  // MARK: The thread

  private func run() {
    // Nil until it is known.
    var folder: String?
    var looking: Looking?
    while true {
      let flags = state.withLock { state in
        defer { (state.hasChangedSettings, state.hasChangedEvents) = (false, false) }
        return state
      }
      if flags.isStopped { return }
      if flags.hasChangedSettings {
        do {
          let wanted = try world.folder()
          if wanted != folder {
            (folder, looking) = (wanted, nil)
            state.withLock { $0.hasFolder = !wanted.isEmpty }
            if wanted.isEmpty { leave() }
          }
        } catch {
          state.withLock { $0.hasChangedSettings = true }
        }
      }
      guard let folder, !folder.isEmpty else {
        watch.wait(-1)
        continue
      }
      let began = ContinuousClock.now
      let pause = look(folder, &looking, isChanged: flags.hasChangedEvents)
      rest(after: ContinuousClock.now - began)
      watch.wait(pause)
    }
  }

  private func leave() {
    watch.leave()
    CalendarFiles.leave(home: world.home)
    world.tell(CalendarView.none)
  }

  /// Returns the time for which the processor is left to others after a look, as much may change at once.
  static func restTime(after look: Duration) -> Duration {
    min(max(look * 4, .milliseconds(20)), longestRest)
  }

  /// Rests after a look; a changed setting ends it.
  private func rest(after look: Duration) {
    let end = ContinuousClock.now + Self.restTime(after: look)
    while ContinuousClock.now < end {
      if state.withLock({ $0.isStopped || $0.hasChangedSettings }) { return }
      usleep(10_000)
    }
  }

  private struct Looking {
    var files: CalendarFiles
    var logic = CalendarFolder(zone: OwnZone.name)
    /// The events and to-dos as they were last read; nil where they must be read.
    var plans: CalendarPlans?
  }

  /// Compares the folder with what is planned, once.
  ///
  /// - Returns: milliseconds until the next look at the latest.
  private func look(_ folder: String, _ looking: inout Looking?, isChanged: Bool) -> Int32 {
    var view = CalendarView.none
    view.folder = folder
    defer { world.tell(view) }
    do {
      var now = try looking ?? Looking(files: open(folder))
      looking = nil
      // Until it is known what this look did, events must be read again.
      defer { looking = now }
      if !watch.isReliable { watch.follow(folder) }
      try now.files.read(now: world.now())
      if isChanged { now.plans = nil }
      let plans = try now.plans ?? world.plans()
      now.plans = nil
      let report = try now.logic.look(
        at: plans.events, toDos: plans.toDos, &now.files, now: world.now())
      if !report.isChanged { now.plans = plans }
      view.files = UInt32(report.inStep)
      view.wrong = UInt32(report.problems.count)
      view.problem = report.refusal ?? ""
      view.problems = report.problems.sorted { $0.key < $1.key }.prefix(Self.mostProblems).map {
        Text.clean("\($0.key): \($0.value)", limit: 400)
      }
      if report.isPassing || !now.files.unsure.isEmpty { return Self.soon }
      return watch.isReliable ? Self.seldom : Self.often
    } catch {
      watch.leave()
      looking?.plans = nil
      view.problem = "\(error)"
      return Self.soon
    }
  }

  private func open(_ folder: String) throws -> CalendarFiles {
    try CalendarFiles(
      folder, home: world.home, account: world.account, zone: OwnZone.name,
      pictures: world.pictures,
      { [self] commands in
        var results: [Result<CalendarAnswer, CalendarRefusal>] = []
        for start in stride(from: 0, to: commands.count, by: 256) {
          let portion = Array(commands[start..<min(start + 256, commands.count)])
          results +=
            isStopped
            ? portion.map { _ in
              .failure(CalendarRefusal("The daemon is stopping.", isPassing: true))
            }
            : world.perform(portion)
        }
        return results
      })
  }
}
