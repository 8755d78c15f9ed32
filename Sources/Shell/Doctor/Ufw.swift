/// The output of `ufw status verbose`.
enum Ufw {
  /// Returns the needs that it keeps out; nil when it is not active.
  ///
  /// - Parameter letsMulticastIn: whether its rules before those of people do, as they do at first.
  static func missing(_ needs: [Need], in status: String, letsMulticastIn: Bool) -> [Need]? {
    let lines = status.split(separator: "\n")
    guard lines.contains(where: { $0.hasPrefix("Status: active") }) else { return nil }
    if lines.contains(where: { $0.hasPrefix("Default: allow (incoming)") }) { return [] }
    return needs.filter { need in
      if need == .multicastDNS, letsMulticastIn { return false }
      return !lines.contains { lets(need, in: $0) }
    }
  }

  /// A line such as `224.0.0.251 5353/udp    ALLOW IN    Anywhere`.
  private static func lets(_ need: Need, in line: Substring) -> Bool {
    let words = line.split(separator: " ")
    guard let action = words.firstIndex(where: { $0 == "ALLOW" || $0 == "LIMIT" }) else {
      return false
    }
    if action + 1 < words.count, ["OUT", "FWD"].contains(words[action + 1]) { return false }
    let target = words[..<action].filter { $0 != "(v6)" }
    if target.first == "Anywhere" { return true }
    return target.contains { word in
      let parts = word.split(separator: "/")
      guard let ports = parts.first else { return false }
      let transport = parts.count == 2 ? String(parts[1]) : nil
      return (transport ?? need.transport) == need.transport
        && PortSet(ports).contains(need.port)
    }
  }

  /// Whether a file such as `/etc/ufw/before.rules` lets multicast DNS in.
  static func letsMulticastIn(_ rules: String) -> Bool {
    rules.split(separator: "\n").contains {
      !$0.hasPrefix("#") && $0.contains("--dport 5353") && $0.contains("-j ACCEPT")
    }
  }

  /// Whether `/etc/ufw/ufw.conf`, which everybody may read, says that it is active.
  static func isEnabled(_ configuration: String) -> Bool {
    configuration.split(separator: "\n").contains { $0.hasPrefix("ENABLED=yes") }
  }

  /// The command that lets some needs in.
  ///
  /// - Parameter profile: the file that a package has put beside ufw's profiles of programs; nil without one.
  static func fix(_ needs: [Need], _ remedy: SystemCommands, profile: String? = nil) -> String {
    if let profile, needs.allSatisfy({ isOpened($0, by: profile) }) {
      return remedy.asRoot("ufw allow Parlor")
    }
    return needs.map { remedy.asRoot("ufw allow \($0.text)") }.joined(separator: " && ")
  }

  /// Whether a profile such as `ports=27567/tcp|5353/udp` lets a need in.
  private static func isOpened(_ need: Need, by profile: String) -> Bool {
    let lines = profile.split(separator: "\n")
    guard lines.contains("[Parlor]"), let ports = lines.first(where: { $0.hasPrefix("ports=") })
    else { return false }
    return ports.dropFirst("ports=".count).split(separator: "|").contains { word in
      let parts = word.split(separator: "/")
      return parts.count == 2 && parts[1] == need.transport
        && PortSet(parts[0]).contains(need.port)
    }
  }
}
