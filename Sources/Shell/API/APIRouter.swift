import Client
import Feature
import HTTPTypes
import Hummingbird
import NIOCore
import Node
import Schema
import SwiftProtobuf

/// The routes of the local API, as protocol/api.yaml describes them.
public struct APIRouter: Sendable {
  let node: any NodeAccess
  let attendance: AttendingScreens
  let streams = OpenStreams()

  /// Prepares the routes over a running node.
  public init(node: any NodeAccess) {
    self.node = node
    attendance = AttendingScreens(node: node)
  }

  /// Builds the router; call it once per server.
  public func router() -> Router<APIContext> {
    let router = Router(context: APIContext.self)
    let paths = KnownPaths()
    router.add(middleware: RefusalMiddleware(paths: paths))
    addNodeRoutes(router)
    addTableRoutes(router)
    addPairingRoutes(router)
    addRoomRoutes(router)
    addFileRoutes(router)
    addSharedFileRoutes(router)
    addEventRoutes(router)
    router.get("/v1/stream") { request, context in
      try ChangeStream(
        request: request, channel: context.channel, node: node, attendance: attendance,
        streams: streams
      ).response()
    }
    paths.set(router.routes.map { ("\($0.path)", $0.method) })
    return router
  }

  private func addNodeRoutes(_ router: Router<APIContext>) {
    router.get("/v1/status") { _, _ in try MessageResponse(node.status()) }
    router.post("/v1/stop") { _, _ in
      node.stop()
      return Response(status: .accepted)
    }
    router.get("/v1/peers") { _, _ in
      try MessageResponse(PeerList.with { $0.peers = try node.peers() })
    }
    command(router, .post, "/v1/peers", AddPeer.self) { .addPeer($0) }
    command(router, .delete, "/v1/peers/{peer}", ForgetPeer.self, ["peer": \.peer]) {
      .forgetPeer($0)
    }
    router.post("/v1/commands") { request, _ in try await submitAll(of: request) }
    router.get("/v1/settings") { _, _ in try MessageResponse(node.settings()) }
    command(router, .put, "/v1/settings", ChangeSetting.self) { .changeSetting($0) }
  }

  /// Reads a request's body as one message of the schema, within the limits.
  func read<Kind: Message>(_ kind: Kind.Type, from request: Request) async throws -> Kind {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: RequestLimits.bodyBytes)
    } catch is NIOTooManyBytesError {
      throw HTTPError(.contentTooLarge)
    }
    do {
      return try JSONMapping.message(kind, from: Array(body.readableBytesView))
    } catch {
      throw Refused(
        .invalid,
        "The body is not a \(kind.protoMessageName) in JSON (\(JSONMapping.reason(error))): see "
          + "protocol/api.yaml.")
    }
  }

  /// A route that is one command: the body is the command's message, and what the path names is put into it; a DELETE has
  /// no body.
  func command<Kind: Message>(
    _ router: Router<APIContext>, _ method: HTTPRequest.Method, _ path: RouterPath,
    _ kind: Kind.Type,
    _ places: KeyValuePairs<String, WritableKeyPath<Kind, String> & Sendable> = [:],
    _ command: @escaping @Sendable (Kind) -> Command.OneOf_Kind
  ) {
    router.on(path, method: method) { request, context in
      var message = method == .delete ? Kind() : try await read(kind, from: request)
      for (name, place) in places { message[keyPath: place] = try Self.parameter(name, context) }
      return try await submit(command(message))
    }
  }

  /// Has the node carry out a command and answers with what came of it.
  func submit(_ kind: Command.OneOf_Kind) async throws -> MessageResponse<Answer> {
    MessageResponse(try await node.submit(.with { $0.kind = kind }).get())
  }

  /// Has the node carry out the commands of a request, each by itself, and answers with what came of each.
  private func submitAll(
    of request: Request
  ) async throws -> MessageResponse<CommandResults> {
    let commands = try await read(Commands.self, from: request).commands
    guard commands.count <= RequestLimits.commands else {
      throw Refused(
        .invalid,
        "A request may hold \(RequestLimits.commands) commands, and this one holds \(commands.count): send "
          + "them in parts.")
    }
    for command in commands {
      switch command.kind {
      case .importBundle, .shareFile:
        throw Refused(.invalid, "Files have routes of their own: see protocol/api.yaml.")
      default: break
      }
    }
    let results = await node.submit(commands)
    return MessageResponse(
      CommandResults.with {
        $0.results = results.map { result in
          .with {
            switch result {
            case .success(let answer): $0.answer = answer
            case .failure(let refused): $0.refusal = refused.refusal
            }
          }
        }
      })
  }

  /// How many a page may hold: the query's limit, or the most.
  static func limit(_ query: Parameters, most: Int) throws -> Int {
    guard let given = query.get("limit") else { return most }
    guard let limit = Int(given), (1...most).contains(limit) else {
      throw Refused(
        .invalid, "The query's limit cannot be \(given): choose a number from 1 to \(most).")
    }
    return limit
  }

  /// A path parameter with its percent signs resolved.
  static func parameter(_ name: String, _ context: APIContext) throws -> String {
    guard let value = try context.parameters.require(name).removingPercentEncoding else {
      throw Refused(
        .invalid, "The path of the request is not valid UTF-8: percent-encode it as RFC 3986 says.")
    }
    return value
  }
}
