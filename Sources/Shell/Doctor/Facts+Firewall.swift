import Glibc
import Programs

extension Facts {
  /// Asks whatever firewall is active; what it finds after the deadline must not be used.
  static func firewall(
    _ needs: [Need], home: String, _ remedy: SystemCommands, by deadline: ContinuousClock.Instant
  ) -> Firewall {
    var patience: Duration { deadline - ContinuousClock.now }
    let allowed = "lets in what is needed."
    var lets: [String] = []
    if Tool.exists("ufw") {
      let profile = SystemFile.read("/etc/ufw/applications.d/parlor")
      if remedy.isRoot,
        let status = Tool.output(["ufw", "status", "verbose"], within: patience),
        let missing = Ufw.missing(
          needs, in: status,
          letsMulticastIn: Ufw.letsMulticastIn(SystemFile.read("/etc/ufw/before.rules") ?? ""))
      {
        guard missing.isEmpty else {
          return .closed("ufw", missing, fix: Ufw.fix(missing, remedy, profile: profile))
        }
        lets.append("ufw")
      } else if !remedy.isRoot, Ufw.isEnabled(SystemFile.read("/etc/ufw/ufw.conf") ?? "") {
        return .hidden("ufw", fix: Ufw.fix(needs, remedy, profile: profile))
      }
    }
    if Tool.exists("firewall-cmd"),
      let zones = Tool.output(["firewall-cmd", "--list-all-zones"], within: patience),
      let found = Firewalld.missing(
        needs, in: zones, remedy,
        profile: ["/etc", "/usr/lib"].lazy.compactMap {
          SystemFile.read($0 + "/firewalld/services/parlor.xml")
        }.first)
    {
      guard found.needs.isEmpty else {
        return .closed("firewalld", found.needs, fix: found.fix)
      }
      lets.append("firewalld")
    }
    let fine = lets.first.map { Firewall.open("\($0) \(allowed)") }
    guard access("/sys/module/nf_tables", F_OK) == 0 || Tool.exists("nft") else {
      return fine ?? .open("No firewall is active.")
    }
    guard remedy.isRoot else {
      return fine
        ?? .hidden("nftables", fix: "sudo parlor --home \(SystemCommands.word(home)) doctor")
    }
    return nftables(
      Way.all(port: needs.first { $0.transport == "tcp" }?.port), beside: lets, remedy,
      within: patience) ?? fine
      ?? .open("No firewall keeps out what is needed, as far as its rules tell.")
  }

  /// Asks nftables, which runs beside the programs that keep rules of their own in it.
  private static func nftables(
    _ ways: [Way], beside lets: [String], _ remedy: SystemCommands, within patience: Duration
  ) -> Firewall? {
    guard Tool.exists("nft") else {
      return lets.isEmpty
        ? .unclear(
          "Rules of nftables may be active, and the program nft, which shows them, is not installed."
        )
        : nil
    }
    guard let text = Tool.output(["nft", "-j", "list", "ruleset"], within: patience / 2),
      let rules = Ruleset(text)
    else { return .unclear("nft does not show its rules in a form that Parlor can read.") }
    let own = rules.without(
      ufw: lets.contains("ufw"), firewalld: lets.contains("firewalld"))
    let words = Tool.output(["nft", "-a", "list", "ruleset"], within: patience / 2) ?? ""
    let found = Nftables(own, words: words, networks: networks(), remedy: remedy).verdict(ways)
    if case .blocked = found { return found }
    // Rules from before nftables, which nft does not show.
    let old = ["/proc/net/ip_tables_names", "/proc/net/ip6_tables_names"].filter {
      SystemFile.read($0)?.isEmpty == false
    }
    guard old.isEmpty || !lets.isEmpty else {
      return .unclear(
        "Rules of the older iptables may be active, which Parlor does not read: `iptables-legacy -S` shows them."
      )
    }
    return found
  }

  /// The networks in which this machine has an address, but for loopback.
  static func networks() -> [LocalNetwork] {
    var found: [LocalNetwork] = []
    NetworkInterface.visitAddresses { entry in
      let flags = Int(entry.ifa_flags)
      guard flags & IFF_LOOPBACK == 0, flags & IFF_UP != 0, flags & IFF_RUNNING != 0,
        let place = entry.ifa_addr, let address = number(place), let bits = entry.ifa_netmask,
        let mask = number(bits)
      else { return }
      found.append(
        LocalNetwork(
          interface: String(cString: entry.ifa_name), isIPv6: address.isIPv6,
          own: address.number, prefix: mask.number.nonzeroBitCount))
    }
    return found
  }

  /// The IP address of a socket's address; nil for other kinds.
  private static func number(
    _ address: UnsafePointer<sockaddr>
  ) -> (number: UInt128, isIPv6: Bool)? {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let four = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
      return (UInt128(UInt32(bigEndian: four.sin_addr.s_addr)), false)
    case AF_INET6:
      var six = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { $0.pointee }
      return (IPText.number(of: withUnsafeBytes(of: &six.sin6_addr) { Array($0) }), true)
    default: return nil
    }
  }
}
