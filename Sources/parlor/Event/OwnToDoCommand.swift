import ArgumentParser
import Client
import Commands
import EventSchema
import Schema
import Terminal

/// `parlor todo`: what is to be done, whether it belongs to an event or not (row E-67).
struct OwnToDoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "todo", abstract: "Keep a list of to-dos, with and without events.",
    discussion: """
      What is to be done is named by its number in the list, the beginning of its text or the beginning of its id. It is \
      personal unless you name a room. What comes again is open again until its next date each time that it is done.

      EXAMPLES
        parlor todo add 'buy bread' --due 'sat 18:00' --priority high
        parlor todo add 'water the plants' --due 'sun 10:00' --repeat 'every sunday'
        parlor todo
        parlor todo done 1 'buy br'
        parlor todo edit 2 --status in-process --percent 30
        parlor todo list --done
      """,
    subcommands: [
      OwnToDoListCommand.self, OwnToDoAddCommand.self, OwnToDoShowCommand.self,
      OwnToDoDoneCommand.self, OwnToDoEditCommand.self, OwnToDoShareCommand.self,
      OwnToDoDeleteCommand.self,
    ], defaultSubcommand: OwnToDoListCommand.self)
}

/// The room in which a command looks for to-dos.
struct ToDoChoice: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Option(help: "The room where it is; all rooms without this.")
  var room: String?

  /// All that is to be done there, in the order of the list.
  func list(_ client: DaemonClient) throws -> ToDoViews {
    try client.call(Methods.ToDos.list) { $0.room = room ?? "" }
  }

  /// Those that some words mean, each once; all are looked for before anything is done with one.
  func find(_ texts: [String], _ client: DaemonClient) throws -> [ToDoView] {
    let all = try list(client).toDos
    return try texts.map { try Self.find($0, in: all) }.withoutRepeats
  }

  /// Prints to-dos as they are now.
  func print(_ toDos: [ToDoView]) throws { try options.print(toDos) }

  private static func find(_ text: String, in all: [ToDoView]) throws -> ToDoView {
    if let number = Int(text), text.count < 5 {
      // A number that is too high is not the beginning of an id: something else would be deleted.
      guard number >= 1, number <= all.count else {
        throw CommandFailure(
          SessionEnd.refused, "There is no to-do \(number): `parlor todo list --done` numbers them."
        )
      }
      return all[number - 1]
    }
    let wanted = text.lowercased()
    let named = all.filter { !wanted.isEmpty && $0.text.lowercased().hasPrefix(wanted) }
    let whole = named.filter { $0.text.lowercased() == wanted }
    let open = (whole.isEmpty ? named : whole).filter(\.isOpen)
    let found =
      [open, whole, named, all.filter { !wanted.isEmpty && $0.id.hasPrefix(wanted) }]
      .first { !$0.isEmpty } ?? []
    guard let first = found.first, found.count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        found.isEmpty
          ? "There is no to-do \(text.plain): `parlor todo list --done` shows them."
          : "\(found.count) to-dos fit \(text.plain): give more of the text, or the number.")
    }
    return first
  }
}

extension DaemonClient {
  /// Changes something to do, whether it belongs to an event or not.
  ///
  /// - Returns: it as it is then.
  func change(_ toDos: [ToDoView], _ change: ToDoDraft) throws -> [ToDoView] {
    let calls = toDos.map { toDo in
      let edit = EditToDo.with { ($0.room, $0.toDo, $0.change) = (toDo.room, toDo.id, change) }
      return toDo.event.isEmpty
        ? Methods.ToDos.edit { $0 = edit } : Methods.Events.editToDo { $0 = edit }
    }
    // One request, so that an undo takes all of it back.
    return try zip(toDos, perform(calls)).map { toDo, result in
      let answer = try result.get()
      if let event = answer as? EventView {
        return event.toDos.first { $0.id == toDo.id } ?? toDo
      }
      return answer as? ToDoView ?? toDo
    }
  }
}

/// `parlor todo list`.
struct OwnToDoListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List your to-dos, the soonest first.")

  @OptionGroup var choice: ToDoChoice

  @Flag(help: "Also list what is done or cancelled.")
  var done = false

  @Flag(help: "Leave out what belongs to events.")
  var alone = false

  func run() throws {
    var list = try choice.list(choice.options.client())
    if choice.options.json {
      list.toDos.removeAll { !done && !$0.isOpen || alone && !$0.event.isEmpty }
      return try Output.json(list)
    }
    if list.toDos.isEmpty {
      return Output.line("Nothing is to be done: `parlor todo add` adds to the list.")
    }
    let text = PlannedText(LocalZone.calendar, now: SessionLoop.wall)
    var hidden = 0
    for (index, toDo) in list.toDos.enumerated() where !alone || toDo.event.isEmpty {
      guard done || toDo.isOpen else {
        hidden += 1
        continue
      }
      Output.line(text.toDo(toDo, index + 1).render(Output.style, columns: .max))
    }
    if hidden > 0 {
      Output.line(
        "\(hidden) done or cancelled \(Count.word(hidden, "is", "are")) not listed: --done shows them."
      )
    }
  }
}

