import ArgumentParser
import Client
import Commands
import EventSchema
import Schema
import Terminal

/// `parlor event todo`: what is to be done for an event.
struct ToDoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "todo", abstract: "Keep the to-dos of an event.",
    discussion: """
      What is to be done is named by its number in the list or the beginning of its id.

      EXAMPLES
        parlor event todo add picnic 'buy bread' --due 'sat 18:00' --for Bob
        parlor event todo list picnic
        parlor event todo done picnic 1 2
        parlor event todo edit picnic 3 --text 'buy two loaves' --place 1
      """,
    subcommands: [
      ToDoListCommand.self, ToDoAddCommand.self, ToDoDoneCommand.self, ToDoEditCommand.self,
      ToDoDeleteCommand.self,
    ])
}

/// The fields of a to-do that `event todo add` and `event todo edit` set.
struct ToDoFields: ParsableArguments {
  @Option(help: ArgumentHelp("Until when; `none` for no date.", valueName: "date"))
  var due: String?

  @Option(help: "The time zone of that date, as Europe/Berlin; yours without this.")
  var zone: String?

  @Option(name: .customLong("for"), help: "Who should do it; `none` for nobody.")
  var assignee: String?

  @Option(help: "1 to 9, 1 for the most important, or high, medium, low, none.")
  var priority: ToDoPriority?

  @Option(help: "open, in-process or cancelled.")
  var status: ToDoState?

  @Option(help: "How much of it is done: 0 to 100.")
  var percent: UInt32?

  @Option(
    help: ArgumentHelp(
      "How often it comes: each time that it is done, it is open again until its next date.",
      discussion:
        "once, every monday, every 2 weeks until 30 apr, or a rule: FREQ=MONTHLY;BYDAY=-1FR.",
      valueName: "how often"))
  var `repeat`: String?

  @Option(help: "Notes about it.")
  var notes: String?

  func validate() throws {
    if zone != nil, due == nil { throw ValidationError("--zone goes with --due: say until when.") }
  }

  func draft(text: String?) throws -> ToDoDraft {
    var draft = ToDoDraft()
    if let text { draft.text = text }
    if let priority { draft.priority = priority.value }
    if let status { draft.status = status.value }
    if let percent { draft.percent = percent }
    if let words = `repeat` { draft.repeat = words }
    if let notes { draft.notes = notes }
    if let due {
      draft.due = due == "none" ? "" : due
      draft.zone = try LocalZone.name(zone)
    }
    if let assignee { draft.assignee = assignee == "none" ? "" : assignee }
    return draft
  }
}

/// The place of a line in the list of an event.
struct ToDoPlace: ParsableArguments {
  @Option(help: "Where it stands in the list: 1 is the first.")
  var place: UInt32?

  func validate() throws {
    if place == 0 { throw ValidationError("--place cannot be below 1: the first place is 1.") }
  }
}

/// The state of a to-do, as people type it.
enum ToDoState: String, ExpressibleByArgument, CaseIterable {
  case open
  case inProcess = "in-process"
  case cancelled

  var value: ToDoStatus {
    switch self {
    case .open: .unspecified
    case .inProcess: .inProcess
    case .cancelled: .cancelled
    }
  }
}

/// The priority of a to-do: 0 for none, else from 1 for the highest to 9 for the lowest.
struct ToDoPriority: ExpressibleByArgument {
  let value: UInt32

  init?(argument: String) {
    switch argument.lowercased() {
    case "none": value = 0
    case "high": value = 1
    case "medium": value = 5
    case "low": value = 9
    default:
      guard let number = UInt32(argument), number <= 9 else { return nil }
      value = number
    }
  }
}

/// `parlor event todo list`.
struct ToDoListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the to-dos of an event.")

  @OptionGroup var list: LineChoice

  func run() throws { try list.show(.toDos) }
}

/// `parlor event todo add`.
struct ToDoAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add something to do for an event.")

  @OptionGroup var list: LineChoice

  @Argument(help: "What is to be done.")
  var text: String

  @OptionGroup var fields: ToDoFields

  @OptionGroup var position: ToDoPlace

  @Flag(help: "Let nobody else see it, also where the event is shared.")
  var personal = false

  func run() throws {
    var draft = try fields.draft(text: text)
    if let place = position.place { draft.place = place }
    let toDo = draft
    try list.add(to: .toDos) { event in
      Methods.Events.addToDo {
        $0.personal = personal
        $0.room = event.room
        $0.event = event.id
        $0.toDo = toDo
      }
    }
  }
}

/// `parlor event todo done`.
struct ToDoDoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tick things off, or with --undo take that back.")

  @OptionGroup var list: LineChoice

  @Argument(help: "Their numbers in the list or the beginnings of their ids.")
  var lines: [String]

  @Flag(help: "Mark them as not done.")
  var undo = false

  func run() throws {
    try list.each(lines, of: .toDos) { event, toDo in
      Methods.Events.editToDo {
        $0.room = event.room
        $0.toDo = toDo.id
        $0.change.done = !undo
      }
    }
  }
}

/// `parlor event todo edit`.
struct ToDoEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change something that is to be done.")

  @OptionGroup var list: LineChoice

  @Argument(help: "Its number in the list or the beginning of its id.")
  var line: String

  @Option(help: "The new text.")
  var text: String?

  @OptionGroup var fields: ToDoFields

  @OptionGroup var position: ToDoPlace

  func run() throws {
    var draft = try fields.draft(text: text)
    if let place = position.place { draft.place = place }
    guard draft != ToDoDraft() else {
      throw CommandFailure(
        SessionEnd.usage, "No change was given: name a field, as in --text 'buy bread'.")
    }
    let change = draft
    try list.each([line], of: .toDos) { event, toDo in
      Methods.Events.editToDo {
        $0.room = event.room
        $0.toDo = toDo.id
        $0.change = change
      }
    }
  }
}

/// `parlor event todo delete`.
struct ToDoDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take things off the list of an event.")

  @OptionGroup var list: LineChoice

  @Argument(help: "Their numbers in the list or the beginnings of their ids.")
  var lines: [String]

  @OptionGroup var agreement: ToDoDeletion

  func run() throws {
    try list.each(
      lines, of: .toDos,
      first: { try agreement.ask(for: $0, isScript: list.one.choice.options.json) }
    ) { event, toDo in
      Methods.Events.deleteToDo {
        $0.room = event.room
        $0.toDo = toDo.id
      }
    }
  }
}
