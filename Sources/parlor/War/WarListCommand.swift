import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor war list`: games in progress and completed.
struct GameListCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the games in progress and the completed ones.")
  }

  @OptionGroup var options: GlobalOptions

  @Flag(help: "List all of them, however many they are.")
  var all = false

  func run() throws {
    var list = try options.client().call(Methods.Tables.list)
    list.tables = list.tables.filter(Game.allows)
    try options.show(list) { TableListText(list.tables).lines(completed: true, all: all).shown }
  }
}

/// `parlor war show`: one table.
struct GameShowCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "Show one table as it stands.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  func run() throws {
    let client = try options.client()
    let view = try choice.table(client, of: Game.self) { _ in true }
    if options.json { return try Output.json(view) }
    let status = try client.call(Methods.Node.status)
    let style = Output.style
    let screen = TableScreen(view, status: status, footer: TableScreen.Footer(), style: style)
    for line in screen.summary(isWaiting: false) { Output.line(line.render(style, columns: .max)) }
  }
}
