import ArgumentParser
import Client
import Commands
import Schema
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

  @Flag(help: "Start it again at once, with the program as it is now, as after an upgrade.")
  var restart = false

  func run() throws {
    if restart {
      let hasRun = try Self.restart(options.starter())
      return Output.line(
        options.json
          ? JSONText.object([("restarted", .flag(hasRun))])
          : hasRun ? "It runs again." : "No daemon runs here.")
    }
    let hasStopped = try Self.stop(home: options.homePath())
    Output.line(
      options.json
        ? JSONText.object([("stopped", .flag(hasStopped))])
        : hasStopped ? "Stopped." : "No daemon runs here.")
  }

  /// Has the daemon begin again; false when there was none.
  private static func restart(_ starter: DaemonStarter) throws -> Bool {
    do {
      try starter.restart()
      return true
    } catch ClientFailure.noDaemon {
      return false
    }
  }

  /// Ends the daemon of a home and waits until it has let go of the home, so that another one can be started at once;
  /// false when there was none.
  @discardableResult
  static func stop(home: String) throws -> Bool {
    let client = DaemonClient(home: home)
    do {
      try client.connect()
    } catch ClientFailure.noDaemon {
      return false
    }
    try client.call(Methods.Node.stop)
    try waitForEnd(of: home)
    return true
  }

  /// Waits until the daemon of a home, which was told to end, has let go of it.
  static func waitForEnd(of home: String) throws {
    // Links end within moments; whoever has just started also ends the inspection of a room, which may be a large one.
    for _ in 0..<6000 {
      if !HomeDirectory.isHeld(home) { return }
      usleep(10_000)
    }
    throw CommandFailure(
      SessionEnd.timedOut,
      "The daemon has not ended within a minute: see daemon.log in \(home), or end the process.")
  }
}
