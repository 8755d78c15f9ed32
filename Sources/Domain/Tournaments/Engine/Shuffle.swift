import Crypto
import FoundationEssentials

/// An order that follows from 32 bytes, the same on every machine (specification section 20).
///
/// Numbers are the first eight bytes of SHA-256 of the seed and a counter; one that would make some places likelier than
/// others is thrown away.
struct Shuffle {
  private let seed: [UInt8]
  private var counter: UInt64 = 0

  init(seed: [UInt8]) { self.seed = seed }

  /// The numbers below `count` in the order of the draw.
  static func order(_ count: Int, seed: [UInt8]) -> [Int] {
    var (shuffle, order) = (Shuffle(seed: seed), Array(0..<count))
    for place in stride(from: count - 1, to: 0, by: -1) {
      order.swapAt(place, shuffle.number(below: place + 1))
    }
    return order
  }

  /// A number from 0 on.
  private mutating func number(below bound: Int) -> Int {
    let limit = UInt64.max - UInt64.max % UInt64(bound)
    while true {
      var bytes = seed
      withUnsafeBytes(of: counter.bigEndian) { bytes += $0 }
      counter += 1
      let value = SHA256.hash(data: bytes).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if value < limit { return Int(value % UInt64(bound)) }
    }
  }
}
