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
    let client = DaemonClient(home: try options.homePath())
    do {
      try client.connect()
    } catch ClientFailure.noDaemon {
      return tell("No daemon runs here.")
    }
    try client.stop()
    for _ in 0..<500 {
      do {
        try DaemonClient(home: client.home).connect()
      } catch ClientFailure.noDaemon {
        return tell("Stopped.")
      }
      usleep(10_000)
    }
    throw CommandFailure(
      SessionEnd.timedOut,
      "The daemon did not end in time: see daemon.log in \(client.home), or end the process.")
  }

  private func tell(_ text: String) {
    Output.line(options.json ? JSONText.object([("stopped", .flag(true))]) : text)
  }
}
