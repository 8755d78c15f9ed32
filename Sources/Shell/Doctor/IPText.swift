import Glibc

/// Addresses of IP as numbers.
enum IPText {
  /// Reads an address; nil for anything else.
  static func value(_ text: String) -> (number: UInt128, isIPv6: Bool)? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      return (UInt128(UInt32(bigEndian: four.s_addr)), false)
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    return (number(of: withUnsafeBytes(of: &six) { Array($0) }), true)
  }

  /// The number that bytes make, the highest first.
  static func number(of bytes: [UInt8]) -> UInt128 {
    bytes.reduce(0) { $0 << 8 | UInt128($1) }
  }
}
