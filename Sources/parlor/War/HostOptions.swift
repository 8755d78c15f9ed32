import ArgumentParser
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
  /// - Parameter fill: adds the game, and what only that game has.
  func host(_ fill: (inout HostTable) -> Void) throws {
    let starter = try options.starter()
    let client = try starter.client()
    var typed = password
    if password == "-" {
      Output.raw("Password of the table: ")
      typed = readLine() ?? ""
    }
    let view = try client.call(Methods.Tables.host) {
      $0.description_p = description
      $0.noChat = noChat
      $0.password = typed
      $0.pairedOnly = pairedOnly
      $0.spectators = spectators.policy
      $0.spectatorsTalk = spectatorsTalk
      $0.moveSeconds = moveSeconds
      if let seed = play.seed { $0.seed = seed }
      fill(&$0)
    }
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
