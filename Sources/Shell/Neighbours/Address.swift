import Glibc

/// An IPv4 or IPv6 address in network order.
package enum Address: Hashable {
  /// Four octets.
  case version4([UInt8])
  /// Sixteen octets.
  case version6([UInt8])

  /// Reads the data of an A (4 octets) or AAAA (16 octets) record; nil for other sizes.
  package init?(record: [UInt8]) {
    switch record.count {
    case 4: self = .version4(record)
    case 16: self = .version6(record)
    default: return nil
    }
  }

  /// Whether it can be dialled when it was received on that interface.
  ///
  /// A loopback address from another machine would make us dial ourselves, so it counts only on
  /// the loopback interface.
  package func isUsable(onLoopback: Bool) -> Bool {
    switch self {
    case .version4(let octets):
      if octets[0] == 127 { return onLoopback }
      return octets[0] != 0 && octets[0] < 224
    case .version6(let octets):
      if octets[..<15].allSatisfy({ $0 == 0 }) { return octets[15] == 1 && onLoopback }
      let isMapped = octets[..<10].allSatisfy { $0 == 0 }
      return octets[0] != 0xff && !isMapped
    }
  }

  /// Whether it is a link-local IPv6 address, which means nothing without its interface.
  package var isLinkLocal6: Bool {
    guard case .version6(let octets) = self else { return false }
    return octets[0] == 0xfe && octets[1] & 0xc0 == 0x80
  }

  /// IPv4 first, link-local IPv6 last: the order in which they are worth trying.
  package var rank: Int {
    if case .version4 = self { return 0 }
    return isLinkLocal6 ? 2 : 1
  }

  /// The text form, with the scope id of a link-local address: `fe80::1%eth0`.
  package func text(scope: String) -> String {
    switch self {
    case .version4(let octets): return octets.map(String.init).joined(separator: ".")
    case .version6(let octets):
      var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(AF_INET6, octets, &buffer, socklen_t(buffer.count)) != nil else { return "" }
      let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
      let text = String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return isLinkLocal6 ? text + "%" + scope : text
    }
  }
}

/// A network interface by the number that DNS-SD uses.
package struct Interface: Hashable {
  /// The kernel's index, from 1.
  package var index: UInt32

  /// The interface of that number.
  package init(index: UInt32) { self.index = index }

  /// The name, or the number where the name has characters that a scope id cannot hold.
  package var scope: String {
    var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
    guard if_indextoname(index, &buffer) != nil else { return String(index) }
    let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let isPlain = name.allSatisfy { octet in
      let scalar = Unicode.Scalar(octet)
      return scalar.properties.isAlphabetic && octet < 128 || (48...57).contains(octet)
        || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_") || octet == UInt8(ascii: ".")
    }
    return isPlain ? String(decoding: name, as: UTF8.self) : String(index)
  }

  /// Whether packets received here come from this machine.
  package var isLoopback: Bool { if_nametoindex("lo") == index }
}
