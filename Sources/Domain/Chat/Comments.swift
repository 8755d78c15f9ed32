import ChatSchema
import Feature
import Identifiers
import Schema

/// Comments on an item of any kind: messages that point at it and say something (row W-20).
///
/// A comment names the item, so it is found by index in whatever room it was written, and it follows the item to another room.
enum Comments {
  /// The most comments on one item that are shown.
  private static let mostShown = 200

  /// The newest comments on an item that a person names, the oldest first, and how many there are.
  static func list(_ request: ListComments, _ home: any Snapshot) throws -> CommentList {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let item = try home.find(request.item, [], in: rooms)
    let comments = try records(about: item.item, home)
    return try .with {
      $0.comments = try comments.suffix(mostShown).map { try ChatViews.message($0, home) }
      $0.count = UInt32(clamping: comments.count)
      $0.title = home.title(of: item)
    }
  }

  /// All comments on an item in the rooms of our person, the oldest first. What people say that our person mutes is left out.
  private static func records(about item: ItemID, _ home: any Snapshot) throws -> [Record] {
    try home.records(about: item).filter { record in
      try record.kind == .chatMessage && !ChatViews.messages.decode(record.body).text.isEmpty
        && !home.person(record.author, in: record.room).isMuted
    }
    .sorted { ($0.wall, $0.order, $0.id) < ($1.wall, $1.order, $1.id) }
  }
}
