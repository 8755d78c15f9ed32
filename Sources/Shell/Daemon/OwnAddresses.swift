import FoundationEssentials
import Glibc
import Programs
import Wire

/// The addresses at which other machines can dial this one.
enum OwnAddresses {
  /// `host:port` of every interface that is up, the one for the people around first; only `host` where one is given.
  static func list(listeningOn host: String?, port: Int) -> [String] {
    let hosts = host.map { [$0] } ?? NetworkInterface.addresses(of: NetworkInterface.all())
    return hosts.compactMap { (try? Address(host: $0, port: port))?.description }
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
      return NetworkInterface.all().contains { interface in
        interface.isUp && interface.addresses.contains { (try? Address.Host($0)) == address.host }
      }
    }
  }

  /// The networks of the interfaces that are up; the one of this machine alone only where there is no other.
  static func networks() -> [Subnet] {
    var near: [Subnet] = []
    var far: [Subnet] = []
    NetworkInterface.visitAddresses { entry in
      guard entry.ifa_flags & UInt32(IFF_UP) != 0,
        let own = NetworkInterface.text(of: entry.ifa_addr), let host = try? Address.Host(own),
        let bits = length(of: entry.ifa_netmask)
      else { return }
      var found = [Subnet(host, length: bits)]
      if entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0,
        let other = NetworkInterface.text(of: entry.ifa_ifu.ifu_dstaddr).flatMap({
          try? Address.Host($0)
        })
      {
        found.append(Subnet(other, length: bits))
      }
      if entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0 { near += found } else { far += found }
    }
    return far.isEmpty ? near : far
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
}
