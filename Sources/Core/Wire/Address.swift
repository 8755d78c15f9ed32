/// A host and a TCP port, as people type them and discovery finds them.
///
/// Written `host:port` for names and IPv4, `[ipv6]:port` and `[fe80::1%eth0]:port` for IPv6. Two spellings of
/// one address are equal, because the parser keeps the address and not the text.
public struct Address: Hashable, Sendable, CustomStringConvertible {
  /// The part of an address before the port.
  public enum Host: Hashable, Sendable {
    /// The four octets, the first one in the highest byte.
    case ipv4(UInt32)
    /// The sixteen octets, the first one in the highest byte of `high`; the scope is an interface of this machine.
    case ipv6(high: UInt64, low: UInt64, scope: String?)
    /// A name to look up, in lowercase and without a final dot.
    case name(String)
  }

  /// The machine.
  public let host: Host
  /// The TCP port, 1 to 65535 when parsed.
  public let port: UInt16

  /// Joins parts that are known to be good; an IPv4 address inside IPv6 becomes IPv4.
  public init(host: Host, port: UInt16) {
    if case .ipv6(high: 0, let low, _) = host, low >> 32 == 0xffff {
      self.host = .ipv4(UInt32(truncatingIfNeeded: low))
    } else {
      self.host = host
    }
    self.port = port
  }

  /// Joins a host without brackets, as `Host` reads it, and a port.
  public init(host text: String, port: Int) throws(AddressProblem) {
    guard let port = UInt16(exactly: port), port > 0 else { throw .malformedPort }
    self.init(host: try Host(text), port: port)
  }

  /// Reads `host:port`; never looks a name up.
  public init(_ text: String) throws(AddressProblem) {
    guard text.utf8.count <= AddressText.lengthLimit else { throw .malformedHost }
    let hostText: Substring
    let portText: Substring
    if text.first == "[" {
      guard let bracket = text.lastIndex(of: "]") else { throw .missingBracket }
      hostText = text[text.index(after: text.startIndex)..<bracket]
      let rest = text[text.index(after: bracket)...]
      guard rest.first == ":" else { throw .missingPort }
      portText = rest.dropFirst()
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count > 1 else { throw .missingPort }
      guard parts.count == 2 else { throw .missingBracket }
      (hostText, portText) = (parts[0], parts[1])
    }
    guard let port = AddressText.port(portText) else { throw .malformedPort }
    let host = try text.first == "[" ? AddressText.ipv6(hostText) : AddressText.host(hostText)
    self.init(host: host, port: port)
  }

  /// The same address for another machine, on which no interface has the name of ours.
  var withoutScope: Address {
    guard case .ipv6(let high, let low, _) = host else { return self }
    return Address(host: .ipv6(high: high, low: low, scope: nil), port: port)
  }

  public var description: String {
    switch host {
    case .ipv6: "[\(host)]:\(port)"
    case .ipv4, .name: "\(host):\(port)"
    }
  }
}

extension Address.Host: CustomStringConvertible {
  /// Reads a name or an IP address without port and without brackets; never looks a name up.
  public init(_ text: String) throws(AddressProblem) {
    guard text.utf8.count <= AddressText.lengthLimit else { throw .malformedHost }
    self = try text.contains(":") ? AddressText.ipv6(text[...]) : AddressText.host(text[...])
  }

  /// The usual spelling, RFC 5952 for IPv6, without brackets.
  public var description: String {
    switch self {
    case .name(let name): name
    case .ipv4(let octets):
      [24, 16, 8, 0].map { String((octets >> UInt32($0)) & 0xff) }.joined(separator: ".")
    case .ipv6(let high, let low, let scope):
      AddressText.spelling(high: high, low: low) + (scope.map { "%" + $0 } ?? "")
    }
  }
}

extension Address.Host {
  /// Whether only this machine can reach it: one of 127.0.0.0/8, or ::1.
  public var isLoopback: Bool {
    switch self {
    case .ipv4(let octets): octets >> 24 == 127
    case .ipv6(high: 0, low: 1, _): true
    case .ipv6, .name: false
    }
  }
}

/// The reason why a text is not an address; the description tells the person what to write.
public enum AddressProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// No colon and port at the end.
  case missingPort
  /// The port is not a number from 1 to 65535.
  case malformedPort
  /// An IPv6 address without brackets, or with only one of them.
  case missingBracket
  /// Neither a name nor an IP address.
  case malformedHost
  /// A link-local IPv6 address, which means nothing without its interface.
  case missingScope

  public var description: String {
    switch self {
    case .missingPort: "the port is missing: write HOST:PORT, for example 192.168.1.20:7711"
    case .malformedPort: "the port must be a number from 1 to 65535, for example 192.168.1.20:7711"
    case .missingBracket: "an IPv6 address must stand in brackets, for example [fd00::1]:7711"
    case .malformedHost:
      "the host is neither a name nor an IP address: write for example ada.local:7711"
    case .missingScope:
      "a link-local IPv6 address needs its interface, for example [fe80::1%eth0]:7711"
    }
  }
}
