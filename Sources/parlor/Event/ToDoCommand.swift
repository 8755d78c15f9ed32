import ArgumentParser
import Client
import Schema
import Terminal

/// `parlor event todo`: what is to be done for an event.
struct ToDoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "todo", abstract: "Keep the list of what is to be done for an event.",
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

/// Which list a command is about.
struct ToDoChoice: ParsableArguments {
  @OptionGroup var choice: EventChoice

  @Argument(help: "The event's name or id, or the beginning of one.")
  var event: String

  /// The line with a number, or with an id that begins so.
  static func find(_ text: String, in event: EventView) throws -> ToDoView {
    if let number = Int(text), number >= 1, number <= event.toDos.count {
      return event.toDos[number - 1]
    }
    let found = event.toDos.filter { !text.isEmpty && $0.id.hasPrefix(text.lowercased()) }
    guard let first = found.first, found.count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        "There is no one line \(text.plain) in that list: `parlor event todo list` numbers them.")
    }
    return first
  }

  /// Prints the list as it is now.
  func print(_ event: EventView) throws {
    if choice.options.json { return try Output.json(event) }
    if event.toDos.isEmpty { return Output.line("Nothing is to be done for \(event.name.plain).") }
    for line in PlannedText(LocalZone.calendar, now: SessionLoop.wall).toDos(of: event) {
      Output.line(line.render(Output.style, columns: .max))
    }
  }

  /// Does one thing with each of some lines, all of which are looked for first.
  func each(
    _ lines: [String], _ command: (EventView, ToDoView) -> Command
  ) throws {
    let client = try choice.options.client()
    var event = try choice.find(event, client)
    var found: [ToDoView] = []
    for text in lines {
      let toDo = try Self.find(text, in: event)
      if !found.contains(where: { $0.id == toDo.id }) { found.append(toDo) }
    }
    for toDo in found { event = try client.perform(command(event, toDo)).event }
    try print(event)
  }
}

/// What `event todo add` and `event todo edit` say.
struct ToDoFields: ParsableArguments {
  @Option(help: ArgumentHelp("Until when; `none` for no date.", valueName: "date"))
  var due: String?

  @Option(help: "The time zone of that date, as Europe/Berlin; yours without this.")
  var zone: String?

  @Option(name: .customLong("for"), help: "Who should do it; `none` for nobody.")
  var assignee: String?

  @Option(help: "Where it stands in the list: 1 is the first.")
  var place: UInt32?

  func validate() throws {
    if zone != nil, due == nil { throw ValidationError("--zone goes with --due: say until when.") }
    if place == 0 { throw ValidationError("The first place is 1.") }
  }

  func draft(text: String?) throws -> ToDoDraft {
    var draft = ToDoDraft()
    if let text { draft.text = text }
    if let due {
      draft.due = due == "none" ? "" : due
      draft.zone = try LocalZone.name(zone)
    }
    if let assignee { draft.assignee = assignee == "none" ? "" : assignee }
    if let place { draft.place = place }
    return draft
  }
}

/// `parlor event todo list`.
struct ToDoListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show what is to be done for an event.")

  @OptionGroup var list: ToDoChoice

  func run() throws { try list.print(list.choice.find(list.event, list.choice.options.client())) }
}

/// `parlor event todo add`.
struct ToDoAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add something to do for an event.")

  @OptionGroup var list: ToDoChoice

  @Argument(help: "What is to be done.")
  var text: String

  @OptionGroup var fields: ToDoFields

  func run() throws {
    let draft = try fields.draft(text: text)
    let client = try list.choice.options.client()
    let event = try list.choice.find(list.event, client)
    let answer = try client.perform(
      .with {
        $0.makeToDo.room = event.room
        $0.makeToDo.event = event.id
        $0.makeToDo.toDo = draft
      })
    try list.print(answer.event)
  }
}

/// `parlor event todo done`.
struct ToDoDoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tick things off, or with --undo take that back.")

  @OptionGroup var list: ToDoChoice

  @Argument(help: "Their numbers in the list or the beginnings of their ids.")
  var lines: [String]

  @Flag(help: "They are still to be done.")
  var undo = false

  func run() throws {
    try list.each(lines) { event, toDo in
      .with {
        $0.editToDo.room = event.room
        $0.editToDo.toDo = toDo.id
        $0.editToDo.change.done = !undo
      }
    }
  }
}

/// `parlor event todo edit`.
struct ToDoEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change something that is to be done.")

  @OptionGroup var list: ToDoChoice

  @Argument(help: "Its number in the list or the beginning of its id.")
  var line: String

  @Option(help: "What is to be done from now on.")
  var text: String?

  @OptionGroup var fields: ToDoFields

  func run() throws {
    let draft = try fields.draft(text: text)
    guard draft != ToDoDraft() else {
      throw CommandFailure(
        SessionEnd.usage, "Nothing is to be changed: name a field, as in --text 'buy bread'.")
    }
    try list.each([line]) { event, toDo in
      .with {
        $0.editToDo.room = event.room
        $0.editToDo.toDo = toDo.id
        $0.editToDo.change = draft
      }
    }
  }
}

/// `parlor event todo delete`.
struct ToDoDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take things off the list of an event.")

  @OptionGroup var list: ToDoChoice

  @Argument(help: "Their numbers in the list or the beginnings of their ids.")
  var lines: [String]

  func run() throws {
    try list.each(lines) { event, toDo in
      .with {
        $0.deleteToDo.room = event.room
        $0.deleteToDo.toDo = toDo.id
      }
    }
  }
}
