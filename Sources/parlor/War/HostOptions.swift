import ArgumentParser
import Commands
import Schema

/// The options of a table that a person opens, whatever game is played there.
struct HostOptions: ParsableArguments {
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
      "Seconds for each card or move. If somebody takes longer, the other can claim the match; nothing ends by itself.",
      valueName: "seconds"))
  var moveSeconds: UInt32 = 0

  /// The table that these options describe; asks for a password where that is wanted.
  func table(seed: UInt64?) -> HostTable {
    var typed = password
    if password == "-" {
      Output.raw("Password of the table: ")
      typed = readLine() ?? ""
    }
    return .with {
      $0.description_p = description
      $0.noChat = noChat
      $0.password = typed
      $0.pairedOnly = pairedOnly
      $0.spectators = spectators.policy
      $0.spectatorsTalk = spectatorsTalk
      $0.moveSeconds = moveSeconds
      if let seed { $0.seed = seed }
    }
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
