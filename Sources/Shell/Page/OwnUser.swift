import Glibc
import NIOCore

/// Asks the kernel whose the other end of a connection on loopback is (sock_diag(7)): a cookie that another user of the
/// machine has taken is worth nothing.
enum OwnUser {
  /// Whether this system answers the question.
  static let canAsk = Self.supported()

  /// Whether a connection comes from a program of our own user, or of root.
  static func owns(_ channel: any Channel) -> Bool {
    guard canAsk else { return true }
    guard let local = channel.localAddress, let remote = channel.remoteAddress else { return false }
    return user(of: remote, to: local).map { $0 == getuid() || $0 == 0 } ?? false
  }

  /// The user of the socket that is bound to `own` and connected to `peer`; nil when there is none.
  static func user(of own: SocketAddress, to peer: SocketAddress) -> uid_t? {
    guard let question = question(own, peer) else { return nil }
    let descriptor = socket(AF_NETLINK, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 4)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard send(descriptor, question, question.count, 0) == question.count else { return nil }
    var answer = [UInt8](repeating: 0, count: 512)
    let count = recv(descriptor, &answer, answer.count, 0)
    // A header of 16 bytes, whose type is 20 for an answer, and 56 bytes until the user.
    guard count >= 16 + 72, number(answer, 4, as: UInt16.self) == 20 else { return nil }
    return number(answer, 16 + 64, as: UInt32.self)
  }

  private static func number<Kind: FixedWidthInteger>(
    _ bytes: [UInt8], _ offset: Int, as kind: Kind.Type
  ) -> Kind {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: kind) }
  }

  /// A request for one exact TCP socket: `nlmsghdr` and `inet_diag_req_v2` of linux/inet_diag.h.
  private static func question(_ own: SocketAddress, _ peer: SocketAddress) -> [UInt8]? {
    guard let (family, from, fromPort) = parts(own), let (_, to, toPort) = parts(peer) else {
      return nil
    }
    var bytes: [UInt8] = []
    func add(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes += $0 } }
    add(UInt32(72))
    add(UInt16(20))
    add(UInt16(1))
    add(UInt32(1))
    add(UInt32(0))
    add(UInt8(family))
    add(UInt8(IPPROTO_TCP))
    add(UInt16(0))
    add(UInt32.max)
    add(fromPort.bigEndian)
    add(toPort.bigEndian)
    bytes += from + [UInt8](repeating: 0, count: 16 - from.count)
    bytes += to + [UInt8](repeating: 0, count: 16 - to.count)
    add(UInt32(0))
    add(UInt64.max)
    return bytes
  }

  /// The family of an address, its bytes, and its port.
  private static func parts(_ address: SocketAddress) -> (Int32, [UInt8], UInt16)? {
    switch address {
    case .v4(let found):
      let port = UInt16(bigEndian: found.address.sin_port)
      return (AF_INET, withUnsafeBytes(of: found.address.sin_addr) { Array($0) }, port)
    case .v6(let found):
      let port = UInt16(bigEndian: found.address.sin6_port)
      return (AF_INET6, withUnsafeBytes(of: found.address.sin6_addr) { Array($0) }, port)
    case .unixDomainSocket: return nil
    }
  }

  /// Tries it on a connection of our own.
  private static func supported() -> Bool {
    let (listener, client) = (stream(), stream())
    defer {
      close(listener)
      close(client)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    guard bound(listener, &address), listen(listener, 1) == 0, let there = name(of: listener) else {
      return false
    }
    address = there
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, size) == 0 }
    }
    guard isConnected, let here = name(of: client) else { return false }
    return user(of: SocketAddress(here), to: SocketAddress(there)) == getuid()
  }

  private static func stream() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  private static func bound(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
  }

  private static func name(of descriptor: Int32) -> sockaddr_in? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
      }
    }
    return isKnown ? address : nil
  }
}

/// Closes a connection of another user before it is read.
final class OwnUserHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  func channelActive(context: ChannelHandlerContext) {
    guard OwnUser.owns(context.channel) else {
      context.close(promise: nil)
      return
    }
    context.fireChannelActive()
  }
}
