import ArgumentParser
import ChatSchema
import Client
import Commands
import Schema
import Terminal

/// `parlor chat comments`: what people say about one thing.
struct ChatCommentsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "comments", abstract: "Show what people say about an event, a file or a message.",
    discussion: """
      A comment is a message that points at something: `parlor chat post 'Who drives?' --item picnic --item-room friends`. It \
      is found wherever it was written, also after the thing has moved to another room.

      EXAMPLES
        parlor chat comments picnic
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Its name, its id or the beginning of one.")
  var item: String

  @Option(
    help: "The room where it is: its name or the beginning of its id; all rooms without this.")
  var room: String?

  static let method = Methods.Chat.comments
  func fill(_ request: inout ListComments) { (request.item, request.room) = (item, room ?? "") }
  func lines(_ list: CommentList) -> [String] {
    if list.comments.isEmpty {
      return ["Nobody has said anything about \(list.title.plain) yet."]
    }
    var day: String?
    return MessageText.lines(of: list.comments, withID: true, after: &day).shown
  }
}
