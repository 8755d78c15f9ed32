import Schema

/// The judgement of the rules of nftables on what comes in and goes out.
struct Nftables {
  /// The rules.
  private let rules: Ruleset
  /// The output of `nft -a list ruleset`, for the words of a rule.
  private let words: String
  private let networks: [LocalNetwork]
  private let remedy: SystemCommands

  /// - Parameters:
  ///   - words: the same rules as people write them, with their handles.
  ///   - networks: all in which others may be.
  init(_ rules: Ruleset, words: String, networks: [LocalNetwork], remedy: SystemCommands) {
    (self.rules, self.words, self.networks, self.remedy) = (rules, words, networks, remedy)
  }

  /// The fate of one way through one network.
  private struct Finding {
    let way: Way
    let network: LocalNetwork
    let packet: Packet
    let fate: RulesetWalk.Fate
  }

  /// Judges the ways that must be open.
  ///
  /// - Returns: nil where nothing is in the way.
  func verdict(_ ways: [Way]) -> Firewall? {
    let findings = ways.flatMap { way in networks.map { finding(way, $0) } }
    let closed = ways.compactMap { way in blocked(findings.filter { $0.way == way }) }
    if !closed.isEmpty { return blockage(closed) }
    if let text = doubts(findings) { return .unclear(text) }
    let some = findings.filter { if case .dropped = $0.fate { true } else { false } }
    guard !some.isEmpty else { return nil }
    let places = some.map { "\($0.way.text) on \($0.network.name)" }
    return .open("nftables keeps out \(Count.list(places)), and lets the rest pass.")
  }

  /// The worst fate of the packets of a way in a network.
  private func finding(_ way: Way, _ network: LocalNetwork) -> Finding {
    let packets = network.packets(way)
    let fates = packets.map { RulesetWalk.fate(of: $0, in: rules) }
    let index =
      fates.firstIndex { if case .dropped = $0 { true } else { false } }
      ?? fates.firstIndex { $0 != .passes } ?? 0
    return Finding(way: way, network: network, packet: packets[index], fate: fates[index])
  }

  /// The finding that shows that a way is closed on every interface; IPv4 decides where an interface has an address of it.
  private func blocked(_ findings: [Finding]) -> Finding? {
    let names = Set(findings.map(\.network.interface))
    let deciding = names.sorted().compactMap { name in
      let own = findings.filter { $0.network.interface == name }
      return own.first { !$0.network.isIPv6 } ?? own.first {
        if case .dropped = $0.fate { false } else { true }
      }
        ?? own.first
    }
    let isClosed = deciding.allSatisfy { if case .dropped = $0.fate { true } else { false } }
    return isClosed ? deciding.first : nil
  }

  private func blockage(_ closed: [Finding]) -> Firewall {
    var sentences: [String] = []
    var commands: [String] = []
    for finding in closed {
      guard case .dropped(let place) = finding.fate else { continue }
      let isAnswer = finding.packet.state == "established"
      let what = isAnswer ? "the answers to \(finding.way.text)" : finding.way.text
      sentences.append("nftables drops \(what) (\(text(of: place))), so \(finding.way.loss).")
      let match =
        isAnswer
        ? "ct state established,related"
        : "\(finding.way.isDiscovery ? "udp" : "tcp") dport \(finding.way.port)"
      let command = remedy.asRoot("nft insert rule \(place.base.text) \(match) accept")
      if !commands.contains(command) { commands.append(command) }
    }
    return .blocked(
      sentences.joined(separator: " "), fix: commands.joined(separator: " && "))
  }

  /// Names the rules that are not understood, or hold for some machines only; nil where all is clear.
  private func doubts(_ findings: [Finding]) -> String? {
    var (unread, partial): ([RulesetWalk.Place], [RulesetWalk.Place]) = ([], [])
    var ways: [String] = []
    for finding in findings {
      guard case .unclear(let unknown, let some) = finding.fate else { continue }
      if !ways.contains(finding.way.text) { ways.append(finding.way.text) }
      unread += unknown.filter { !unread.contains($0) }
      partial += some.filter { !partial.contains($0) }
    }
    guard !ways.isEmpty else { return nil }
    var sentences = ["nftables may keep out \(Count.list(ways))."]
    if let first = unread.first {
      let more = unread.count > 1 ? " (and \(unread.count - 1) more)" : ""
      sentences.append("There is a rule that Parlor cannot read: \(text(of: first))\(more).")
    }
    if let first = partial.first {
      let more = partial.count > 1 ? " (and \(partial.count - 1) more)" : ""
      sentences.append(
        "There is a rule for some machines or ports only: \(text(of: first))\(more).")
    }
    return sentences.joined(separator: " ")
  }

  /// The words of a rule with its chain.
  private func text(of place: RulesetWalk.Place) -> String {
    let chain = "\(place.chain.family) \(place.chain.table), chain \(place.chain.chain)"
    guard let handle = place.handle else { return "\(chain): policy drop" }
    return "\(chain): `\(rule(handle, in: place.chain) ?? "rule \(handle)")`"
  }

  /// Finds the line that ends with a handle within a chain.
  private func rule(_ handle: Int, in place: Ruleset.Place) -> String? {
    var (table, chain) = ("", "")
    for line in words.split(separator: "\n") {
      let parts = line.split { $0 == " " || $0 == "\t" }
      if parts.first == "table", parts.count > 2 {
        table = "\(parts[1]) \(parts[2])"
      } else if parts.first == "chain", parts.count > 1 {
        chain = String(parts[1])
      } else if parts.count > 3, parts.suffix(2) == ["handle", "\(handle)"],
        "\(table) \(chain)" == place.text
      {
        return parts.dropLast(3).joined(separator: " ")
      }
    }
    return nil
  }
}

extension LocalNetwork {
  /// The interface, with the family of its addresses.
  fileprivate var name: String { "\(interface) (IPv\(isIPv6 ? 6 : 4))" }
}
