import Client
import FoundationEssentials
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A daemon of this program in a throw-away home, started and ended at will.
package final class StagedDaemon {
  package let home: String
  /// Connected to the running daemon; a new one for each.
  package private(set) var client: DaemonClient
  /// The running process; 0 while there is none.
  package private(set) var process: pid_t = 0

  package init(home: String) {
    self.home = home
    client = DaemonClient(home: home)
  }

  /// The path of the file that the daemon logs to.
  package var log: String { home + "/" + DaemonProcess.logName }

  /// Whether the daemon answers; until then nothing can be asked of it.
  package var isReady: Bool { (try? client.connect()) != nil }

  /// Starts the daemon and makes its home where there is none; it is ready a little later.
  ///
  /// - Parameter arguments: added to `daemon --home HOME`.
  package func start(_ arguments: [String] = []) throws {
    mkdir(home, 0o700)
    client = DaemonClient(home: home)
    do {
      process = try DaemonProcess.start(home: home, arguments: arguments, isDetached: false)
    } catch {
      throw CommandFailure(SessionEnd.noDaemon, "The daemon cannot be started: see \(log).")
    }
  }

  /// Whether the daemon ran and has been killed since.
  ///
  /// - Throws: `CommandFailure` with the daemon's last words when it ended in any other way.
  package func wasKilled() throws -> Bool {
    var status: Int32 = 0
    guard process > 0, waitpid(process, &status, WNOHANG) == process else { return false }
    process = 0
    if status & 0x7f == SIGKILL { return true }
    let words = try? String(contentsOfFile: log, encoding: .utf8)
    throw CommandFailure(
      SessionEnd.noDaemon,
      "A daemon ended by itself (status \(status)); its last words: \(words?.suffix(2_000) ?? "none")"
    )
  }

  /// Ends the daemon, `SIGKILL` as a power cut would, and waits for its end.
  package func end(with signal: Int32) {
    guard process > 0 else { return }
    kill(process, signal)
    waitpid(process, nil, 0)
    process = 0
  }
}
