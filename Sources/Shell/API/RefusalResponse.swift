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

/// A message as the whole of a response, in the form that the request accepts.
struct MessageResponse<Kind: Message>: ResponseGenerator {
  private let message: Kind
  private let status: HTTPResponse.Status

  init(_ message: Kind, status: HTTPResponse.Status = .ok) {
    self.message = message
    self.status = status
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    let form = BodyForm(request.headers[.accept])
    return Response(
      status: status, headers: [.contentType: form.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try form.bytes(message))))
  }
}

/// Turns every error below it into a `Refusal`, so that clients read one message only.
struct RefusalMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let (refused, status) = Self.refusal(for: error, of: request)
      if !(error is Refused || error is HTTPError) {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
      }
      return try MessageResponse(refused.refusal, status: status)
        .response(from: request, context: context)
    }
  }

  private static func refusal(
    for error: any Error, of request: Request
  ) -> (Refused, HTTPResponse.Status) {
    switch error {
    case let refused as Refused: (refused, refused.refusal.code.status)
    case let error as HTTPError: (refusal(for: error, of: request), error.status)
    default:
      (
        Refused(
          .storage,
          "The daemon could not read its store (\(error)): look into daemon.log in its home."),
        .internalServerError
      )
    }
  }

  private static func refusal(for error: HTTPError, of request: Request) -> Refused {
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
  }
}
