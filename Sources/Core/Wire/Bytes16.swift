import Foundation

/// Sixteen bytes with value semantics and no allocation: the id of a room or of a record.
public struct Bytes16: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Takes exactly 16 bytes; nil for any other count.
  public init?(_ bytes: some ContiguousBytes) {
    let words: (UInt64, UInt64)? = bytes.withUnsafeBytes { raw in
      guard raw.count == 16 else { return nil }
      return (
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
        UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    guard let words else { return nil }
    (high, low) = words
  }

  /// The first half of a hash.
  init(_ hash: Bytes32) {
    let bytes = hash.bytes
    high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The 16 bytes in order.
  public var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64(56 - 8 * ($0 % 8))) }
  }

  /// The bytes as the schema's type.
  public var data: Data { Data(bytes) }

  /// Lowercase base32, as people see it.
  public var description: String { Base32.encode(bytes) }

  /// Orders like the bytes.
  public static func < (left: Bytes16, right: Bytes16) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
