import ArgumentParser
import Client
import Schema
import Terminal

/// `parlor event budget`: what an event costs.
struct BudgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "budget", abstract: "Keep the budget of an event, and add it up.",
    discussion: """
      A line is yours alone unless it is --shared with the event's room. Lines are named by their number in the list or \
      the beginning of their id.

      EXAMPLES
        parlor event budget add picnic 'bread and wine' 24.50
        parlor event budget add picnic tickets 60 --currency EUR --shared
        parlor event budget edit picnic 1 --actual 22.80 --paid-by Bob
        parlor event budget list picnic
      """,
    subcommands: [
      BudgetListCommand.self, BudgetAddCommand.self, BudgetEditCommand.self,
      BudgetDeleteCommand.self,
    ])
}

extension ToDoChoice {
  /// The line of the budget with a number, or with an id that begins so.
  static func cost(_ text: String, in event: EventView) throws -> BudgetLineView {
    if let number = Int(text), number >= 1, number <= event.budget.count {
      return event.budget[number - 1]
    }
    let found = event.budget.filter { !text.isEmpty && $0.id.hasPrefix(text.lowercased()) }
    guard let first = found.first, found.count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        "There is no one line \(text.plain) in that budget: `parlor event budget list` numbers them."
      )
    }
    return first
  }

  /// Prints the budget as it is now.
  func printBudget(_ event: EventView) throws {
    if choice.options.json { return try Output.json(event) }
    for line in PlannedText(LocalZone.calendar, now: SessionLoop.wall).budget(of: event) {
      Output.line(line.render(Output.style, columns: .max))
    }
  }

  /// Does one thing with each of some lines of the budget, all of which are looked for first.
  func eachCost(_ lines: [String], _ command: (BudgetLineView) -> Command) throws {
    let client = try choice.options.client()
    var event = try choice.find(event, client)
    var found: [BudgetLineView] = []
    for text in lines {
      let line = try Self.cost(text, in: event)
      if !found.contains(where: { $0.id == line.id }) { found.append(line) }
    }
    for line in found { event = try client.perform(command(line)).event }
    try printBudget(event)
  }
}

/// What `event budget add` and `event budget edit` say.
struct BudgetFields: ParsableArguments {
  @Option(help: "What it did cost; `none` for nothing yet.")
  var actual: String?

  @Option(
    help: "Three letters, as EUR; that of the event's other lines without this, USD without any.")
  var currency: String?

  @Option(help: "Who paid; `none` for nobody.")
  var paidBy: String?

  @Option(help: "What kind of cost it is.")
  var category: String?

  func draft(text: String?, price: String?) -> BudgetDraft {
    var draft = BudgetDraft()
    if let text { draft.text = text }
    if let price { draft.planned = price }
    if let actual { draft.actual = actual == "none" ? "" : actual }
    if let currency { draft.currency = currency }
    if let paidBy { draft.payer = paidBy == "none" ? "" : paidBy }
    if let category { draft.category = category }
    return draft
  }
}

/// `parlor event budget list`.
struct BudgetListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what an event costs.")

  @OptionGroup var list: ToDoChoice

  func run() throws {
    try list.printBudget(list.choice.find(list.event, list.choice.options.client()))
  }
}

/// `parlor event budget add`.
struct BudgetAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a line to the budget of an event.")

  @OptionGroup var list: ToDoChoice

  @Argument(help: "What is paid for.")
  var text: String

  @Argument(help: "What it should cost: at most five digits, and two after a point.")
  var price: String

  @OptionGroup var fields: BudgetFields

  @Flag(help: "Let everybody in the event's room see it.")
  var shared = false

  func run() throws {
    let draft = fields.draft(text: text, price: price)
    let client = try list.choice.options.client()
    let event = try list.choice.find(list.event, client)
    let answer = try client.perform(
      .with {
        $0.makeBudgetLine.room = event.room
        $0.makeBudgetLine.event = event.id
        $0.makeBudgetLine.line = draft
        $0.makeBudgetLine.shared = shared
      })
    try list.printBudget(answer.event)
  }
}

/// `parlor event budget edit`.
struct BudgetEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a line of the budget of an event.")

  @OptionGroup var list: ToDoChoice

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
        SessionEnd.usage, "Nothing is to be changed: name a field, as in --price 12.50.")
    }
    try list.eachCost([line]) { line in
      .with {
        $0.editBudgetLine.room = line.room
        $0.editBudgetLine.line = line.id
        $0.editBudgetLine.change = draft
      }
    }
  }
}

/// `parlor event budget delete`.
struct BudgetDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take lines off the budget of an event.")

  @OptionGroup var list: ToDoChoice

  @Argument(help: "Their numbers in the list or the beginnings of their ids.")
  var lines: [String]

  func run() throws {
    try list.eachCost(lines) { line in
      .with {
        $0.deleteBudgetLine.room = line.room
        $0.deleteBudgetLine.line = line.id
      }
    }
  }
}
