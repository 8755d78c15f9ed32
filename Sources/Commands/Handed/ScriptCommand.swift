import ArgumentParser

/// `parlor script`: plays matches that are written as files, and says what went otherwise.
package struct ScriptCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "script",
    abstract: "Play matches written as YAML and check what must be seen.",
    discussion: """
      Each match is played between virtual nodes in this process, where the seed decides the cards; with \
      --real between daemons of its own over TCP. There the cards are as random as ever: what depends on \
      them is counted and not compared, both sides must show the same instead, and `play: {until: …}` deals \
      again where the cards do not bring it. It exits with 1 when something expected was not found.

      With --find it plays nothing and names a seed whose cards bring what is looked for.

      EXAMPLES
        parlor script protocol/matches/*.yaml
        parlor script protocol/duels/*.yaml
        parlor script --real protocol/matches/plain-game.yaml
        parlor script --find war-in-war --within 20 my-match.yaml
      """)

  /// Something that cards bring, as it is typed.
  package enum Event: String, CaseIterable, ExpressibleByArgument {
    case war
    case warInWar = "war-in-war"
    case shortInWar = "short-in-war"
    case bothShort = "both-short"
    case bothOut = "both-out"
  }

  @Argument(help: "The files.", completion: .file(extensions: ["yaml"]))
  package var files: [String]

  @Flag(help: "Play between real daemons with homes of their own.")
  package var real = false

  @Option(
    help: ArgumentHelp(
      "How long --real waits for what is expected before it fails.", valueName: "seconds"))
  package var patience = 60

  @Option(
    help: ArgumentHelp(
      "Decide the cards by this seed and not by that of the file.", valueName: "seed"))
  package var seed: UInt64?

  @Flag(help: "Print one JSON object a line.")
  package var json = false

  @Option(
    help: ArgumentHelp(
      "Name a seed for the files: "
        + Event.allCases.map(\.rawValue).joined(separator: ", ") + ".", valueName: "event"))
  package var find: Event?

  @Option(help: ArgumentHelp("The first seed that --find tries.", valueName: "seed"))
  package var from: UInt64 = 1

  @Option(help: ArgumentHelp("How many seeds --find tries.", valueName: "count"))
  package var seeds: UInt64 = 10_000

  @Option(help: ArgumentHelp("The round by which --find must see it.", valueName: "rounds"))
  package var within: UInt32 = 5_000

  @Flag(help: ArgumentHelp("Print what people saw at the end.", visibility: .hidden))
  package var views = false

  package func validate() throws {
    guard find == nil || !real else {
      throw ValidationError("--find and --real do not go together: no seed decides real cards.")
    }
    guard patience > 0 else {
      throw ValidationError("--patience cannot be \(patience): choose a number from 1.")
    }
    guard seeds > 0 else {
      throw ValidationError("--seeds cannot be \(seeds): choose a number from 1.")
    }
    guard within > 0 else {
      throw ValidationError("--within cannot be \(within): choose a number from 1.")
    }
  }

  package init() {}

  package func run() throws { try OtherProgram.lab.takeOver() }
}
