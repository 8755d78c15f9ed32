import Feature
import Identifiers
import Schema

/// Comments on an item of any kind: messages that point at it and say something (row W-20).
///
/// A comment names the item, so it is found by index in whatever room it was written, and it follows the item to another room.
public enum Comments {
  /// So many comments on one item are shown at most.
  public static let mostShown = 200

  /// The newest comments on an item in the rooms of our person, the oldest first.
  ///
  /// - Throws: `StoreError`.
  public static func list(
    about item: ItemID, _ home: any Snapshot, limit: Int = mostShown
  ) throws -> [MessageView] {
    try records(about: item, home).suffix(limit).map { try ChatViews.message($0, home) }
  }

  /// The comments on an item that a person names.
  static func list(_ request: ListComments, _ home: any Snapshot) throws -> CommentList {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let item = try home.find(request.item, [], in: rooms)
    return try .with {
      $0.comments = try list(about: item.item, home)
      $0.count = try UInt32(clamping: count(about: item.item, home))
      $0.title = home.title(of: item)
    }
  }

  /// How many comments there are on an item.
  ///
  /// - Throws: `StoreError`.
  public static func count(about item: ItemID, _ home: any Snapshot) throws -> Int {
    try records(about: item, home).count
  }

  /// What people say that our person mutes is left out.
  private static func records(about item: ItemID, _ home: any Snapshot) throws -> [Record] {
    try home.records(about: item).filter { record in
      try record.kind == .chatMessage && !ChatViews.messages.decode(record.body).text.isEmpty
        && !home.person(record.author, in: record.room).isMuted
    }
    .sorted { ($0.wall, $0.order, $0.id) < ($1.wall, $1.order, $1.id) }
  }
}
