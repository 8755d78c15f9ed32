import ArgumentParser

/// `parlor daemon`: your node, in the foreground.
package struct DaemonCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: "Run your node in the foreground, until a signal or `parlor stop`.",
    discussion: """
      Other commands start it by themselves, so this is for service managers and for a look at what goes \
      wrong.

      EXAMPLES
        parlor daemon
        parlor --home A daemon --port 4711 --address 127.0.0.1 --no-discovery
      """)

  @OptionGroup package var options: GlobalOptions

  @Option(help: "The TCP port for links; that of the last run, or any, when left out.")
  package var port: Int?

  @Option(
    help: ArgumentHelp("The IP address to listen on; all when left out.", valueName: "ip"))
  package var address: String?

  @Flag(inversion: .prefixedNo, help: "Find others, and be found, by DNS-SD.")
  package var discovery = true

  @Option(
    help: ArgumentHelp(
      "Time without an answer of the other node after which the match may be claimed.",
      valueName: "seconds"))
  package var claimSeconds = 60

  package func validate() throws {
    if let port, !(0...65535).contains(port) {
      throw ValidationError("--port cannot be \(port): choose a number from 0 to 65535.")
    }
    guard (1...86_400).contains(claimSeconds) else {
      throw ValidationError(
        "--claim-seconds cannot be \(claimSeconds): choose a number from 1 to 86400.")
    }
  }

  package init() {}

  package func run() throws { try OtherProgram.parlord.takeOver() }
}
