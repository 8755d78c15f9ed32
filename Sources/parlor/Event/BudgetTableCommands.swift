import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import Schema
import Terminal

/// `parlor event budget export`.
struct BudgetExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the budget of an event as a table for spreadsheets (CSV).")

  @OptionGroup var list: LineChoice

  @Argument(help: "The file to write; - is standard output.")
  var path: String

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    _ = try FileFormats.budgets.format(of: path)
    let event = try list.one.find().event
    let sink = try FileSink(path, over: force)
    try sink.write(Array(BudgetTable.write(event.budget).utf8))
    try sink.finish()
    if path == "-" { return }
    if list.one.choice.options.json { return try Output.json(event) }
    let count = event.budget.count
    Output.line("\(Count.of(count, "line is", "lines are")) in \(path.plain).")
  }
}

/// `parlor event budget import`.
struct BudgetImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take lines of a budget from a table (CSV).",
    discussion: """
      The first line of the file names the columns: text and planned, and perhaps id, actual, currency, category, paid by and \
      shared by. A line with the id of one that is there changes it, or else a line is added. Nothing is deleted.

      EXAMPLES
        parlor event budget export picnic costs.csv
        parlor event budget import picnic costs.csv
      """)

  @OptionGroup var list: LineChoice

  @Argument(help: "The file; - is standard input.")
  var path: String

  @Flag(help: "Let everybody in the event's room see the lines that are added.")
  var shared = false

  func run() throws {
    let bytes = try FileBytes.read(path, otherwise: "import it in parts.")
    guard let (text, isLikely) = Text.decoded(bytes) else {
      throw CommandFailure(SessionEnd.refused, Text.unknownEncoding)
    }
    let (rows, leftOut): ([BudgetTable.Row], [String])
    do {
      (rows, leftOut) = try BudgetTable.read(text)
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
    if isLikely { Output.error(Text.likelyEncoding) }
    if !leftOut.isEmpty {
      let names = leftOut.map { Text.preview($0, characters: 20).plain }.joined(separator: ", ")
      let what = Count.word(leftOut.count, "The column is", "The columns are")
      Output.error("parlor: \(what) not read: \(names).")
    }
    let (event, client) = try list.one.find()
    let known = Set(event.budget.map(\.id))
    let results = try client.perform(rows.map { call($0, event, known) })
    var problems = 0
    for (row, result) in zip(rows, results) {
      switch result {
      case .success: continue
      case .failure(.refused(let refusal)):
        problems += 1
        Output.error("parlor: line \(row.line): \(refusal.message.plain)")
      case .failure(let failure): throw failure
      }
    }
    try list.show(.budget)
    if problems > 0 { throw ExitCode(SessionEnd.refused) }
  }

  private func call(_ row: BudgetTable.Row, _ event: EventView, _ known: Set<String>) -> Call {
    let id = row.values["id"] ?? ""
    if known.contains(id), let line = event.budget.first(where: { $0.id == id }) {
      return Methods.Events.editCost {
        ($0.room, $0.line, $0.change) = (line.room, id, row.draft)
      }
    }
    return Methods.Events.addCost {
      ($0.room, $0.event, $0.line, $0.shared) = (event.room, event.id, row.draft, shared)
    }
  }
}
