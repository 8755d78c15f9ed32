import ArgumentParser
import Client
import Commands
import Terminal

/// `parlor backup`: everything of a home in one file.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write everything of your node to one file, while it runs.",
    discussion: """
      The file holds your keys: anybody who has it can act as you. Only you can read it where it is written; keep it that way.

      EXAMPLES
        parlor backup ~/parlor-$(date +%F).backup
        parlor --home ~/new restore ~/parlor-2026-01-31.backup
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file to write; - is standard output.")
  var file: String

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let client = try options.client()
    let sink = try FileSink(file, over: force)
    try client.download("/v1/backup") { try sink.write($0) }
    try sink.finish()
    if file == "-" { return }
    if options.json {
      let fields: [(String, JSONText.Value)] = [
        ("file", .text(file)), ("bytes", .number(Int64(sink.count))),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line(
      "\(file.plain): \(FileText.size(UInt64(sink.count))), your keys among them: keep the file to yourself."
    )
  }
}
