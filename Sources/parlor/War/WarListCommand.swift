import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor war list`: games in progress and completed.
struct WarListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the games in progress and the completed ones.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let tables = try options.client().call(Methods.Tables.list)
    if options.json { return try Output.json(tables) }
    for line in TableListText(tables.tables).lines(completed: true) {
      Output.line(line.render(Output.style, columns: .max))
    }
  }
}

/// `parlor war show`: one table.
struct WarShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one table as it stands.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  func run() throws {
    let client = try options.client()
    let view = try choice.table(client) { _ in true }
    if options.json { return try Output.json(view) }
    let status = try client.call(Methods.Node.status)
    let style = Output.style
    let screen = TableScreen(view, status: status, footer: TableScreen.Footer(), style: style)
    for line in screen.summary(isWaiting: false) { Output.line(line.render(style, columns: .max)) }
  }
}
