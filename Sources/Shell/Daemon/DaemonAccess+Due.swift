import Feature
import Node
import Schema
import Store

/// The notices and commands that are due for our person.
extension DaemonAccess {
  /// Makes the world of the clock: the reads and the calls that it works with.
  func telling(by notifier: Notifier) -> DueClock.World {
    DueClock.World(
      due: { told, now in
        try store.read { reader in
          // The lobby is always there, and all rooms are seen from it.
          guard let views = try views(.lobby, reader) else { return Due() }
          return try store.registry.due(views.home, told: told, now: now)
        }
      },
      tell: { notice in
        let command = try settings().notifyCommand
        return notifier.tell(notice, command.split(separator: " ").map(String.init))
      }, perform: { driver.perform($0) }, now: { Clock.now.wall })
  }
}
