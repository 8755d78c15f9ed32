import Feature
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Node
import Schema
import SwiftProtobuf

/// The routes that carry bytes.
extension APIRouter {
  func addByteRoutes(_ all: Router<APIContext>) {
    let router = all.group().add(middleware: BesideConnections())
    router.put("/v1/blobs") { request, _ in
      let content = try await Self.content(of: request)
      return MessageResponse(try await node.keep(content))
    }
    router.get("/v1/blobs/{blob}") { _, context in
      Self.foreign(try node.content(of: context.parameters.require("blob")))
    }
    router.get("/v1/pictures/{blob}") { request, context in
      let width = try Self.width(in: request, initial: 512, most: 4096)
      let bytes = try await node.picture(of: context.parameters.require("blob"), width: width)
      // The address names the bytes: they never change.
      return Self.png(bytes, [.cacheControl: "private, max-age=31536000, immutable"])
    }
    router.get("/v1/card-pictures") { request, _ in try await cardPicture(request) }
    router.get("/v1/bundle") { request, _ in
      Self.octets(try node.bundle(room: request.uri.queryParameters.get("room") ?? ""))
    }
    router.put("/v1/bundle") { request, _ in
      try await Self.sent(in: request) { MessageResponse(try await node.importBundle($0)) }
    }
    router.put("/v1/cards") { request, _ in
      try await Self.sent(in: request) { MessageResponse(try await node.importCards($0)) }
    }
    router.get("/v1/backup") { _, _ in Self.octets(try await node.backUp()) }
    router.get("/v1/transcript") { request, _ in
      let bytes = try node.transcript(table: request.uri.queryParameters.get("table") ?? "")
      return Response(
        status: .ok, headers: [.contentType: "application/octet-stream"],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }

  /// A picture of a card; a client that has the same one already is told so.
  private func cardPicture(_ request: Request) async throws -> Response {
    let query = request.uri.queryParameters
    let width = try Self.width(in: request, initial: 256, most: 1024)
    let picture = try node.cardPicture(
      of: (query.get("name") ?? "", query.get("set") ?? "", query.get("number") ?? ""),
      width: width)
    let tag = "\"\(picture.tag)-\(width)\""
    // The file may change, so it is asked for again each time.
    let fields: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
    if request.headers[.ifNoneMatch] == tag {
      return Response(status: .notModified, headers: fields)
    }
    return Self.png(try await picture.draw(), fields)
  }

  /// The width in which a picture is wanted, in pixels.
  private static func width(in request: Request, initial: Int, most: Int) throws -> Int {
    guard let given = request.uri.queryParameters.get("width") else { return initial }
    guard let width = Int(given), (1...most).contains(width) else {
      throw Refused(.invalid, "A picture is from 1 to \(most) pixels wide, not \(given).")
    }
    return width
  }

  /// A response of a picture that `parlor-picture` has made.
  private static func png(_ bytes: [UInt8], _ fields: HTTPFields) -> Response {
    var fields = fields
    fields[.contentType] = "image/png"
    fields[.xContentTypeOptions] = "nosniff"
    return Response(
      status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// Takes the bytes of a request, of any number, as they come.
  private static func sent(
    in request: Request, _ take: (() async throws -> [UInt8]?) async throws -> MessageResponse
  ) async throws -> MessageResponse {
    var body = request.body.makeAsyncIterator()
    do {
      return try await take { try await body.next().map { Array($0.readableBytesView) } }
    } catch {
      // Who sends has not read our answer yet, and waits until we have read all.
      while try await body.next() != nil {}
      throw error
    }
  }

  /// The bytes of a request, as long as a file may be and one more.
  private static func content(of request: Request) async throws -> Data {
    var content = Data()
    for try await bytes in request.body {
      // A body that is too long is read to its end, so that its sender learns why.
      if content.count <= APILimits.fileBytes {
        content.append(contentsOf: bytes.readableBytesView)
      }
    }
    return content
  }

  /// A response of bytes that somebody else has chosen: no page may take them for a part of itself.
  private static func foreign(_ pieces: AsyncThrowingStream<[UInt8], any Error>) -> Response {
    var response = octets(pieces)
    response.headers[.contentDisposition] = "attachment"
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }

  /// A response of bytes whose number is not known yet.
  private static func octets(_ pieces: AsyncThrowingStream<[UInt8], any Error>) -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/octet-stream"],
      body: ResponseBody { writer in
        try await besideConnections {
          for try await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
        }
        try await writer.finish(nil)
      })
  }
}

/// Answers requests that take long.
private struct BesideConnections: RouterMiddleware {
  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    try await besideConnections { try await next(request, context) }
  }
}
