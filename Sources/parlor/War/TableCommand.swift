import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor table`: any game that two people play at a table.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Play a game at a table: \(GameFaces.names.joined(separator: ", ")).",
    discussion: """
      Everything but the moves is the same as for War: see `parlor help war`.

      EXAMPLES
        parlor table host --game rock-paper-scissors   open a table; r, p or s plays
        parlor table join ada                          ask for Ada's other chair
        parlor table move rock                         make a move without a screen
      """,
    subcommands: [
      TableHostCommand.self, WarJoinCommand.self, WarResumeCommand.self, WarListCommand.self,
      WarShowCommand.self, TableMoveCommand.self, WarAskCommand.self, WarAcceptCommand.self,
      WarDeclineCommand.self, WarStartCommand.self, WarRemoveCommand.self, WarCancelCommand.self,
      WarLeaveCommand.self, WarConcedeCommand.self, WarClaimCommand.self, WarRematchCommand.self,
      WarExportCommand.self, WarVerifyCommand.self,
    ])
}

/// `parlor table host`: opens a table of any game, by its usual rules, and plays at it.
struct TableHostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Open a table and wait for somebody to join.",
    discussion: """
      Rock, paper, scissors is won by who first wins two rounds. `parlor war host` has more options for War.

      EXAMPLES
        parlor table host --game rock-paper-scissors
        parlor table host --game war --description "after lunch"
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var play: PlayOptions

  @Option(help: "The game: \(GameFaces.names.joined(separator: " or ")).")
  var game: String

  @Flag(help: "Accept the first who asks and start at once.")
  var acceptFirst = false

  @Option(help: ArgumentHelp("A description that others see.", valueName: "text"))
  var description = ""

  @Flag(help: "Only people that you have paired with see the table and can join.")
  var pairedOnly = false

  @Option(
    help: ArgumentHelp(
      "Seconds for each move. If somebody takes longer, the other can claim the match; nothing ends by itself.",
      valueName: "seconds"))
  var moveSeconds: UInt32 = 0

  func validate() throws {
    guard GameFaces.names.contains(game) else {
      throw ValidationError(
        "There is no game \(game.plain): choose \(GameFaces.names.joined(separator: " or ")).")
    }
  }

  func run() throws {
    let starter = try options.starter()
    let client = try starter.client()
    let view = try client.call(Methods.Tables.host) {
      $0.game = game == "war" ? "" : game
      $0.description_p = description
      $0.pairedOnly = pairedOnly
      $0.moveSeconds = moveSeconds
      if let seed = play.seed { $0.seed = seed }
    }
    var sitting = Sitting(starter: starter, client: client, options: options, play: play)
    sitting.acceptFirst = acceptFirst
    sitting.holds = true
    try sitting.run(at: view)
  }
}

/// `parlor table move`.
struct TableMoveCommand: TableAction {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Make one move of a match in progress: rock, paper or scissors.")

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The move, as a word.")
  var move: String
  @OptionGroup var choice: TableChoice

  func fits(_ table: TableView) -> Bool {
    table.isPlaying && GameFaces.face(of: table.game).move(for: move) != nil
  }

  func call(_ table: TableView) -> Call {
    let bytes = GameFaces.face(of: table.game).move(for: move)?.bytes ?? []
    return Methods.Tables.tap {
      $0.table = table.id
      $0.round = table.round
      $0.battle = table.battle
      $0.move = .init(bytes)
    }
  }

  func done(_ table: TableView) -> String { "You play \(move.plain)." }
}
