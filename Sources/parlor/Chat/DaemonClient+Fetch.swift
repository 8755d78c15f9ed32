import Client
import Schema
import Terminal

extension DaemonClient {
  /// Messages in one page of a screen.
  private static let page = 200

  /// Reads what a session asks for.
  func fetch(_ wanted: Fetch) throws -> Fetched {
    switch wanted {
    case .messages(let room, let before):
      let place = before.isEmpty ? "" : "&before=\(before.percentEncoded)"
      let path = RoomCommand.path(room, "/messages?limit=\(Self.page)\(place)")
      return .messages(try get(path, as: MessageList.self), before: before)
    case .search(let room, let text):
      let path = RoomCommand.path(room, "/messages?limit=100&search=\(text.percentEncoded)")
      return .found(try get(path, as: MessageList.self))
    case .room(let name): return .room(try get(RoomCommand.path(name), as: RoomView.self))
    case .event(let room, let id):
      return .event(try get(RoomCommand.path(room, "/events/\(id)"), as: EventView.self))
    case .rooms: return .rooms(try get("/v1/rooms", as: RoomList.self))
    }
  }
}
