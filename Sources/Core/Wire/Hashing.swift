import Crypto
import FoundationEssentials
import Identifiers
import Schema

/// The hashes of payloads and entries (specification section 4).
extension Hashing {
  /// The hash that stands for a payload after it was erased.
  public static func payload(_ payload: Data) -> Bytes32 {
    var hasher = SHA256()
    hasher.update(.payload)
    payload.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    return Bytes32(hasher.finalize())
  }

  /// The hash of an entry: its place in its log, its payload's hash and its header as received.
  ///
  /// - Parameter header: the exact bytes of the header, never encoded again.
  public static func entry(
    _ place: LogPlace, previous: EntryHash, payloadHash: Bytes32, header: Data
  ) -> EntryHash {
    var hasher = SHA256()
    hasher.update(.entry)
    // All that has a fixed size at once, without an array for each part: this is done for every entry.
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { fixed in
      place.room.store(into: fixed)
      place.log.author.store(into: UnsafeMutableRawBufferPointer(rebasing: fixed[16...]))
      fixed.storeBytes(of: place.log.incarnation.bigEndian, toByteOffset: 48, as: UInt64.self)
      fixed.storeBytes(of: place.sequence.bigEndian, toByteOffset: 56, as: UInt64.self)
      previous.store(into: UnsafeMutableRawBufferPointer(rebasing: fixed[64...]))
      payloadHash.store(into: UnsafeMutableRawBufferPointer(rebasing: fixed[96...]))
      hasher.update(bufferPointer: UnsafeRawBufferPointer(fixed))
    }
    header.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    return Bytes32(hasher.finalize())
  }
}

/// The place of an entry: its room, log and number, which its hash covers.
public struct LogPlace: Hashable, Sendable {
  /// The room of the log.
  public var room: RoomID
  /// The log.
  public var log: LogKey
  /// The entry's number in the log, from 1.
  public var sequence: UInt64

  /// Names one entry of one log.
  public init(room: RoomID, log: LogKey, sequence: UInt64) {
    self.room = room
    self.log = log
    self.sequence = sequence
  }
}

/// One log of a room: its author and incarnation, checked and hashable.
public struct LogKey: Hashable, Comparable, Sendable {
  /// The writer of the log.
  public var author: Author
  /// 0 for the first; higher after a restore.
  public var incarnation: UInt64

  /// Names a log.
  public init(author: Author, incarnation: UInt64) {
    self.author = author
    self.incarnation = incarnation
  }

  /// Takes a log id from the wire. Nil when the author is not 32 bytes, or the incarnation is 2^63 or more.
  public init?(_ message: LogID) {
    guard let author = Author(message.author), message.incarnation <= UInt64(Int64.max) else {
      return nil
    }
    self.init(author: author, incarnation: message.incarnation)
  }

  /// The log id for the wire.
  public var message: LogID {
    var message = LogID()
    message.author = author.data
    message.incarnation = incarnation
    return message
  }

  /// For the wire: where one entry of this log stands.
  public func place(_ sequence: UInt64) -> EntryPlace {
    var place = EntryPlace()
    place.log = message
    place.sequence = sequence
    return place
  }

  /// Orders by author, then incarnation.
  public static func < (left: LogKey, right: LogKey) -> Bool {
    (left.author, left.incarnation) < (right.author, right.incarnation)
  }
}

extension String {
  var utf8Bytes: [UInt8] { Array(utf8) }
}
