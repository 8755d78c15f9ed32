import ArgumentParser
import Client
import Commands
import EventSchema
import Schema
import Terminal

/// Something of a plan that is named by its id.
protocol EventPart {
  var id: String { get }
}

extension EventView: EventPart {}
extension ToDoView: EventPart {}
extension BudgetLineView: EventPart {}

extension Sequence where Element: EventPart {
  /// Each of them once, where it stands first.
  var withoutRepeats: [Element] {
    var ids: Set<String> = []
    return filter { ids.insert($0.id).inserted }
  }
}

/// One of the lists that belong to an event.
struct LineList<Part: EventPart> {
  let lines: (EventView) -> [Part]
  let text: (PlannedText, EventView) -> [Line]
  /// The end of the sentence which says that a line was not found.
  let none: String
  /// The sentence for an empty list, if its text is empty as well.
  var empty: ((EventView) -> String)?

  /// The line with a number, or with an id that begins so.
  func find(_ text: String, in event: EventView) throws -> Part {
    let lines = lines(event)
    if let number = Int(text), number >= 1, number <= lines.count { return lines[number - 1] }
    // A number that is too high is not the beginning of an id: something else would be deleted.
    let isNumber = text.count < 4 && Int(text) != nil
    let found = lines.filter { !text.isEmpty && !isNumber && $0.id.hasPrefix(text.lowercased()) }
    guard let first = found.first, found.count == 1 else {
      throw CommandFailure(SessionEnd.refused, "There is no one line \(text.plain) in \(none)")
    }
    return first
  }
}

extension LineList<ToDoView> {
  /// The list of the event's to-dos.
  static var toDos: LineList {
    LineList(
      lines: \.toDos, text: { $0.toDos(of: $1) },
      none: "that list: `parlor event todo list` numbers them.",
      empty: { "Nothing is to be done for \($0.name.plain)." })
  }
}

extension LineList<BudgetLineView> {
  /// The list of the event's costs; the sum of nothing is text as well.
  static var budget: LineList {
    LineList(
      lines: \.budget, text: { $0.budget(of: $1) },
      none: "that budget: `parlor event budget list` numbers them.")
  }
}

/// Of which event a command is about a list.
struct LineChoice: ParsableArguments {
  @OptionGroup var one: OneEvent

  /// Prints a list.
  func show<Part>(_ list: LineList<Part>) throws {
    try show(list, of: one.find().event)
  }

  /// Adds to a list and prints it.
  func add<Part>(to list: LineList<Part>, _ call: (EventView) -> Call) throws {
    let (event, client) = try one.find()
    try show(list, of: client.change(call(event)))
  }

  /// Does one thing with each of some lines, all of which are looked for first, and prints the list.
  ///
  /// - Parameter first: called with those that were found, before anything is done.
  func each<Part>(
    _ lines: [String], of list: LineList<Part>, first: ([Part]) throws -> Void = { _ in },
    _ call: (EventView, Part) -> Call
  ) throws {
    let (found, client) = try one.find()
    var event = found
    let parts = try lines.map({ try list.find($0, in: found) }).withoutRepeats
    try first(parts)
    // One request, so that an undo takes all of it back.
    let calls = parts.map { call(found, $0) }
    for result in try client.perform(calls) { event = try result.get() as? EventView ?? event }
    try show(list, of: event)
  }

  private func show<Part>(_ list: LineList<Part>, of event: EventView) throws {
    if one.choice.options.json { return try Output.json(event) }
    if let empty = list.empty, list.lines(event).isEmpty { return Output.line(empty(event)) }
    Output.lines(list.text(PlannedText(LocalZone.calendar, now: SessionLoop.wall), event).shown)
  }
}
