import FoundationEssentials

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
  package init(_ hash: Bytes32) { (high, low) = hash.firstHalf }

  /// The 16 bytes in order.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      store(into: UnsafeMutableRawBufferPointer(buffer))
      count = 16
    }
  }

  /// Writes the 16 bytes in order to the start of a buffer that has room for them.
  public func store(into buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// The bytes as the schema's type.
  public var data: Data { Data(bytes) }

  /// Lowercase base32, as people see it.
  public var description: String {
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { bytes in
      store(into: bytes)
      return Base32.encode(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Orders like the bytes.
  public static func < (left: Bytes16, right: Bytes16) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
