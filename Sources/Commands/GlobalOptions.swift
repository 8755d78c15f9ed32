import ArgumentParser
import Client
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The options that every command understands.
package struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The directory of your node; two homes on one machine are two people.",
      discussion: "Default: PARLOR_HOME, else $XDG_DATA_HOME/parlor, else ~/.local/share/parlor.",
      valueName: "dir"))
  package var home: String?

  @Flag(help: "Print JSON: one object, or one object a line.")
  package var json = false

  package init() {}

  package func validate() throws {
    if home == "" { throw ValidationError("--home is empty: name your node's directory.") }
  }

  /// The absolute path of the home.
  package func homePath() throws -> String { try Self.path(ofHome: home) }

  /// The absolute path of a home.
  ///
  /// - Parameter home: as typed; nil where nothing was.
  package static func path(ofHome home: String?) throws -> String {
    let path = HomeDirectory.path(
      named: home, environment: { name in getenv(name).map { String(cString: $0) } },
      workingDirectory: {
        guard let text = getcwd(nil, 0) else { return nil }
        defer { free(text) }
        return String(cString: text)
      })
    guard let path else {
      throw CommandFailure(
        SessionEnd.usage,
        "The variable HOME is not set: name your node's directory with --home.")
    }
    return path
  }

  /// A client connected to the daemon of the home, which is started when none runs; it waits while the daemon is at work.
  package func client() throws -> DaemonClient { Self.waiting(try starter().client()) }

  /// A client that waits while the daemon is at work, and tells the person so.
  package static func waiting(_ client: DaemonClient) -> DaemonClient {
    client.whileAtWork = {
      guard isatty(STDERR_FILENO) == 1 else { return }
      Output.error("The daemon is still at work: please wait.")
    }
    return client
  }

  /// Starts and restarts the daemon of the home.
  package func starter() throws -> DaemonStarter { DaemonStarter(home: try homePath()) }
}
