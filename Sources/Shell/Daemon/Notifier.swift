import Feature
import Features
import FoundationEssentials
import Glibc
import Node
import Programs
import Schema
import Synchronization

/// Starts the program that calls our person (row C-17): without a shell, apart from the daemon, and not for long.
///
/// It gets two arguments behind those that were set, a title and a line, so that `notify-send` does as it stands, and the same
/// as `PARLOR_SENDER`, `PARLOR_ROOM` and `PARLOR_TEXT`. What others wrote is behind words of our own in the arguments, so that no
/// name is taken for an option; the text is empty unless our person wants it said. While the home is locked it says that there is
/// something, and not what.
final class Notifier: Sendable {
  /// Programs that run at once; with more, nobody is called.
  private static let most = 4
  /// The longest time that one may run, in milliseconds.
  private static let patienceMilliseconds = 10_000
  private let running = Mutex(0)
  private let latch: Latch

  /// Calls the person of a home that may be locked.
  init(_ latch: Latch) { self.latch = latch }

  /// Starts it on a thread of its own and returns at once.
  func call(_ call: PersonCall) {
    guard let path = call.command.first else { return }
    let call = latch.isLocked ? Self.hidden(call) : call
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
    OwnThread.start(stackBytes: 128 << 10) { [self] in
      Self.wait(for: process)
      running.withLock { $0 -= 1 }
    }
  }

  /// Notifies of due things (row E-53), with the program that was set, else on the desktop.
  ///
  /// - Parameter command: the program and its arguments; empty for none.
  /// - Returns: what waits until that is done, as many may have been missed.
  func tell(_ notice: Notice, _ command: [String]) -> () -> Void {
    let notice = latch.isLocked ? Self.hidden(notice) : notice
    let title = "Parlor: \(notice.title)"
    var words = command + [title, notice.text]
    if command.isEmpty { words = Self.desktop + [title, notice.text, "0", "1"] + Self.sound }
    var spawn = Spawn(words[0], words: words)
    spawn.environment = notice.variables
    spawn.environment["PARLOR_TEXT"] = notice.text
    let process = try? spawn.start()
    return { if let process { Self.wait(for: process) } }
  }

  /// `org.freedesktop.Notifications.Notify` up to its title (Desktop Notifications Specification 1.2), by the tool that comes with
  /// systemd.
  private static let desktop = [
    "busctl", "--user", "--", "call", "org.freedesktop.Notifications",
    "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify", "susssasa{sv}i",
    "Parlor", "0", "x-office-calendar",
  ]
  /// One hint, and that the desktop decides how long it is shown.
  private static let sound = ["sound-name", "s", "alarm-clock-elapsed", "-1"]

  /// The same call without sender, text and room.
  private static func hidden(_ call: PersonCall) -> PersonCall {
    var hidden = call
    (hidden.sender, hidden.room, hidden.text) = ("somebody", "a room", "")
    return hidden
  }

  /// The same notice without the thing that is due.
  private static func hidden(_ notice: Notice) -> Notice {
    Notice(
      item: notice.item, room: notice.room, instant: notice.instant, title: "something is due",
      text: "This home is locked: unlock it to see what it is.")
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
