import ArgumentParser
import Commands
import DeckSchema
import Schema
import Terminal

/// `parlor library formats`: the formats of deck files.
struct LibraryFormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the formats of deck files, and how their names end.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let view = try options.client().call(Methods.Libraries.formats)
    if options.json { return try Output.json(view) }
    for format in view.formats {
      let endings = format.endings.map { "." + $0.plain }.joined(separator: " ")
      Output.line(
        Columns.fit(format.name.plain, to: 10) + Columns.fit(format.title.plain, to: 12) + endings)
    }
  }
}
