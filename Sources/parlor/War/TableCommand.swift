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

  @OptionGroup var hosting: HostOptions

  @Option(help: "The game: \(GameFaces.names.joined(separator: " or ")).")
  var game: String

  func validate() throws { _ = try chosenGame() }

  private func chosenGame() throws -> String {
    guard let chosen = GameFaces.game(named: game) else {
      throw ValidationError(
        "There is no game \(game.plain): choose \(GameFaces.names.joined(separator: " or ")).")
    }
    return chosen
  }

  func run() throws {
    let chosen = try chosenGame()
    try hosting.host { $0.game = chosen }
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
      $0.battle = table.war.battle
      $0.move = .init(bytes)
    }
  }

  func done(_ table: TableView) -> String { "You play \(move.plain)." }
}
