import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor bundle`: rooms in files.
struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle", abstract: "Carry a room in a file to where no network goes.",
    discussion: """
      The file holds the same signed entries as the network would bring, and is checked in the same way. Whoever has it \
      can read it.

      EXAMPLES
        parlor bundle export picnic /media/stick/picnic.parlor
        parlor bundle import /media/stick/picnic.parlor
        parlor bundle export lobby - | ssh elsewhere parlor bundle import -
      """,
    subcommands: [BundleExportCommand.self, BundleImportCommand.self])
}

/// `parlor bundle export`.
struct BundleExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write all that a room holds to a file.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Argument(help: "The file to write; - is standard output.")
  var file: String

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let client = try options.client()
    let sink = try FileSink(file, over: force)
    try client.download("/v1/bundle?room=\(room.percentEncoded)") { try sink.write($0) }
    try sink.finish()
    if file == "-" { return }
    if options.json {
      let fields: [(String, JSONText.Value)] = [
        ("room", .text(room)), ("file", .text(file)), ("bytes", .number(Int64(sink.count))),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line(
      "\(file.plain): \(FileText.size(UInt64(sink.count))); `parlor bundle import` takes it elsewhere."
    )
  }
}

/// `parlor bundle import`.
struct BundleImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import a room's file, as if the network had brought it.",
    discussion: """
      It takes only rooms that you belong to: the lobby, rooms with you alone or with one other person, and private rooms whose \
      file shows that you were added. What is here already does no harm, and a damaged file is not taken.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file that `parlor bundle export` wrote; - is standard input.")
  var file: String

  func run() throws {
    let source = try FileSource(file)
    let client = try options.client()
    let view = try client.upload(
      "/v1/bundle", from: { try source.next() }, as: BundleView.self)
    if options.json { return try Output.json(view) }
    var line = "\(view.name.plain): \(view.taken) new entries, \(view.known) known"
    if view.left > 0 { line += ", \(view.left) left out" }
    if view.files > 0 { line += ", \(Count.of(view.files, "file"))" }
    Output.line(line + ".")
  }
}
