import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import Schema
import Terminal

/// `parlor event budget`: what an event costs.
struct BudgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "budget", abstract: "Keep the budget of an event, and add it up.",
    discussion: """
      A line is yours alone unless it is --shared with the event's room. Once somebody has paid a shared line, the list says \
      who owes whom: what it did cost is shared equally by those named with --split, or by everybody in the room. Lines are \
      named by their number in the list or the beginning of their id.

      EXAMPLES
        parlor event budget add picnic 'bread and wine' 24.50
        parlor event budget add picnic tickets 60 --currency EUR --shared
        parlor event budget edit picnic 1 --actual 22.80 --paid-by Bob
        parlor event budget edit picnic 2 --actual 60 --paid-by Ada --split Bob
        parlor event budget list picnic
      """,
    subcommands: [
      BudgetListCommand.self, BudgetAddCommand.self, BudgetEditCommand.self,
      BudgetDeleteCommand.self, BudgetExportCommand.self, BudgetImportCommand.self,
    ])
}

/// The fields of a budget line that `event budget add` and `event budget edit` set.
struct BudgetFields: ParsableArguments {
  @Option(help: "What it cost; `none` while that is not known.")
  var actual: String?

  @Option(
    help:
      "Three letters, such as EUR; that of the event's other lines without this, USD without any.")
  var currency: String?

  @Option(help: "Who paid; `none` for nobody.")
  var paidBy: String?

  @Option(help: "What kind of cost it is.")
  var category: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Who shares the cost, once for each; `all` for everybody in the room.",
      valueName: "person"))
  var split: [String] = []

  func draft(text: String?, price: String?) -> BudgetDraft {
    var draft = BudgetDraft()
    if let text { draft.text = text }
    if let price { draft.planned = price }
    if let actual { draft.actual = actual == "none" ? "" : actual }
    if let currency { draft.currency = currency }
    if let paidBy { draft.payer = paidBy == "none" ? "" : paidBy }
    if let category { draft.category = category }
    draft.sharers = split.contains("all") ? [""] : split
    return draft
  }
}

/// `parlor event budget list`.
struct BudgetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what an event costs.")

  @OptionGroup var list: LineChoice

  func run() throws { try list.show(.budget) }
}

/// `parlor event budget add`.
struct BudgetAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a line to the budget of an event.")

  @OptionGroup var list: LineChoice

  @Argument(help: "What is paid for.")
  var text: String

  @Argument(help: "What it should cost: at most five digits, and two after a point.")
  var price: String

  @OptionGroup var fields: BudgetFields

  @Flag(help: "Let everybody in the event's room see it.")
  var shared = false

  func run() throws {
    let draft = fields.draft(text: text, price: price)
    try list.add(to: .budget) { event in
      Methods.Events.addCost {
        $0.room = event.room
        $0.event = event.id
        $0.line = draft
        $0.shared = shared
      }
    }
  }
}

/// `parlor event budget edit`.
struct BudgetEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a line of the budget of an event.")

  @OptionGroup var list: LineChoice

  @Argument(help: "Its number in the list or the beginning of its id.")
  var line: String

  @Option(help: "What is paid for.")
  var text: String?

  @Option(help: "What it should cost.")
  var price: String?

  @OptionGroup var fields: BudgetFields

  func validate() throws {
    if fields.currency != nil, price == nil, fields.actual == nil {
      throw ValidationError("--currency goes with --price or --actual: say how much.")
    }
  }

  func run() throws {
    let draft = fields.draft(text: text, price: price)
    guard draft != BudgetDraft() else {
      throw CommandFailure(
        SessionEnd.usage, "No change was given: name a field, as in --price 12.50.")
    }
    try list.each([line], of: .budget) { _, line in
      Methods.Events.editCost {
        $0.room = line.room
        $0.line = line.id
        $0.change = draft
      }
    }
  }
}

/// `parlor event budget delete`.
struct BudgetDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take lines off the budget of an event.",
    discussion: "This cannot be undone.")

  @OptionGroup var list: LineChoice

  @Argument(help: "Their numbers in the list or the beginnings of their ids.")
  var lines: [String]

  @Flag(help: "Do not ask first.")
  var yes = false

  func run() throws {
    let isScript = list.one.choice.options.json
    try list.each(lines, of: .budget, first: { try ask(for: $0, isScript: isScript) }) { _, line in
      Methods.Events.deleteCost {
        $0.room = line.room
        $0.line = line.id
      }
    }
  }

  /// Asks before lines are deleted, and says what goes with each.
  ///
  /// - Throws: `CommandFailure` where the answer is no, or nobody can be asked.
  private func ask(for lines: [BudgetLineView], isScript: Bool) throws {
    guard !yes else { return }
    if !isScript {
      for line in lines {
        let price = line.hasPlanned ? line.planned : line.actual
        Output.line("  \(line.text.plain), \(BudgetRules.text(price).plain)")
      }
    }
    let what = Count.word(lines.count, "this line", "these lines")
    try Confirmation.ask("Do you really want to delete \(what)?", isScript: isScript)
  }
}
