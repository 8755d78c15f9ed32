import Hummingbird
import Schema
import SwiftProtobuf

extension APIRouter {
  func addPairingRoutes(_ router: Router<APIContext>) {
    router.get("/v1/pairings") { _, _ in
      MessageResponse(PairList.with { $0.pairings = node.pairings() })
    }
    command(router, .post, "/v1/pairings", PairPeer.self) { .pairPeer($0) }
    command(router, .post, "/v1/pairings/await", AwaitPairing.self) { .awaitPairing($0) }
    command(router, .post, "/v1/pairings/answer", AnswerPairing.self) { .answerPairing($0) }
    command(router, .post, "/v1/tickets", MakeTicket.self) { .makeTicket($0) }
    command(router, .post, "/v1/tickets/use", UseTicket.self) { .useTicket($0) }
    trust(router, "trust") { name in .trustPeer(.with { $0.node = name }) }
    trust(router, "unpair") { name in .unpairPeer(.with { $0.peer = name }) }
    trust(router, "block") { name in .blockPeer(.with { $0.peer = name }) }
    trust(router, "unblock") { name in .unblockPeer(.with { $0.peer = name }) }
    command(router, .post, "/v1/peers/{peer}/rights", LimitPeer.self, ["peer": \.peer]) {
      .limitPeer($0)
    }
  }

  /// One route that decides about the peer of the path.
  private func trust(
    _ router: Router<APIContext>, _ action: String,
    _ command: @escaping @Sendable (String) -> Command.OneOf_Kind
  ) {
    router.post("/v1/peers/{peer}/\(action)") { _, context in
      try await submit(command(Self.parameter("peer", context)))
    }
  }
}
