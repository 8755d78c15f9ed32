import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor war export`: the whole match as a file that anybody can verify.
struct GameExportCommand<Game: GameCommands>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: "Write a match to a file that anybody can verify.",
      discussion: """
        EXAMPLES
          parlor \(Game.word) export q7k2 game.\(Game.word)
          parlor \(Game.word) export q7k2 - | parlor \(Game.word) verify -
        """)
  }

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The table's id or any unique beginning of it, or the other player's name.")
  var table: String

  @Argument(help: "The file to write; - is standard output.")
  var file: String

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let client = try options.client()
    let tables = try client.call(Methods.Tables.list).tables
    let view = try TableChoice.choose(table, among: tables, of: Game.self) { $0.phase != .offered }
    let bytes = try client.bytes("/v1/transcript?table=\(view.id.percentEncoded)")
    if file == "-" { return try FileBytes.print(bytes) }
    try FileBytes.write(bytes, to: file, over: force)
    if options.json {
      let fields: [(String, JSONText.Value)] = [
        ("table", .text(view.id)), ("file", .text(file)), ("bytes", .number(Int64(bytes.count))),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line(
      "\(file): \(FileText.size(UInt64(bytes.count))); `parlor \(Game.word) verify \(file)` checks it."
    )
  }
}
