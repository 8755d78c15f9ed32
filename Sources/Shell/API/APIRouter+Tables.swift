import Hummingbird
import NIOCore
import Schema
import SwiftProtobuf

extension APIRouter {
  func addTableRoutes(_ router: Router<APIContext>) {
    router.get("/v1/tables") { _, _ in
      try MessageResponse(TableList.with { $0.tables = try node.tables() })
    }
    command(router, .post, "/v1/tables", HostTable.self) { .hostTable($0) }
    router.get("/v1/tables/{id}") { _, context in
      try MessageResponse(node.table(Self.parameter("id", context)))
    }
    router.get("/v1/tables/{id}/events") { _, context in
      let events = try node.events(table: Self.parameter("id", context))
      return MessageResponse(EventList.with { $0.events = events })
    }
    router.get("/v1/tables/{id}/transcript") { _, context in
      let bytes = try node.transcript(table: Self.parameter("id", context))
      return Response(
        status: .ok, headers: [.contentType: "application/octet-stream"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
    addTableActions(router)
  }

  private func addTableActions(_ router: Router<APIContext>) {
    tableAction(router, "ask", AskToJoin.self, \.table) { .askToJoin($0) }
    tableAction(router, "answer", AnswerAsk.self, \.table) { .answerAsk($0) }
    tableAction(router, "start", StartTable.self, \.table) { .startTable($0) }
    tableAction(router, "close", CloseTable.self, \.table) { .closeTable($0) }
    tableAction(router, "attend", Attend.self, \.table) { .attend($0) }
    tableAction(router, "tap", Tap.self, \.table) { .tap($0) }
    tableAction(router, "give-up", GiveUp.self, \.table) { .giveUp($0) }
    tableAction(router, "claim", MakeClaim.self, \.table) { .makeClaim($0) }
    tableAction(router, "hosting", MoveHosting.self, \.table) { .moveHosting($0) }
  }

  private func tableAction<Kind: Message>(
    _ router: Router<APIContext>, _ name: String, _ kind: Kind.Type,
    _ table: WritableKeyPath<Kind, String> & Sendable,
    _ command: @escaping @Sendable (Kind) -> Command.OneOf_Kind
  ) {
    self.command(router, .post, "/v1/tables/{id}/\(name)", kind, ["id": table], command)
  }
}
