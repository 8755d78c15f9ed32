import ArgumentParser
import Commands
import Schema
import Terminal
import WarSchema

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
      TableHostCommand.self, GameJoinCommand<OfTable>.self, GameResumeCommand<OfTable>.self,
      GameListCommand<OfTable>.self,
      GameShowCommand<OfTable>.self, TableMoveCommand.self, GameAskCommand<OfTable>.self,
      GameAcceptCommand<OfTable>.self,
      GameDeclineCommand<OfTable>.self, GameStartCommand<OfTable>.self,
      GameRemoveCommand<OfTable>.self, GameCancelCommand<OfTable>.self,
      GameLeaveCommand<OfTable>.self, GameConcedeCommand<OfTable>.self,
      GameClaimCommand<OfTable>.self, GameRematchCommand<OfTable>.self,
      GameTakeBackCommand<OfTable>.self,
      GameWatchCommand<OfTable>.self, GameDismissCommand<OfTable>.self,
      GameReplayCommand<OfTable>.self,
      GameExportCommand<OfTable>.self, WarVerifyCommand.self,
    ])
}

/// `parlor table host`: opens a table of any game, by its usual rules, and plays at it.
struct TableHostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Open a table and wait for somebody to join.",
    discussion: """
      Rock, paper, scissors is won by who first wins two rounds. `parlor war host` has more options for War, and `parlor duel host` \
      those of a duel.

      EXAMPLES
        parlor table host --game rock-paper-scissors
        parlor table host --game war --description "after lunch"
      """)

  @OptionGroup var hosting: HostOptions

  @Option(help: "The game: \(GameFaces.names.joined(separator: " or ")).")
  var game: String

  func validate() throws { _ = try chosenGame() }

  private func chosenGame() throws -> String {
    guard !GameFaces.face(of: game).needsChoice else {
      throw ValidationError("That game has options of its own: see `parlor \(game) host --help`.")
    }
    guard let chosen = GameFaces.game(named: game) else {
      throw ValidationError(
        "There is no game \(game.plain): choose \(GameFaces.names.joined(separator: " or ")).")
    }
    return chosen
  }

  func run() throws {
    let chosen = try chosenGame()
    try hosting.host { table, _ in table.game = chosen }
  }
}

/// `parlor table move`.
struct TableMoveCommand: TableAction {
  typealias Game = OfTable

  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Make one move of a match in progress: rock, paper or scissors.")

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The move, as a word.")
  var move: String
  @OptionGroup var choice: TableChoice

  func fits(_ table: TableView) -> Bool {
    table.isPlaying && table.face.knows(move)
  }

  func call(_ table: TableView) throws -> Call {
    var face = table.face
    guard let move = face.read(move, at: table).moves.first else { throw notThat }
    return Call(Methods.Tables.tap, move.tap(at: table))
  }

  func done(_ table: TableView) -> String { "You play \(move.plain)." }

  private var notThat: CommandFailure {
    CommandFailure(SessionEnd.refused, "\(move.plain) is no move there now.")
  }
}
