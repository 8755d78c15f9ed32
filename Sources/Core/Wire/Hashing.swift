import Crypto
import Foundation
import Schema

/// Domain tags: what a hash or a signature is about, so that none can stand for another.
public enum HashTag: String, Sendable {
  case table = "parlor.room.table.v1\0"
  case lobby = "parlor.room.lobby.v1\0"
  case personal = "parlor.room.personal.v1\0"
  case direct = "parlor.room.direct.v1\0"
  case privateRoom = "parlor.room.private.v1\0"
  case record = "parlor.record.v1\0"
  case state = "parlor.state.v1\0"
  case rooms = "parlor.rooms.v1\0"
  case payload = "parlor.payload.v1\0"
  case entry = "parlor.entry.v1\0"
  case head = "parlor.head.v1\0"
  case heads = "parlor.heads.v1\0"
  case binding = "parlor.binding.v1\0"
  case digest = "parlor.digest.v1\0"
  case file = "parlor.bundle.v1\0"
  case pieces = "parlor.bundles.v1\0"
  case backup = "parlor.backup.v1\0"
  case blob = "parlor.blob.v1\0"
  case pairCommitment = "parlor.pair.commit.v1\0"
  case pairCode = "parlor.pair.code.v1\0"
  case pairTicket = "parlor.pair.ticket.v1\0"
}

/// The hashes of the protocol (specification section 4).
public enum Hashing {
  /// SHA-256 over the tag and the parts, in order.
  public static func digest(_ tag: HashTag, _ parts: [UInt8]...) -> Bytes32 {
    var hasher = SHA256()
    hasher.update(tag)
    for part in parts { part.withUnsafeBytes { hasher.update(bufferPointer: $0) } }
    return Bytes32(hasher.finalize())
  }

  /// The hash that stands for a payload after it was erased.
  public static func payload(_ payload: Data) -> Bytes32 {
    var hasher = SHA256()
    hasher.update(.payload)
    payload.withUnsafeBytes { hasher.update(bufferPointer: $0) }
    return Bytes32(hasher.finalize())
  }

  /// The hash whose first half is the id of the record that `author` makes with `nonce`.
  static func record(by author: Author, nonce: Data) -> Bytes32 {
    var hasher = SHA256()
    hasher.update(.record)
    withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
      author.store(into: bytes)
      hasher.update(bufferPointer: UnsafeRawBufferPointer(bytes))
    }
    nonce.withUnsafeBytes { hasher.update(bufferPointer: $0) }
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

/// SHA-256 over a tag and parts that come one after the other.
public struct TaggedHash {
  private var hasher = SHA256()

  /// Begins with a tag.
  public init(_ tag: HashTag) { hasher.update(tag) }

  /// Adds a part.
  public mutating func update(_ part: [UInt8]) {
    part.withUnsafeBytes { hasher.update(bufferPointer: $0) }
  }

  /// The hash of all parts.
  public func finish() -> Bytes32 { Bytes32(hasher.finalize()) }
}

/// Where an entry stands: the context that its hash covers.
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
  /// Who writes it.
  public var author: Author
  /// 0 for the first; higher after a restore.
  public var incarnation: UInt64

  /// Names a log.
  public init(author: Author, incarnation: UInt64) {
    self.author = author
    self.incarnation = incarnation
  }

  /// Takes a log id from the wire; nil when the author is not 32 bytes, or the incarnation is 2^63 or more.
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

extension SHA256 {
  fileprivate mutating func update(_ tag: HashTag) {
    var text = tag.rawValue
    text.withUTF8 { update(bufferPointer: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  var utf8Bytes: [UInt8] { Array(utf8) }
}

extension UInt64 {
  /// Eight bytes, most significant first.
  public var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: bigEndian) { Array($0) }
  }
}
