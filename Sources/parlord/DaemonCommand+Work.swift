import Client
import Commands
import Daemon
import Store
import Terminal

extension DaemonCommand: Handed {
  package func perform() throws {
    let (command, json) = (self, options.json)
    Invocation.wait(ParlordCommand.self, json: json) {
      var running = Daemon.Options(home: try command.options.homePath())
      running.port = command.port
      running.address = command.address
      running.discovery = command.discovery
      running.claimMilliseconds = Int64(command.claimSeconds) * 1000
      try await Self.serve(running, json: json)
    }
  }

  /// Does the same for words that need no parser.
  static func run(_ words: DaemonWords) -> Never {
    Invocation.wait(ParlordCommand.self, json: false) {
      var running = Daemon.Options(home: try GlobalOptions.path(ofHome: words.home))
      running.address = words.address
      running.discovery = words.discovery
      try await serve(running, json: false)
    }
  }

  private static func serve(_ options: Daemon.Options, json: Bool) async throws {
    let home = options.home
    if let reason = HomeDirectory.make(home) {
      throw CommandFailure(SessionEnd.refused, HomeDirectory.unusable(home, reason))
    }
    do {
      let beginsAgain = try await Daemon.run(options) { port in
        Output.line(
          json
            ? JSONText.object([("home", .text(home)), ("port", .number(Int64(port)))])
            : "The node of \(home) is ready on port \(port).")
      }
      if beginsAgain { try OtherProgram.parlord.begin() }
    } catch StoreError.full {
      throw CommandFailure(
        SessionEnd.refused,
        "The disk is full, so your node cannot start: make room (5 MiB at least) and try again.")
    }
  }
}
