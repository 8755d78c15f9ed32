import Events
import Feature
import Foundation
import Node
import Schema
import SwiftProtobuf
import Synchronization

/// The calendar folder, as the daemon keeps it.
extension DaemonAccess {
  /// What the keeper of the calendar folder works between.
  func keepingCalendar() -> CalendarKeeper.World {
    CalendarKeeper.World(
      home: description.home + "/calendar", account: description.account.description,
      folder: { try settings().calendarFolder }, events: { try plans() },
      perform: { performAndWait($0) }, tell: { board.setCalendar($0) }, now: { Clock.now.wall })
  }

  /// Refuses a command that cannot be carried out, where only the daemon can know.
  func check(_ call: Call) throws {
    guard let change = call.request as? ChangeSetting,
      change.key == EventSettings.calendarFolder.key,
      let folder = try? EventSettings.calendarFolder.check(change.value), !folder.isEmpty
    else { return }
    do {
      try CalendarFiles.prepare(folder, account: description.account.description)
    } catch {
      throw Refused(.invalid, "NOTICE: your Calendar is restricted. \(error)")
    }
  }

  /// Has the node carry out commands; for threads that may wait.
  private func performAndWait(_ calls: [Call]) -> [Result<EventView, CalendarRefusal>] {
    let waiting = Waiting()
    Task {
      let results = await perform(calls)
      waiting.results.withLock { $0 = results }
      waiting.done.signal()
    }
    waiting.done.wait()
    return waiting.results.withLock { $0 }.map { result in
      result.map { $0 as? EventView ?? EventView() }.mapError { refused in
        let passing: [RefusalCode] = [.busy, .unavailable, .storage]
        return CalendarRefusal(
          refused.refusal.message, isPassing: passing.contains(refused.refusal.code))
      }
    }
  }
}

/// What a thread waits for.
private final class Waiting: Sendable {
  let done = DispatchSemaphore(value: 0)
  let results = Mutex<[Result<any Message, Refused>]>([])
}
