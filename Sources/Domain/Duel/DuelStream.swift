/// A stream of numbers that follows from a seed of 32 bytes.
///
/// Block `i`, from 0, is `H(stream, seed, i)`; each two bytes are one number of 16 bits, the high byte first, and none is used
/// twice.
public struct DuelStream: Sendable {
  private let seed: [UInt8]
  private var blocks: UInt32 = 0
  private var block: [UInt8] = []
  private var used = 0

  /// Starts the stream of a seed.
  public init(seed: [UInt8]) { self.seed = seed }

  /// Picks a uniform number below a count, which is 1 or more.
  ///
  /// A number that would favour low results is skipped. Up to 65,536 each number has 16 bits, above that 32: two of the stream,
  /// the first one high.
  public mutating func pick(below count: Int) -> Int {
    let range = UInt64(max(count, 1))
    let isWide = range > 1 << 16
    let whole: UInt64 = isWide ? 1 << 32 : 1 << 16
    let limit = whole - whole % range
    while true {
      let number = isWide ? next() << 16 | next() : next()
      if number < limit { return Int(number % range) }
    }
  }

  /// Shuffles in place, from the last one to the second (Fisher and Yates).
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, pick(below: index + 1))
    }
  }

  private mutating func next() -> UInt64 {
    if used == block.count {
      block = HashInput("stream").adding(seed).adding(blocks).hash()
      blocks &+= 1
      used = 0
    }
    defer { used += 2 }
    return UInt64(block[used]) << 8 | UInt64(block[used + 1])
  }
}
