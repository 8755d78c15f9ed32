import Glibc

/// A UDP socket on the broadcast address of loopback (127.255.255.255), which all daemons of a machine share.
///
/// Linux hands a broadcast to every socket that is bound to it with `SO_REUSEADDR`, of any user, and drops packets of
/// 127.0.0.0/8 that come from a network. Nothing here blocks.
final class LoopbackSocket {
  let descriptor: Int32
  private let port: UInt16

  /// Opens and binds it; nil for port 0, where the system does not allow it, or where a program has taken the port for itself.
  init?(port: UInt16) {
    guard port > 0 else { return nil }
    let kind = Int32(
      SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let opened = socket(AF_INET, kind, 0)
    guard opened >= 0 else { return nil }
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    setsockopt(opened, SOL_SOCKET, SO_BROADCAST, &yes, size)
    guard Self.withAddress(port: port, { Int(bind(opened, $0, $1)) }) == 0 else {
      close(opened)
      return nil
    }
    descriptor = opened
    self.port = port
  }

  deinit { close(descriptor) }

  /// Sends a datagram to all daemons of the machine, this one among them; one that is not taken is lost.
  func send(_ bytes: [UInt8]) {
    _ = Self.withAddress(port: port) {
      sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, $1)
    }
  }

  /// The next datagram, cut to a little more than an announcement may have; nil when none waits.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Limits.announcementOctets + 1)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : Array(buffer.prefix(count))
  }

  private static func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int
  ) -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7FFF_FFFF).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
