import ChatSchema
import Feature
import Schema

extension Feature {
  /// The messages that people write to each other (specification section 15).
  public static let chat = Feature(
    name: "chat", kinds: [ChatViews.messages.erased],
    shows: [RecordView([.chatMessage], view: ChatViews.message)],
    handlers: [
      .command(Methods.Chat.post, ChatCommands.post),
      .command(Methods.Chat.edit, ChatCommands.edit),
      .command(Methods.Chat.delete, ChatCommands.delete),
      .read(Methods.Chat.comments, Comments.list), .read(Methods.Chat.list, ChatViews.list),
      .read(Methods.Chat.search, ChatViews.search),
    ], arrivals: [Arrival([.chatMessage], call: ChatViews.call)],
    settings: [ChatSettings.mentionAll])
}
