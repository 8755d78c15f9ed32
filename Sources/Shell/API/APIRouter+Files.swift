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
        return try Response(json: Answer.with { $0.bundle = view })
      } catch {
        // Who sends has not read our answer yet, and waits until we have read all.
        while try await body.next() != nil {}
        throw error
      }
    }
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
