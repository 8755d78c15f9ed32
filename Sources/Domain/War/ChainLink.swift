import Schema

/// The hash chain by which a player is bound to its share of every round before the first one.
///
/// `x_0` is the secret, `x_(i+1) = SHA-256("parlor.war.chain.v1\0" role x_i)`, the tip is `x_64`
/// and round `k` reveals `x_(64-k)` (protocol section 8).
public enum ChainLink {
  /// Rounds that one chain serves; all cards have been seen after at most 26.
  public static let count = 64

  /// The link above another one, 32 bytes.
  public static func above(_ link: [UInt8], of seat: Seat) -> [UInt8] {
    digest("parlor.war.chain.v1", [seat.roleByte], link)
  }

  /// Returns the tip to which a player commits, from its 32 secret bytes.
  public static func tip(secret: [UInt8], of seat: Seat) -> [UInt8] {
    above(links(secret: secret, of: seat)[0], of: seat)
  }

  /// Returns the links that a player reveals, from its 32 secret bytes: those of rounds 1 to 64, in order.
  public static func links(secret: [UInt8], of seat: Seat) -> [[UInt8]] {
    var links = [secret]
    while links.count < count { links.append(above(links[links.count - 1], of: seat)) }
    return links.reversed()
  }

  /// Returns the link that a player reveals in one round; nil for a round outside 1 to 64.
  public static func link(secret: [UInt8], of seat: Seat, round: UInt32) -> [UInt8]? {
    guard (1...UInt32(count)).contains(round) else { return nil }
    return links(secret: secret, of: seat)[Int(round) - 1]
  }

  /// Whether a revealed link is the one right below what was known before (a link or the tip).
  public static func verify(_ link: [UInt8], below known: [UInt8], of seat: Seat) -> Bool {
    link.count == digestByteCount && above(link, of: seat) == known
  }
}
