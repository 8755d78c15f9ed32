import Foundation
import Glibc
import Node
import Programs
import Synchronization

/// Starts the program that calls our person (row C-17): without a shell, apart from the daemon, and not for long.
///
/// It gets two arguments behind those that were set, a title and a line, so that `notify-send` does as it stands, and the same
/// as `PARLOR_SENDER`, `PARLOR_ROOM` and `PARLOR_TEXT`. What others wrote is behind words of our own in the arguments, so that no
/// name is taken for an option; the text is empty unless our person wants it said.
final class Notifier: Sendable {
  /// Programs that run at once; with more, nobody is called.
  private static let most = 4
  /// How long one may run, in milliseconds.
  private static let patienceMilliseconds = 10_000
  private let running = Mutex(0)

  /// Starts it on a thread of its own and returns at once.
  func call(_ call: PersonCall) {
    guard let path = call.command.first else { return }
    let mayStart = running.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
    guard mayStart else { return }
    var spawn = Spawn(path, words: call.command + Self.words(for: call))
    spawn.environment = [
      "PARLOR_SENDER": call.sender, "PARLOR_ROOM": call.room, "PARLOR_TEXT": call.text,
    ]
    guard let process = try? spawn.start() else {
      return running.withLock { $0 -= 1 }
    }
    let thread = Thread { [self] in
      Self.wait(for: process)
      running.withLock { $0 -= 1 }
    }
    thread.stackSize = 128 << 10
    thread.start()
  }

  static func words(for call: PersonCall) -> [String] {
    [
      "Parlor: \(call.sender) in \(call.room)",
      call.text.isEmpty ? "There is a new message." : "Says: \(call.text)",
    ]
  }

  private static func wait(for process: pid_t) {
    var status: Int32 = 0
    for _ in 0..<patienceMilliseconds / 20 {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process || (ended < 0 && errno != EINTR) { return }
      usleep(20_000)
    }
    kill(-process, SIGKILL)
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}
