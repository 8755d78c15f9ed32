import Glibc
import NIOCore
import NIOPosix
import Wire

extension Links {
  /// Listens for links and answers with the port, which is the system's choice when `port` is 0.
  ///
  /// `host` is an IP address of this machine; nil means all of them, IPv6 and IPv4. Fails with `LinkError`.
  public func listen(host: String?, port: Int) -> EventLoopFuture<Int> {
    let shown = host ?? "this machine"
    guard !stopping else { return loop.makeFailedFuture(LinkError.stopped) }
    guard let number = UInt16(exactly: port) else {
      let reason = "ports are 0 to 65535"
      return loop.makeFailedFuture(
        LinkError.cannotListen(host: shown, port: port, reason: reason))
    }
    let bound = NIOLoopBound(self, eventLoop: loop)
    return bind(host: host, port: number).flatMapErrorThrowing { error in
      throw Self.listenError(error, host: shown, port: port)
    }.flatMapThrowing { channel in
      guard !bound.value.stopping else {
        channel.close(promise: nil)
        throw LinkError.stopped
      }
      bound.value.listeners.append(channel)
      return channel.localAddress?.port ?? port
    }
  }

  private func bind(host: String?, port: UInt16) -> EventLoopFuture<any Channel> {
    do {
      if let host {
        let address = Address(host: try Address.Host(host), port: port)
        listensAt = address.host
        return try server.bind(to: SocketAddress(address))
      }
      let either = Address(host: .ipv6(high: 0, low: 0, scope: nil), port: port)
      let old = try SocketAddress(Address(host: .ipv4(0), port: port))
      let bound = NIOLoopBound(self, eventLoop: loop)
      return try server.serverChannelOption(
        .socket(.init(IPPROTO_IPV6), .init(IPV6_V6ONLY)), value: 0
      )
      .bind(to: SocketAddress(either))
      .flatMapError { error in
        // A machine without IPv6.
        guard let code = (error as? IOError)?.errnoCode,
          [EAFNOSUPPORT, EADDRNOTAVAIL].contains(code)
        else { return bound.eventLoop.makeFailedFuture(error) }
        return bound.value.server.bind(to: old)
      }
    } catch {
      return loop.makeFailedFuture(error)
    }
  }

  private var server: ServerBootstrap {
    let bound = NIOLoopBound(self, eventLoop: loop)
    return ServerBootstrap(group: loop)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.writeBufferWaterMark, value: waterMark)
      .childChannelOption(.maxMessagesPerRead, value: Self.readsPerPass)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try bound.value.accept(channel) }
      }
  }

  /// Makes a link of an incoming connection; throws, which closes it at once, when a limit stands against it.
  private func accept(_ channel: any Channel) throws {
    guard !stopping, let address = channel.remoteAddress.flatMap(Address.init) else {
      throw Unwanted()
    }
    var refusal = admission.accept(from: address.host, now: .now())
    if refusal == .strangers, displace(for: address.host) {
      refusal = admission.accept(from: address.host, now: .now())
    }
    guard refusal == nil else { throw Unwanted() }
    do {
      try attach(channel, .accepted(address))
    } catch {
      admission.leave(host: address.host, stranger: true)
      throw error
    }
  }

  private static func listenError(_ error: any Error, host: String, port: Int) -> LinkError {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: .portInUse(host: host, port: port)
    case EACCES: .notAllowed(host: host, port: port)
    case EADDRNOTAVAIL, ENODEV, EINVAL: .notHere(host: host)
    default:
      if error is AddressProblem {
        .notHere(host: host)
      } else {
        .cannotListen(host: host, port: port, reason: LinkProblem.sentence(error))
      }
    }
  }
}

/// Tells the listening socket to close an incoming connection; goes no further.
private struct Unwanted: Error {}

/// Stops accepting for a moment when the system has no socket left, instead of asking it in a circle.
private final class AcceptPause: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  private static let length = TimeAmount.seconds(1)
  private var pausing = false
  private var readWaits = false

  func read(context: ChannelHandlerContext) {
    if pausing { readWaits = true } else { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let code = (error as? IOError)?.errnoCode, !pausing,
      [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
    else { return }
    pausing = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: Self.length) {
      let (pause, context) = bound.value
      pause.pausing = false
      if pause.readWaits { context.read() }
      pause.readWaits = false
    }
  }
}
