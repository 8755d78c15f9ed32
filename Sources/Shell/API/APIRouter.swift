import Client
import Feature
import HTTPTypes
import Hummingbird
import NIOCore
import Node
import Schema
import SwiftProtobuf
import WholeSchema

/// The routes of the local API: one for each method of the schema, and a few that carry bytes (protocol/api.yaml).
public struct APIRouter: Sendable {
  let node: any NodeAccess
  let attendance: AttendingScreens
  /// The streams that are open.
  public let streams: OpenStreams

  /// Prepares the routes over a running node.
  ///
  /// - Parameters:
  ///   - attendance: what our person looks at, shared by all servers of the node.
  ///   - mostStreams: further streams are refused.
  public init(node: any NodeAccess, attendance: AttendingScreens, mostStreams: Int = .max) {
    self.node = node
    self.attendance = attendance
    streams = OpenStreams(most: mostStreams)
  }

  /// Builds the router; call it once per server.
  public func router() -> Router<APIContext> {
    Methods.registerMessages()
    let router = Router(context: APIContext.self)
    let paths = KnownPaths()
    router.add(middleware: RefusalMiddleware(paths: paths))
    addMethods(to: router)
    router.post("/v1/batch") { request, _ in
      try await besideConnections { try await performAll(of: request) }
    }
    addByteRoutes(router)
    router.get("/v1/stream") { request, context in
      try await ChangeStream(
        request: request, channel: context.channel, node: node, attendance: attendance,
        streams: streams
      ).response()
    }
    paths.set(
      router.routes.map { ("\($0.path)", $0.method) }.filter { $0.path != Self.methodPath })
    return router
  }

  /// Each path that is served, with its HTTP methods, as protocol/api.yaml has them.
  public var served: [(path: String, method: HTTPRequest.Method)] {
    router().routes.map { ("\($0.path)", $0.method) }.filter { $0.path != Self.methodPath }
      + Methods.all.flatMap { method in
        method.verbs.map { ("/v1/\(method.path)", $0) }
      }
  }

  private static let methodPath = "/v1/{service}/{method}"

  /// A method takes its request as a body; one that only reads can also take it as a query.
  ///
  /// All have one route, and are looked up by their path: routes of hundreds of methods were a tenth of a daemon's start.
  private func addMethods(to router: Router<APIContext>) {
    router.post(RouterPath(Self.methodPath)) { request, context in
      let method = try Self.method(.post, context)
      return try await besideConnections(method.isRead) {
        let message = try await read(method.request, from: request)
        return try await answer(Call(method, message), to: request, context)
      }
    }
    router.get(RouterPath(Self.methodPath)) { request, context in
      let method = try Self.method(.get, context)
      return try await besideConnections(method.isRead) {
        let message = try QueryRequest(request.uri, of: method).message
        return try await answer(Call(method, message), to: request, context)
      }
    }
  }

  /// Answers a call: in pieces where the node has it so and the client reads protobuf.
  private func answer(
    _ call: Call, to request: Request, _ context: APIContext
  ) async throws -> Response {
    guard BodyForm(request.headers[.accept]) == .protobuf,
      let pieces = try node.pieces(of: call),
      let first = try await pieces.first(where: { _ in true })
    else {
      return try MessageResponse(try await node.call(call)).response(
        from: request, context: context)
    }
    return Response(
      status: .ok, headers: [.contentType: BodyForm.protobuf.rawValue],
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(bytes: first))
        for try await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
        try await writer.finish(nil)
      })
  }

  private static func method(
    _ verb: HTTPRequest.Method, _ context: APIContext
  ) throws -> AnyMethod {
    let (service, name) = try (
      context.parameters.require("service"), context.parameters.require("method")
    )
    guard let method = Methods.method("\(service)/\(name)"), method.verbs.contains(verb) else {
      throw HTTPError(.notFound)
    }
    return method
  }

  /// Reads the body of a request as one message of the schema, within the limits.
  func read<Kind: Message>(_ kind: Kind.Type, from request: Request) async throws -> Kind {
    guard let form = BodyForm(contentType: request.headers[.contentType]) else {
      throw HTTPError(.unsupportedMediaType)
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: RequestLimits.bodyBytes)
    } catch is NIOTooManyBytesError {
      throw HTTPError(.contentTooLarge)
    }
    do {
      return try form.request(kind, from: Array(body.readableBytesView))
    } catch {
      throw Refused(
        .invalid,
        "The body cannot be read as \(Self.name(of: kind)) (\(JSONMapping.reason(error))): see protocol/api.yaml."
      )
    }
  }

  /// Makes the calls of a request, each by itself, and answers with the result of each.
  private func performAll(of request: Request) async throws -> MessageResponse {
    let given = try await read(MethodCalls.self, from: request).calls
    guard given.count <= RequestLimits.commands else {
      throw Refused(
        .invalid,
        "A request may hold \(RequestLimits.commands) calls, and this one holds \(given.count): send them in parts."
      )
    }
    let results = await node.perform(try given.map(Self.call))
    return MessageResponse(
      try MethodResults.with {
        $0.results = try results.map { result in
          switch result {
          case .success(let answer):
            let answer = try Google_Protobuf_Any(message: answer)
            return .with { $0.response = answer }
          case .failure(let refused): return .with { $0.refusal = refused.refusal }
          }
        }
      })
  }

  private static func call(_ given: MethodCall) throws -> Call {
    guard let method = Methods.method(given.method) else {
      throw Refused(
        .notFound,
        "There is no method \(given.method): protocol/api.yaml lists those that there are.")
    }
    do {
      return Call(method, try request(method.request, of: given))
    } catch {
      throw Refused(
        .invalid,
        "The request of \(given.method) cannot be read as \(name(of: method.request)): see protocol/api.yaml."
      )
    }
  }

  private static func request<Kind: Message>(
    _ kind: Kind.Type, of given: MethodCall
  ) throws -> Kind {
    given.hasRequest ? try given.request.unpacked(as: kind) : Kind()
  }

  /// Returns the name of a message in the schema.
  static func name(of kind: any Message.Type) -> String {
    String(kind.protoMessageName.drop { $0 != "." }.dropFirst())
  }
}

extension AnyMethod {
  /// The HTTP methods that it can be called with, in order.
  var verbs: [HTTPRequest.Method] { isRead ? [.get, .post] : [.post] }
}
