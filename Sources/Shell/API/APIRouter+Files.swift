import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Node
import Schema

extension APIRouter {
  func addFileRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms/{id}/bundle") { _, context in
      Self.octets(try node.bundle(room: Self.parameter("id", context)))
    }
    router.get("/v1/backup") { _, _ in Self.octets(try await node.backUp()) }
    router.post("/v1/bundles") { request, _ in
      var body = request.body.makeAsyncIterator()
      do {
        let view = try await node.importBundle {
          try await body.next().map { Array($0.readableBytesView) }
        }
        return MessageResponse(Answer.with { $0.bundle = view })
      } catch {
        // Who sends has not read our answer yet, and waits until we have read all.
        while try await body.next() != nil {}
        throw error
      }
    }
  }

  func addSharedFileRoutes(_ router: Router<APIContext>) {
    router.get("/v1/rooms/{id}/files") { request, context in
      let query = request.uri.queryParameters
      let limit = try Self.limit(query, most: APILimits.files)
      return try MessageResponse(
        node.files(
          room: Self.parameter("id", context), before: query.get("before"), limit: limit))
    }
    router.post("/v1/rooms/{id}/files") { request, context in
      var share = ShareFile()
      share.room = try Self.parameter("id", context)
      share.name = request.uri.queryParameters.get("name") ?? ""
      share.untold = request.uri.queryParameters.get("untold") == "true"
      share.content = try await Self.content(of: request)
      return try await submit(.shareFile(share))
    }
    router.get("/v1/rooms/{id}/files/{file}") { _, context in
      try MessageResponse(
        node.file(Self.parameter("file", context), room: Self.parameter("id", context)))
    }
    router.get("/v1/rooms/{id}/files/{file}/content") { _, context in
      Self.foreign(
        try node.content(
          of: Self.parameter("file", context), room: Self.parameter("id", context)))
    }
    command(
      router, .delete, "/v1/rooms/{id}/files/{file}", DeleteFile.self,
      ["id": \.room, "file": \.file]
    ) { .deleteFile($0) }
  }

  /// The bytes of a request, as long as a file may be and one more.
  static func content(of request: Request) async throws -> Data {
    var content = Data()
    for try await bytes in request.body {
      // What is too long is read to its end, so that its sender hears why.
      if content.count <= APILimits.fileBytes {
        content.append(contentsOf: bytes.readableBytesView)
      }
    }
    return content
  }

  /// A response of bytes that somebody else has chosen: no page may take them for a part of itself.
  static func foreign(_ pieces: AsyncThrowingStream<[UInt8], any Error>) -> Response {
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
        for try await piece in pieces { try await writer.write(ByteBuffer(bytes: piece)) }
        try await writer.finish(nil)
      })
  }
}
