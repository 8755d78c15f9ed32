/// The generator of bulk play: xoshiro256++ 1.0 by David Blackman and Sebastiano Vigna (2019),
/// its state filled from a 64-bit seed by splitmix64, as its authors advise.
///
/// Equal seeds give equal streams on every machine. It is fast and not secret: a match between
/// people takes its cards from the joint deal, never from here.
public struct BulkRandom: RandomNumberGenerator, Sendable {
  private var first: UInt64
  private var second: UInt64
  private var third: UInt64
  private var fourth: UInt64
  /// Coins not yet tossed, the next one in the lowest bit; never empty between calls.
  var coins: UInt64 = 0
  /// The number of bits of `coins` that are left, 1 to 64.
  var coinsLeft = 0

  /// A stream that depends on nothing but `seed`.
  public init(seed: UInt64) {
    var state = seed
    func splitmix() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
    first = splitmix()
    second = splitmix()
    third = splitmix()
    fourth = splitmix()
    refillCoins()
  }

  /// The next 64 bits.
  @inline(__always)
  public mutating func next() -> UInt64 {
    let sum = first &+ fourth
    let result = ((sum << 23) | (sum >> 41)) &+ first
    let shifted = second << 17
    third ^= first
    fourth ^= second
    second ^= third
    first ^= fourth
    third ^= shifted
    fourth = (fourth << 45) | (fourth >> 19)
    return result
  }

  /// A stream that starts from a whole state, which must not be all zero.
  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    (first, second, third, fourth) = state
  }

  /// One fair toss; 64 of them cost one draw.
  mutating func coin() -> Bool {
    let heads = coins & 1 == 1
    coins >>= 1
    coinsLeft -= 1
    if coinsLeft == 0 { refillCoins() }
    return heads
  }

  /// Draws the next 64 coins.
  mutating func refillCoins() {
    coins = next()
    coinsLeft = 64
  }
}
