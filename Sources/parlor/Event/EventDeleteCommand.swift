import ArgumentParser
import Client
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// `parlor event delete`.
struct EventDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete events with all that is to be done for them.")

  @OptionGroup var choice: EventChoice

  @Argument(help: "Names or ids of events, or the beginnings of some.")
  var events: [String]

  @Flag(help: "Do not ask first.")
  var yes = false

  func validate() throws {
    if events.isEmpty { throw ValidationError("Name at least one event.") }
  }

  func run() throws {
    let client = try choice.options.client()
    let found = try choice.find(events, client)
    if !yes { try question(found) }
    for event in found {
      let answer = try client.perform(
        .with {
          $0.deleteEvent.room = event.room
          $0.deleteEvent.event = event.id
        })
      if choice.options.json { try Output.json(answer.event) }
    }
    guard !choice.options.json else { return }
    let name = found.first?.name.plain ?? ""
    Output.line(found.count == 1 ? "\(name) is deleted." : "\(found.count) events are deleted.")
  }

  private func question(_ found: [EventView]) throws {
    guard isatty(0) == 1, !choice.options.json else {
      throw CommandFailure(
        SessionEnd.usage, "Deleting cannot be taken back: add --yes to do it without a question.")
    }
    for event in found { Output.line("  \(event.name.plain)") }
    Output.raw("Do you really want to Delete the Event\(found.count == 1 ? "" : "s")? [y/N] ")
    guard readLine()?.lowercased().hasPrefix("y") == true else {
      throw CommandFailure(SessionEnd.refused, "Nothing is deleted.")
    }
  }
}

/// `parlor event share`.
struct EventShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Move an event of yours with what is to be done to a room.",
    discussion: """
      From then on every member of the room sees it and can change it; in the lobby only you can. It gets a new id there. \
      Its budget stays yours alone without --budget.

      EXAMPLES
        parlor event share 'Picnic by the lake' friends
      """)

  @OptionGroup var choice: EventChoice

  @Argument(help: "The event's name or id, or the beginning of one.")
  var event: String

  @Argument(help: "The room's name or the beginning of its id.")
  var with: String

  @Flag(help: "Share the lines of its budget as well.")
  var budget = false

  func run() throws {
    let client = try choice.options.client()
    let found = try choice.find(event, client)
    let answer = try client.perform(
      .with {
        $0.moveItem.room = found.room
        $0.moveItem.record = found.id
        $0.moveItem.to = with
        $0.moveItem.budget = budget
      })
    if choice.options.json { return try Output.json(answer.room) }
    Output.line("\(found.name.plain) is in \(answer.room.name.plain) now.")
  }
}
