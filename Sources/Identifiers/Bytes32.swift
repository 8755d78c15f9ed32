import Crypto
import FoundationEssentials

/// Thirty-two bytes with value semantics and no allocation: a hash or a public key.
public struct Bytes32: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  /// All bytes zero: the hash before the first entry of a log.
  public static let zero = Bytes32(first: 0, second: 0, third: 0, fourth: 0)

  private init(first: UInt64, second: UInt64, third: UInt64, fourth: UInt64) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  /// Takes exactly 32 bytes; nil for any other count.
  public init?(_ bytes: some ContiguousBytes) {
    let value: Bytes32? = bytes.withUnsafeBytes { raw in
      guard raw.count == 32 else { return nil }
      return Bytes32(raw)
    }
    guard let value else { return nil }
    self = value
  }

  /// Takes the bytes of a SHA-256 digest.
  public init(_ digest: SHA256Digest) {
    self = digest.withUnsafeBytes { Bytes32($0) }
  }

  private init(_ raw: UnsafeRawBufferPointer) {
    func word(_ index: Int) -> UInt64 {
      UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    self.init(first: word(0), second: word(1), third: word(2), fourth: word(3))
  }

  /// The bytes as the schema's type.
  public var data: Data { Data(bytes) }

  /// The 32 bytes in order.
  public var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      store(into: UnsafeMutableRawBufferPointer(buffer))
      count = 32
    }
  }

  /// Writes the 32 bytes in order to the start of a buffer that has room for them.
  public func store(into buffer: UnsafeMutableRawBufferPointer) {
    buffer.storeBytes(of: first.bigEndian, toByteOffset: 0, as: UInt64.self)
    buffer.storeBytes(of: second.bigEndian, toByteOffset: 8, as: UInt64.self)
    buffer.storeBytes(of: third.bigEndian, toByteOffset: 16, as: UInt64.self)
    buffer.storeBytes(of: fourth.bigEndian, toByteOffset: 24, as: UInt64.self)
  }

  /// The first 16 bytes as two numbers.
  var firstHalf: (UInt64, UInt64) { (first, second) }

  /// Lowercase base32, as people see it.
  public var description: String {
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
      store(into: bytes)
      return Base32.encode(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Orders like the bytes.
  public static func < (left: Bytes32, right: Bytes32) -> Bool {
    (left.first, left.second, left.third, left.fourth)
      < (right.first, right.second, right.third, right.fourth)
  }
}

/// The hash of an entry.
public typealias EntryHash = Bytes32

/// An account's public signing key.
public typealias Author = Bytes32

/// SHA-256 of a node's TLS public key (SPKI).
public typealias NodeID = Bytes32
