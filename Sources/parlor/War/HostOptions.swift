import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// The options of a table that is opened, whatever game is played there.
struct HostOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions

  @Flag(help: "Accept the first who asks and start at once.")
  var acceptFirst = false

  @Option(help: ArgumentHelp("A description that others see.", valueName: "text"))
  var description = ""

  @Flag(name: .customLong("no-chat"), help: "The two of you cannot talk at the table.")
  var noChat = false

  @Option(
    help: ArgumentHelp("What somebody must know to join; \"-\" asks for it.", valueName: "text"))
  var password = ""

  @Flag(help: "Only people that you have paired with see the table and can join.")
  var pairedOnly = false

  @Option(help: "Who may watch: nobody, paired or everybody.")
  var spectators = Spectators.nobody

  @Flag(help: "Spectators may talk, too.")
  var spectatorsTalk = false

  @Option(
    help: ArgumentHelp(
      "Seconds for each move. If somebody takes longer, the other can claim the match; nothing ends by itself.",
      valueName: "seconds"))
  var moveSeconds: UInt32 = 0

  /// Opens a table and sits there.
  ///
  /// - Parameter fill: adds the game, and what only that game has; it may ask the daemon.
  func host(_ fill: (inout HostTable, DaemonClient) throws -> Void) throws {
    let starter = try options.starter()
    let client = try starter.client()
    var typed = password
    if password == "-" {
      Output.raw("Password of the table: ")
      typed = readLine() ?? ""
    }
    var table = HostTable()
    table.description_p = description
    table.noChat = noChat
    table.password = typed
    table.pairedOnly = pairedOnly
    table.spectators = spectators.policy
    table.spectatorsTalk = spectatorsTalk
    table.moveSeconds = moveSeconds
    if let seed = play.seed { table.seed = seed }
    try fill(&table, client)
    let view = try client.call(Methods.Tables.host) { $0 = table }
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.acceptFirst = acceptFirst
    sitting.holds = true
    try sitting.run(at: view)
  }
}

/// The people who may watch, as people type it.
enum Spectators: String, ExpressibleByArgument, CaseIterable {
  case nobody, paired, everybody

  var policy: SpectatorPolicy {
    switch self {
    case .nobody: .unspecified
    case .paired: .paired
    case .everybody: .everybody
    }
  }
}
