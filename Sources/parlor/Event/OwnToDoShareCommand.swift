import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor todo share`.
struct OwnToDoShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Move something to do that belongs to no event to a room.",
    discussion: """
      From then on every member of the room sees it and can change it; with --read-only, and in the lobby, only you can. Its \
      id stays the same. `personal` as the room takes it back. What belongs to an event goes with it: `parlor event share`.

      EXAMPLES
        parlor todo share 'buy bread' friends
        parlor todo share 1 personal
      """)

  @OptionGroup var choice: ToDoChoice

  @Argument(help: "Its number in the list, or the beginning of its text or id.")
  var toDo: String

  @Argument(help: "The room's name or the beginning of its id.")
  var with: String

  @Flag(help: "Let nobody but you change it.")
  var readOnly = false

  func run() throws {
    let client = try choice.options.client()
    guard let found = try choice.find([toDo], client).first else { return }
    guard found.event.isEmpty else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(found.text.plain) belongs to the event \(found.eventName.plain): share that with `parlor event share`."
      )
    }
    let answer = try client.call(Methods.Rooms.move) {
      ($0.room, $0.record, $0.to) = (found.room, found.id, with)
      $0.writers = readOnly ? .creator : .unspecified
    }
    if choice.options.json { return try Output.json(answer) }
    let rule = readOnly && answer.kind != .personal ? ", and only you can change it" : ""
    Output.line("\(found.text.plain) is in \(answer.name.plain) now\(rule).")
  }
}
