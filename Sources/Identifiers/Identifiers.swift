import FoundationEssentials

/// Names a room: it follows from who is in it (specification section 4).
public typealias RoomID = Bytes16

/// Names a record of a room: it follows from who made it and a nonce (specification section 4).
public typealias RecordID = Bytes16

/// Names an item wherever it is: the id of its first record. It stays the same when the item moves to another room.
public typealias ItemID = Bytes16

/// Names a blob: bytes that are too long for an entry (specification section 17).
public typealias BlobID = Bytes32

extension RoomID {
  /// The one room that everybody on the network is in.
  public static let lobby = RoomID(Hashing.digest(.lobby))

  /// The table that `owner` opens with `nonce`.
  public init(table owner: Author, nonce: Data) {
    self.init(Hashing.digest(.table, owner.bytes, [UInt8](nonce)))
  }

  /// The room where an account's private items live.
  public init(personal author: Author) {
    self.init(Hashing.digest(.personal, author.bytes))
  }

  /// The room of two people, whoever makes it.
  public init(direct one: Author, _ other: Author) {
    self.init(Hashing.digest(.direct, min(one, other).bytes, max(one, other).bytes))
  }

  /// The room that `opener` opens with `nonce` for whom it adds.
  public init(privateOf opener: Author, nonce: Data) {
    self.init(Hashing.digest(.privateRoom, opener.bytes, [UInt8](nonce)))
  }
}

extension RecordID {
  /// The record that `author` makes with `nonce`.
  public init(by author: Author, nonce: Data) {
    self.init(Hashing.record(by: author, nonce: nonce))
  }
}

extension BlobID {
  /// Bytes in one blob (specification section 10).
  public static let mostBytes = 4 << 20

  /// The blob of `size` bytes whose chunks have these hashes.
  public init(blobOf size: UInt64, hashes: Data) {
    self = Hashing.digest(.blob, size.bigEndianBytes, [UInt8](hashes))
  }
}

extension Bytes16 {
  /// The lowest and the highest id whose text begins so; nil for what begins no id.
  public static func range(of prefix: String) -> (low: Bytes16, high: Bytes16)? {
    // 26 letters of five bits, of which the last two are padding.
    guard prefix.count <= 26,
      let low = Base32.decode(prefix + String(repeating: "a", count: 26 - prefix.count)),
      let high = Base32.decode(
        prefix.count == 26
          ? prefix : prefix + String(repeating: "7", count: 25 - prefix.count) + "4")
    else { return nil }
    guard let low = Bytes16(low), let high = Bytes16(high) else { return nil }
    return (low, high)
  }
}
