import Schema

/// The order of rooms in every list: by news.
public enum RoomOrder {
  /// Rooms with something unread, the latest first; then those in which something was said, the latest first; then those in which
  /// nothing was said, by name; the personal room last.
  ///
  /// - Parameter now: milliseconds since 1970: nothing was said later, whatever its author says.
  public static func sorted(_ rooms: [RoomView], now: Int64) -> [RoomView] {
    rooms.map { (key: Key($0, now: now), room: $0) }.sorted { $0.key < $1.key }.map(\.room)
  }

  private struct Key: Comparable {
    let rank: Int
    let age: Int64
    let name: String
    let id: String

    init(_ room: RoomView, now: Int64) {
      rank =
        room.unread > 0 ? 0 : room.kind == .personal ? 3 : room.lastMilliseconds > 0 ? 1 : 2
      age = -min(room.lastMilliseconds, now)
      (name, id) = (room.name.lowercased(), room.id)
    }

    static func < (one: Key, other: Key) -> Bool {
      (one.rank, one.age, one.name, one.id) < (other.rank, other.age, other.name, other.id)
    }
  }
}
