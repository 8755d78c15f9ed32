import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor search`: everything that the person may see and that says some words.
struct SearchCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find what anybody wrote, in all your rooms, newest first.",
    discussion: """
      All words must be there; the last one may be the beginning of a word. Capital and small letters, and marks on letters, do \
      not matter. What you ignore is not found.

      EXAMPLES
        parlor search bread
        parlor search 'summer picnic' --room friends
        parlor search bread --kind event --kind to-do
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The words.")
  var text: String

  @Option(help: "The room's name or the beginning of its id; all rooms without this.")
  var room: String?

  @Option(
    help: ArgumentHelp(
      "What is looked for: message, event, to-do, cost or file; may be given several times.",
      valueName: "kind"))
  var kind: [String] = []

  func validate() throws {
    if text.allSatisfy(\.isWhitespace) {
      throw ValidationError("There is nothing to search for: give some words.")
    }
  }

  static let method = Methods.Rooms.search
  func fill(_ request: inout SearchRecords) {
    (request.text, request.room, request.kinds) = (text, room ?? "", kind)
  }
  func lines(_ list: FoundList) -> [String] {
    if list.found.isEmpty { return ["Nothing that you may see contains \(text.plain)."] }
    return list.found.map { found in
      let time = ClockText.dateTime(milliseconds: found.wallMilliseconds)
      var line = Line("\(time) ", .faint)
      line.add("\(found.kind.plain) by \(found.authorName.plain) in \(found.roomName.plain): ")
      line.add(found.title.plain, .bold)
      line.add("  \(ShortID.text(found.id))", .faint)
      return line
    }.shown
  }
}

/// `parlor undo`: takes back what the person did last.
struct UndoCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back your last command that wrote something in a room.",
    discussion: """
      What it made is deleted, and the fields that it changed get their old values back; what others changed stays. The \
      last fifty commands can be taken back, one after the other. A deletion erases, so it cannot be taken back; only a \
      tournament comes back, as long as it is not erased. An undo that cannot be done says why, and the next one passes \
      over that command.
      """)

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Rooms.undo
  func fill(_ request: inout Schema.UndoCommand) {}
  func lines(_ undone: UndoneView) -> [String] { ["Taken back: \(undone.title.plain)."] }
}
