import Client
import Feature
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Node
import Schema
import Store
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
    case .locked: HTTPResponse.Status(code: 423)
    case .unspecified, .UNRECOGNIZED: .internalServerError
    }
  }
}

/// A message as the whole of a response, in the form that the request accepts.
struct MessageResponse: ResponseGenerator {
  private let message: any Message
  private let status: HTTPResponse.Status

  init(_ message: any Message, status: HTTPResponse.Status = .ok) {
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
  let paths: KnownPaths

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      if let error = error as? HTTPError, error.status == .notFound,
        case let methods = paths.methods(of: request.uri.path), !methods.isEmpty
      {
        var response = try MessageResponse(
          wrongMethod(request, methods).refusal, status: .methodNotAllowed
        ).response(from: request, context: context)
        response.headers[.allow] = methods.map(\.rawValue).joined(separator: ", ")
        return response
      }
      let (refused, status) = Self.refusal(for: error, of: request)
      if !(error is Refused || error is HTTPError) {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
      }
      return try MessageResponse(refused.refusal, status: status)
        .response(from: request, context: context)
    }
  }

  private func wrongMethod(_ request: Request, _ methods: [HTTPRequest.Method]) -> Refused {
    let known = methods.map(\.rawValue).joined(separator: " or ")
    return Refused(
      .invalid,
      "\(request.method) cannot be used on \(request.uri.path): use \(known), as protocol/api.yaml says."
    )
  }

  private static func refusal(
    for error: any Error, of request: Request
  ) -> (Refused, HTTPResponse.Status) {
    switch error {
    case let refused as Refused: (refused, refused.refusal.code.status)
    case let error as HTTPError: (refusal(for: error, of: request), error.status)
    case let error as StoreError: (Refused(.storage, "\(error)"), .internalServerError)
    default:
      (
        Refused(
          .storage,
          "The daemon could not read its database: daemon.log in its home says why.", .doctor
        ), .internalServerError
      )
    }
  }

  private static func refusal(for error: HTTPError, of request: Request) -> Refused {
    switch error.status {
    case .notFound:
      Refused(
        .notFound,
        "The API has no path \(request.uri.path): protocol/api.yaml lists those that there are.")
    case .contentTooLarge:
      Refused(
        .invalid,
        "The body is longer than \(RequestLimits.bodyBytes) bytes, which is the limit: send less at once."
      )
    case .unsupportedMediaType:
      Refused(
        .invalid,
        "The API does not read the content type of the body: send application/json or application/x-protobuf."
      )
    default:
      Refused(.invalid, error.body ?? "The request cannot be read: see protocol/api.yaml.")
    }
  }
}
