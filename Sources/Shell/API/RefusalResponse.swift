import Client
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Node
import Schema
import SwiftProtobuf

extension RefusalCode {
  /// The HTTP status that goes with a refusal; the body says the rest.
  var status: HTTPResponse.Status {
    switch self {
    case .notFound: .notFound
    case .ambiguous, .notNow: .conflict
    case .invalid: .badRequest
    case .busy: .tooManyRequests
    case .storage: HTTPResponse.Status(code: 507)
    case .unavailable: .serviceUnavailable
    case .unspecified, .UNRECOGNIZED: .internalServerError
    }
  }
}

extension Response {
  /// A message as the whole of a response.
  init(json message: some Message, status: HTTPResponse.Status = .ok) throws {
    self.init(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONMapping.bytes(message))))
  }
}

/// Turns every error below it into a `Refusal` in JSON, so that clients read one form only.
struct RefusalMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let refused as Refused {
      return try Response(json: refused.refusal, status: refused.refusal.code.status)
    } catch let error as HTTPError {
      return try Self.response(to: error, request: request)
    } catch {
      context.logger.error("\(request.method) \(request.uri.path): \(error)")
      let refused = Refused(
        .storage,
        "The daemon could not read its store (\(error)): look into daemon.log in its home.")
      return try Response(json: refused.refusal, status: .internalServerError)
    }
  }

  private static func response(to error: HTTPError, request: Request) throws -> Response {
    let refused =
      switch error.status {
      case .notFound, .methodNotAllowed:
        Refused(
          .notFound,
          "There is no \(request.method) \(request.uri.path): protocol/api.yaml lists what there is."
        )
      case .contentTooLarge:
        Refused(.invalid, "The body is longer than \(RequestLimits.bodyBytes) bytes: send less.")
      default:
        Refused(.invalid, error.body ?? "The request cannot be read: see protocol/api.yaml.")
      }
    return try Response(json: refused.refusal, status: error.status)
  }
}
