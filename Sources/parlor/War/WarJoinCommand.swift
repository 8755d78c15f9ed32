import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor war join`: asks for the other chair of a table and plays at it.
struct GameJoinCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "join", abstract: "Join a table that somebody offers.",
      discussion: """
        Without a table it shows what is offered, to pick by number; without a terminal it takes the \
        only one.

        EXAMPLES
          parlor \(Game.word) join
          parlor \(Game.word) join ada
          parlor \(Game.word) join --at 192.168.1.20:4711
          parlor \(Game.word) join q7k2 --auto --json --wait 30
        """)
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions

  @OptionGroup var seek: SeekOptions

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.game = Game.game
    try seek.look(sitting)
  }
}

/// The table that somebody wants to join, and the way to it.
struct SeekOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The table's id or any unique beginning of it, or its host's name.", valueName: "table"))
  var wanted: String?

  @Option(
    help: ArgumentHelp(
      "The address that the host's screen shows, where it is not found by itself.",
      valueName: "host:port"))
  var at: String?

  @Option(help: ArgumentHelp("The table's password, where it has one.", valueName: "text"))
  var password = ""

  /// Finds the table, asks for its chair and sits there.
  func look(_ sitting: Sitting) throws {
    let client = sitting.client
    let address = try at.map { address in
      try client.call(Methods.Peers.add) { $0.address = address }.addresses.first ?? address
    }
    var sitting = sitting
    sitting.password = password
    sitting.holds = true
    try sitting.look(for: wanted, at: address)
  }
}
