import NIOCore
import NIOPosix

/// Something that listens and is no node: says its greeting and keeps the connection.
final class RawServer: Sendable {
  let port: Int
  private let channel: any Channel

  init(greeting: [UInt8]) async throws {
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Greeter(greeting: greeting))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  func stop() async throws { try await channel.close().get() }
}

private final class Greeter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let greeting: [UInt8]

  init(greeting: [UInt8]) { self.greeting = greeting }

  func channelActive(context: ChannelHandlerContext) {
    guard !greeting.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: greeting)), promise: nil)
  }
}
