import Identifiers
import Schema

/// What is made of a number that a person gives in place of chance, so that a match can be played again in a copy of the
/// same two homes (row G-47). Whoever knows the number knows the cards of its seat: it is for tests.
enum MatchSeed {
  /// The nonce of a seat's first step, 16 bytes.
  static func nonce(of seed: UInt64, _ seat: Seat) -> [UInt8] {
    Array(make(seed, seat, purpose: 1).prefix(16))
  }

  /// The secret of a seat, 32 bytes.
  static func secret(of seed: UInt64, _ seat: Seat) -> [UInt8] {
    make(seed, seat, purpose: 2)
  }

  private static func make(_ seed: UInt64, _ seat: Seat, purpose: UInt8) -> [UInt8] {
    Hashing.digest(.seed, [seat == .joiner ? 2 : 1, purpose], seed.bigEndianBytes).bytes
  }
}
