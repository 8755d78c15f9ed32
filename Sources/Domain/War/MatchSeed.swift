import Schema

/// What is made of a number that a person gives in place of chance, so that a match can be played again in a copy of the
/// same two homes (row G-47). Whoever knows the number knows the cards of its seat: it is for tests.
public enum MatchSeed {
  /// The nonce of a seat's first step, 16 bytes.
  public static func nonce(of seed: UInt64, _ seat: Seat) -> [UInt8] {
    Array(make(seed, seat, purpose: 1).prefix(16))
  }

  /// The secret of a seat's chain, 32 bytes.
  public static func secret(of seed: UInt64, _ seat: Seat) -> [UInt8] {
    make(seed, seat, purpose: 2)
  }

  private static func make(_ seed: UInt64, _ seat: Seat, purpose: UInt8) -> [UInt8] {
    let number = (0..<8).map { UInt8(truncatingIfNeeded: seed >> (56 - 8 * $0)) }
    return digest("parlor.war.seed.v1", [seat.roleByte, purpose], number)
  }
}
