import Feature
import Schema

extension Feature {
  /// What people say to each other (specification section 15).
  public static let chat = Feature(
    name: "chat", kinds: [ChatViews.messages.erased],
    shows: [RecordView([.chatMessage], view: ChatViews.message)],
    handlers: [
      .command("chat/post", ChatCommands.post), .command("chat/edit", ChatCommands.edit),
      .command("chat/delete", ChatCommands.delete),
    ], arrivals: [Arrival([.chatMessage], call: ChatViews.call)])
}
