import Feature
import Identifiers
import Schema

/// Messages as other features write them.
public enum Messages {
  /// Their kind.
  public static let kind = ChatViews.messages

  /// A message without text that points at a record.
  public static func pointing(
    at record: RecordID, in room: RoomID, kind: RecordKind, title: String
  ) -> ChatMessage {
    .with {
      $0.item.room = room.data
      $0.item.record = record.data
      $0.item.kind = UInt32(clamping: kind.rawValue)
      $0.item.title = title
    }
  }
}
