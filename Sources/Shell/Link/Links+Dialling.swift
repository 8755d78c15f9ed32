import Glibc
import NIOCore
import NIOPosix
import Node
import Wire

extension Links {
  /// Connects to `host:port`; names are looked up on another thread.
  func dial(_ text: String, _ purpose: DialPurpose) {
    guard !stopping else { return dialFailed(text, "this node is stopping") }
    do {
      let address = try Address(text)
      if let refusal = admission.dial(purpose) { return dialFailed(text, refusal.description) }
      let bound = NIOLoopBound(self, eventLoop: loop)
      try connect(to: address).whenComplete { bound.value.connected(text, purpose, $0) }
    } catch let problem as AddressProblem {
      dialFailed(text, problem.description)
    } catch {
      admission.endDial(purpose)
      admission.leave(host: nil, stranger: false)
      dialFailed(text, LinkProblem.sentence(error))
    }
  }

  /// The most addresses of peers that are tried at once.
  static let mostWays = 4

  /// Connects to an address for a peer that wants to know whether it can be reached, and ends the connection at once.
  func tryWay(of link: LinkID, to text: String) {
    guard !stopping, ways < Self.mostWays, let address = try? Address(text) else { return }
    ways += 1
    let bound = NIOLoopBound(self, eventLoop: loop)
    // An address that is none here is told as others are, after this function.
    let connection = loop.submit { try bound.value.connect(to: address) }.flatMap { $0 }
    connection.whenComplete { result in
      if case .success(let channel) = result { channel.close(promise: nil) }
      bound.value.ways -= 1
      guard !bound.value.stopping else { return }
      bound.value.receive(.tried(link, address: text, LinkProblem.wayBack(result)))
    }
  }

  private func connect(to address: Address) throws -> EventLoopFuture<any Channel> {
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(limits.connecting)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelOption(.writeBufferWaterMark, value: waterMark)
      .channelOption(.maxMessagesPerRead, value: Self.readsPerPass)
    if case .name(let name) = address.host {
      return bootstrap.connect(host: name, port: Int(address.port))
    }
    if let own = listensAt, case .ipv4 = own, case .ipv4 = address.host, own.isLoopback,
      address.host.isLoopback
    {
      // From the address where we are found: else all nodes of a machine come from 127.0.0.1, and limits count by address.
      return try bootstrap.bind(to: SocketAddress(Address(host: own, port: 0)))
        .connect(to: SocketAddress(address))
    }
    return try bootstrap.connect(to: SocketAddress(address))
  }

  private func connected(
    _ text: String, _ purpose: DialPurpose, _ result: Result<any Channel, any Error>
  ) {
    switch result {
    case .failure(let error):
      admission.endDial(purpose)
      admission.leave(host: nil, stranger: false)
      receive(.dialFailed(address: text, reason: LinkProblem.sentence(error)))
    case .success(let channel):
      do {
        guard !stopping, channel.isActive else { throw ChannelError.alreadyClosed }
        try attach(channel, .dialled(text, purpose))
      } catch {
        channel.close(promise: nil)
        admission.endDial(purpose)
        admission.leave(host: nil, stranger: false)
        receive(.dialFailed(address: text, reason: LinkProblem.sentence(error)))
      }
    }
  }

  /// Answers a dial that never began, after the caller is done.
  private func dialFailed(_ text: String, _ reason: String) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    loop.execute { bound.value.receive(.dialFailed(address: text, reason: reason)) }
  }

  /// Reads of at most 64 KiB from one link before the others have their turn: all batches that may be on their way
  /// share one commit then.
  static let readsPerPass: UInt = 16

  /// The numbers of unsent bytes at which a link begins and ceases to count as full.
  var waterMark: ChannelOptions.Types.WriteBufferWaterMark {
    .init(low: limits.unsentOutput / 2, high: limits.unsentOutput)
  }
}

extension SocketAddress {
  /// The socket address of an IP address; throws when its scope is no interface of this machine.
  init(_ address: Address) throws {
    switch address.host {
    case .ipv4(let octets):
      var socket = sockaddr_in()
      socket.sin_family = sa_family_t(AF_INET)
      socket.sin_port = address.port.bigEndian
      socket.sin_addr.s_addr = octets.bigEndian
      self.init(socket, host: "")
    case .ipv6(let high, let low, let scope):
      var socket = sockaddr_in6()
      socket.sin6_family = sa_family_t(AF_INET6)
      socket.sin6_port = address.port.bigEndian
      withUnsafeMutableBytes(of: &socket.sin6_addr) { bytes in
        bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      if let scope {
        let index = UInt32(scope) ?? if_nametoindex(scope)
        guard index > 0 else { throw IOError(errnoCode: ENODEV, reason: "scope") }
        socket.sin6_scope_id = index
      }
      self.init(socket, host: "")
    case .name:
      throw IOError(errnoCode: EINVAL, reason: "name")
    }
  }
}

extension Address {
  /// The IP address and port of a socket; nil for a Unix socket.
  init?(_ address: SocketAddress) {
    switch address {
    case .v4(let address):
      let socket = address.address
      self.init(
        host: .ipv4(UInt32(bigEndian: socket.sin_addr.s_addr)),
        port: UInt16(bigEndian: socket.sin_port))
    case .v6(let address):
      var socket = address.address
      let (high, low) = withUnsafeBytes(of: &socket.sin6_addr) { bytes in
        (
          UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
      let scope = socket.sin6_scope_id
      self.init(
        host: .ipv6(high: high, low: low, scope: scope == 0 ? nil : Self.interface(scope)),
        port: UInt16(bigEndian: socket.sin6_port))
    case .unixDomainSocket:
      return nil
    }
  }

  private static func interface(_ index: UInt32) -> String {
    var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
    guard if_indextoname(index, &name) != nil else { return String(index) }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
