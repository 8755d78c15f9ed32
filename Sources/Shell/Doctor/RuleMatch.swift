import SwiftProtobuf

/// Whether a rule is for a packet.
enum Matching: Equatable, Sendable {
  case yes
  case no
  /// For some of the packets that are meant, such as those of some machines.
  case some
  /// The condition is not understood.
  case unknown

  /// Both conditions.
  func and(_ other: Matching) -> Matching {
    if self == .no || other == .no { return .no }
    if self == .unknown || other == .unknown { return .unknown }
    return self == .some || other == .some ? .some : .yes
  }

  /// One of both.
  func or(_ other: Matching) -> Matching {
    if self == .yes || other == .yes { return .yes }
    if self == .unknown || other == .unknown { return .unknown }
    return self == .some || other == .some ? .some : .no
  }

  var negated: Matching {
    switch self {
    case .yes: .no
    case .no: .yes
    case .some, .unknown: self
    }
  }
}

/// The conditions of rules, for one packet.
struct RuleMatch: Sendable {
  let packet: Packet
  /// The elements of a named set or map of the same table.
  let elements: @Sendable (String) -> [Google_Protobuf_Value]?

  /// A part of a packet that a condition looks at.
  private enum Subject {
    case span(ClosedRange<UInt128>, names: [String: UInt128])
    case address(ClosedRange<UInt128>)
    case bits(UInt128)
    case word(String)
    /// The packet has no such part.
    case absent
    case unknown
  }

  /// Numbers of protocols, as nft writes them.
  private static let protocols: [String: UInt128] = [
    "icmp": 1, "igmp": 2, "tcp": 6, "udp": 17, "dccp": 33, "gre": 47, "esp": 50, "ah": 51,
    "icmpv6": 58, "ipv6-icmp": 58, "sctp": 132, "udplite": 136,
  ]

  /// Judges the inside of a statement `match`.
  func answer(_ match: Google_Protobuf_Value) -> Matching {
    guard let left = match["left"], let right = match["right"], let sign = match["op"]?.text else {
      return .unknown
    }
    if let (key, value) = left.only, key == "&", let parts = value.list, parts.count == 2 {
      guard case .bits(let bits) = subject(parts[0]), let mask = Self.bits(parts[1]),
        let wanted = Self.bits(right)
      else { return isAbsent(parts[0]) ? .no : .unknown }
      return compare(bits & mask, sign, wanted)
    }
    let subject = subject(left)
    if case .bits(let bits) = subject {
      guard let wanted = Self.bits(right) else { return .unknown }
      return sign == "in" ? (bits & wanted != 0 ? .yes : .no) : compare(bits, sign, wanted)
    }
    if case .absent = subject { return .no }
    switch sign {
    case "==", "in": return contains(left, right)
    case "!=": return contains(left, right).negated
    case "<", ">", "<=", ">=": return ordered(subject, sign, right)
    default: return .unknown
    }
  }

  /// Judges a key against an element of a set or a map; keys of several parts are compared part by part.
  func contains(_ left: Google_Protobuf_Value, _ right: Google_Protobuf_Value) -> Matching {
    if let name = right.text, name.hasPrefix("@") {
      guard let elements = elements(String(name.dropFirst())) else { return .unknown }
      return any(left, elements)
    }
    if let set = right["set"] { return any(left, set.list ?? [set]) }
    if let list = right.list { return any(left, list) }
    if let element = right["elem"]?["val"] { return contains(left, element) }
    if let parts = left["concat"]?.list {
      guard let values = right["concat"]?.list, values.count == parts.count else {
        return .unknown
      }
      return zip(parts, values).reduce(.yes) { $0.and(contains($1.0, $1.1)) }
    }
    switch subject(left) {
    case .absent: return .no
    case .unknown, .bits: return .unknown
    case .word(let word):
      guard let text = right.text else { return .unknown }
      if text.hasSuffix("*") { return word.hasPrefix(text.dropLast()) ? .yes : .no }
      return word == text ? .yes : .no
    case .span(let span, let names):
      return within(span, range(right) { $0.number.map { UInt128($0) } ?? names[$0.text ?? ""] })
    case .address(let span):
      return within(span, range(right) { $0.text.flatMap(address) })
    }
  }

  private func any(_ left: Google_Protobuf_Value, _ elements: [Google_Protobuf_Value]) -> Matching {
    elements.reduce(.no) { $0.or(contains(left, $1)) }
  }

  private func isAbsent(_ left: Google_Protobuf_Value) -> Bool {
    if case .absent = subject(left) { true } else { false }
  }

  private func within(_ span: ClosedRange<UInt128>, _ range: ClosedRange<UInt128>?) -> Matching {
    guard let range else { return .unknown }
    if range.lowerBound <= span.lowerBound, span.upperBound <= range.upperBound { return .yes }
    return range.overlaps(span) ? .some : .no
  }

