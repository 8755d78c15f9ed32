import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor status`: this node in figures.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show your node in figures.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let status = try options.client().call(Methods.Node.status)
    if options.json { return try Output.json(status) }
    for line in Overview.lines(of: status) {
      Output.line(line.render(Output.style, columns: .max))
    }
  }
}
