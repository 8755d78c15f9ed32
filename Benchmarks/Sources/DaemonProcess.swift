import Client
import Foundation
import Schema

/// Waits without doing anything.
func sleep(milliseconds: Int) {
  usleep(UInt32(milliseconds) * 1000)
}

/// A real daemon of a home of its own, without discovery, stopped with its last reference.
final class DaemonProcess {
  let home: String
  let process: Int32
  let client: DaemonClient
  /// The IP address on which it takes links.
  private let host: String
  /// From before the start of the process until the first answer.
  let millisecondsToReady: Double

  /// Starts a daemon in a new home below the scratch folder.
  convenience init(_ places: Places, name: String, host: String = "127.0.0.1") throws {
    let home = "\(places.scratch)/\(name)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try self.init(parlor: places.parlor, home: home, host: host)
  }

  /// Starts a daemon and waits until it answers.
  init(parlor: String, home: String, host: String = "127.0.0.1") throws {
    (self.home, self.host) = (home, host)
    // As long as it takes: a busy machine makes a figure worse, and should not end the run without one.
    client = DaemonClient(home: home, timeoutMilliseconds: 120_000)
    let start = ContinuousClock.now
    process = try Program(
      path: parlor,
      arguments: ["--home", home, "daemon", "--address", host, "--no-discovery"]
    ).start(output: nil)
    while true {
      do {
        _ = try client.call(Methods.Node.status)
        break
      } catch {
        guard ContinuousClock.now - start < .seconds(10) else {
          throw ProgramError(description: "The daemon of \(home) is not ready: \(error)")
        }
        usleep(200)
      }
    }
    millisecondsToReady = (ContinuousClock.now - start).seconds * 1000
  }

  /// Returns the address at which peers reach it.
  func address() throws -> String {
    "\(host):\(try client.call(Methods.Node.status).port)"
  }

  deinit {
    _ = try? client.call(Methods.Node.stop)
    var status: Int32 = 0
    for _ in 0..<500 {
      if waitpid(process, &status, WNOHANG) != 0 { return }
      sleep(milliseconds: 10)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
  }
}
