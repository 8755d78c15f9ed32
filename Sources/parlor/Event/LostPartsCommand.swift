import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor event lost`: what our person had added to events that others deleted (row E-69).
struct LostPartsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lost", abstract: "Keep what you had added to events that others deleted.",
    discussion: """
      When somebody deletes an event, it is gone for everybody. The to-dos and costs that you had added or changed, and what \
      you had written of the event itself, are kept here, where nobody else sees them, until you decide.

      EXAMPLES
        parlor event lost
        parlor event lost keep picnic
        parlor event lost drop picnic
      """,
    subcommands: [LostListCommand.self, LostKeepCommand.self, LostDropCommand.self],
    defaultSubcommand: LostListCommand.self)
}

extension LostPartsView: EventPart {}

/// `parlor event lost list`.
struct LostListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you had added to events that others deleted.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let list = try options.client().call(Methods.Events.lost)
    if options.json { return try Output.json(list) }
    if list.lost.isEmpty {
      return Output.line("Nothing is lost: nobody deleted an event to which you had added.")
    }
    let text = PlannedText(LocalZone.calendar, now: SessionLoop.wall)
    for line in list.lost.flatMap({ text.lines(of: $0) }) {
      Output.line(line.render(Output.style, columns: .max))
    }
    Output.line(
      "`parlor event lost keep` plans an event with them for you alone, `drop` deletes them.")
  }
}

/// The deleted event that a command is about.
struct OneLost: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The beginning of the event's name, or of the id in the list.")
  var event: String

  /// Finds the parts that were added to the event.
  func find(_ client: DaemonClient) throws -> LostPartsView {
    let wanted = event.lowercased()
    let all = try client.call(Methods.Events.lost).lost
    let named = all.filter { !wanted.isEmpty && $0.name.lowercased().hasPrefix(wanted) }
    let found = named.isEmpty ? all.filter { !wanted.isEmpty && $0.id.hasPrefix(wanted) } : named
    guard let first = found.first, found.count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        found.isEmpty
          ? "No deleted event is called \(event.plain): `parlor event lost` lists them."
          : "\(found.count) deleted events fit \(event.plain): give the beginning of an id.")
    }
    return first
  }
}

/// `parlor event lost keep`.
struct LostKeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Plan an event for you alone with what you had added.")

  @OptionGroup var one: OneLost

  func run() throws {
    let client = try one.options.client()
    let lost = try one.find(client)
    let event = try client.call(Methods.Events.keepLost) { $0.lost = lost.id }
    if one.options.json { return try Output.json(event) }
    for line in PlannedText(LocalZone.calendar, now: SessionLoop.wall).lines(of: event) {
      Output.line(line.render(Output.style, columns: .max))
    }
  }
}

/// `parlor event lost drop`.
struct LostDropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Delete what you had added to a deleted event.")

  @OptionGroup var one: OneLost

  func run() throws {
    let client = try one.options.client()
    let lost = try one.find(client)
    let answer = try client.call(Methods.Events.dropLost) { $0.lost = lost.id }
    if one.options.json { return try Output.json(answer) }
    Output.line("What you had added to \(lost.name.plain) is deleted.")
  }
}
