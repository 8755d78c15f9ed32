/// The output of `firewall-cmd --list-all-zones`.
enum Firewalld {
  /// Returns the needs that an active zone keeps out, and the command that lets them in; nil without active zones.
  ///
  /// - Parameter profile: the file of the service `parlor` that a package has put beside firewalld's own; nil without one.
  static func missing(
    _ needs: [Need], in zones: String, _ remedy: SystemCommands, profile: String? = nil
  ) -> (needs: [Need], fix: String)? {
    var missing: [Need] = []
    var commands: [String] = []
    var isActive = false
    for zone in parse(zones) where zone.isActive {
      isActive = true
      let lacking = needs.filter { !zone.lets($0, profile: profile) }
      guard !lacking.isEmpty else { continue }
      missing += lacking.filter { !missing.contains($0) }
      let isOpened = profile.map { profile in lacking.allSatisfy { opens($0, profile) } } ?? false
      let options =
        isOpened
        ? ["--add-service=parlor"]
        : lacking.map { $0 == .multicastDNS ? "--add-service=mdns" : "--add-port=\($0.text)" }
      commands.append(
        remedy.asRoot(
          "firewall-cmd --permanent --zone=\(zone.name) \(options.joined(separator: " "))"))
    }
    guard isActive else { return nil }
    if !commands.isEmpty { commands.append(remedy.asRoot("firewall-cmd --reload")) }
    return (missing, commands.joined(separator: " && "))
  }

  /// Whether a service such as `<port protocol="tcp" port="27567"/>` with `<include service="mdns"/>` lets a need in.
  private static func opens(_ need: Need, _ profile: String) -> Bool {
    profile.split(separator: "<").contains { element in
      if need == .multicastDNS, element.hasPrefix("include "), element.contains("\"mdns\"") {
        return true
      }
      return element.hasPrefix("port ") && element.contains("protocol=\"\(need.transport)\"")
        && element.contains(" port=\"\(need.port)\"")
    }
  }

  private struct Zone {
    var name: String
    var isActive: Bool
    var target = ""
    var services: [Substring] = []
    var ports: [Substring] = []

    func lets(_ need: Need, profile: String?) -> Bool {
      if target == "ACCEPT" { return true }
      if services.contains("parlor"), let profile, Firewalld.opens(need, profile) { return true }
      if need == .multicastDNS, services.contains("mdns") { return true }
      return ports.contains { port in
        let parts = port.split(separator: "/")
        return parts.count == 2 && parts[1] == need.transport
          && PortSet(parts[0]).contains(need.port)
      }
    }
  }

  /// Blocks that begin with `public (active)` or `public (default, active)`, and lines such as `  ports: 22/tcp`.
  private static func parse(_ text: String) -> [Zone] {
    var zones: [Zone] = []
    for line in text.split(separator: "\n") {
      guard line.hasPrefix(" ") || line.hasPrefix("\t") else {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard let name = parts.first else { continue }
        let state = parts.count == 2 ? parts[1] : ""
        zones.append(Zone(name: String(name), isActive: state.contains("active")))
        continue
      }
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, !zones.isEmpty else { continue }
      let words = parts[1].split(separator: " ")
      switch parts[0].drop(while: { $0 == " " || $0 == "\t" }) {
      case "target": zones[zones.count - 1].target = words.first.map(String.init) ?? ""
      case "services": zones[zones.count - 1].services = words
      case "ports": zones[zones.count - 1].ports = words
      default: break
      }
    }
    return zones
  }
}