  /// A single value, a range, or the network of a prefix.
  private func range(
    _ right: Google_Protobuf_Value, _ read: (Google_Protobuf_Value) -> UInt128?
  ) -> ClosedRange<UInt128>? {
    if let ends = right["range"]?.list {
      guard ends.count == 2, let low = read(ends[0]), let high = read(ends[1]), low <= high else {
        return nil
      }
      return low...high
    }
    if let prefix = right["prefix"] {
      guard let address = prefix["addr"].flatMap(read), let length = prefix["len"]?.number,
        (0...128).contains(length)
      else { return nil }
      return LocalNetwork.range(address, prefix: length, bits: packet.isIPv6 ? 128 : 32)
    }
    return read(right).map { $0...$0 }
  }

  private func address(_ text: String) -> UInt128? {
    guard let value = IPText.value(text), value.isIPv6 == packet.isIPv6 else { return nil }
    return value.number
  }

  private func compare(_ own: UInt128, _ sign: String, _ other: UInt128) -> Matching {
    switch sign {
    case "==", "in": own == other ? .yes : .no
    case "!=": own != other ? .yes : .no
    default: .unknown
    }
  }

  private func ordered(_ subject: Subject, _ sign: String, _ right: Google_Protobuf_Value)
    -> Matching
  {
    guard case .span(let span, _) = subject, let number = right.number, number >= 0 else {
      return .unknown
    }
    let limit = UInt128(number)
    switch sign {
    case "<": return limit == 0 ? .no : within(span, 0...(limit - 1))
    case "<=": return within(span, 0...limit)
    case ">": return within(span, 0...limit).negated
    default: return limit == 0 ? .yes : within(span, 0...(limit - 1)).negated
    }
  }

  /// The bits of one name, a list of names, or names that are joined.
  private static func bits(_ value: Google_Protobuf_Value) -> UInt128? {
    if let text = value.text { return Packet.flags[text] }
    if let number = value.number { return number >= 0 ? UInt128(number) : nil }
    guard let parts = value.list ?? value["|"]?.list ?? value["set"]?.list else { return nil }
    var all: UInt128 = 0
    for part in parts {
      guard let bits = bits(part) else { return nil }
      all |= bits
    }
    return all
  }

  private func subject(_ left: Google_Protobuf_Value) -> Subject {
    guard let (kind, value) = left.only else { return .unknown }
    switch kind {
    case "meta": return meta(value["key"]?.text ?? "")
    case "payload": return payload(value["protocol"]?.text ?? "", value["field"]?.text ?? "")
    case "ct":
      switch value["key"]?.text {
      case "state": return packet.state.isEmpty ? .unknown : .word(packet.state)
      case "direction": return .word(packet.state == "established" ? "reply" : "original")
      default: return .unknown
      }
    case "fib":
      guard value["result"]?.text == "type", let flags = value["flags"]?.words else {
        return .unknown
      }
      let isFar = flags.contains(packet.isIncoming ? "saddr" : "daddr")
      if flags.contains("daddr"), packet.kind == "multicast" { return .word("multicast") }
      return flags.contains("saddr") || flags.contains("daddr")
        ? .word(isFar ? "unicast" : "local") : .unknown
    default: return .unknown
    }
  }

  private func meta(_ key: String) -> Subject {
    switch key {
    case "iif", "iifname": packet.isIncoming ? .word(packet.interface) : .absent
    case "oif", "oifname": packet.isIncoming ? .absent : .word(packet.interface)
    case "l4proto": .span(packet.transport...packet.transport, names: Self.protocols)
    case "nfproto": .word(packet.isIPv6 ? "ipv6" : "ipv4")
    case "protocol": .word(packet.isIPv6 ? "ip6" : "ip")
    case "pkttype":
      // What leaves is marked by its way alone.
      packet.isIncoming ? .word(packet.kind) : .unknown
    default: .unknown
    }
  }

  private func payload(_ header: String, _ field: String) -> Subject {
    switch header {
    case "ip", "ip6":
      guard packet.isIPv6 == (header == "ip6") else { return .absent }
      switch field {
      case "saddr": return .address(packet.source)
      case "daddr": return .address(packet.destination)
      case "protocol", "nexthdr":
        return .span(packet.transport...packet.transport, names: Self.protocols)
      default: return .unknown
      }
    case "tcp", "udp", "th":
      let wanted = Self.protocols[header] ?? packet.transport
      guard wanted == packet.transport else { return .absent }
      switch field {
      case "dport": return .span(packet.destinationPort, names: ["mdns": 5353])
      case "sport": return .span(packet.sourcePort, names: ["mdns": 5353])
      case "flags" where header == "tcp": return .bits(packet.bits)
      default: return .unknown
      }
    case "icmp", "icmpv6", "igmp", "sctp", "dccp", "esp", "ah", "comp", "udplite": return .absent
    case "arp", "vlan": return .absent
    default: return .unknown
    }
  }
}
