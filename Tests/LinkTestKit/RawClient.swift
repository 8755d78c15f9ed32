import Glibc
import Link
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// A client that keeps none of the rules but those it is told to.
package final class RawClient: Sendable {
  private let channel: any Channel
  private let received: NIOLockedValueBox<[UInt8]>
  private let handshake: EventLoopFuture<Void>
  private static let count = NIOLockedValueBox(1)

  /// Connects to a port of this machine; speaks plain TCP when `tls` is nil.
  ///
  /// With `apart` it comes from a loopback address of its own, or a daemon's limits by address would turn
  /// it away; with `from` from the one given.
  package init(
    port: Int, from host: String? = nil, tls: TLSConfiguration? = nil, apart: Bool = false
  ) async throws {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let done = loop.makePromise(of: Void.self)
    let received = NIOLockedValueBox<[UInt8]>([])
    let context = try tls.map { try NIOSSLContext(configuration: $0) }
    var bootstrap = ClientBootstrap(group: loop)
    if let host { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: host, port: 0)) }
    if apart { bootstrap = bootstrap.bind(to: try Self.ownAddress()) }
    channel =
      try await bootstrap
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let context {
            try channel.pipeline.syncOperations.addHandler(
              NIOSSLClientHandler(context: context, serverHostname: nil) { _, verdict in
                verdict.succeed(.certificateVerified)
              })
          }
          try channel.pipeline.syncOperations.addHandler(
            RawHandler(received: received, handshake: done))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    self.received = received
    handshake = done.futureResult
    if tls == nil { done.succeed() }
  }

  private static func ownAddress() throws -> SocketAddress {
    let number = count.withLockedValue { count in
      count += 1
      return count
    }
    return try SocketAddress(ipAddress: "127.1.\(number / 200).\(number % 200 + 1)", port: 0)
  }

  /// Returns the configuration of a node that keeps the rules, to be changed by one thing at a time.
  package static func rules(
    _ identity: NodeIdentity? = nil, _ change: (inout TLSConfiguration) -> Void = { _ in }
  ) throws -> TLSConfiguration {
    let identity = try identity ?? .ephemeral()
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

  /// Waits for the client's end of the handshake, which may be done before the server has judged it.
  package func secured() async throws { try await handshake.get() }

  package func send(_ bytes: [UInt8]) async throws {
    try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
  }

  /// Writes without asking whether anybody takes it.
  package func push(_ bytes: [UInt8]) {
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  package func frame(_ body: [UInt8]) async throws {
    try await send(withUnsafeBytes(of: UInt32(body.count).bigEndian, Array.init) + body)
  }

  package func stopReading() async throws {
    try await channel.setOption(.autoRead, value: false).get()
  }

  /// Closes with RST, as a machine that lost its memory does.
  package func reset() async throws {
    let linger = linger(l_onoff: 1, l_linger: 0)
    guard let options = channel as? any SocketOptionProvider else {
      throw ChannelError.operationUnsupported
    }
    try await options.setSoLinger(linger).get()
    try await vanish()
  }

  /// Closes the socket without a word in TLS.
  package func vanish() async throws {
    let channel = channel
    try await channel.eventLoop.flatSubmit {
      let tls = try? channel.pipeline.syncOperations.context(
        handlerType: NIOSSLClientHandler.self)
      return tls?.close() ?? channel.close()
    }.get()
  }

  package func close() async throws { try? await channel.close().get() }

  /// Everything that came until the server ended the connection; nil when it did not within the time.
  package func ended(within seconds: Int64 = 10) async throws -> [UInt8]? {
    let promise = channel.eventLoop.makePromise(of: Bool.self)
    let late = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { promise.succeed(false) }
    channel.closeFuture.whenComplete { _ in
      late.cancel()
      promise.succeed(true)
    }
    return try await promise.futureResult.get() ? received.withLockedValue { $0 } : nil
  }

  /// Whether the server ends the connection in time.
  package func isClosed(within seconds: Int64 = 20) async throws -> Bool {
    try await ended(within: seconds) != nil
  }
}

private final class RawHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let received: NIOLockedValueBox<[UInt8]>
  private let handshake: EventLoopPromise<Void>

  init(received: NIOLockedValueBox<[UInt8]>, handshake: EventLoopPromise<Void>) {
    self.received = received
    self.handshake = handshake
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = Array(unwrapInboundIn(data).readableBytesView)
    received.withLockedValue { $0 += bytes }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent { handshake.succeed() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    handshake.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    handshake.fail(ChannelError.eof)
    context.fireChannelInactive()
  }
}
