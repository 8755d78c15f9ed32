/// The source of randomness that a node is given: the system's, or a seeded one in tests.
public struct RandomSource: RandomNumberGenerator, Sendable {
  private var base: any RandomNumberGenerator & Sendable

  /// Wraps any generator.
  public init(_ base: any RandomNumberGenerator & Sendable) { self.base = base }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 { base.next() }

  /// Random bytes, eight with each number: one number may cost a call of the system.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      withUnsafeBytes(of: next().littleEndian) { bytes += $0.prefix(count - bytes.count) }
    }
    return bytes
  }
}
