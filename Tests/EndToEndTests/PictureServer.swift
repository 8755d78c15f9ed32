import Foundation
import NIOCore
import NIOPosix

/// A search service on loopback that answers as Flickr does, with one picture.
final class PictureServer {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel

  /// The address of its search.
  var address: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/services/rest/" }

  init(_ picture: Data) throws {
    channel = try ServerBootstrap(group: group)
      .childChannelInitializer { $0.pipeline.addHandler(Handler(picture)) }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  func stop() async throws {
    try await channel.close()
    try await group.shutdownGracefully()
  }

  /// One request a connection; what follows its first line is not looked at.
  private final class Handler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let picture: Data
    private var request = ""

    init(_ picture: Data) { self.picture = picture }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      request += String(buffer: unwrapInboundIn(data))
      guard request.contains("\r\n\r\n") else { return }
      let port = context.channel.localAddress?.port ?? 0
      let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      let (status, body) = answer(path, port)
      let head =
        "HTTP/1.1 \(status)\r\ncontent-length: \(body.count)\r\nconnection: close\r\n\r\n"
      var buffer = ByteBuffer(string: head)
      buffer.writeBytes(body)
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(buffer)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }

    private func answer(_ path: String, _ port: Int) -> (String, Data) {
      func photos(_ list: String) -> (String, Data) {
        ("200 OK", Data(#"{"photos":{"page":1,"photo":[\#(list)]},"stat":"ok"}"#.utf8))
      }
      if path == "/7.png" { return ("200 OK", picture) }
      guard path.hasPrefix("/services/rest/?method=flickr.photos.search&") else {
        return ("404 Not Found", Data())
      }
      guard path.contains("&api_key=right&") else {
        return ("200 OK", Data(#"{"stat":"fail","code":100,"message":"Invalid API Key"}"#.utf8))
      }
      let place = "\"url_l\":\"http://127.0.0.1:\(port)"
      if path.contains("&text=gone&") { return photos("{\"id\":\"8\",\(place)/8.png\"}") }
      guard path.contains("&text=lake%20%26%20summer&") else { return photos("") }
      return photos("{\"id\":\"7\",\"owner\":\"o\",\"title\":\"A lake\",\(place)/7.png\"}")
    }
  }
}
