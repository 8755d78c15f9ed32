import Foundation

/// The sixteen bytes that name a room: they follow from its owner and a nonce.
public struct RoomID: Hashable, Comparable, Sendable, CustomStringConvertible {
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

  /// The id of the table that `owner` opens with `nonce` (specification section 4).
  public init(table owner: Author, nonce: Data) {
    let digest = Hashing.digest(.table, owner.bytes, [UInt8](nonce)).bytes
    high = digest[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
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
  public static func < (left: RoomID, right: RoomID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
