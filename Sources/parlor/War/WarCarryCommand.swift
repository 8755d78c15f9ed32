import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor war carry`: a match between two homes that never meet.
struct WarCarryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carry", abstract: "Play with files that are carried from home to home.",
    discussion: """
      The host writes the first file. Each side reads the file of the other and writes its own over the same place, or to another: \
      whatever is due is done then. Each file brings a round until every card has been seen, which takes 26 rounds at most; then \
      everything that is left is played at once. --accept is for the two questions at the beginning.

      EXAMPLES
        parlor war carry --host stick/match.war     the host, first
        parlor war carry stick/match.war --accept   the other, who asks for the chair
        parlor war carry stick/match.war --accept   the host, who gives it
        parlor war carry stick/match.war            each in turn, until it is over
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file that was carried here; with --host the one to write.")
  var file: String

  @Argument(help: "Where to write the file to carry back; over the first one when left out.")
  var to: String?

  @Flag(help: "Open a table and write its first file.")
  var host = false

  @Flag(help: "Ask for the chair, or give it to whoever asks in the file.")
  var accept = false

  @Flag(help: "Only take what was carried: play no card and write no file.")
  var look = false

  func validate() throws {
    guard !host || !accept && !look && to == nil else {
      throw ValidationError("--host writes a first file and goes with nothing else.")
    }
  }

  func run() throws {
    let client = try options.client()
    if host {
      let table = try client.call(Methods.Tables.host) {
        $0.pairedOnly = true
        $0.description_p = "by carried files"
      }
      return try write(table.id, "A table is open.", client, over: false, to: file)
    }
    let source = try FileSource(file)
    let blob = try client.keep { try source.next() }
    let (accept, look) = (accept, look)
    let carried = try client.call(Methods.Tables.carry) {
      $0.blob = blob
      $0.accept = accept
      $0.look = look
    }
    if carried.asks || look {
      if options.json { return try Output.json(carried) }
      Output.line(carried.text.plain)
      guard carried.asks else { return }
      let answer = carried.table.id.isEmpty ? "ask for" : "give"
      return Output.line("Run the same with --accept to \(answer) the other chair.")
    }
    try write(carried.table.id, carried.text.plain, client, over: true, to: to ?? file)
  }

  private func write(
    _ table: String, _ text: String, _ client: DaemonClient, over: Bool, to path: String
  ) throws {
    let carried = try client.call(Methods.Tables.carry) { $0.table = table }
    try FileBytes.write([UInt8](carried.file), to: path, over: over)
    try options.show(carried, "\(text) \(path.plain) is for the other side.")
  }
}
