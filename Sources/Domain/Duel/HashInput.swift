import Crypto

/// The number of a chair: 1 for the host, 2 for the joiner.
public typealias SeatNumber = UInt8

/// The bytes of one hash of a duel: a tag, a zero byte, and the parts one after another.
///
/// The tag keeps a hash made for one purpose from standing for another. Numbers have four bytes, the highest first; a seat
/// has one.
public struct HashInput: Sendable {
  /// The number of bytes of every hash, secret, salt, seal, tip and link.
  public static let size = 32

  private var bytes: [UInt8]

  /// Starts with the tag `parlor.duel.<tag>.v1`.
  public init(_ tag: String) {
    bytes = Array("parlor.duel.\(tag).v1\0".utf8)
    bytes.reserveCapacity(192)
  }

  /// Starts with one byte, as leaves and nodes of a tree do.
  init(byte: UInt8) { bytes = [byte] }

  /// Adds bytes as they are.
  public consuming func adding(_ part: [UInt8]) -> HashInput {
    bytes.append(contentsOf: part)
    return self
  }

  /// Adds a number.
  public consuming func adding(_ number: UInt32) -> HashInput {
    bytes.append(UInt8(number >> 24 & 255))
    bytes.append(UInt8(number >> 16 & 255))
    bytes.append(UInt8(number >> 8 & 255))
    bytes.append(UInt8(number & 255))
    return self
  }

  /// Adds a seat.
  public consuming func adding(seat: SeatNumber) -> HashInput {
    bytes.append(seat)
    return self
  }

  /// Computes SHA-256 over everything that was added.
  public func hash() -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return hash.finalize().withUnsafeBytes { Array($0) }
  }
}
