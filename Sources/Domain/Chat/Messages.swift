import ChatSchema
import Feature
import Identifiers
import Schema

/// Messages as other features write them.
public enum Messages {
  /// Their kind.
  public static let kind = ChatViews.messages

  /// A message without text that points at an item.
  public static func pointing(
    at item: ItemID, in room: RoomID, kind: RecordKind, title: String
  ) -> ChatMessage {
    .with {
      $0.item.room = room.data
      $0.item.item = item.data
      $0.item.kind = kind.rawValue
      $0.item.title = title
    }
  }
}
