import ArgumentParser
import Client
import Daemon
import Store
import Terminal

/// `parlor daemon`: your node, in the foreground.
struct DaemonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Run your node in the foreground, until a signal or `parlor stop`.",
    discussion: """
      Other commands start it by themselves, so this is for service managers and for a look at what goes \
      wrong.

      EXAMPLES
        parlor daemon
        parlor --home A daemon --port 4711 --address 127.0.0.1 --no-discovery
      """)

  @OptionGroup var options: GlobalOptions

  @Option(help: "The TCP port for links; that of the last run, or any, when left out.")
  var port: Int?

  @Option(
    help: ArgumentHelp("The IP address to listen on; all when left out.", valueName: "ip"))
  var address: String?

  @Flag(inversion: .prefixedNo, help: "Find others, and be found, by DNS-SD.")
  var discovery = true

  @Option(
    help: ArgumentHelp(
      "Time without an answer of the other node after which the match may be claimed.",
      valueName: "seconds"))
  var claimSeconds = 60

  func validate() throws {
    if let port, !(0...65535).contains(port) {
      throw ValidationError("--port cannot be \(port): choose a number from 0 to 65535.")
    }
    guard (1...86_400).contains(claimSeconds) else {
      throw ValidationError(
        "--claim-seconds cannot be \(claimSeconds): choose a number from 1 to 86400.")
    }
  }

  func run() async throws {
    let home = try options.homePath()
    if let reason = HomeDirectory.make(home) {
      throw CommandFailure(SessionEnd.refused, HomeDirectory.unusable(home, reason))
    }
    var running = Daemon.Options(home: home)
    running.port = port
    running.address = address
    running.discovery = discovery
    running.claimMilliseconds = Int64(claimSeconds) * 1000
    let json = options.json
    do {
      try await Daemon.run(running) { port in
        Output.line(
          json
            ? JSONText.object([("home", .text(home)), ("port", .number(Int64(port)))])
            : "The node of \(home) is ready on port \(port).")
      }
    } catch StoreError.full {
      throw CommandFailure(
        SessionEnd.refused,
        "The disk is full, so your node cannot start: make room (5 MiB at least) and try again.")
    }
  }
}
