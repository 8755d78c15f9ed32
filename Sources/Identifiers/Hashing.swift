import Crypto
import FoundationEssentials

/// Domain tags: what a hash or a signature is about, so that none can stand for another.
public enum HashTag: String, Sendable {
  case table = "parlor.room.table.v1\0"
  case lobby = "parlor.room.lobby.v1\0"
  case personal = "parlor.room.personal.v1\0"
  case direct = "parlor.room.direct.v1\0"
  case privateRoom = "parlor.room.private.v1\0"
  case record = "parlor.record.v1\0"
  case derived = "parlor.derived.v1\0"
  case content = "parlor.content.v1\0"
  case state = "parlor.state.v2\0"
  case rooms = "parlor.rooms.v1\0"
  case payload = "parlor.payload.v1\0"
  case entry = "parlor.entry.v1\0"
  case head = "parlor.head.v1\0"
  case heads = "parlor.heads.v1\0"
  case binding = "parlor.binding.v1\0"
  case digest = "parlor.digest.v1\0"
  case roster = "parlor.roster.v1\0"
  case rosterSet = "parlor.roster.set.v1\0"
  case rosterRoom = "parlor.roster.room.v1\0"
  case rosterState = "parlor.roster.state.v1\0"
  case rosterBucket = "parlor.roster.bucket.v1\0"
  case rosterRow = "parlor.roster.row.v1\0"
  case standing = "parlor.roster.standing.v1\0"
  case standings = "parlor.roster.standings.v1\0"
  case file = "parlor.bundle.v1\0"
  case pieces = "parlor.bundles.v1\0"
  case carried = "parlor.carried.v1\0"
  case carriedAsk = "parlor.carried.ask.v1\0"
  case backup = "parlor.backup.v1\0"
  case blob = "parlor.blob.v1\0"
  case pairCommitment = "parlor.pair.commit.v1\0"
  case pairCode = "parlor.pair.code.v1\0"
  case pairTicket = "parlor.pair.ticket.v1\0"
  case tablePassword = "parlor.table.password.v1\0"
  case tableProof = "parlor.table.proof.v1\0"
  case seed = "parlor.war.seed.v1\0"
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

extension SHA256 {
  /// Adds the tag.
  package mutating func update(_ tag: HashTag) {
    var text = tag.rawValue
    text.withUTF8 { update(bufferPointer: UnsafeRawBufferPointer($0)) }
  }
}

extension UInt64 {
  /// Eight bytes, most significant first.
  public var bigEndianBytes: [UInt8] {
    withUnsafeBytes(of: bigEndian) { Array($0) }
  }
}
