import ArgumentParser
import Client
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor stop`: ends the daemon of the home.
struct StopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End your node's daemon; matches pause and nothing is lost.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    tell(try Self.stop(home: options.homePath()) ? "Stopped." : "No daemon runs here.")
  }

  /// Ends the daemon of a home and waits for its end; false when there was none.
  @discardableResult
  static func stop(home: String) throws -> Bool {
    let client = DaemonClient(home: home)
    do {
      try client.connect()
    } catch ClientFailure.noDaemon {
      return false
    }
    try client.stop()
    for _ in 0..<500 {
      do {
        try DaemonClient(home: home).connect()
      } catch ClientFailure.noDaemon {
        return true
      }
      usleep(10_000)
    }
    throw CommandFailure(
      SessionEnd.timedOut,
      "The daemon did not end in time: see daemon.log in \(home), or end the process.")
  }

  private func tell(_ text: String) {
    Output.line(options.json ? JSONText.object([("stopped", .flag(true))]) : text)
  }
}
