import Identifiers
import Node
import Schema

/// The messages of a room.
extension RoomViews {
  /// Messages before one of them, oldest first.
  ///
  /// - Parameter before: the id of a message; nil for the newest page.
  /// - Returns: nil when there is no message with that id.
  public func messages(before: RecordID?, limit: Int) throws -> MessageList? {
    let page = try shown(
      .chatMessage, as: MessageView.self, before: before, limit: limit, withDeleted: true)
    return page.map { page in
      .with {
        $0.messages = page.views.reversed()
        $0.before = page.before
      }
    }
  }

  /// The newest messages that hold a text, whatever its case, oldest first.
  public func messages(containing text: String, limit: Int) throws -> MessageList {
    try .with { $0.messages = try search(.chatMessage, for: text, limit: limit) }
  }
}
