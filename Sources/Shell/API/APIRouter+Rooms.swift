import Hummingbird
import NIOCore
import Node
import Schema
import SwiftProtobuf

extension APIRouter {
  func addRoomRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms") { _, _ in
      try MessageResponse(RoomList.with { $0.rooms = try node.rooms() })
    }
    command(router, .post, "/v1/rooms", MakeRoom.self) { .makeRoom($0) }
    router.get("/v1/rooms/{id}") { _, context in
      try MessageResponse(node.room(Self.parameter("id", context)))
    }
    command(router, .put, "/v1/rooms/{id}", EditRoom.self, ["id": \.room]) { .editRoom($0) }
    command(router, .delete, "/v1/rooms/{id}", DeleteRoom.self, ["id": \.room]) { .deleteRoom($0) }
    router.get("/v1/rooms/{id}/state") { _, context in
      try MessageResponse(node.roomState(Self.parameter("id", context)))
    }
    roomAction(router, "members", ChangeMember.self, \.room) { .changeMember($0) }
    roomAction(router, "leave", QuitRoom.self, \.room) { .quitRoom($0) }
    roomAction(router, "attend", EnterRoom.self, \.room) { .enterRoom($0) }
    roomAction(router, "read", MarkRead.self, \.room) { .markRead($0) }
    command(router, .post, "/v1/mute", MutePerson.self) { .mutePerson($0) }
    roomAction(router, "move", MoveItem.self, \.room) { .moveItem($0) }
    roomAction(router, "messages", PostMessage.self, \.room) { .postMessage($0) }
    addMessageRoutes(router)
    addVersionRoutes(router)
  }

  private func addVersionRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms/{id}/records/{record}/versions") { _, context in
      try MessageResponse(
        node.versions(
          room: Self.parameter("id", context), record: Self.parameter("record", context)))
    }
    command(
      router, .post, "/v1/rooms/{id}/records/{record}/restore", RestoreVersion.self,
      ["id": \.room, "record": \.record]
    ) { .restoreVersion($0) }
    router.get("/v1/conflicts") { _, _ in try MessageResponse(node.conflicts()) }
    command(
      router, .post, "/v1/rooms/{id}/records/{record}/settle", SettleConflict.self,
      ["id": \.room, "record": \.record]
    ) { .settleConflict($0) }
  }

  private func addMessageRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms/{id}/messages") { request, context in
      let query = request.uri.queryParameters
      let limit = try Self.limit(query, most: APILimits.messages)
      return try MessageResponse(
        node.messages(
          room: Self.parameter("id", context), before: query.get("before"),
          containing: query.get("search"), limit: limit))
    }
    let message: RouterPath = "/v1/rooms/{id}/messages/{message}"
    command(router, .put, message, EditMessage.self, ["id": \.room, "message": \.message]) {
      .editMessage($0)
    }
    command(router, .delete, message, DeleteMessage.self, ["id": \.room, "message": \.message]) {
      .deleteMessage($0)
    }
  }

  /// One route that takes a command's message and puts the room of the path into it.
  func roomAction<Kind: Message>(
    _ router: Router<APIContext>, _ name: String, _ kind: Kind.Type,
    _ room: WritableKeyPath<Kind, String> & Sendable,
    _ command: @escaping @Sendable (Kind) -> Command.OneOf_Kind
  ) {
    self.command(router, .post, "/v1/rooms/{id}/\(name)", kind, ["id": room], command)
  }
}
