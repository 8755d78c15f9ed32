import Client
import Commands
import Daemon
import Store
import Terminal

extension DaemonCommand: Handed {
  package func perform() throws {
    let (command, json) = (self, options.json)
    Invocation.wait(ParlordCommand.self, json: json) { try await command.serve() }
  }

  private func serve() async throws {
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
