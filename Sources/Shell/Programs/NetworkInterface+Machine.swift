import Glibc

extension NetworkInterface {
  /// The folder in which the kernel describes the interfaces.
  private static let folder = "/sys/class/net"
  /// ARPHRD_ETHER of linux/if_arp.h, which wireless cards have as well.
  private static let ethernet = "1"
  /// The most interfaces that lie on top of each other, as a bridge on a VLAN on a bond.
  private static let mostLayers = 4

  /// The interfaces of this machine, in the order of the kernel.
  public static func all() -> [NetworkInterface] {
    let metrics = defaultMetrics(
      ipv4: SystemFile.read("/proc/net/route") ?? "",
      ipv6: SystemFile.read("/proc/net/ipv6_route") ?? "")
    var found: [NetworkInterface] = []
    visitAddresses { entry in
      let name = String(cString: entry.ifa_name)
      let place = found.firstIndex { $0.name == name } ?? found.endIndex
      if place == found.endIndex {
        found.append(
          NetworkInterface(
            name, flags: Int(entry.ifa_flags), isCard: isCard(name, in: folder),
            metric: metrics[name]))
      }
      if let text = text(of: entry.ifa_addr) { found[place].addresses.append(text) }
    }
    return found
  }

  /// Visits each address of each interface in the order of the kernel; an interface without one is visited once.
  public static func visitAddresses(_ body: (ifaddrs) -> Void) {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return }
    defer { freeifaddrs(first) }
    var next = first
    while let entry = next?.pointee {
      body(entry)
      next = entry.ifa_next
    }
  }

  private init(_ name: String, flags: Int, isCard: Bool, metric: UInt32?) {
    self.init(
      name: name, isUp: flags & IFF_UP != 0, isLoopback: flags & IFF_LOOPBACK != 0,
      hasCarrier: flags & IFF_RUNNING != 0, hasMulticast: flags & IFF_MULTICAST != 0,
      isCard: isCard, defaultMetric: metric)
  }

  /// Whether an interface is an Ethernet or wireless card, or lies on one.
  ///
  /// - Parameter folder: what is below `/sys/class/net`, or a copy of it.
  static func isCard(_ name: String, in folder: String, layers: Int = mostLayers) -> Bool {
    let own = "\(folder)/\(name)"
    if let target = link(own), !target.contains("/devices/virtual/") {
      let isModem = SystemFile.read(own + "/uevent")?.contains("DEVTYPE=wwan") ?? false
      return SystemFile.read(own + "/type")?.prefix(while: \.isNumber) == ethernet[...] && !isModem
    }
    guard layers > 0 else { return false }
    return lower(own).contains { isCard($0, in: folder, layers: layers - 1) }
  }

  /// The interfaces on which one lies, which the kernel lists as `lower_NAME`.
  private static func lower(_ path: String) -> [String] {
    let prefix = "lower_"
    return FolderNames.list(path).filter { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
  }

  private static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The least metric of the default routes of each interface.
  ///
  /// - Parameters:
  ///   - ipv4: `/proc/net/route`.
  ///   - ipv6: `/proc/net/ipv6_route`.
  static func defaultMetrics(ipv4: String, ipv6: String) -> [String: UInt32] {
    // RTF_UP and RTF_REJECT of linux/route.h and linux/ipv6_route.h.
    let (isUp, refuses): (UInt32, UInt32) = (1, 0x200)
    var found: [String: UInt32] = [:]
    func note(_ name: Substring, _ flags: Substring, _ metric: UInt32?) {
      guard let flags = UInt32(flags, radix: 16), flags & (isUp | refuses) == isUp, let metric
      else { return }
      found[String(name)] = min(metric, found[String(name)] ?? .max)
    }
    for line in ipv4.split(separator: "\n").dropFirst() {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count >= 8, UInt32(fields[1], radix: 16) == 0, UInt32(fields[7], radix: 16) == 0
      else { continue }
      note(fields[0], fields[3], UInt32(fields[6]))
    }
    for line in ipv6.split(separator: "\n") {
      let fields = line.split(whereSeparator: \.isWhitespace)
      guard fields.count == 10, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00" else {
        continue
      }
      note(fields[9], fields[8], UInt32(fields[5], radix: 16))
    }
    return found
  }

  /// An IP address as text, a link-local one of IPv6 with its zone; nil for other kinds.
  public static func text(of address: UnsafeMutablePointer<sockaddr>?) -> String? {
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
