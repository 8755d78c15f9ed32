import Foundation
import Link
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Schema
import SwiftProtobuf

/// Somebody between two nodes: ends TLS on both sides with a key of its own and passes frames on.
///
/// To either side it looks like a node with the other one's name; accounts are taken out of the Hello, because it
/// cannot bind them to its key.
package final class Interceptor: Sendable {
  /// One of the two nodes.
  package enum Side: Sendable {
    /// The one that dialled us.
    case dialler
    /// The one that we dialled for it.
    case listener
  }

  /// The frames that are sent instead of a frame that came from a side, each with its receiver.
  package typealias Judgement = @Sendable (Frame, _ from: Side) -> [(Frame, to: Side)]

  /// Its port on 127.0.0.1.
  package let port: Int
  /// The node id that both sides see.
  package let node: [UInt8]
  private let channel: any Channel

  /// Listens, and dials `target` on 127.0.0.1 for everybody who comes.
  ///
  /// - Parameter judge: decides about every frame but the Hello; see `passOn`.
  package init(to target: Int, judge: @escaping Judgement = Interceptor.passOn) async throws {
    let identity = try NodeIdentity.ephemeral()
    node = identity.node
    let rules = try RawClient.rules(identity)
    let context = try NIOSSLContext(configuration: rules)
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { dialler in
        ClientBootstrap(group: dialler.eventLoop)
          .connect(host: "127.0.0.1", port: target)
          .flatMapThrowing { listener in
            let accepted = NIOSSLServerHandler(context: context) { _, verdict in
              verdict.succeed(.certificateVerified)
            }
            let dialled = try NIOSSLClientHandler(context: context, serverHostname: nil) {
              _, verdict in verdict.succeed(.certificateVerified)
            }
            let (near, far) = Ear.pair(judge)
            try dialler.pipeline.syncOperations.addHandlers([accepted, near])
            try listener.pipeline.syncOperations.addHandlers([dialled, far])
          }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  /// Passes every frame on as it is.
  package static let passOn: Judgement = { frame, side in
    [(frame, to: side == .dialler ? .listener : .dialler)]
  }

  /// Listens no more; present connections stay.
  package func stop() async throws { try await channel.close().get() }
}

/// One side's frames; both belong to one event loop.
private final class Ear: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let side: Interceptor.Side
  private let judge: Interceptor.Judgement
  private weak var other: Ear?
  private var context: ChannelHandlerContext?
  private var gathered = ByteBuffer()
  private var waiting: [Frame] = []
  private var isSecured = false

  private init(_ side: Interceptor.Side, _ judge: @escaping Interceptor.Judgement) {
    self.side = side
    self.judge = judge
  }

  static func pair(_ judge: @escaping Interceptor.Judgement) -> (Ear, Ear) {
    let (near, far) = (Ear(.dialler, judge), Ear(.listener, judge))
    near.other = far
    far.other = near
    return (near, far)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent {
      isSecured = true
      for frame in waiting { send(frame) }
      waiting = []
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    gathered.writeBuffer(&bytes)
    while let length: UInt32 = gathered.getInteger(at: gathered.readerIndex),
      gathered.readableBytes >= 4 + Int(length)
    {
      gathered.moveReaderIndex(forwardBy: 4)
      let body = gathered.readBytes(length: Int(length)) ?? []
      if let frame = try? Frame(serializedBytes: body) { take(frame) }
    }
  }

  private func take(_ frame: Frame) {
    if case .hello(var hello)? = frame.body {
      if let name = hello.accounts.first?.name { hello.nodeName = name }
      hello.accounts = []
      other?.send(.with { $0.hello = hello })
      return
    }
    for (frame, receiver) in judge(frame, side) {
      if receiver == side { send(frame) } else { other?.send(frame) }
    }
  }

  private func send(_ frame: Frame) {
    guard isSecured, let context else { return waiting.append(frame) }
    guard let body: [UInt8] = try? frame.serializedBytes() else { return }
    var buffer = ByteBuffer()
    buffer.writeInteger(UInt32(body.count))
    buffer.writeBytes(body)
    context.writeAndFlush(NIOAny(buffer), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelInactive(context: ChannelHandlerContext) {
    other?.context?.close(promise: nil)
    context.fireChannelInactive()
  }
}
