import Identifiers
import Schema

/// The values that follow from a number given by a person in place of chance (row G-47). With it a match can be played again in a
/// copy of the same two homes. Anybody with the number knows the cards of its seat: it is for tests.
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
    Hashing.digest(.seed, [UInt8(truncatingIfNeeded: seat.rawValue), purpose], seed.bigEndianBytes)
      .bytes
  }
}
