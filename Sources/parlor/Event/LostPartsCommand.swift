import ArgumentParser
import Client
import Commands
import EventSchema
import Schema
import Terminal

/// `parlor event lost`: what our person had written of events, to-dos and costs that others deleted (row E-69).
struct LostPartsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lost", abstract: "Keep what you had written of plans that others deleted.",
    discussion: """
      When somebody deletes an event, it is gone for everybody. The to-dos and costs that you had added or changed, and what \
      you had written of the event itself, are kept here, where nobody else sees them, until you decide. So is a to-do or a \
      cost that somebody deleted alone without having seen what you wrote of it. Where you moved all of a series while somebody \
      else gave some of its dates another time, these stay where they are: what you had written is listed as well.

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
struct LostListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what you had written of plans that others deleted.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Events.lost
  func fill(_ request: inout ListLostParts) {}
  func lines(_ list: LostPartsViews) -> [String] {
    if list.lost.isEmpty {
      return ["Nothing is lost: nobody deleted a plan that you had added to."]
    }
    let text = PlannedText(LocalZone.calendar, now: SessionLoop.wall)
    return list.lost.flatMap { text.lines(of: $0).shown }
      + ["`parlor event lost keep EVENT` keeps it for you alone, `drop EVENT` deletes it."]
  }
}

/// The deleted event, to-do or cost that a command is about.
struct OneLost: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The beginning of its name, or of the id in the list.")
  var event: String

  /// Finds the lost parts of an event.
  func find(_ client: DaemonClient) throws -> LostPartsView {
    let wanted = event.lowercased()
    let all = try client.call(Methods.Events.lost).lost
    let named = all.filter { !wanted.isEmpty && $0.name.lowercased().hasPrefix(wanted) }
    let found = named.isEmpty ? all.filter { !wanted.isEmpty && $0.id.hasPrefix(wanted) } : named
    guard let first = found.first, found.count == 1 else {
      throw CommandFailure(
        SessionEnd.refused,
        found.isEmpty
          ? "Nothing that was deleted is called \(event.plain): `parlor event lost` lists it."
          : "\(event.plain) fits \(found.count) things that were deleted: give the beginning of an id."
      )
    }
    return first
  }
}

/// `parlor event lost keep`.
struct LostKeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Plan an event for you alone with what you had added.",
    discussion: """
      Of a to-do or a cost that was deleted alone, your copy stands with its event again, seen by you alone; a to-do without \
      an event is among your own.
      """)

  @OptionGroup var one: OneLost

  func run() throws {
    let client = try one.options.client()
    let lost = try one.find(client)
    let event = try client.call(Methods.Events.keepLost) { $0.lost = lost.id }
    if one.options.json { return try Output.json(event) }
    // A to-do without an event stands by itself.
    if event.id.isEmpty, let toDo = event.toDos.first {
      return Output.line("\(toDo.text.plain) is among your own to-dos: `parlor todo` lists them.")
    }
    Output.lines(PlannedText(LocalZone.calendar, now: SessionLoop.wall).lines(of: event).shown)
  }
}

/// `parlor event lost drop`.
struct LostDropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Delete what you had written of a plan that somebody deleted.")

  @OptionGroup var one: OneLost

  func run() throws {
    let client = try one.options.client()
    let lost = try one.find(client)
    let answer = try client.call(Methods.Events.dropLost) { $0.lost = lost.id }
    try one.options.show(answer, "What you had written of \(lost.name.plain) is deleted.")
  }
}
