import ArgumentParser
import Client
import Commands
import Schema
import Terminal
import WarSchema

/// A command that does one thing at a table and says what the table looks like then; for scripts.
protocol TableAction: ParsableCommand {
  associatedtype Game: GameCommands
  var options: GlobalOptions { get }
  var choice: TableChoice { get }
  /// Whether a table allows it, to find the only one that does.
  func fits(_ table: TableView) -> Bool
  func call(_ table: TableView) throws -> Call
  /// Returns the sentence for people once it is done.
  func done(_ table: TableView) -> String
}

extension TableAction {
  func run() throws {
    let client = try options.client()
    let table = try choice.table(client, of: Game.self, where: fits)
    let view = try client.perform(call(table)) as? TableView ?? TableView()
    try options.show(view, done(view.id.isEmpty ? table : view))
  }
}

/// `parlor war ask`.
struct GameAskCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "ask", abstract: "Ask to join a table, or take that back, without waiting.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Flag(help: "Take the request back.")
  var withdraw = false

  func fits(_ table: TableView) -> Bool {
    withdraw
      ? table.phase == .asked || table.phase == .seated && table.seat == .joiner
      : table.phase == .offered
  }

  func call(_ table: TableView) -> Call {
    Methods.Tables.ask {
      $0.table = table.id
      $0.withdrawn = withdraw
    }
  }

  func done(_ table: TableView) -> String { withdraw ? "Request taken back." : "Request Sent" }
}

/// `parlor war start`.
struct GameStartCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "start", abstract: "Start the match with the player who was accepted.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  func fits(_ table: TableView) -> Bool {
    table.seat == .host && [.open, .seated].contains(table.phase)
  }

  func call(_ table: TableView) -> Call {
    Methods.Tables.start { $0.table = table.id }
  }

  func done(_ table: TableView) -> String {
    "The match begins: `\(table.command) resume \(ShortID.text(table.id))` plays it."
  }
}

/// `parlor war cancel`.
struct GameCancelCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "cancel", abstract: "Close one of your tables that has not started.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Option(help: ArgumentHelp("The reason to give to those who asked.", valueName: "text"))
  var reason = ""

  func fits(_ table: TableView) -> Bool {
    table.seat == .host && [.open, .seated].contains(table.phase)
  }

  func call(_ table: TableView) -> Call {
    Methods.Tables.close {
      $0.table = table.id
      $0.reason = reason
    }
  }

  func done(_ table: TableView) -> String { "The table is closed." }
}

/// `parlor war remove`.
struct GameRemoveCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: "Remove the player you accepted, before the start, and open the table again.",
      discussion: """
        The table is closed for that player, and a new one with the same rules waits for somebody else.
        """)
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Option(help: ArgumentHelp("What the player is told.", valueName: "text"))
  var reason = ""

  func fits(_ table: TableView) -> Bool { table.seat == .host && table.phase == .seated }

  func call(_ table: TableView) -> Call {
    Methods.Tables.close {
      $0.table = table.id
      $0.reason = reason
      $0.reopen = true
    }
  }

  func done(_ table: TableView) -> String {
    "Removed. Table \(ShortID.text(table.id)) waits for somebody else."
  }
}

/// `parlor war tap`.
struct WarTapCommand: TableAction {
  typealias Game = OfWar

  static let configuration = CommandConfiguration(
    commandName: "tap", abstract: "Play one card of a match in progress.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  func fits(_ table: TableView) -> Bool { table.isPlaying }

  func call(_ table: TableView) -> Call {
    Methods.Tables.tap {
      $0.table = table.id
      $0.round = table.round
      $0.battle = table.war.battle
    }
  }

  func done(_ table: TableView) -> String {
    table.near.hasUp ? "You play \(table.near.up.text(Output.style))." : "Played."
  }
}

/// `parlor war leave`.
struct GameLeaveCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "leave", abstract: "Leave a match; it pauses until both are back.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  func fits(_ table: TableView) -> Bool { table.isPlaying }

  func call(_ table: TableView) -> Call {
    Methods.Tables.attend {
      $0.table = table.id
      $0.attendance = .leave
    }
  }

  func done(_ table: TableView) -> String {
    "The match is paused: continue with `\(table.command) resume \(ShortID.text(table.id))`."
  }
}