/// `parlor todo show`.
struct OwnToDoShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about something to do.")

  @OptionGroup var choice: ToDoChoice

  @Argument(help: "Its number in the list, or the beginning of its text or id.")
  var toDo: String

  func run() throws {
    let found = try choice.find([toDo], choice.options.client())
    if choice.options.json { return try choice.print(found) }
    let text = PlannedText(LocalZone.calendar, now: SessionLoop.wall)
    Output.lines(found.flatMap({ text.lines(of: $0) }).shown)
  }
}

/// `parlor todo add`.
struct OwnToDoAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add something to do that belongs to no event.")

  @OptionGroup var new: NewRoomChoice

  @Argument(help: "What is to be done.")
  var text: String

  @OptionGroup var fields: ToDoFields

  func run() throws {
    let draft = try fields.draft(text: text)
    let answer = try new.options.client().call(Methods.ToDos.add) {
      $0.room = new.room ?? ""
      $0.toDo = draft
    }
    try new.options.print([answer])
    try FirstDate.tell(
      answer.due, typed: fields.due, isOfDays: true, rule: fields.repeat, zone: fields.zone,
      isScript: new.options.json)
  }
}

/// `parlor todo done`.
struct OwnToDoDoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "done", abstract: "Tick things off, or with --undo take that back.")

  @OptionGroup var choice: ToDoChoice

  @Argument(help: "Their numbers in the list, or the beginnings of their texts or ids.")
  var toDos: [String]

  @Flag(help: "Mark them as not done.")
  var undo = false

  func run() throws {
    let client = try choice.options.client()
    let found = try choice.find(toDos, client)
    try choice.print(client.change(found, .with { $0.done = !undo }))
  }
}

/// `parlor todo edit`.
struct OwnToDoEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change something to do; what you do not name stays as it is.")

  @OptionGroup var choice: ToDoChoice

  @Argument(help: "Its number in the list, or the beginning of its text or id.")
  var toDo: String

  @Option(help: "The new text.")
  var text: String?

  @OptionGroup var fields: ToDoFields

  func run() throws {
    let draft = try fields.draft(text: text)
    guard draft != ToDoDraft() else {
      throw CommandFailure(
        SessionEnd.usage, "No change was given: name a field, as in --text 'buy bread'.")
    }
    let client = try choice.options.client()
    let found = try choice.find([toDo], client)
    try choice.print(client.change(found, draft))
  }
}

/// `parlor todo delete`.
struct OwnToDoDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete things that are to be done.",
    discussion: "No undo brings them back: `parlor todo done` ticks off what is done.")

  @OptionGroup var choice: ToDoChoice

  @Argument(help: "Their numbers in the list, or the beginnings of their texts or ids.")
  var toDos: [String]

  @OptionGroup var agreement: ToDoDeletion

  func run() throws {
    let client = try choice.options.client()
    let found = try choice.find(toDos, client)
    try agreement.ask(for: found, isScript: choice.options.json)
    for toDo in found {
      let delete = DeleteToDo.with { ($0.room, $0.toDo) = (toDo.room, toDo.id) }
      if toDo.event.isEmpty {
        try client.call(Methods.ToDos.delete) { $0 = delete }
      } else {
        try client.call(Methods.Events.deleteToDo) { $0 = delete }
      }
      if choice.options.json {
        try Output.json(toDo)
      } else {
        Output.line("\(toDo.text.plain) is deleted.")
      }
    }
  }
}

/// Whether to-dos are deleted without a question: no undo brings them back.
struct ToDoDeletion: ParsableArguments {
  @Flag(help: "Do not ask first.")
  var yes = false

  /// Asks before to-dos are deleted, and says what goes with each.
  ///
  /// - Throws: `CommandFailure` where the answer is no, or nobody can be asked.
  func ask(for toDos: [ToDoView], isScript: Bool) throws {
    guard !yes else { return }
    if !isScript { for toDo in toDos { Output.line("  \(Self.text(of: toDo))") } }
    let what = Count.word(toDos.count, "this to-do", "these to-dos")
    try Confirmation.ask("Do you really want to delete \(what)?", isScript: isScript)
  }

  /// A to-do with all that goes with it: "water the plants, every Sunday, of Garden in friends".
  static func text(of toDo: ToDoView) -> String {
    var parts = [toDo.text.plain]
    if !toDo.repetition.isEmpty { parts.append("with all its dates (\(toDo.repetition))") }
    if !toDo.notes.isEmpty { parts.append("with its notes") }
    if !toDo.eventName.isEmpty { parts.append("of \(toDo.eventName.plain)") }
    if !toDo.personal, !toDo.roomName.isEmpty {
      parts.append("for everybody in \(toDo.roomName.plain)")
    }
    return parts.joined(separator: ", ")
  }
}

extension GlobalOptions {
  /// Prints to-dos as they are now.
  func print(_ toDos: [ToDoView]) throws {
    for toDo in toDos {
      if json {
        try Output.json(toDo)
        continue
      }
      let text = PlannedText(LocalZone.calendar, now: SessionLoop.wall)
      Output.line(text.toDo(toDo, nil).render(Output.style, columns: .max))
    }
  }
}
