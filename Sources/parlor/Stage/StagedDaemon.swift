import Client
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A daemon of this program in a throw-away home, started and ended at will.
final class StagedDaemon {
  let home: String
  /// Connected to the running daemon; a new one for each.
  private(set) var client: DaemonClient
  /// The running process; 0 while there is none.
  private(set) var process: pid_t = 0

  init(home: String) {
    self.home = home
    client = DaemonClient(home: home)
  }

  /// What the daemon says.
  var log: String { home + "/" + DaemonProcess.logName }

  /// Whether the daemon answers; until then nothing can be asked of it.
  var isReady: Bool { (try? client.connect()) != nil }

  /// Starts the daemon and makes its home where there is none; it is ready a little later.
  ///
  /// - Parameter arguments: added to `daemon --home HOME`.
  func start(_ arguments: [String] = []) throws {
    mkdir(home, 0o700)
    client = DaemonClient(home: home)
    do {
      process = try DaemonProcess.start(home: home, arguments: arguments, isDetached: false)
    } catch {
      throw CommandFailure(SessionEnd.noDaemon, "The daemon cannot be started: see \(log).")
    }
  }

  /// Whether the daemon ran and has ended by itself since.
  func hasEnded() -> Bool {
    guard process > 0, waitpid(process, nil, WNOHANG) == process else { return false }
    process = 0
    return true
  }

  /// Ends the daemon, `SIGKILL` as a power cut would, and waits for its end.
  func end(with signal: Int32) {
    guard process > 0 else { return }
    kill(process, signal)
    waitpid(process, nil, 0)
    process = 0
  }
}
