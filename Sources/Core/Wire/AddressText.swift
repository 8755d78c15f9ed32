/// The grammar of addresses: RFC 5952 for IPv6, RFC 1123 for names.
enum AddressText {
  /// Longest text read, in UTF-8 bytes: a name of 253, brackets, a scope and a port.
  static let lengthLimit = 300
  /// Longest name and longest label of it, in octets (RFC 1035).
  static let nameLimit = 253
  static let labelLimit = 63
  /// Longest name of an interface on Linux, in octets.
  static let scopeLimit = 15

  static func port(_ text: Substring) -> UInt16? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    guard let port = UInt16(text), port > 0 else { return nil }
    return port
  }

  static func host(_ text: Substring) throws(AddressProblem) -> Address.Host {
    if let octets = ipv4(text) { return .ipv4(octets) }
    let name = text.hasSuffix(".") ? text.dropLast() : text
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= nameLimit, labels.allSatisfy(isLabel) else { throw .malformedHost }
    // A last label of digits would be read as an old short form of an IPv4 address ("127.1").
    guard let last = labels.last, !last.utf8.allSatisfy(isDigit) else { throw .malformedHost }
    return .name(name.lowercased())
  }

  static func ipv4(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var octets: UInt32 = 0
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy(isDigit) else { return nil }
      guard part.utf8.count == 1 || part.first != "0", let octet = UInt8(part) else { return nil }
      octets = octets << 8 | UInt32(octet)
    }
    return octets
  }

  static func ipv6(_ text: Substring) throws(AddressProblem) -> Address.Host {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let words = words(first) else { throw .malformedHost }
    let scope = parts.count == 2 ? String(parts[1]) : nil
    if let scope, !isScope(scope) { throw .malformedHost }
    if scope == nil, words[0] & 0xffc0 == 0xfe80 { throw .missingScope }
    let high = words[..<4].reduce(0) { $0 << 16 | UInt64($1) }
    let low = words[4...].reduce(0) { $0 << 16 | UInt64($1) }
    return .ipv6(high: high, low: low, scope: scope)
  }

  /// The eight 16-bit groups of an IPv6 address without scope.
  private static func words(_ text: Substring) -> [UInt16]? {
    guard let gap = doubleColon(text) else {
      guard let all = groups(text), all.count == 8 else { return nil }
      return all
    }
    let after = text[text.index(gap, offsetBy: 2)...]
    // What stands before the gap may not end in an IPv4 address.
    guard doubleColon(after) == nil, !text[..<gap].contains(".") else { return nil }
    guard let head = groups(text[..<gap]), let tail = groups(after) else { return nil }
    guard head.count + tail.count < 8 else { return nil }
    return head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  private static func doubleColon(_ text: Substring) -> Substring.Index? {
    text.indices.first { text[$0] == ":" && text[$0...].dropFirst().first == ":" }
  }

  private static func groups(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if part.contains("."), index == parts.count - 1, let octets = ipv4(part) {
        groups += [UInt16(octets >> 16), UInt16(octets & 0xffff)]
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHexadecimal) else {
          return nil
        }
        guard let group = UInt16(part, radix: 16) else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  static func spelling(high: UInt64, low: UInt64) -> String {
    let groups = [high, low].flatMap { half in
      [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
    }
    var longest = 0..<0
    var start = 0
    while start < groups.count {
      var end = start
      while end < groups.count, groups[end] == 0 { end += 1 }
      if end - start > max(1, longest.count) { longest = start..<end }
      start = max(end, start + 1)
    }
    let spelled = groups.map { String($0, radix: 16) }
    guard !longest.isEmpty else { return spelled.joined(separator: ":") }
    return spelled[..<longest.lowerBound].joined(separator: ":") + "::"
      + spelled[longest.upperBound...].joined(separator: ":")
  }

  private static func isLabel(_ text: Substring) -> Bool {
    (1...labelLimit).contains(text.utf8.count) && text.first != "-" && text.last != "-"
      && text.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == 0x2d || $0 == 0x5f }
  }

  private static func isScope(_ text: String) -> Bool {
    (1...scopeLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x2f && $0 != 0x25 && $0 != 0x5d }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7a).contains(byte | 0x20)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
