import Schema

/// A port that must be open to the network, so that others can find and reach this node.
struct Need: Hashable, Sendable {
  var transport: String
  var port: Int

  /// DNS-SD: multicast DNS, RFC 6762.
  static let multicastDNS = Need(transport: "udp", port: 5353)

  /// The port of the first home of a machine.
  static let usualPort = 27_567

  /// As firewalls write it.
  var text: String { "\(port)/\(transport)" }
}

/// The behaviour of a firewall, as it was found.
enum Firewall: Equatable, Sendable {
  /// A firewall that lets in everything we need, or none at all.
  case open(String)
  /// It keeps these out; the commands let them in.
  case closed(String, [Need], fix: String)
  /// A rule of it is in our way, as the sentence says; the commands let in what we need.
  case blocked(String, fix: String)
  /// It may be in our way, as the sentence says.
  case unclear(String)
  /// It is active and shows its rules to root only; the commands let in what we need.
  case hidden(String, fix: String)

  /// Returns the check for people.
  ///
  /// - Parameter isPortKnown: whether the daemon runs, so that its port was judged as well.
  func verdict(isPortKnown: Bool) -> DoctorCheck {
    let note =
      isPortKnown ? "" : " The daemon's own port was not checked, because it does not run."
    switch self {
    case .open(let text): return .ok(.firewall, text + note)
    case .closed(let name, let needs, let fix):
      let what = needs.map(\.text).joined(separator: " and ")
      return .problem(
        .firewall, "\(name) keeps out \(what), so others cannot find or reach you.\(note)", fix: fix
      )
    case .blocked(let text, let fix): return .problem(.firewall, text + note, fix: fix)
    case .unclear(let text): return .notChecked(.firewall, text + note)
    case .hidden(let name, let fix):
      return .notChecked(
        .firewall,
        "\(name) may be active and shows its rules to root only. If others do not find or reach you: \(note)"
          .trimmingSuffix(" "), fix: fix)
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    var result = Substring(self)
    while result.last == suffix { result.removeLast() }
    return String(result)
  }
}

/// The ports of a rule: single ones and ranges.
struct PortSet: Equatable, Sendable {
  var ranges: [ClosedRange<Int>] = []

  /// Reads `22`, `22,80`, `6881:6891`, `1024-65535` or a service's name that matters here; empty for others.
  init(_ text: some StringProtocol) {
    for part in text.split(separator: ",") {
      let ends = part.split(whereSeparator: { $0 == ":" || $0 == "-" }).compactMap { Int($0) }
      if part == "mdns" {
        ranges.append(5353...5353)
      } else if ends.count == 1, Int(part) == ends[0] {
        ranges.append(ends[0]...ends[0])
      } else if ends.count == 2, ends[0] <= ends[1] {
        ranges.append(ends[0]...ends[1])
      }
    }
  }

  func contains(_ port: Int) -> Bool { ranges.contains { $0.contains(port) } }
}
