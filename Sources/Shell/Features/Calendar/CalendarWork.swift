import Calendars
import Events
import EventSchema
import Feature
import Dispatch
import FoundationEssentials
import Node
import Programs
import Schema
import SwiftProtobuf
import Synchronization

/// The calendar folder as work of a daemon.
final class CalendarWork: OutsideWork {
  /// The state of the folder's sync, as the keeper told it last.
  private final class Told: Sendable {
    let view = Mutex(CalendarView.none)
  }

  private let host: OutsideHost
  private let keeper: CalendarKeeper
  private let told = Told()

  init(_ host: OutsideHost) {
    self.host = host
    let told = told
    keeper = CalendarKeeper(
      CalendarKeeper.World(
        home: host.home + "/calendar", account: host.account.description,
        folder: { try host.setting(EventSettings.calendarFolder.key) },
        plans: { try Self.plans(host) },
        pictures: CalendarFiles.Pictures(
          fetch: { try Self.picture(of: $0, host) }, keep: { try Self.keep($0, host) }),
        perform: { Self.perform($0, host) },
        tell: { view in told.view.withLock { $0 = view } }, now: host.now))
  }

  var methods: [String: OutsideMethod] {
    let host = host
    return Dictionary(
      uniqueKeysWithValues: [
        Self.on(Methods.Events.takeFile) { try await Self.take($0, host) }
      ])
  }

  func start() { keeper.start() }

  func note(_ change: Change) { keeper.note(change) }

  func stop() { keeper.stop() }

  func show(in status: inout StatusView) { status.calendar = told.view.withLock { $0 } }

  func refusal(of key: String, _ value: String) -> Refused? {
    guard key == EventSettings.calendarFolder.key,
      let folder = try? EventSettings.calendarFolder.check(value), !folder.isEmpty
    else { return nil }
    do {
      try CalendarFiles.prepare(folder, account: host.account.description)
      return nil
    } catch {
      return Refused(.invalid, "NOTICE: your Calendar is restricted. \(error)")
    }
  }

  /// All events with what is to be done for them, and what is to be done without one.
  ///
  /// - Throws: `Refused` where a room has more than are read: nobody could tell then which of them were deleted.
  private static func plans(_ host: OutsideHost) throws -> CalendarPlans {
    var plans = CalendarPlans()
    try host.visitRooms { views in
      let events = try ShownEvents.plans(in: views.id, views.home)
      guard events.count < ShownEvents.mostEvents else {
        throw Refused(.notNow, "There are too many events for a calendar folder: delete some.")
      }
      guard let toDos = try ShownEvents.toDos(in: views.id, views.home) else {
        throw Refused(.notNow, "There are too many to-dos for a calendar folder: delete some.")
      }
      plans.events += events
      plans.toDos += toDos
    }
    return plans
  }

  /// Has the node carry out commands; for threads that may wait.
  private static func perform(
    _ calls: [Call], _ host: OutsideHost
  ) -> [Result<CalendarAnswer, CalendarRefusal>] {
    wait(for: calls, host).map { result in
      result.map { answer in
        (answer as? ToDoView).map { .toDo($0) } ?? .event(answer as? EventView ?? EventView())
      }.mapError { CalendarRefusal($0) }
    }
  }

  /// The picture of an event with its bytes; nil while they are not here.
  private static func picture(
    of event: EventView, _ host: OutsideHost
  ) throws -> CalendarPicture? {
    var found: CalendarPicture?
    try host.visitRooms { views in
      guard found == nil, views.id.description == event.room else { return }
      found = try CalendarPicture(of: event, views.home)
    }
    return found
  }
}

extension CalendarWork {
  /// Keeps bytes until a command names them; for threads that may wait.
  ///
  /// - Returns: their id.
  static func keep(_ bytes: [UInt8], _ host: OutsideHost) throws -> String {
    let call = Call(Node.keepBlob, .with { $0.content = Data(bytes) })
    return (try wait(for: [call], host).first?.get() as? BlobView)?.blob ?? ""
  }

  /// The results of calls; for threads that may wait.
  static func wait(for calls: [Call], _ host: OutsideHost) -> [Result<any Message, Refused>] {
    let waiting = Waiting()
    Task(executorPreference: TaskThreads.shared) {
      let results = await host.perform(calls)
      waiting.results.withLock { $0 = results }
      waiting.done.signal()
    }
    waiting.done.wait()
    return waiting.results.withLock { $0 }
  }
}

/// The results that a thread waits for.
private final class Waiting: Sendable {
  let done = DispatchSemaphore(value: 0)
  let results = Mutex<[Result<any Message, Refused>]>([])
}
