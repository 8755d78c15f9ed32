/// A network to which an interface of this machine belongs.
public struct Subnet: Hashable, Sendable {
  /// An address in it.
  public let host: Address.Host
  /// The number of bits at the beginning of an address that name the network.
  public let length: Int

  /// Describes a network by one of its addresses; a name is in no network.
  public init(_ host: Address.Host, length: Int) {
    self.host = host
    self.length = length
  }

  /// Whether an address is in this network; a link-local one only on the same interface.
  public func contains(_ other: Address.Host) -> Bool {
    switch (host, other) {
    case (.ipv4(let own), .ipv4(let other)):
      return Self.agree(UInt64(own) << 32, UInt64(other) << 32, min(length, 32))
    case (.ipv6(let high, let low, let scope), .ipv6(let otherHigh, let otherLow, let otherScope)):
      return scope == otherScope && Self.agree(high, otherHigh, min(length, 64))
        && Self.agree(low, otherLow, min(length, 128) - 64)
    default: return false
    }
  }

  /// Whether two numbers begin with the same bits.
  private static func agree(_ one: UInt64, _ other: UInt64, _ bits: Int) -> Bool {
    bits <= 0 || (one ^ other) >> UInt64(64 - bits) == 0
  }
}
