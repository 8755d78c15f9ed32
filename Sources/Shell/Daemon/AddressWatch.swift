import Glibc
import NIOCore
import NIOPosix

/// Tells when an address of this machine comes or goes, as the kernel says it (rtnetlink(7)).
final class AddressWatch: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The groups RTMGRP_IPV4_IFADDR and RTMGRP_IPV6_IFADDR of linux/rtnetlink.h.
  private static let groups: UInt32 = 0x10 | 0x100

  private let changed: () -> Void

  private init(_ changed: @escaping () -> Void) { self.changed = changed }

  /// Begins to listen.
  ///
  /// - Parameter changed: called on the loop for each piece of news.
  /// - Returns: the channel to be closed in the end; it fails where the kernel does not tell.
  static func open(
    on loop: any EventLoop, changed: @escaping @Sendable () -> Void
  ) -> EventLoopFuture<any Channel> {
    let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_NETLINK, kind, 0)
    // `sockaddr_nl` of linux/netlink.h: the family, two bytes of nothing, our port (the kernel chooses), the groups.
    let address: [UInt32] = [UInt32(AF_NETLINK), 0, Self.groups]
    let isBound = address.withUnsafeBytes { bytes in
      bind(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)) == 0
    }
    guard descriptor >= 0, isBound else {
      let failure = IOError(errnoCode: errno, reason: "netlink")
      if descriptor >= 0 { close(descriptor) }
      return loop.makeFailedFuture(failure)
    }
    return NIOPipeBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AddressWatch(changed))
        }
      }
      .takingOwnershipOfDescriptor(input: descriptor).map { $0 }
  }

  func channelReadComplete(context: ChannelHandlerContext) { changed() }

  // Some news was lost: there was much of it.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { changed() }
}
