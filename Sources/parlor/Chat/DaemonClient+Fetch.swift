import ChatSchema
import Client
import EventSchema
import Schema
import Terminal

extension DaemonClient {
  /// Messages in one page of a screen.
  private static let page: UInt32 = 200

  /// Reads what a session asks for.
  func fetch(_ wanted: Fetch) throws -> Fetched {
    switch wanted {
    case .messages(let room, let before):
      let list = try call(Methods.Chat.list) {
        $0.room = room
        $0.before = before
        $0.limit = Self.page
      }
      return .messages(list, before: before)
    case .search(let room, let text):
      let list = try call(Methods.Chat.search) {
        $0.room = room
        $0.text = text
        $0.limit = 100
      }
      return .found(list)
    case .room(let name): return .room(try call(Methods.Rooms.show) { $0.room = name })
    case .event(let room, let id):
      let event = try call(Methods.Events.show) {
        $0.room = room
        $0.event = id
      }
      return .event(event)
    case .rooms: return .rooms(try call(Methods.Rooms.list))
    }
  }
}
