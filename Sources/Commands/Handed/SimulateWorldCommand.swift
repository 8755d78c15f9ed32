import ArgumentParser

/// `parlor simulate world`: whole matches, or rooms, between virtual nodes while everything goes wrong.
package struct SimulateWorldCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "world",
    abstract: "Play matches, or share rooms, over a virtual network with cuts, kills and replays.",
    discussion: """
      Each seed is one match, with --rooms one world of people who share rooms, or with --rosters one of people who share the \
      roster of a room. It stops at the first that breaks a promise, prints the seed, and exits \
      with 1; the seed runs it again exactly.

      EXAMPLES
        parlor simulate world --matches 500
        parlor simulate world --seed 4711 --matches 1 --trace
        parlor simulate world --rooms --nodes 8 --minutes 10
        parlor simulate world --rooms --seed 4711 --shrink
        parlor simulate world --rosters --seeds 1000
      """)

  @Option(help: "The first seed; the next match has the next one.")
  package var seed: UInt64 = 1

  @Option(
    name: [.long, .customLong("seeds")], help: "How many matches, or worlds of rooms or rosters.")
  package var matches = 500

  @Flag(help: "Share rooms instead of playing.")
  package var rooms = false

  @Flag(
    help:
      "Share rosters instead of playing: some people hand a room over twice, and lie otherwise. With --rooms, private rooms have rosters."
  )
  package var rosters = false

  @Flag(help: "With --rooms, let people do nothing but trade cards, in every world.")
  package var cards = false

  @Flag(help: "With --rooms, let people do nothing but play duels, in every world.")
  package var duels = false

  @Option(help: "How many people share rooms; without it the seed decides.")
  package var nodes: Int?

  @Option(help: "Stop after this many minutes, if that is sooner.")
  package var minutes: Double?

  @Flag(help: "Print what people do, what goes wrong and every frame.")
  package var trace = false

  @Flag(
    help:
      "Run the seed with ever less in it, as long as it fails, and print what remains; with --trace each frame of it."
  )
  package var shrink = false

  package func validate() throws {
    guard matches > 0 else {
      throw ValidationError("--matches cannot be \(matches); choose a number from 1.")
    }
    guard nodes.map({ (2...8).contains($0) }) ?? true else {
      throw ValidationError("--nodes cannot be \(nodes ?? 0); choose a number from 2 to 8.")
    }
    guard rooms || (nodes == nil && !shrink && !cards && !duels) else {
      throw ValidationError(
        "--nodes, --cards, --duels and --shrink need --rooms: a match has two players.")
    }
    guard !cards || !duels else {
      throw ValidationError("--cards and --duels do not go together: choose one.")
    }
  }

  package init() {}

  package func run() throws { try OtherProgram.lab.takeOver() }
}
