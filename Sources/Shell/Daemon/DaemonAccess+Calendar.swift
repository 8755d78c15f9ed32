import Events
import Feature
import Foundation
import Node
import Schema
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

  /// Why a command cannot be carried out, where only the daemon can know.
  func refusal(of command: Command) -> Refused? {
    guard case .changeSetting(let change)? = command.kind, change.key == Settings.calendarFolder,
      let folder = try? Settings.folder(change.value), !folder.isEmpty
    else { return nil }
    do {
      try CalendarFiles.prepare(folder, account: description.account.description)
      return nil
    } catch {
      return Refused(.invalid, "NOTICE: your Calendar is restricted. \(error)")
    }
  }

  /// Has the node carry out commands; for threads that may wait.
  private func performAndWait(_ commands: [Command]) -> [Result<EventView, CalendarRefusal>] {
    let waiting = Waiting()
    Task {
      let results = await submit(commands)
      waiting.results.withLock { $0 = results }
      waiting.done.signal()
    }
    waiting.done.wait()
    return waiting.results.withLock { $0 }.map { result in
      result.map(\.event).mapError { refused in
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
  let results = Mutex<[Result<Answer, Refused>]>([])
}
