import FoundationEssentials
import Glibc
import Wire

/// The addresses at which other machines can dial this one.
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

  /// Whether this node listens at an address that somebody typed; no name is looked up for it.
  static func contain(_ text: String, listeningOn own: String?, port: Int) -> Bool {
    guard let address = try? Address(text), Int(address.port) == port else { return false }
    if let own { return (try? Address.Host(own)) == address.host }
    if address.host.isLoopback { return true }
    switch address.host {
    case .ipv4(0), .ipv6(high: 0, low: 0, _): return true
    case .name(let name):
      let machine = MachineName.machine.lowercased()
      return ["localhost", machine, machine + ".local"].contains(name)
    case .ipv4, .ipv6:
      var isOwn = false
      visit { entry, _ in
        guard let found = Self.text(of: entry.ifa_addr) else { return }
        if (try? Address.Host(found)) == address.host { isOwn = true }
      }
      return isOwn
    }
  }

  /// The networks of the interfaces that are up; the one of this machine alone only where there is no other.
  static func networks() -> [Subnet] {
    var near: [Subnet] = []
    var far: [Subnet] = []
    visit { entry, isNear in
      guard let own = text(of: entry.ifa_addr), let host = try? Address.Host(own),
        let bits = length(of: entry.ifa_netmask)
      else { return }
      var found = [Subnet(host, length: bits)]
      if entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0,
        let other = text(of: entry.ifa_ifu.ifu_dstaddr).flatMap({ try? Address.Host($0) })
      {
        found.append(Subnet(other, length: bits))
      }
      if isNear { near += found } else { far += found }
    }
    return far.isEmpty ? near : far
  }

  private static func interfaces() -> [String] {
    var near: [String] = []
    var far: [String] = []
    visit { entry, isNear in
      guard let text = text(of: entry.ifa_addr), !text.contains("%"), !text.hasPrefix("fe80:")
      else { return }
      if isNear { near.append(text) } else { far.append(text) }
    }
    return far + near
  }

  /// Visits the addresses of the interfaces that are up.
  private static func visit(_ body: (ifaddrs, _ isNear: Bool) -> Void) {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return }
    defer { freeifaddrs(first) }
    for item in sequence(first: first, next: { $0?.pointee.ifa_next }) {
      guard let entry = item?.pointee, entry.ifa_flags & UInt32(IFF_UP) != 0 else { continue }
      body(entry, entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0)
    }
  }

  /// The bits of a mask; those of IPv6 are 64 at most, as an address that a router gave alone stands in the network of all others.
  private static func length(of mask: UnsafeMutablePointer<sockaddr>?) -> Int? {
    guard let mask else { return nil }
    switch Int32(mask.pointee.sa_family) {
    case AF_INET:
      return mask.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_addr.s_addr.nonzeroBitCount
      }
    case AF_INET6:
      return mask.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr) {
          min(64, $0.reduce(0) { $0 + $1.nonzeroBitCount })
        }
      }
    default: return nil
    }
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
