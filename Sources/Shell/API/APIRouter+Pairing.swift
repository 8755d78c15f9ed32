import Hummingbird
import Schema
import SwiftProtobuf

extension APIRouter {
  func addPairingRoutes(_ router: Router<APIContext>) {
    router.get("/v1/pairings") { _, _ in
      try Response(json: PairList.with { $0.pairings = node.pairings() })
    }
    router.post("/v1/pairings") { request, _ in
      let pairing = try await read(PairPeer.self, from: request)
      return try await submit(.pairPeer(pairing))
    }
    router.post("/v1/pairings/await") { request, _ in
      let waiting = try await read(AwaitPairing.self, from: request)
      return try await submit(.awaitPairing(waiting))
    }
    router.post("/v1/pairings/answer") { request, _ in
      let word = try await read(AnswerPairing.self, from: request)
      return try await submit(.answerPairing(word))
    }
    router.post("/v1/tickets") { request, _ in
      let ticket = try await read(MakeTicket.self, from: request)
      return try await submit(.makeTicket(ticket))
    }
    router.post("/v1/tickets/use") { request, _ in
      let ticket = try await read(UseTicket.self, from: request)
      return try await submit(.useTicket(ticket))
    }
    trust(router, "trust") { name in .trustPeer(.with { $0.node = name }) }
    trust(router, "unpair") { name in .unpairPeer(.with { $0.peer = name }) }
    trust(router, "block") { name in .blockPeer(.with { $0.peer = name }) }
    trust(router, "unblock") { name in .unblockPeer(.with { $0.peer = name }) }
    router.post("/v1/peers/{peer}/rights") { request, context in
      var limit = try await read(LimitPeer.self, from: request)
      limit.peer = try Self.parameter("peer", context)
      return try await submit(.limitPeer(limit))
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
