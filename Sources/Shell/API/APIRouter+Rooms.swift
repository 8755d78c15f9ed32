import Hummingbird
import NIOCore
import Node
import Schema
import SwiftProtobuf

extension APIRouter {
  func addRoomRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms") { _, _ in
      try Response(json: RoomList.with { $0.rooms = try node.rooms() })
    }
    router.post("/v1/rooms") { request, _ in
      let room = try await read(MakeRoom.self, from: request)
      return try await submit(.makeRoom(room))
    }
    router.get("/v1/rooms/{id}") { _, context in
      try Response(json: node.room(Self.parameter("id", context)))
    }
    router.put("/v1/rooms/{id}") { request, context in
      var room = try await read(EditRoom.self, from: request)
      room.room = try Self.parameter("id", context)
      return try await submit(.editRoom(room))
    }
    router.get("/v1/rooms/{id}/state") { _, context in
      try Response(json: node.roomState(Self.parameter("id", context)))
    }
    roomAction(router, "members", ChangeMember.self, \.room) { .changeMember($0) }
    roomAction(router, "leave", QuitRoom.self, \.room) { .quitRoom($0) }
    roomAction(router, "attend", EnterRoom.self, \.room) { .enterRoom($0) }
    roomAction(router, "read", MarkRead.self, \.room) { .markRead($0) }
    router.post("/v1/mute") { request, _ in
      let mute = try await read(MutePerson.self, from: request)
      return try await submit(.mutePerson(mute))
    }
    roomAction(router, "move", MoveItem.self, \.room) { .moveItem($0) }
    roomAction(router, "messages", PostMessage.self, \.room) { .postMessage($0) }
    addMessageRoutes(router)
    addVersionRoutes(router)
  }

  private func addVersionRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms/{id}/records/{record}/versions") { _, context in
      try Response(
        json: node.versions(
          room: Self.parameter("id", context), record: Self.parameter("record", context)))
    }
    router.post("/v1/rooms/{id}/records/{record}/restore") { request, context in
      var restore = try await read(RestoreVersion.self, from: request)
      restore.room = try Self.parameter("id", context)
      restore.record = try Self.parameter("record", context)
      return try await submit(.restoreVersion(restore))
    }
  }

  private func addMessageRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms/{id}/messages") { request, context in
      let query = request.uri.queryParameters
      let limit = try Self.limit(query, most: APILimits.messages)
      return try Response(
        json: node.messages(
          room: Self.parameter("id", context), before: query.get("before"),
          containing: query.get("search"), limit: limit))
    }
    router.put("/v1/rooms/{id}/messages/{message}") { request, context in
      var edit = try await read(EditMessage.self, from: request)
      edit.room = try Self.parameter("id", context)
      edit.message = try Self.parameter("message", context)
      return try await submit(.editMessage(edit))
    }
    router.delete("/v1/rooms/{id}/messages/{message}") { _, context in
      let room = try Self.parameter("id", context)
      let message = try Self.parameter("message", context)
      return try await submit(
        .deleteMessage(
          .with {
            $0.room = room
            $0.message = message
          }))
    }
  }

  /// One route that takes a command's message and puts the room of the path into it.
  private func roomAction<Kind: Message>(
    _ router: Router<APIContext>, _ name: String, _ kind: Kind.Type,
    _ room: WritableKeyPath<Kind, String> & Sendable,
    _ command: @escaping @Sendable (Kind) -> Command.OneOf_Kind
  ) {
    action(router, "/v1/rooms/{id}/\(name)", kind, room, command)
  }
}
