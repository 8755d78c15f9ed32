import Foundation
import Wire

/// Where other machines can dial this one.
enum OwnAddresses {
  /// `host:port` of every interface that is up, those of this machine alone last; only `host` where one is given.
  ///
  /// Link-local addresses are left out: they mean nothing without the other machine's interface.
  static func list(listeningOn host: String?, port: Int) -> [String] {
    guard let port = UInt16(exactly: port) else { return [] }
    let hosts = host.map { [$0] } ?? interfaces()
    return hosts.compactMap { text in
      (try? Address.Host(text)).map { Address(host: $0, port: port).description }
    }
  }

  private static func interfaces() -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var near: [String] = []
    var far: [String] = []
    for item in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let entry = item?.pointee, entry.ifa_flags & UInt32(IFF_UP) != 0,
        let text = text(of: entry.ifa_addr), !text.contains("%"), !text.hasPrefix("fe80:")
      else { continue }
      if entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0 {
        near.append(text)
      } else {
        far.append(text)
      }
    }
    return far + near
  }

  private static func text(of address: UnsafeMutablePointer<sockaddr>?) -> String? {
    guard let address else { return nil }
    let size: Int
    switch Int32(address.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(
        address, socklen_t(size), &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
