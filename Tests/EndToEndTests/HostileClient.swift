import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

@testable import Link

/// A connection to a daemon that keeps only the rules it is told to.
///
/// Each comes from a loopback address of its own, or the daemon's limits by address would turn it away.
struct HostileClient {
  private let channel: any Channel
  private let secured: EventLoopFuture<Void>
  private static let count = NIOLockedValueBox(1)

  /// Connects; speaks plain TCP when `tls` is nil.
  init(port: Int, tls: TLSConfiguration? = nil) async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let done = loop.makePromise(of: Void.self)
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    let number = Self.count.withLockedValue { count in
      count += 1
      return count
    }
    let own = try SocketAddress(ipAddress: "127.1.\(number / 200).\(number % 200 + 1)", port: 0)
    channel = try await ClientBootstrap(group: loop)
      .bind(to: own)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: nil) { _, verdict in
                verdict.succeed(.certificateVerified)
              })
          }
          try channel.pipeline.syncOperations.addHandler(Ears(secured: done))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    secured = done.futureResult
    if tls == nil { done.succeed() }
  }

  /// What a peer would use that keeps all rules, to be changed by one thing at a time.
  static func rules(_ change: (inout TLSConfiguration) -> Void = { _ in }) throws
    -> TLSConfiguration
  {
    let identity = try NodeIdentity.ephemeral()
    var rules = TLSConfiguration.makeClientConfiguration()
    rules.minimumTLSVersion = .tlsv13
    rules.certificateVerification = .noHostnameVerification
    rules.trustRoots = .certificates([])
    rules.applicationProtocols = ["parlor/1"]
    rules.certificateChain = [.certificate(identity.certificate)]
    rules.privateKey = .privateKey(identity.key)
    change(&rules)
    return rules
  }

  /// Waits until this end takes the connection for secured; throws when it never is.
  func isSecured() async throws { try await secured.get() }

  /// Writes without asking whether anybody takes it.
  func push(_ bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

  /// Whether the daemon ends the connection in time.
  func isClosed(within seconds: Int64 = 20) async throws -> Bool {
    let promise = channel.eventLoop.makePromise(of: Bool.self)
    let late = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { promise.succeed(false) }
    channel.closeFuture.whenComplete { _ in
      late.cancel()
      promise.succeed(true)
    }
    return try await promise.futureResult.get()
  }
}

private final class Ears: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let secured: EventLoopPromise<Void>

  init(secured: EventLoopPromise<Void>) { self.secured = secured }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent { secured.succeed() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    secured.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    secured.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
